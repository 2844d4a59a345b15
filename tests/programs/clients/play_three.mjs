// SPDX-License-Identifier: BSD-3-Clause
// Plays a glTF file in three.js: node play_three.mjs FILE EXPECTED.json SHOWN (see check.mjs)
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as three from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

// Names of a browser that the loader uses.
globalThis.self = globalThis;
globalThis.ProgressEvent = class extends Event {};

// The images themselves are not looked at: Node cannot decode them.
class IgnoreImages {
    name = "IGNORE_IMAGES";
    constructor(parser) {
        parser.textureLoader = { load: (_, onLoad) => onLoad(new three.Texture()) };
    }
}

async function load(file) {
    const bytes = readFileSync(file);
    const loader = new GLTFLoader();
    loader.register((parser) => new IgnoreImages(parser));
    if (!file.endsWith(".gltf")) {
        return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
    }
    const json = JSON.parse(bytes);
    for (const buffer of (json.buffers ?? []).filter(({ uri }) => !uri.startsWith("data:"))) {
        const data = readFileSync(join(dirname(file), decodeURIComponent(buffer.uri)));
        buffer.uri = `data:application/octet-stream;base64,${data.toString("base64")}`;
    }
    return loader.parseAsync(JSON.stringify(json), "");
}

// The positions of a mesh in world space, moved by targets or bones.
function appendPositions(pose, mesh) {
    const vector = new three.Vector3();
    for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
        mesh.getVertexPosition(i, vector).applyMatrix4(mesh.matrixWorld);
        pose.push(vector.x, vector.y, vector.z);
    }
}

// What the vertex shader does: the base and the weighted differences, then the transformation.
function appendNormals(pose, mesh) {
    const normalMatrix = new three.Matrix3().getNormalMatrix(mesh.matrixWorld);
    const { attributes, morphAttributes } = mesh.geometry;
    const vector = new three.Vector3();
    const difference = new three.Vector3();
    const targets = (morphAttributes.normal ?? []).map((target, i) => [target, mesh.morphTargetInfluences[i]])
        .filter(([, weight]) => weight !== 0);
    for (let i = 0; i < attributes.normal.count; ++i) {
        vector.fromBufferAttribute(attributes.normal, i);
        for (const [target, weight] of targets) {
            vector.addScaledVector(difference.fromBufferAttribute(target, i), weight);
        }
        vector.applyMatrix3(normalMatrix);
        pose.push(vector.x, vector.y, vector.z);
    }
}

// The positions and normals of all vertices in world space. A mesh with bones, or without normals, has NaN in place of
// normals.
function poseOf(scene, meshes) {
    scene.updateMatrixWorld(true);
    const pose = { positions: [], normals: [] };
    for (const mesh of meshes) {
        const { position, normal } = mesh.geometry.attributes;
        appendPositions(pose.positions, mesh);
        if (mesh.isSkinnedMesh || normal === undefined) {
            pose.normals.push(...new Array(3 * position.count).fill(NaN));
        } else {
            appendNormals(pose.normals, mesh);
        }
    }
    return pose;
}

function meshesOf(scene) {
    const meshes = [];
    scene.traverse((object) => object.isMesh && meshes.push(object));
    return meshes;
}

// The poses at rest, and of each animation at each of its times in seconds.
function worldPosesAt(gltf, timesOfAnimations) {
    const meshes = meshesOf(gltf.scene);
    const poses = [poseOf(gltf.scene, meshes)];
    timesOfAnimations.forEach((times, i) => {
        const mixer = new three.AnimationMixer(gltf.scene);
        const action = mixer.clipAction(gltf.animations[i]);
        action.setLoop(three.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
        for (const time of times) {
            mixer.setTime(time);
            poses.push(poseOf(gltf.scene, meshes));
        }
        mixer.stopAllAction();
    });
    return poses;
}

const [file, expectedFile, output] = process.argv.slice(2);
const gltf = await load(file);
const meshes = meshesOf(gltf.scene);
const normals = !meshes.some((mesh) => mesh.isSkinnedMesh);
const times = JSON.parse(readFileSync(expectedFile)).clips.slice(0, gltf.animations.length)
    .map(({ samples }) => samples.map(({ time }) => time));
const poses = worldPosesAt(gltf, times).map((pose) => normals ? pose.positions.concat(pose.normals) : pose.positions);
writeFileSync(`${output}.bin`, Buffer.concat(poses.map((pose) => Buffer.from(Float32Array.from(pose).buffer))));
writeFileSync(`${output}.json`, JSON.stringify({
    program: "three.js",
    version: `0.${three.REVISION}.0`,
    clips: gltf.animations.map((clip) => clip.name),
    frames: Object.keys(meshes[0].morphTargetDictionary ?? {}),
    skin: meshes[0].material.map ? meshes[0].material.map.name : null,
    normals,
    vertices: poses[0].length / (normals ? 6 : 3),
}));
