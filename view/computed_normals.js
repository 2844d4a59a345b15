// SPDX-License-Identifier: BSD-3-Clause
// Makes a .glb easier to compress: replaces the normals of its morph targets by their difference from computed normals.

// The plugin computes the normals of version 15 models from the positions: they are area-weighted sums. As floats they
// are half of the file and hardly compress. This function computes them again and combines both by XOR, which leaves
// zeros and a few rounding errors. The same call restores the file bit by bit: the function uses only positions, base
// normals and indices, which it does not change, and only operations that every browser rounds alike.
//
// Takes a Uint8Array, which it changes in place. Leaves a file alone whose accessors it does not understand.
export function xorComputedNormals(glb) {
    const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
    const jsonLength = view.getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength)));
    const file = { json, view, start: 28 + jsonLength };
    const meshes = json.meshes.flatMap(({ primitives }) => primitives).filter(({ targets }) => targets?.length > 0);
    const parts = meshes.map((primitive) => partOf(file, primitive));
    const targetCount = parts[0]?.targets.length ?? 0;
    if (parts.some((part) => part === null || part.targets.length !== targetCount)) {
        return;
    }
    joinVertices(file, parts, targetCount);
    // A target in which nothing moves may have its positions and normals in one accessor, which has to stay.
    const done = new Set(parts.flatMap(({ targets }) => targets.map(({ POSITION }) => POSITION)));
    for (let target = 0; target < targetCount; ++target) {
        const normals = computeNormals(file, parts, target);
        for (const { baseNormals, vertices, targets } of parts) {
            const accessor = targets[target].NORMAL;
            if (accessor === undefined || done.has(accessor)) {
                continue;
            }
            done.add(accessor);
            const difference = new Float32Array(1);
            const bits = new Uint32Array(difference.buffer);
            forEachElement(file, accessor, (vertex, at) => {
                for (let axis = 0; axis < 3; ++axis) {
                    difference[0] = normals[3 * vertices[vertex] + axis] - baseNormals[3 * vertex + axis];
                    const place = at + 4 * axis;
                    view.setUint32(place, view.getUint32(place, true) ^ bits[0], true);
                }
            });
        }
    }
}

// What this needs of a primitive; null where it is not as expected.
function partOf(file, { attributes, indices, targets, mode }) {
    const { accessors, bufferViews } = file.json;
    const isVectors = (index) => {
        const { type, componentType, bufferView, sparse } = accessors[index] ?? {};
        return type === "VEC3" && componentType === 5126 && (bufferView === undefined) !== (sparse === undefined);
    };
    const base = [attributes.POSITION, attributes.NORMAL];
    const moved = targets.flatMap(({ POSITION, NORMAL }) => [POSITION, NORMAL]).filter((index) => index !== undefined);
    const isExpected =
        (mode ?? 4) === 4 &&
        indices !== undefined &&
        [...base, ...moved].every(isVectors) &&
        base.every((index) => accessors[index].sparse === undefined);
    if (!isExpected) {
        return null;
    }
    const basePositions = floatsOf(file, attributes.POSITION);
    return {
        basePositions,
        baseNormals: floatsOf(file, attributes.NORMAL),
        corners: integersOf(file, bufferViews[accessors[indices].bufferView], accessors[indices]),
        targets,
        vertices: new Uint32Array(basePositions.length / 3),
        positions: new Float32Array(basePositions.length),
    };
}

// Calls `visit` with the number of each element of an accessor of vectors, and with the place of its bytes in the file.
// A sparse accessor has those that are not zero.
function forEachElement(file, accessor, visit) {
    const { byteOffset = 0, bufferView, count, sparse } = file.json.accessors[accessor];
    if (!sparse) {
        const { byteOffset: viewOffset = 0, byteStride = 12 } = file.json.bufferViews[bufferView];
        for (let i = 0; i < count; ++i) {
            visit(i, file.start + viewOffset + byteOffset + byteStride * i);
        }
        return;
    }
    const { indices, values } = sparse;
    const first = (file.json.bufferViews[values.bufferView].byteOffset ?? 0) + (values.byteOffset ?? 0);
    const numbers = integersOf(file, file.json.bufferViews[indices.bufferView], { ...indices, count: sparse.count });
    numbers.forEach((number, i) => visit(number, file.start + first + 12 * i));
}

function integersOf({ view, start }, { byteOffset: viewOffset = 0 }, { byteOffset = 0, componentType, count }) {
    const read = { 5121: "getUint8", 5123: "getUint16", 5125: "getUint32" }[componentType];
    const size = { 5121: 1, 5123: 2, 5125: 4 }[componentType];
    return Uint32Array.from({ length: count }, (_, i) => view[read](start + viewOffset + byteOffset + size * i, true));
}

function floatsOf(file, accessor) {
    const floats = new Float32Array(3 * file.json.accessors[accessor].count);
    forEachElement(file, accessor, (i, at) => {
        for (let axis = 0; axis < 3; ++axis) {
            floats[3 * i + axis] = file.view.getFloat32(at + 4 * axis, true);
        }
    });
    return floats;
}

// Vertices that are at one place in every frame were one vertex of the model, which had to be split for its texture
// coordinates: numbers them in `vertices` of each part. Two hashes that agree by chance only cost bytes.
function joinVertices(file, parts, targetCount) {
    const numbers = new Map();
    for (const { basePositions, targets, vertices } of parts) {
        const hashes = new Uint32Array(vertices.length);
        const add = (vertex, bits) => {
            const product = Math.imul(hashes[vertex] ^ bits, 0x9e3779b1);
            hashes[vertex] = product ^ (product >>> 15);
        };
        new Uint32Array(basePositions.buffer).forEach((bits, i) => add(Math.floor(i / 3), bits));
        for (let target = 0; target < targetCount; ++target) {
            const accessor = targets[target].POSITION;
            if (accessor !== undefined) {
                forEachElement(file, accessor, (vertex, at) => {
                    for (let axis = 0; axis < 3; ++axis) {
                        add(vertex, file.view.getUint32(at + 4 * axis, true) + target);
                    }
                });
            }
        }
        hashes.forEach((hash, i) => {
            if (!numbers.has(hash)) {
                numbers.set(hash, numbers.size);
            }
            vertices[i] = numbers.get(hash);
        });
    }
}

// The normals of the joined vertices in a frame: the sums of the normals of their triangles, as long as their areas.
function computeNormals(file, parts, target) {
    const count = parts.reduce((most, { vertices }) => vertices.reduce((a, b) => Math.max(a, b + 1), most), 0);
    const sums = new Float64Array(3 * count);
    for (const { basePositions, corners, positions: p, targets, vertices } of parts) {
        p.set(basePositions);
        if (targets[target].POSITION !== undefined) {
            forEachElement(file, targets[target].POSITION, (vertex, at) => {
                for (let axis = 0; axis < 3; ++axis) {
                    p[3 * vertex + axis] += file.view.getFloat32(at + 4 * axis, true);
                }
            });
        }
        for (let i = 0; i < corners.length; i += 3) {
            const [a, b, c] = [3 * corners[i], 3 * corners[i + 1], 3 * corners[i + 2]];
            const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
            const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
            for (const corner of [a, b, c]) {
                const sum = 3 * vertices[corner / 3];
                sums[sum] += uy * vz - uz * vy;
                sums[sum + 1] += uz * vx - ux * vz;
                sums[sum + 2] += ux * vy - uy * vx;
            }
        }
    }
    const normals = new Float32Array(sums.length);
    for (let i = 0; i < sums.length; i += 3) {
        const length = Math.sqrt(sums[i] * sums[i] + sums[i + 1] * sums[i + 1] + sums[i + 2] * sums[i + 2]);
        normals.set(length > 0 ? [sums[i] / length, sums[i + 1] / length, sums[i + 2] / length] : [0, 0, 1], i);
    }
    return normals;
}
