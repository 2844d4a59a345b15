// SPDX-License-Identifier: BSD-3-Clause
// Runs validate.mjs over all glTF files of a folder, and play.mjs over those that have a NAME.expected.json.
// usage: node check_samples.mjs FOLDER
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
const files = readdirSync(folder).filter((name) => /\.(glb|gltf)$/.test(name)).map((name) => join(folder, name));
const run = (script, ...values) =>
    spawnSync(process.execPath, [join(scripts, script), ...values], { stdio: "inherit" }).status === 0;

// Real skins are put in byte for byte; two of them are PNGs with a colour space of their own.
let succeeded = files.length > 0 && run("validate.mjs", "--except=IMAGE_FEATURES_UNSUPPORTED", ...files);
for (const file of files) {
    const expected = file.replace(/\.(glb|gltf)$/, ".expected.json");
    if (existsSync(expected)) {
        succeeded = run("play.mjs", file, expected) && succeeded;
    }
}
process.exit(succeeded ? 0 : 1);
