// SPDX-License-Identifier: BSD-3-Clause
// Reads an MD2 with three.js and writes its positions for compare-frames: node read_three.mjs FILE.md2 OUTPUT
import { readFileSync, writeFileSync } from "node:fs";
import { MD2Loader } from "../../../programs/clients/node_modules/three/examples/jsm/loaders/MD2Loader.js";

const [file, output] = process.argv.slice(2);
const bytes = readFileSync(file);
const geometry = new MD2Loader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const frames = geometry.morphAttributes.position;
const numbers = new Float32Array(frames.reduce((sum, { array }) => sum + array.length, 0));
let at = 0;
for (const { array } of frames) {
    for (let i = 0; i < array.length; i += 3) {
        // It swaps y and z.
        numbers.set([array[i], array[i + 2], array[i + 1]], at);
        at += 3;
    }
}
writeFileSync(output, new Uint8Array(numbers.buffer));
