// SPDX-License-Identifier: BSD-3-Clause
// Compares the poses of glTF files with those of three.js: node compare_three.mjs SHOW_POSES [FILE...]
// Without files, compares those of gltf_samples.mjs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, worldPosesAt } from "../programs/clients/three_player.mjs";
import { samples } from "./gltf_samples.mjs";

// Of the model's size. Both programs read floats; three.js rounds each vertex to floats once more.
const kTolerance = 1e-5;
// Of normals, which are compared where a mesh has no skin: three.js does not turn normals of skins without a shader.
const kNormalTolerance = 1e-4;

// The largest distance of two lists of vectors; NaN in `expected` is not compared.
function farthest(shown, expected) {
    let worst = 0;
    for (let i = 0; i < expected.length; i += 3) {
        const distance = Math.hypot(shown[i] - expected[i], shown[i + 1] - expected[i + 1], shown[i + 2] - expected[i + 2]);
        if (!Number.isNaN(expected[i]) && !(distance <= worst)) {
            worst = Number.isNaN(distance) ? Infinity : distance;
        }
    }
    return worst;
}

async function compare(showPoses, file, folder) {
    const output = join(folder, "shown");
    const run = spawnSync(showPoses, [file, output], { encoding: "utf8", timeout: 120_000 });
    if (run.status !== 0) {
        return { complaints: [`show-poses: ${run.stderr}`] };
    }
    const about = JSON.parse(readFileSync(`${output}.json`));
    const bytes = readFileSync(`${output}.bin`);
    const shown = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const expected = worldPosesAt(await load(file), about.animations.map(({ times }) => times));
    const numbers = 3 * about.vertices;
    if (expected[0].positions.length !== numbers) {
        return { complaints: [`${about.vertices} vertices, three.js has ${expected[0].positions.length / 3}`] };
    }
    const names = ["at rest", ...about.animations.flatMap(({ name, times }) =>
        times.map((time) => `${name} at ${time.toFixed(3)} s`))];
    const size = expected[0].positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let worst = { position: 0, normal: 0 };
    const complaints = [];
    expected.forEach(({ positions, normals }, i) => {
        const start = 2 * numbers * i;
        const position = farthest(shown.subarray(start, start + numbers), positions) / size;
        const normal = farthest(shown.subarray(start + numbers, start + 2 * numbers), normals);
        worst = { position: Math.max(worst.position, position), normal: Math.max(worst.normal, normal) };
        if (!(position <= kTolerance && normal <= kNormalTolerance)) {
            complaints.push(`${names[i]}: positions off by ${position.toExponential(1)} of the size, normals by ` +
                normal.toExponential(1));
        }
    });
    const summary = `${expected.length} poses of ${about.vertices} vertices, positions off by ` +
        `${worst.position.toExponential(1)} of the size, normals by ${worst.normal.toExponential(1)}`;
    return { complaints: complaints.length > 3 ? [...complaints.slice(0, 3), `… (${complaints.length})`] : complaints,
        summary: about.repairs.length > 0 ? `${summary}; ${about.repairs.join("; ")}` : summary };
}

const [showPoses, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "assimp-md2-"));
let failures = 0;
try {
    if (files.length === 0) {
        for (const [name, json] of Object.entries(samples)) {
            files.push(join(folder, `${name}.gltf`));
            writeFileSync(files.at(-1), JSON.stringify(json));
        }
    }
    for (const file of files) {
        const { complaints, summary } = await compare(showPoses, file, folder);
        failures += complaints.length > 0 ? 1 : 0;
        console.log(complaints.length > 0 ? `FAILED: ${file}: ${[summary, ...complaints].join("\n    ")}` : `ok: ${file}: ${summary}`);
    }
} finally {
    rmSync(folder, { recursive: true });
}
console.log(`${files.length - failures} of ${files.length} files agree with three.js`);
process.exit(failures === 0 && files.length > 0 ? 0 : 1);
