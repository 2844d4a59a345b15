// SPDX-License-Identifier: BSD-3-Clause
// Plays a GLB in Babylon.js, on its engine that draws nothing: node play_babylon.mjs FILE EXPECTED.json SHOWN (see check.mjs)
import { readFileSync } from "node:fs";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { KHR_materials_variants } from "@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_variants.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { readArguments, writeShown } from "./shown.mjs";

// What the vertex shader does: the base and the weighted differences, if every target has them; then the node's world
// transformation.
function appendMorphed(pose, mesh, kind, targetsHaveIt, dataOf, transform) {
    const base = mesh.getVerticesData(kind);
    const values = Float64Array.from(base);
    const manager = mesh.morphTargetManager;
    for (let i = 0; manager && targetsHaveIt(manager) && i < manager.numTargets; ++i) {
        const target = manager.getTarget(i);
        if (target.influence !== 0) {
            dataOf(target).forEach((value, k) => (values[k] += (value - base[k]) * target.influence));
        }
    }
    const matrix = mesh.computeWorldMatrix(true);
    for (let i = 0; i < values.length; i += 3) {
        const vector = transform(new Vector3(values[i], values[i + 1], values[i + 2]), matrix);
        pose.push(vector.x, vector.y, vector.z);
    }
}

// The engine moves a copy of the positions by the bones.
function appendSkinned(pose, mesh) {
    mesh.skeleton.prepare(true);
    const positions = mesh.getPositionData(true, true);
    const matrix = mesh.computeWorldMatrix(true);
    for (let i = 0; i < positions.length; i += 3) {
        const position = new Vector3(positions[i], positions[i + 1], positions[i + 2]);
        const { x, y, z } = Vector3.TransformCoordinates(position, matrix);
        pose.push(x, y, z);
    }
}

function poseOf(meshes, hasBones) {
    const pose = [];
    if (hasBones) {
        meshes.forEach((mesh) => appendSkinned(pose, mesh));
        return pose;
    }
    for (const mesh of meshes) {
        appendMorphed(pose, mesh, "position", (manager) => manager.supportsPositions,
            (target) => target.getPositions(), Vector3.TransformCoordinates);
    }
    for (const mesh of meshes) {
        appendMorphed(pose, mesh, "normal", (manager) => manager.supportsNormals,
            (target) => target.getNormals(), Vector3.TransformNormal);
    }
    return pose;
}

const textureNameOf = (mesh) => mesh.material.albedoTexture?.getInternalTexture().label ?? null;

// The texture of the mesh under each variant.
function variantsOf(root, mesh) {
    const names = KHR_materials_variants.GetAvailableVariants(root);
    return Object.fromEntries(names.map((name) => {
        KHR_materials_variants.SelectVariant(root, name);
        return [name, textureNameOf(mesh)];
    }));
}

const { file, expected, output } = readArguments();
Logger.LogLevels = Logger.ErrorLogLevel;
const scene = new Scene(new NullEngine());
scene.useRightHandedSystem = true;
const loaded = await ImportMeshAsync(new Uint8Array(readFileSync(file)), scene, { pluginExtension: ".glb" });
const meshes = loaded.meshes.filter((mesh) => mesh.getTotalVertices() > 0);
const hasBones = meshes.every((mesh) => mesh.skeleton);
const groups = loaded.animationGroups;
// The loader plays the first clip right away.
groups.forEach((group) => group.stop());
const weights = (value) => meshes.forEach(({ morphTargetManager: manager }) => {
    for (let i = 0; i < (manager?.numTargets ?? 0); ++i) {
        manager.getTarget(i).influence = value;
    }
});
weights(0);
const poses = [poseOf(meshes, hasBones)];
groups.slice(0, expected.clips.length).forEach((group, i) => {
    weights(0);
    group.start(false);
    group.pause();
    const frameRate = group.targetedAnimations[0].animation.framePerSecond;
    for (const { time } of expected.clips[i].samples) {
        group.goToFrame(Math.min(group.from + time * frameRate, group.to));
        poses.push(poseOf(meshes, hasBones));
    }
    group.stop();
});
const manager = meshes[0].morphTargetManager;
const about = {
    program: "Babylon.js",
    version: AbstractEngine.Version,
    clips: groups.map((group) => group.name),
    frames: Array.from({ length: manager?.numTargets ?? 0 }, (_, i) => manager.getTarget(i).name),
    normals: !hasBones,
    skin: textureNameOf(meshes[0]),
    variants: variantsOf(loaded.meshes[0], meshes[0]),
};
writeShown(output, about, poses);
process.exit(0);
