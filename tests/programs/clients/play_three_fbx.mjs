// SPDX-License-Identifier: BSD-3-Clause
// Plays an FBX file in three.js: node play_three_fbx.mjs FILE EXPECTED.json SHOWN (see check.mjs)
import { readFileSync } from "node:fs";
import { Texture, TextureLoader } from "three";
import { FBXLoader } from "three/addons/loaders/FBXLoader.js";
import { readArguments, writeShown } from "./shown.mjs";
import { play } from "./three_player.mjs";

// A name of a browser that the loader uses; and Node cannot decode images.
globalThis.window ??= globalThis;
TextureLoader.prototype.load = () => new Texture();

const { file, expected, output } = readArguments();
// The loader reads NaN where a number follows a space, which Assimp writes between the numbers of a property.
const text = readFileSync(file, "utf8").replace(/^\s*P: .*$/gm, (line) => line.replace(/, (?=[-\d])/g, ","));
const bytes = new TextEncoder().encode(text);
const scene = new FBXLoader().parse(bytes.buffer, "");
// Assimp 5.2 writes one second for each tick, and a tick is a frame. Assimp 6 writes the right times.
const clips = expected.clips.map(({ name, samples }, i) => {
    const frames = (samples.length - 1) / 4;
    const inTicks = Math.abs(scene.animations[i].duration - frames) < 0.001;
    return { name, samples: samples.map(({ frame, time }) => ({ time: inTicks ? frame - samples[0].frame : time })) };
});
const { about, poses } = play({ scene, animations: scene.animations }, { ...expected, clips }, false);
// It gives each corner of a triangle a vertex of its own. Names of textures are those of files, not of skins.
writeShown(output, { ...about, program: "three.js FBXLoader", frames: undefined, skin: undefined, ownOrder: true }, poses);
