// SPDX-License-Identifier: BSD-3-Clause
// The part that the players in JavaScript share: arguments, and the form of what they show (see check.mjs).
import { readFileSync, writeFileSync } from "node:fs";

export function readArguments() {
    const [file, expectedFile, output] = process.argv.slice(2);
    return { file, expected: JSON.parse(readFileSync(expectedFile)), output };
}

// `about` is what SHOWN.json holds but for its vertices; each pose is a list of positions and, where about.normals is
// true, normals: numbers, three for a vector.
export function writeShown(output, about, poses) {
    const vertices = poses[0].length / (about.normals ? 6 : 3);
    writeFileSync(`${output}.bin`, Buffer.concat(poses.map((pose) => Buffer.from(Float32Array.from(pose).buffer))));
    writeFileSync(`${output}.json`, JSON.stringify({ ...about, vertices }));
}
