// SPDX-License-Identifier: BSD-3-Clause
// Changes what a .glb wears, and the skins of an MD2, without reading the rest of the file.

const kVariants = "KHR_materials_variants";
const kJson = 0x4e4f534a;
const kBinary = 0x004e4942;

function parse(bytes) {
    const view = new DataView(bytes);
    const length = view.getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    const start = 28 + length;
    return { json, binary: new Uint8Array(bytes, Math.min(start, bytes.byteLength)) };
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

// The file with one more skin: a picture {name, type, bytes}, in place of a skin of this name. `skins` are those of model.js.
export function withPicture(bytes, { name, type, bytes: picture }, skins) {
    const { json, binary } = parse(bytes);
    const primitives = json.meshes.flatMap((mesh) => mesh.primitives);
    json.extensions ??= {};
    if (!json.extensions[kVariants]) {
        json.extensions[kVariants] = { variants: skins.map((skin) => ({ name: skin.name })) };
        json.extensionsUsed = [...(json.extensionsUsed ?? []), kVariants];
        skins.forEach(({ wornBy }, i) =>
            wornBy.forEach(([mesh, primitive, material]) => {
                mappingsOf(json.meshes[mesh].primitives[primitive]).push({ material, variants: [i] });
            }),
        );
    }
    const { variants } = json.extensions[kVariants];
    // A weapon in the hand has skins of its own.
    const dressed = primitives.filter(({ extensions }) => extensions?.[kVariants]);
    const wearers = dressed.length > 0 ? dressed : primitives;
    if (variants.length === 0) {
        variants.push({ name: "as it is" });
        wearers.forEach((primitive) => mappingsOf(primitive).push({ material: primitive.material, variants: [0] }));
    }
    let variant = variants.findIndex((each) => each.name === name);
    if (variant < 0) {
        variant = variants.push({ name }) - 1;
    }
    const end = (binary.length + 3) & ~3;
    const added = (list, value) => (json[list] ??= []).push(value) - 1;
    const bufferView = added("bufferViews", { buffer: 0, byteOffset: end, byteLength: picture.length });
    const source = added("images", { name, mimeType: type, bufferView });
    const index = added("textures", { name, source });
    const { pbrMetallicRoughness, ...rest } = json.materials?.[wearers[0].material] ?? {};
    const { metallicFactor = 0, roughnessFactor = 1 } = pbrMetallicRoughness ?? {};
    const material = added("materials", {
        ...rest,
        name,
        pbrMetallicRoughness: { baseColorTexture: { index }, metallicFactor, roughnessFactor },
    });
    for (const primitive of wearers) {
        const mappings = mappingsOf(primitive);
        mappings.forEach((mapping) => (mapping.variants = mapping.variants.filter((each) => each !== variant)));
        mappings.push({ material, variants: [variant] });
    }
    const all = new Uint8Array(end + picture.length);
    all.set(binary);
    all.set(picture, end);
    json.buffers ??= [{}];
    json.buffers[0].byteLength = all.length;
    return make(json, all);
}

const mappingsOf = (primitive) => {
    primitive.extensions ??= {};
    return (primitive.extensions[kVariants] ??= { mappings: [] }).mappings;
};

// An MD2 with other names of skins.
export function withSkins(md2, names) {
    const kNameSize = 64;
    const bytes = new Uint8Array(md2.length + kNameSize * names.length);
    bytes.set(md2);
    names.forEach((name, i) =>
        bytes.set(new TextEncoder().encode(name).subarray(0, kNameSize - 1), md2.length + kNameSize * i),
    );
    const view = new DataView(bytes.buffer);
    view.setInt32(20, names.length, true); // num_skins
    view.setInt32(44, md2.length, true); // ofs_skins
    view.setInt32(64, bytes.length, true); // ofs_end
    return bytes;
}
