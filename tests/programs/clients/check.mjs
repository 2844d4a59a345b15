// SPDX-License-Identifier: BSD-3-Clause
// Compares what a program shows of the exported samples with what is expected of them.
// usage: node check.mjs [--glb | --fbx] [--frames-only] [--only=NAME]... [--except=TEXT]... SAMPLES COMMAND...
//
// For each file below SAMPLES that has a NAME.expected.json (see expected.h), runs COMMAND... FILE EXPECTED.json SHOWN in a
// process of its own, so that a crash is a failure of that file. The command writes what the program shows:
//   SHOWN.bin   poses as in NAME.expected.bin, without normals where "normals" is false
//   SHOWN.json  {"program", "version", "clips": [name, …], "vertices": N, "normals": true|false}, and what else the
//               program tells:
//               "frames": [name, …]           the names of the targets
//               "skin": name                  of the mesh's texture; null: it has none
//               "variants": {name: name, …}   the texture of each variant
//               "ownOrder": true              the program sorts the vertices anew
//               "tolerance": distance         how far a position may be off, for a program that rounds
// A model with bones may be off by its "fit" in addition, and between frames by "between"; its normals are not compared.
// --frames-only does not compare models with bones between frames, for programs that resample or interpolate on their own.
// --glb leaves out the .gltf files, --fbx takes the .fbx files instead, --except those with TEXT in their names, --only all but those called NAME without
// their extension.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Floats pass through matrices: positions may be off by this part of the model's size, normals by this length. Normals
// are compared as they are interpolated, before a shader normalizes them: between opposite normals there is a moment
// without direction.
const kTolerance = 1e-4;
// Between frames of a model with bones: some programs interpolate rotations without slerp.
const kToleranceBetween = 1e-3;
const kTimeout = 120_000;

const readJson = (file) => JSON.parse(readFileSync(file));
const shortened = (value) => {
    const text = JSON.stringify(value);
    return text.length > 120 ? `${text.slice(0, 100)}… (${value.length})` : text;
};
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

class Poses {
    // `isCompared`: for each pose, whether vertices are matched by it.
    constructor(file, vertices, hasNormals, size, isCompared) {
        const bytes = readFileSync(file);
        this.floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        this.vertices = vertices;
        this.hasNormals = hasNormals;
        this.size = size;
        this.isCompared = isCompared;
        this.stride = 3 * vertices * (hasNormals ? 2 : 1);
        this.count = this.floats.length / this.stride;
    }
    positions(pose) {
        return this.floats.subarray(pose * this.stride, pose * this.stride + 3 * this.vertices);
    }
    normals(pose) {
        return this.floats.subarray(pose * this.stride + 3 * this.vertices, (pose + 1) * this.stride);
    }
}

// The distance of two vectors; NaN counts as infinitely far.
function distance(a, i, b, j) {
    const value = Math.hypot(a[3 * i] - b[3 * j], a[3 * i + 1] - b[3 * j + 1], a[3 * i + 2] - b[3 * j + 2]);
    return Number.isNaN(value) ? Infinity : value;
}

// How far vertex `i` of a is from vertex `j` of b in its worst pose, and which that is; a distance above `limit` need not be
// the worst. Vertices at one position differ in their normals: these count as parts of the model's size.
function farthest(a, i, b, j, limit) {
    let worst = { distance: 0, pose: 0 };
    for (let pose = 0; pose < a.count && worst.distance <= limit; ++pose) {
        if (!a.isCompared[pose]) {
            continue;
        }
        let value = distance(a.positions(pose), i, b.positions(pose), j);
        if (a.hasNormals && b.hasNormals) {
            value = Math.max(value, a.size * distance(a.normals(pose), i, b.normals(pose), j));
        }
        if (value > worst.distance) {
            worst = { distance: value, pose };
        }
    }
    return worst;
}

// The vertex of `poses` that moves most like vertex `j` of `others`.
function closest(poses, others, j) {
    let best = { distance: Infinity, pose: 0, vertex: 0 };
    for (let i = 0; i < poses.vertices; ++i) {
        const worst = farthest(poses, i, others, j, best.distance);
        if (worst.distance < best.distance) {
            best = { ...worst, vertex: i };
        }
    }
    return best;
}

// The worst vertex of each pose.
function worstVertices(poses, shown, expected, matches) {
    return poses.map((name, pose) => {
        const [a, b] = [shown(pose), expected(pose)];
        let worst = { name, distance: 0, vertex: 0 };
        matches.forEach((match, vertex) => {
            const value = distance(a, vertex, b, match);
            if (value > worst.distance) {
                worst = { name, distance: value, vertex: match };
            }
        });
        return worst;
    });
}

const worstOf = (list) => list.reduce((a, b) => (b.distance > a.distance ? b : a));

// One line for all poses that are off: which, how many, and the worst.
function complain(kind, worst, tolerance, size) {
    const off = worst.filter((pose) => !(pose.distance <= tolerance));
    if (off.length === 0) {
        return [];
    }
    const { name, vertex, distance: value } = worstOf(off);
    return [`${off.length} of ${worst.length} poses have ${kind} that are off, from ${off[0].name}; the worst: ` +
        `${name}, vertex ${vertex} by ${value.toPrecision(3)} (${(100 * value / size).toPrecision(3)} %)`];
}

function complaintsAboutNames(shown, expected) {
    const complaints = [];
    const expectSame = (what, actual, wanted) => {
        if (actual !== undefined && !isSame(actual, wanted)) {
            complaints.push(`${what}: ${shortened(actual)}, expected ${shortened(wanted)}`);
        }
    };
    expectSame("clips", shown.clips, expected.clips.map((clip) => clip.name));
    expectSame("frames", shown.frames, expected.frames);
    if (expected.skins.length > 0) {
        expectSame("the mesh's texture", shown.skin, expected.skins[0]);
        if (shown.variants !== undefined) {
            // Whether the mesh's own material is a variant too is the exporter's choice.
            const others = expected.skins.slice(1);
            const found = Object.entries(shown.variants).filter(([name]) => name !== expected.skins[0]);
            expectSame("variants and their textures", found, others.map((name) => [name, name]));
        }
    }
    return complaints;
}

// What is wrong, and a summary of what was compared.
function compare(shown, shownPosesFile, expected, expectedPosesFile) {
    const complaints = complaintsAboutNames(shown, expected);
    const names = ["at rest", ...expected.clips.flatMap((clip) => clip.samples.map(({ time, frame }) =>
        `clip ${clip.name} at frame ${frame} (${time.toFixed(3)} s)`))];
    const betweens = [undefined, ...expected.clips.flatMap((clip) => clip.samples.map(({ between }) => between))];
    const isCompared = betweens.map((between) => between === undefined);
    const expectedPoses = new Poses(expectedPosesFile, expected.vertices, true, expected.size, isCompared);
    const shownPoses = new Poses(shownPosesFile, shown.vertices, shown.normals, expected.size, isCompared);
    if (expectedPoses.count !== names.length) {
        throw new Error(`${expectedPosesFile} has ${expectedPoses.count} poses instead of ${names.length}`);
    }
    if (shownPoses.count !== names.length) {
        complaints.push(`${shownPoses.count} poses, expected ${names.length}`);
    }
    if (!shown.ownOrder && shown.vertices !== expected.vertices) {
        complaints.push(`${shown.vertices} vertices, expected ${expected.vertices}`);
    }
    if (complaints.length > 0) {
        return { complaints };
    }
    const everyVertex = (poses) => Array.from({ length: poses.vertices }, (_, i) => i);
    const matches = everyVertex(shownPoses).map((vertex) =>
        shown.ownOrder ? closest(expectedPoses, shownPoses, vertex).vertex : vertex);
    const hasBones = expected.fit !== undefined;
    const tolerance = (shown.tolerance ?? kTolerance * expected.size) + (expected.fit ?? 0);
    const all = worstVertices(names, (pose) => shownPoses.positions(pose),
        (pose) => expectedPoses.positions(pose), matches);
    const positions = all.filter((_, pose) => isCompared[pose]);
    complaints.push(...complain("positions", positions, tolerance, expected.size));
    const summary = [`${expected.clips.length} clips, ${names.length} poses, positions off by ` +
        `${(worstOf(positions).distance / expected.size).toExponential(1)} of the size`];
    if (hasBones) {
        summary.push(`${worstOf(positions).distance.toFixed(4)} units, the fit by ${expected.fit.toFixed(4)}`);
    }
    if (hasBones && !options.includes("--frames-only")) {
        // How much farther the program is from the frames than slerp between the keys.
        const between = all.flatMap((worst, pose) => isCompared[pose]
            ? [] : [{ ...worst, distance: Math.max(0, worst.distance - betweens[pose]) }]);
        complaints.push(...complain("positions between frames", between,
            Math.max(tolerance - expected.fit, kToleranceBetween * expected.size), expected.size));
        const largest = Math.max(...betweens.filter((value) => value !== undefined));
        summary.push(`between frames ${(100 * largest / expected.size).toFixed(1)} % of the size`);
    }
    if (shown.tolerance !== undefined) {
        summary.push(`allowed ${(tolerance / expected.size).toExponential(1)}`);
    }
    if (shown.ownOrder) {
        const missing = everyVertex(expectedPoses)
            .map((vertex) => ({ ...closest(shownPoses, expectedPoses, vertex), vertex }))
            .filter((worst) => !(worst.distance <= tolerance));
        if (missing.length > 0) {
            const { vertex, pose, distance: value } = missing[0];
            complaints.push(`${missing.length} vertices are not shown; vertex ${vertex} is off by ` +
                `${value.toPrecision(3)} or more, for example ${names[pose]}`);
        }
    }
    if (shown.normals && !hasBones) {
        const normals = worstVertices(names, (pose) => shownPoses.normals(pose),
            (pose) => expectedPoses.normals(pose), matches);
        complaints.push(...complain("normals", normals, kTolerance, 1));
        summary.push(`normals by ${worstOf(normals).distance.toExponential(1)}`);
    }
    return { complaints, summary: summary.join(", ") };
}

function check(command, file, folder) {
    const stem = file.replace(/\.(glb|gltf|fbx)$/, "");
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
const extensions = options.includes("--fbx") ? /\.fbx$/ : options.includes("--glb") ? /\.glb$/ : /\.(glb|gltf)$/;
const valuesOf = (start) => options.filter((option) => option.startsWith(start)).map((option) => option.slice(start.length));
const exceptions = valuesOf("--except=");
const only = valuesOf("--only=");
const [samples, ...command] = values;
const files = readdirSync(samples, { recursive: true }).filter((name) => extensions.test(name) &&
    !exceptions.some((text) => name.includes(text)) &&
    (only.length === 0 || only.includes(basename(name).replace(extensions, ""))) &&
    existsSync(join(samples, name.replace(extensions, ".expected.json"))));
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
    const table = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "README.md"), "utf8");
    if (!table.includes(`\n| ${player.program} | `)) {
        console.log(`FAILED: README.md has no row of ${player.program}`);
        ++failures;
    }
}
process.exit(failures === 0 && files.length > 0 ? 0 : 1);
