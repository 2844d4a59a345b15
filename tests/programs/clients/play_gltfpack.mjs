// SPDX-License-Identifier: BSD-3-Clause
// Makes a GLB small with gltfpack and plays that in three.js: node play_gltfpack.mjs FILE.glb EXPECTED.json SHOWN (see
// check.mjs)
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { readArguments, writeShown } from "./shown.mjs";
import { load, play } from "./three_player.mjs";

const { file, expected, output } = readArguments();
const folder = dirname(createRequire(import.meta.url).resolve("gltfpack/package.json"));
const packed = `${output}.glb`;
execFileSync(process.execPath, [join(folder, "cli.js"), "-i", file, "-o", packed, "-cc", "-kn", "-kv"], { stdio: "pipe" });
const gltf = await load(packed);
const { about, poses } = play(gltf, expected, false);

// Positions and their differences are integers, which the node scales: one step is its scale. Each is off by up to half
// a step on each axis, and the weights of the differences sum up to 1: together one step on each axis. The weights are
// exact: gltfpack makes 30 keys a second, so that 10 frames a second have weights in thirds, and 255 of its 8 bits can be
// divided by 3.
let step = 0;
gltf.scene.traverse((object) => {
    if (object.isMesh) {
        step = Math.max(step, object.matrixWorld.getMaxScaleOnAxis());
    }
});
const kFloats = 1e-6; // of the size
// Bones have rotations of 12 bits, and vertices have weights of 8 bits: together less than this share of the size.
const kBones = expected.fit === undefined ? 0 : 1e-3;
const tolerance = Math.sqrt(3) * step + (kFloats + kBones) * expected.size;
rmSync(packed);
const { version } = JSON.parse(readFileSync(join(folder, "package.json")));
writeShown(output, { ...about, program: "gltfpack", version, frames: undefined, ownOrder: true, tolerance }, poses);
