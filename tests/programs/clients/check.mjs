// SPDX-License-Identifier: BSD-3-Clause
// Compares what a program shows of the exported samples with what is expected of them.
// usage: node check.mjs [--glb] [--except=TEXT]... SAMPLES COMMAND...
//
// For each .glb or .gltf file below SAMPLES that has a NAME.expected.json (see export_samples.cpp), runs COMMAND... FILE EXPECTED.json
// SHOWN in a process of its own, so that a crash is a failure of that file. The command writes what the program shows:
//   SHOWN.bin   poses as in NAME.expected.bin, without normals where "normals" is false
//   SHOWN.json  {"program", "version", "clips": [name, …], "vertices": N, "normals": true|false}, and what else the
//               program tells:
//               "frames": [name, …]           the names of the targets
//               "skin": name                  of the mesh's texture; null: it has none
//               "between": part               of the model's size, by which positions may be off between frames of a
//                                             model with bones, where it interpolates rotations without slerp
// Normals of a model with bones are not compared. --glb leaves out the .gltf files, --except those with TEXT in their names.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Floats pass through matrices: positions may be off by this part of the model's size, normals by this length. Normals
// are compared as they are interpolated, before a shader normalizes them: between opposite normals there is a moment
// without direction.
const kTolerance = 1e-4;
// Between frames of a model with bones
const kToleranceBetween = 1e-3;
const kTimeout = 120_000;

const readJson = (file) => JSON.parse(readFileSync(file));
const shortened = (value) => {
    const text = JSON.stringify(value);
    return text.length > 120 ? `${text.slice(0, 100)}… (${value.length})` : text;
};
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// The positions, and the normals if there are any, of each pose in a file.
function readPoses(file, vertices, hasNormals) {
    const bytes = readFileSync(file);
    const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const stride = 3 * vertices * (hasNormals ? 2 : 1);
    return Array.from({ length: floats.length / stride }, (_, pose) => {
        const start = pose * stride;
        return { positions: floats.subarray(start, start + 3 * vertices),
            normals: floats.subarray(start + 3 * vertices, start + stride) };
    });
}

// The worst vertex of each pose, with what is allowed in it; NaN counts as infinitely far.
function worstVertices(poses, shown, expected, kind) {
    return poses.map(({ name, tolerance }, pose) => {
        const [a, b] = [shown[pose][kind], expected[pose][kind]];
        let worst = { name, tolerance, distance: 0, vertex: 0 };
        for (let i = 0; i < b.length; i += 3) {
            const value = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
            if (!(value <= worst.distance)) {
                worst = { name, tolerance, distance: Number.isNaN(value) ? Infinity : value, vertex: i / 3 };
            }
        }
        return worst;
    });
}

const worstOf = (list) => list.reduce((a, b) => (b.distance > a.distance ? b : a));

// One line for all poses that are off: which, how many, and the worst.
function complain(kind, worst, size) {
    const off = worst.filter((pose) => !(pose.distance <= pose.tolerance));
    if (off.length === 0) {
        return [];
    }
    const { name, vertex, distance: value } = worstOf(off);
    return [`${off.length} of ${worst.length} poses have ${kind} that are off, from ${off[0].name}; the worst: ` +
        `${name}, vertex ${vertex} by ${value.toPrecision(3)} (${(100 * value / size).toPrecision(3)} %)`];
}

function complaintsAboutNames(shown, expected) {
    const rows = [["clips", shown.clips, expected.clips.map((clip) => clip.name)], ["frames", shown.frames, expected.frames],
        ["the mesh's texture", shown.skin, expected.skins[0]]];
    return rows.filter(([, actual, wanted]) => actual !== undefined && wanted !== undefined && !isSame(actual, wanted))
        .map(([what, actual, wanted]) => `${what}: ${shortened(actual)}, expected ${shortened(wanted)}`);
}

// What is wrong, and a summary of what was compared.
function compare(shown, shownPosesFile, expected, expectedPosesFile) {
    const complaints = complaintsAboutNames(shown, expected);
    const { size } = expected;
    const hasBones = expected.fit !== undefined;
    const exact = kTolerance * size;
    const poses = [{ name: "at rest", tolerance: exact }, ...expected.clips.flatMap((clip) => clip.samples.map(
        ({ time, frame }) => ({ name: `clip ${clip.name} at frame ${frame} (${time.toFixed(3)} s)`,
            tolerance: hasBones && frame % 1 !== 0 ? (shown.between ?? kToleranceBetween) * size : exact })))];
    const expectedPoses = readPoses(expectedPosesFile, expected.vertices, true);
    const shownPoses = readPoses(shownPosesFile, shown.vertices, shown.normals);
    if (shownPoses.length !== poses.length || shown.vertices !== expected.vertices) {
        complaints.push(`${shownPoses.length} poses of ${shown.vertices} vertices, expected ${poses.length} of ` +
            expected.vertices);
    }
    if (complaints.length > 0) {
        return { complaints };
    }
    const positions = worstVertices(poses, shownPoses, expectedPoses, "positions");
    complaints.push(...complain("positions", positions, size));
    const summary = [`${expected.clips.length} clips, ${poses.length} poses, positions off by ` +
        `${(worstOf(positions).distance / size).toExponential(1)} of the size`];
    if (shown.normals && !hasBones) {
        const normals = worstVertices(poses.map(({ name }) => ({ name, tolerance: kTolerance })),
            shownPoses, expectedPoses, "normals");
        complaints.push(...complain("normals", normals, 1));
        summary.push(`normals by ${worstOf(normals).distance.toExponential(1)}`);
    }
    return { complaints, summary: summary.join(", ") };
}

function check(command, file, folder) {
    const stem = file.replace(/\.(glb|gltf)$/, "");
    const shown = join(folder, "shown");
    rmSync(`${shown}.json`, { force: true });
    const run = spawnSync(command[0], [...command.slice(1), file, `${stem}.expected.json`, shown],
        { encoding: "utf8", timeout: kTimeout, maxBuffer: 1 << 26 });
    if (run.error || run.status !== 0 || !existsSync(`${shown}.json`)) {
        const end = run.error?.code === "ETIMEDOUT" ? `still runs after ${kTimeout / 1000} s`
            : run.error ? run.error.message
            : run.signal ? `ended by ${run.signal}`
            : run.status !== 0 ? `exit code ${run.status}` : "nothing is shown";
        const said = (run.stderr || run.stdout || "").trim().split("\n").slice(-8).join("\n    ");
        return { complaints: [said ? `${end}; it said:\n    ${said}` : end] };
    }
    const told = readJson(`${shown}.json`);
    const result = compare(told, `${shown}.bin`, readJson(`${stem}.expected.json`), `${stem}.expected.bin`);
    return { ...result, program: told.program, version: told.version };
}

const values = process.argv.slice(2);
const options = [];
while (values[0]?.startsWith("--")) {
    options.push(values.shift());
}
const extensions = options.includes("--glb") ? /\.glb$/ : /\.(glb|gltf)$/;
const exceptions = options.map((option) => option.split("--except=")[1]).filter((text) => text);
const [samples, ...command] = values;
const files = readdirSync(samples, { recursive: true }).filter((name) => extensions.test(name) &&
    !exceptions.some((text) => name.includes(text)) && existsSync(join(samples, name.replace(extensions, ".expected.json"))));
const folder = mkdtempSync(join(tmpdir(), "assimp-md2-"));
let failures = 0;
let player;
try {
    for (const name of files) {
        const { complaints, summary, ...program } = check(command, join(samples, name), folder);
        player = program.version ? program : player;
        failures += complaints.length > 0 ? 1 : 0;
        console.log(complaints.length > 0 ? `FAILED: ${name}: ${complaints.join("; ")}` : `ok: ${name}: ${summary}`);
    }
} finally {
    rmSync(folder, { recursive: true });
}
console.log(`${files.length - failures} of ${files.length} files as expected`);
if (player) {
    console.log(`by ${player.program} ${player.version}`);
}
process.exit(failures === 0 && files.length > 0 ? 0 : 1);
