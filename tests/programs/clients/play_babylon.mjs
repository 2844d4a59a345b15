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

// Positions and normals, which the engine moves by targets and bones, in world space.
function poseOf(meshes, hasBones) {
    const pose = [];
    const append = (values, mesh, transform) => {
        const matrix = mesh.computeWorldMatrix(true);
        for (let i = 0; i < values.length; i += 3) {
            const { x, y, z } = transform(new Vector3(values[i], values[i + 1], values[i + 2]), matrix);
            pose.push(x, y, z);
        }
    };
    for (const mesh of meshes) {
        mesh.skeleton?.prepare(true);
        append(mesh.getPositionData(true, true), mesh, Vector3.TransformCoordinates);
    }
    for (const mesh of hasBones ? [] : meshes) {
        append(mesh.getNormalsData(true, true), mesh, Vector3.TransformNormal);
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
