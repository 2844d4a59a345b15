// SPDX-License-Identifier: BSD-3-Clause
// Plays a glTF file in three.js: node play_three.mjs FILE EXPECTED.json SHOWN (see check.mjs)
import { readArguments, writeShown } from "./shown.mjs";
import { load, play } from "./three_player.mjs";

const { file, expected, output } = readArguments();
const gltf = await load(file);
const { about, poses } = play(gltf, expected);
writeShown(output, about, poses);
