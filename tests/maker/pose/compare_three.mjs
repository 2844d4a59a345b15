// SPDX-License-Identifier: BSD-3-Clause
// Compares the poses of glTF files with those of three.js: node compare_three.mjs PLAY_ASSIMP [FILE...]
// Without files, compares those of gltf_samples.mjs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, worldPosesAt } from "../../programs/clients/three_player.mjs";
import { samples } from "./gltf_samples.mjs";

// Of the model's size. Both programs read floats; three.js rounds each vertex to floats once more.
const kTolerance = 1e-5;
// Of normals, which are compared where a mesh has no skin: three.js does not turn normals of skins without a shader.
const kNormalTolerance = 1e-4;
// Of each animation, and one more.
const kSamples = 37;

const unitVectors = (values) => values.map((value, i) => {
    const [x, y, z] = values.slice(i - i % 3, i - i % 3 + 3);
    return value / (Math.hypot(x, y, z) || 1);
});

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

async function compare(playAssimp, file, folder) {
    const gltf = await load(file);
    const clips = gltf.animations.map(({ name, duration }) => ({ name, samples: Array.from(
        { length: kSamples + 1 }, (_, sample) => ({ time: duration * sample / kSamples })) }));
    const output = join(folder, "shown");
    writeFileSync(`${output}.expected.json`, JSON.stringify({ clips }));
    const run = spawnSync(playAssimp, [file, `${output}.expected.json`, output], { encoding: "utf8", timeout: 120_000 });
    if (run.status !== 0) {
        return { complaints: [run.stderr] };
    }
    const { vertices, normals: hasNormals } = JSON.parse(readFileSync(`${output}.json`));
    const bytes = readFileSync(`${output}.bin`);
    const shown = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const expected = worldPosesAt(gltf, clips.map(({ samples }) => samples.map(({ time }) => time)));
    const numbers = 3 * vertices;
    const stride = hasNormals ? 2 * numbers : numbers;
    if (expected[0].positions.length !== numbers || shown.length !== stride * expected.length) {
        return { complaints: [`${shown.length / stride} poses of ${vertices} vertices, three.js has ${expected.length} ` +
            `of ${expected[0].positions.length / 3}`] };
    }
    const names = ["at rest", ...clips.flatMap(({ name, samples }) =>
        samples.map(({ time }) => `${name} at ${time.toFixed(3)} s`))];
    const size = expected[0].positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let worst = { position: 0, normal: 0 };
    const complaints = [];
    expected.forEach(({ positions, normals }, i) => {
        const start = stride * i;
        const position = farthest(shown.subarray(start, start + numbers), positions) / size;
        const normal = hasNormals
            ? farthest(unitVectors(shown.subarray(start + numbers, start + stride)), unitVectors(normals)) : 0;
        worst = { position: Math.max(worst.position, position), normal: Math.max(worst.normal, normal) };
        if (!(position <= kTolerance && normal <= kNormalTolerance)) {
            complaints.push(`${names[i]}: positions off by ${position.toExponential(1)} of the size, normals by ` +
                normal.toExponential(1));
        }
    });
    const summary = `${expected.length} poses of ${vertices} vertices, positions off by ` +
        `${worst.position.toExponential(1)} of the size, normals by ${worst.normal.toExponential(1)}`;
    const shortened = complaints.length > 3 ? [...complaints.slice(0, 3), `… (${complaints.length})`] : complaints;
    return { complaints: shortened, summary };
}

const [playAssimp, ...files] = process.argv.slice(2);
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
        const { complaints, summary } = await compare(playAssimp, file, folder);
        failures += complaints.length > 0 ? 1 : 0;
        console.log(complaints.length > 0 ? `FAILED: ${file}: ${[summary, ...complaints].join("\n    ")}` : `ok: ${file}: ${summary}`);
    }
} finally {
    rmSync(folder, { recursive: true });
}
console.log(`${files.length - failures} of ${files.length} files agree with three.js`);
process.exit(failures === 0 && files.length > 0 ? 0 : 1);
