// SPDX-License-Identifier: BSD-3-Clause
// Puts the page, three.js and a model or the engine into one file:
//   node make_page.mjs MODEL.glb NAME OUT.html    a page of one model; NAME is its title
//   node make_page.mjs ENGINE OUT.html            the page for all models; ENGINE is the folder of engine/build.sh
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const [input, ...names] = process.argv.slice(2);
const out = names.pop();
const name = names[0] ?? "";
if (out === undefined || names.length > 1) {
    console.error("usage: node make_page.mjs MODEL.glb NAME OUT.html\n       node make_page.mjs ENGINE OUT.html");
    process.exit(2);
}
const isEngine = names.length === 0;
const here = fileURLToPath(new URL(".", import.meta.url));

async function bundle(file, options = {}) {
    const { outputFiles } = await build({
        entryPoints: [join(here, file)],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2022",
        // The licence of three.js stays in the page.
        legalComments: "eof",
        ...options,
    });
    return outputFiles[0].text;
}

const pack = (bytes) => deflateSync(bytes, { level: 9 }).toString("base64");

async function packEngine(folder) {
    const worker = await bundle("engine/worker.js", {
        alias: { "engine.js": resolve(folder, "engine.js") },
        define: { "import.meta.url": '"file:///"' }, // where it would look for engine.wasm
        legalComments: "none",
    });
    return { engine: pack(await readFile(join(folder, "engine.wasm"))), worker: pack(worker) };
}

// A PCX of half the size.
function halved(pcx) {
    const pixels = [];
    for (let at = 128; at < pcx.length - 769; ++at) {
        const count = pcx[at] >= 0xc0 ? pcx[at++] & 0x3f : 1;
        pixels.push(...Array(count).fill(pcx[at]));
    }
    const header = Buffer.from(pcx.subarray(0, 128));
    const [width, height] = [8, 10].map((offset) => pcx.readUInt16LE(offset) + 1);
    [width, height].forEach((side, i) => header.writeUInt16LE(side / 2 - 1, 8 + 2 * i));
    header.writeUInt16LE(width / 2, 66); // bytes_per_line
    const kept = pixels.filter((_, i) => i % 2 === 0 && Math.floor(i / width) % 2 === 0);
    return Buffer.concat([header, Buffer.from(kept.flatMap((pixel) => [0xc1, pixel])), pcx.subarray(-769)]);
}

// The sample: its model with the difference to the frame before for each frame, and its skin in half its size. Unlike the
// files themselves, this packs well.
async function packSample(folder) {
    const read = async (name) => [name, await readFile(join(folder, name))];
    const files = await Promise.all((await readdir(folder)).sort().map(read));
    files.filter(([name]) => name.endsWith(".pcx")).forEach((each) => (each[1] = halved(each[1])));
    for (const [, file] of files.filter(([name]) => name.endsWith(".md2"))) {
        const [frameSize, count, start] = [16, 40, 56].map((offset) => file.readInt32LE(offset));
        for (let i = start + count * frameSize - 1; i >= start + frameSize; --i) {
            file[i] -= file[i - frameSize];
        }
    }
    return {
        sample: pack(Buffer.concat(files.map(([, file]) => file))),
        sampleFiles: escaped(JSON.stringify(files.map(([name, { length }]) => [name, length]))),
    };
}

// {name: text}
async function licences() {
    const files = {
        "assimp-md2": join(here, "../LICENSE"),
        "three.js": join(here, "node_modules/three/LICENSE"),
        gifenc: join(here, "node_modules/gifenc/LICENSE.md"),
        "mp4-muxer": join(here, "node_modules/mp4-muxer/LICENSE"),
        ...(isEngine ? { fflate: join(here, "node_modules/fflate/LICENSE") } : {}),
    };
    const folder = join(input, "licences");
    for (const file of isEngine ? (await readdir(folder)).sort() : []) {
        files[file.replace(/\.txt$/, "")] = join(folder, file);
    }
    const texts = Object.entries(files).map(
        async ([title, file]) => `${title}\n${"=".repeat(title.length)}\n\n${(await readFile(file, "utf8")).trim()}\n`,
    );
    return (await Promise.all(texts)).join("\n\n");
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const script = await bundle("main.js");
const header = await readFile(join(here, "../include/assimp-md2/version.h"), "utf8");
const parts = {
    version: [...header.matchAll(/^#define ASSIMP_MD2_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$/gm)]
        .map(([, part]) => part)
        .join("."),
    // The one script that the page may run
    hash: createHash("sha256").update(script).digest("base64"),
    title: escaped(name || "MD2 models"),
    name: escaped(name),
    style: await bundle("page.css"),
    model: "",
    engine: "",
    worker: "",
    sample: "",
    sampleFiles: "",
    ...(isEngine
        ? { ...(await packEngine(input)), ...(await packSample(join(input, "sample"))) }
        : { model: pack(await readFile(input)) }),
    licences: pack(await licences()),
    script,
};
const page = await readFile(join(here, "page.html"), "utf8");
await writeFile(
    out,
    page.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]),
);
