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

// {name: text}
async function licences() {
    const files = {
        "assimp-md2": join(here, "../LICENSE"),
        "three.js": join(here, "node_modules/three/LICENSE"),
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
const parts = {
    // The one script that the page may run
    hash: createHash("sha256").update(script).digest("base64"),
    title: escaped(name || "MD2 models"),
    name: escaped(name),
    style: await bundle("page.css"),
    model: "",
    engine: "",
    worker: "",
    ...(isEngine ? await packEngine(input) : { model: pack(await readFile(input)) }),
    licences: pack(await licences()),
    script,
};
const page = await readFile(join(here, "page.html"), "utf8");
await writeFile(
    out,
    page.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]),
);
