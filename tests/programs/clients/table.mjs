// SPDX-License-Identifier: BSD-3-Clause
// Holds the tables of README.md against what package.json and cmake/setup.sh install.
// usage: node table.mjs
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");
const setup = read("../../../cmake/setup.sh");
const { dependencies } = JSON.parse(read("package.json"));
// Their packages begin with where they are from: "npm: three".
const rows = read("README.md").split("\n").filter((line) => /^\|[^|]*\| (Debian|GitHub|npm): /.test(line));
let failed = rows.length === 0;
for (const row of rows) {
    const cells = row.split("|").slice(1, -1).map((cell) => cell.trim());
    const [program, origin, version, , , , test] = cells;
    const [from, name] = origin.split(": ");
    const fail = (message) => {
        console.log(`FAILED: ${program}: ${message}`);
        failed = true;
    };
    if (cells.length !== 7) {
        fail(`${cells.length} columns instead of 7`);
    }
    if (from === "npm" && test !== "by hand" && dependencies[name] !== version) {
        fail(`version ${version} of ${name}, but package.json has ${dependencies[name]}`);
    }
    if (from === "Debian" && !["by hand", "from source"].includes(test) && !setup.includes(name)) {
        fail(`cmake/setup.sh does not install ${name}`);
    }
}
console.log(`${rows.length} programs`);
process.exit(failed ? 1 : 0);
