// SPDX-License-Identifier: BSD-3-Clause
// What a glTF file holds, in the words of the page: clips with named frames, and skins. Draws nothing.
import { LoadingManager } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { jsonOf } from "./glb.js";

const kVariants = "KHR_materials_variants";
const kHold = 0.5; // seconds for which a clip that does not repeat shows its last frame

// Takes the bytes of a .glb as an ArrayBuffer and its name; rejects with a message for the person who has the file.
//   root: the scene's Object3D; meshes; materials: those of the file
//   clips: [{name, frames: [{name, time}], end, animation}]; times in seconds, animation an AnimationClip. One that
//     repeats ends where it began: `end` is then later than the last frame. Any other holds its last frame
//   accuracy: of the bones, as the importer has measured it: {withinStep, maximum, swings}; a
//     number that the file does not have is undefined
//   skins: [{name, isWorn, texture, wornBy, wear()}]; isWorn: by the file as it is; texture may be null;
//     wornBy: [[mesh, primitive, material]] as in the file
//   warnings: what is missing in the file
export async function readModel(bytes, name) {
    explainOtherFiles(bytes, name);
    explainCompression(bytes, name);
    const warnings = [];
    const manager = new LoadingManager();
    manager.onError = () => (warnings[0] = `A skin of ${name} cannot be read.`);
    let gltf;
    try {
        gltf = await new GLTFLoader(manager).parseAsync(bytes, "");
    } catch (error) {
        throw new Error(`${name} cannot be read: ${error.message}`);
    }
    const meshes = [];
    gltf.scene?.traverse((object) => object.isMesh && meshes.push(object));
    if (meshes.length === 0) {
        throw new Error(
            gltf.scene
                ? `${name} shows nothing: it has no mesh in its scene. Export it again with its meshes (Mixamo: “With Skin”).`
                : `${name} shows nothing: it has no scene. Open it in Blender, and export what you see as .glb.`,
        );
    }
    const materials = await gltf.parser.getDependencies("material");
    const extras = gltf.scene.userData;
    return {
        name,
        root: gltf.scene,
        meshes,
        materials,
        warnings,
        skins: skinsOf(gltf, meshes, materials),
        // The extras of the scene have the names of include/assimp-md2/metadata.h.
        accuracy: {
            withinStep: extras.MD2_BONES_WITHIN_STEP,
            maximum: extras.MD2_BONES_MAXIMUM,
            swings: extras.MD2_BONES_SWINGS,
        },
        clips: gltf.animations.filter(({ tracks }) => tracks.length > 0).map((clip) => clipOf(clip, meshes)),
    };
}

function explainOtherFiles(bytes, name) {
    const ident = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)));
    if (ident === "IDP2") {
        throw new Error(`${name} is an MD2. Make its page with: bash cmake/view.sh ${name}`);
    }
    if (ident !== "glTF") {
        throw new Error(`${name} is not a .glb: it does not begin with “glTF”. Export it again as .glb.`);
    }
}

const kCompressions = {
    KHR_draco_mesh_compression:
        "has meshes that are compressed with Draco. Open it in Blender and export it as .glb with “Compression” off.",
    EXT_meshopt_compression:
        "has meshes that are compressed with meshopt. Open it in Blender and export it as .glb, or unpack it with gltfpack -noq.",
};

function explainCompression(bytes, name) {
    const { extensionsRequired = [] } = jsonOf(bytes) ?? {};
    const advice = extensionsRequired.map((extension) => kCompressions[extension]).find(Boolean);
    if (advice) {
        throw new Error(`${name} ${advice}`);
    }
}

function clipOf(animation, meshes) {
    const longest = animation.tracks.reduce((a, b) => (b.times.length > a.times.length ? b : a));
    const times = Array.from(longest.times);
    const frames = times.map((time, key) => ({ time, name: frameName(longest, key, meshes) }));
    // A frame that is held for its own duration is one frame, and so is the closing key of a clip that repeats.
    const isClosed = endsWhereItBegan(animation);
    if (isClosed || (frames.length === 2 && frames[0].name !== "" && frames[0].name === frames[1].name)) {
        frames.pop();
    }
    const last = frames.at(-1).time;
    if (frames.length > 1 && !isClosed) {
        animation.duration += kHold;
    }
    const end = frames.length < 2 ? 0 : isClosed ? animation.duration : last;
    return { name: animation.name, frames, end, animation };
}

// Whether the file itself has a closing key: the last key equals the first, and something moves in between.
function endsWhereItBegan(animation) {
    const key = ({ values }, size, index) => values.subarray(index * size, (index + 1) * size);
    const isEqual = (a, b) => a.every((number, i) => number === b[i]) || a.every((number, i) => number === -b[i]);
    const moving = animation.tracks.filter((track) => {
        const size = track.getValueSize();
        return track.values.some((number, i) => number !== track.values[i % size]);
    });
    return (
        moving.length > 0 &&
        moving.every((track) => {
            const size = track.getValueSize();
            return isEqual(key(track, size, 0), key(track, size, track.times.length - 1));
        })
    );
}

// The name of the target with the greatest weight at a key; empty where the track is not one of weights.
function frameName(track, key, meshes) {
    const [node, property] = track.name.split(".");
    if (property !== "morphTargetInfluences") {
        return "";
    }
    const count = track.getValueSize();
    const weights = Array.from(track.values.subarray(key * count, (key + 1) * count));
    const mesh = meshes.find(({ name, uuid }) => name === node || uuid === node);
    return mesh?.userData.targetNames?.[weights.indexOf(Math.max(...weights))] ?? "";
}

// Assimp's exporter writes a material for a mesh that has none.
const isDefaultMaterial = ({ name, pbrMetallicRoughness }) =>
    name === "DefaultMaterial" && pbrMetallicRoughness?.baseColorTexture === undefined;

// The variants of the file, or else all its materials where one mesh could wear any of them.
function skinsOf({ parser, userData }, meshes, materials) {
    const primitiveOf = (mesh) => {
        const { meshes: index, primitives } = parser.associations.get(mesh);
        return parser.json.meshes[index].primitives[primitives ?? 0];
    };
    const skin = (name, materialIndexOf) => ({
        name,
        isWorn: meshes.every((mesh) => materialIndexOf(mesh) === primitiveOf(mesh).material),
        texture: materials[materialIndexOf(meshes[0])]?.map ?? null,
        wornBy: meshes.map((mesh) => {
            const { meshes: index, primitives } = parser.associations.get(mesh);
            return [index, primitives ?? 0, materialIndexOf(mesh)];
        }),
        wear: () =>
            meshes.forEach((mesh) => {
                mesh.material = materials[materialIndexOf(mesh)] ?? mesh.material;
                parser.assignFinalMaterial(mesh);
            }),
    });
    const variants = userData.gltfExtensions?.[kVariants]?.variants ?? [];
    if (variants.length > 0) {
        const skins = variants.map(({ name }, variant) =>
            skin(name, (mesh) => {
                const { extensions, material } = primitiveOf(mesh);
                const mappings = extensions?.[kVariants]?.mappings ?? [];
                return mappings.find((mapping) => mapping.variants.includes(variant))?.material ?? material;
            }),
        );
        // What the file wears need not be one of its variants.
        if (!skins.some(({ isWorn }) => isWorn)) {
            const { material } = primitiveOf(meshes[0]);
            skins.unshift(
                skin(parser.json.materials[material]?.name ?? "as it is", (mesh) => primitiveOf(mesh).material),
            );
        }
        return skins;
    }
    if (meshes.length > 1 || parser.json.materials?.every(isDefaultMaterial)) {
        return [];
    }
    return materials.map((_, i) => skin(parser.json.materials[i].name ?? `material ${i + 1}`, () => i));
}
