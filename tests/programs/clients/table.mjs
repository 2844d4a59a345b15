// SPDX-License-Identifier: BSD-3-Clause
// Holds the tables in README.md against programs.json, and that against what package.json and cmake/setup.sh
// install. With --write it writes the
// tables anew.
// usage: node table.mjs [--write]
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");
const programs = JSON.parse(read("programs.json"));
const setup = read("../../../cmake/setup.sh");
const { dependencies } = JSON.parse(read("package.json"));
const readme = read("README.md");
let failed = false;
const fail = (message) => {
    console.log(`FAILED: ${message}`);
    failed = true;
};

function tableOf(kind) {
    const rows = programs.filter((program) => program.kind === kind).map(({ program, from, package: name, version,
        assimp_md2: ours, works, set, test }) =>
        `| ${program} | ${from}: ${name} | ${version} | ${ours || "not run"} | ${works} | ${set} | ${test || "by hand"} |`);
    return ["| program | package | version tried | assimp-md2 | what works | what to set | test |", "|---|---|---|---|---|---|---|",
        ...rows]
        .join("\n");
}

const kinds = ["host", "consumer"];
const written = kinds.reduce((text, kind) => text.replace(new RegExp(`(<!-- ${kind}s -->\n)[^]*?(<!-- end -->)`),
    (_, start, end) => `${start}${tableOf(kind)}\n${end}`), readme);
if (process.argv[2] === "--write") {
    writeFileSync(join(here, "README.md"), written);
} else if (written !== readme) {
    fail("the tables of README.md are not those of programs.json; `node table.mjs --write` writes them");
}
for (const kind of kinds) {
    if (!written.includes(tableOf(kind))) {
        fail(`README.md has no place for the table of ${kind}s`);
    }
}

for (const { program, from, package: name, version, test } of programs) {
    if (from === "npm" && dependencies[name] !== version) {
        fail(`${program} ${version}: package.json has version ${dependencies[name]} of ${name}`);
    }
    if (from === "Debian" && test && test !== "from source" && !setup.includes(name)) {
        fail(`${program}: cmake/setup.sh does not install ${name}`);
    }
}
console.log(`${programs.length} programs`);
process.exit(failed ? 1 : 0);
