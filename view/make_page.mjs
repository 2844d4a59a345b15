// SPDX-License-Identifier: BSD-3-Clause
// Puts the page, three.js and a model into one file: node make_page.mjs MODEL.glb NAME OUT.html
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const parts = {
    title: escaped(name),
    name: escaped(name),
    style: await readFile(join(here, "page.css"), "utf8"),
    model: (await readFile(modelFile)).toString("base64"),
    script: bundled.outputFiles[0].text,
};
const page = await readFile(join(here, "page.html"), "utf8");
await writeFile(
    out,
    page.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]),
);
