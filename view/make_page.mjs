// SPDX-License-Identifier: BSD-3-Clause
// Puts the page, three.js and a model into one file: node make_page.mjs MODEL.glb NAME OUT.html
// NAME is the title of the page.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { xorComputedNormals } from "./computed_normals.js";

const [modelFile, name, out] = process.argv.slice(2);
if (out === undefined) {
    console.error("usage: node make_page.mjs MODEL.glb NAME OUT.html");
    process.exit(2);
}
const here = fileURLToPath(new URL(".", import.meta.url));
const bundled = await build({
    entryPoints: [join(here, "main.js")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    // The licence of three.js stays in the page.
    legalComments: "eof",
});

// The model as the page has it: compressed, and base64. Where it is smaller, the normals of the targets are differences
// from computed ones.
function pack(glb) {
    const smallest = (bytes) => deflateSync(bytes, { level: 9 });
    const stored = { bytes: smallest(glb), normals: "stored" };
    const changed = Uint8Array.from(glb);
    xorComputedNormals(changed);
    const computed = { bytes: smallest(changed), normals: "computed" };
    xorComputedNormals(changed);
    const isSmaller = glb.equals(changed) && computed.bytes.length < stored.bytes.length;
    const { bytes, normals } = isSmaller ? computed : stored;
    return { model: bytes.toString("base64"), normals };
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const parts = {
    title: escaped(name),
    name: escaped(name),
    style: await readFile(join(here, "page.css"), "utf8"),
    ...pack(await readFile(modelFile)),
    script: bundled.outputFiles[0].text,
};
const page = await readFile(join(here, "page.html"), "utf8");
await writeFile(
    out,
    page.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]),
);
