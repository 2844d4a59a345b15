// SPDX-License-Identifier: BSD-3-Clause
// Changes what a .glb wears, without reading the rest of the file.

const kJson = 0x4e4f534a;
const kBinary = 0x004e4942;

function parse(bytes) {
    const view = new DataView(bytes);
    const length = view.getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    const start = 28 + length;
    return { json, binary: new Uint8Array(bytes, Math.min(start, bytes.byteLength)) };
}

// The JSON of a .glb; null where it is none
export function jsonOf(bytes) {
    try {
        return parse(bytes).json;
    } catch {
        return null;
    }
}

function make(json, binary) {
    const text = new TextEncoder().encode(JSON.stringify(json));
    const padded = (length) => (length + 3) & ~3;
    const [jsonLength, binaryLength] = [padded(text.length), padded(binary.length)];
    const bytes = new Uint8Array(28 + jsonLength + binaryLength).fill(32, 20, 20 + jsonLength);
    const view = new DataView(bytes.buffer);
    [0x46546c67, 2, bytes.length, jsonLength, kJson].forEach((word, i) => view.setUint32(4 * i, word, true));
    bytes.set(text, 20);
    view.setUint32(20 + jsonLength, binaryLength, true);
    view.setUint32(24 + jsonLength, kBinary, true);
    bytes.set(binary, 28 + jsonLength);
    return bytes.buffer;
}

// The file with a skin of model.js as its first choice.
export function wearing(bytes, skin) {
    if (!skin || skin.isWorn) {
        return bytes;
    }
    const { json, binary } = parse(bytes);
    skin.wornBy.forEach(([mesh, primitive, material]) => {
        json.meshes[mesh].primitives[primitive].material = material;
    });
    return make(json, binary);
}
