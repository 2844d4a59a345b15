// SPDX-License-Identifier: BSD-3-Clause
// Plays a glTF file in three.js and compares every clip with what is expected of it.
// usage: node play.mjs FILE.glb|FILE.gltf EXPECTED.json
//
// EXPECTED.json: {"size": s, "clips": [{"name", "samples": [{"time", "positions": [x, y, z, ...], "normals"}]}]},
// all in world space. Positions may differ by 1e-4 of the size, normals by 1e-4. Normals are compared as they are
// interpolated, before a shader brings them to unit length: between opposite ones there is a moment without direction.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as three from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const kTolerance = 1e-4;

// Names of a browser that the loader uses; the images themselves are not looked at.
globalThis.self = globalThis;
globalThis.ProgressEvent = class extends Event {};
class IgnoreTextures {
    name = "IGNORE_TEXTURES";
    loadTexture() {
        return Promise.resolve(new three.Texture());
    }
}

async function load(file) {
    const bytes = await readFile(file);
    const loader = new GLTFLoader();
    loader.register(() => new IgnoreTextures());
    if (!file.endsWith(".gltf")) {
        return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
    }
    const json = JSON.parse(bytes);
    for (const buffer of json.buffers) {
        const data = await readFile(join(dirname(file), decodeURIComponent(buffer.uri)));
        buffer.uri = `data:application/octet-stream;base64,${data.toString("base64")}`;
    }
    return loader.parseAsync(JSON.stringify(json), "");
}

// What the vertex shader does: the base and the weighted differences, then the node's world transformation.
function morphed(mesh, attribute, index) {
    const { attributes, morphAttributes } = mesh.geometry;
    const result = new three.Vector3().fromBufferAttribute(attributes[attribute], index);
    const difference = new three.Vector3();
    (morphAttributes[attribute] ?? []).forEach((target, i) => {
        const weight = mesh.morphTargetInfluences[i];
        if (weight !== 0) {
            result.addScaledVector(difference.fromBufferAttribute(target, index), weight);
        }
    });
    return result;
}

function worldVertices(meshes) {
    const vertices = { positions: [], normals: [] };
    for (const mesh of meshes) {
        const normalMatrix = new three.Matrix3().getNormalMatrix(mesh.matrixWorld);
        for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
            vertices.positions.push(morphed(mesh, "position", i).applyMatrix4(mesh.matrixWorld));
            if (mesh.geometry.attributes.normal) {
                vertices.normals.push(morphed(mesh, "normal", i).applyMatrix3(normalMatrix));
            }
        }
    }
    return vertices;
}

// The greatest distance between vectors and a flat list of as many expected ones.
function distance(vectors, expected) {
    if (vectors.length * 3 !== expected.length) {
        throw new Error(`${vectors.length} vertices, expected ${expected.length / 3}`);
    }
    return Math.max(0, ...vectors.map((vector, i) =>
        new three.Vector3().fromArray(expected, 3 * i).distanceTo(vector)));
}

const [file, expectedFile] = process.argv.slice(2);
const expected = JSON.parse(await readFile(expectedFile));
const gltf = await load(file);
const meshes = [];
gltf.scene.traverse((object) => object.isMesh && meshes.push(object));

const names = gltf.animations.map((clip) => clip.name);
const expectedNames = expected.clips.map((clip) => clip.name);
if (JSON.stringify(names) !== JSON.stringify(expectedNames)) {
    throw new Error(`${file}: clips ${names}, expected ${expectedNames}`);
}

let samples = 0;
let worstPosition = 0;
let worstNormal = 0;
expected.clips.forEach((clip, i) => {
    const mixer = new three.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[i]);
    action.setLoop(three.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    for (const sample of clip.samples) {
        mixer.setTime(sample.time);
        gltf.scene.updateMatrixWorld(true);
        const vertices = worldVertices(meshes);
        worstPosition = Math.max(worstPosition, distance(vertices.positions, sample.positions));
        if (sample.normals) {
            worstNormal = Math.max(worstNormal, distance(vertices.normals, sample.normals));
        }
        ++samples;
    }
    mixer.stopAllAction();
});
console.log(`${file}: ${expected.clips.length} clips, ${samples} samples, off by ${worstPosition / expected.size} ` +
    `of the size, normals by ${worstNormal}`);
if (samples === 0 || !(worstPosition <= kTolerance * expected.size) || !(worstNormal <= kTolerance)) {
    console.error(`${file}: that is too far`);
    process.exit(1);
}
