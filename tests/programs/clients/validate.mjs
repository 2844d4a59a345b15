// SPDX-License-Identifier: BSD-3-Clause
// Runs the Khronos glTF validator over all .glb and .gltf files below a folder; any error or warning makes it fail, but for
// those excepted: IO_ERROR where a model's skin is known to be missing, for instance.
// usage: node validate.mjs [--except=CODE,CODE...] FOLDER
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import validator from "gltf-validator";

const option = "--except=";
const values = process.argv.slice(2);
const except = values[0]?.startsWith(option) ? values.shift().slice(option.length).split(",") : [];
const [folder] = values;
const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(glb|gltf)$/.test(name))
    .map((name) => join(folder, name));
let failed = files.length === 0;
for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
        uri: file,
        maxIssues: 100,
        ignoredIssues: except,
        externalResourceFunction: async (uri) =>
            new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
    for (const { severity, code, message, pointer } of messages) {
        console.log(`  ${["error", "warning", "info", "hint"][severity]} ${code} ${pointer ?? ""}: ${message}`);
    }
    failed ||= numErrors + numWarnings > 0;
}
process.exit(failed ? 1 : 0);
