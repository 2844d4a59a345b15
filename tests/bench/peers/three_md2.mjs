// SPDX-License-Identifier: BSD-3-Clause
// Times three.js's MD2Loader for peers.sh.
// node three_md2.mjs FOLDER_OF_THREE REPETITIONS FILE.md2...
//
// From memory. The loader returns all frames at once. The code is compiled and warm before the clock runs; the
// threads of the garbage collector are included.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, repetitions, ...files] = process.argv.slice(2);
// Addons say `from "three"`, which Node resolves beside them.
const { MD2Loader } = await import(pathToFileURL(join(folder, "examples/jsm/loaders/MD2Loader.js")));

function cpuMilliseconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

// Nanoseconds for one parse, measured over a time.
function timeOf(loader, buffer, milliseconds) {
    const start = cpuMilliseconds();
    let end = start;
    let count = 0;
    for (; end - start < milliseconds; end = cpuMilliseconds()) {
        loader.parse(buffer);
        ++count;
    }
    return (end - start) * 1e6 / count;
}

for (const file of files) {
    const bytes = await readFile(file);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const loader = new MD2Loader();
    try {
        if (loader.parse(buffer).morphAttributes.position.length === 0) {
            throw new Error("no frames");
        }
    } catch (error) {
        console.error(`three.js does not read ${file}: ${error.message}`);
        continue;
    }
    timeOf(loader, buffer, 1000);
    for (let i = 0; i < Number(repetitions); ++i) {
        console.log(`${file}\tall frames\t${timeOf(loader, buffer, 250).toFixed(1)}`);
    }
}
