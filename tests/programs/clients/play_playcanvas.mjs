// SPDX-License-Identifier: BSD-3-Clause
// Plays a GLB in PlayCanvas, on its device that draws nothing: node play_playcanvas.mjs FILE EXPECTED.json SHOWN (see check.mjs)
import { readFileSync } from "node:fs";
import { readArguments, writeShown } from "./shown.mjs";

// Names of a browser that the engine uses. The images themselves are not looked at: Node cannot decode them.
const listener = { addEventListener() {}, removeEventListener() {} };
globalThis.window ??= globalThis;
globalThis.navigator ??= { userAgent: "", maxTouchPoints: 0 };
globalThis.document ??= { ...listener, createElement: () => ({ ...listener, getContext: () => null }) };
globalThis.Image ??= class {
    set src(_) {
        queueMicrotask(() => this.onload());
    }
};
// Its build for browsers: that for Node is in CommonJS.
const pc = await import("./node_modules/playcanvas/build/playcanvas.mjs");

async function load(file) {
    const canvas = { ...listener, width: 1, height: 1, getBoundingClientRect: () => ({ width: 1, height: 1 }) };
    const app = new pc.AppBase(canvas);
    const options = new pc.AppOptions();
    options.graphicsDevice = new pc.NullGraphicsDevice(canvas);
    options.componentSystems = [pc.RenderComponentSystem, pc.AnimComponentSystem];
    options.resourceHandlers = [pc.ContainerHandler, pc.TextureHandler, pc.AnimClipHandler, pc.RenderHandler];
    app.init(options);
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    const contents = buffer.slice(byteOffset, byteOffset + byteLength);
    const asset = new pc.Asset("model", "container", { url: "model.glb", contents });
    app.assets.add(asset);
    await new Promise((resolve, reject) => {
        asset.ready(resolve);
        asset.on("error", reject);
        app.assets.load(asset);
    });
    return { app, container: asset.resource };
}

const numbersOf = (mesh, semantic) => {
    const numbers = [];
    mesh.getVertexStream(semantic, numbers);
    return numbers;
};

// What the vertex shader does: the base and the weighted differences, then the bones or the node's world transformation.
function appendPositions(pose, { mesh, morphInstance, skinInstance, node }) {
    const positions = numbersOf(mesh, pc.SEMANTIC_POSITION);
    morphInstance?.morph.targets.forEach(({ deltaPositions }, target) => {
        const weight = morphInstance.getWeight(target);
        if (weight !== 0) {
            deltaPositions.forEach((difference, k) => (positions[k] += weight * difference));
        }
    });
    const bones = skinInstance?.bones.map((bone, i) =>
        new pc.Mat4().mul2(bone.getWorldTransform(), mesh.skin.inverseBindPose[i]),
    );
    const indices = bones && numbersOf(mesh, pc.SEMANTIC_BLENDINDICES);
    const weights = bones && numbersOf(mesh, pc.SEMANTIC_BLENDWEIGHT);
    for (let i = 0; i < positions.length; i += 3) {
        const position = new pc.Vec3(positions[i], positions[i + 1], positions[i + 2]);
        let world = node.getWorldTransform().transformPoint(position);
        if (bones) {
            world = new pc.Vec3();
            for (let k = (i / 3) * 4; k < (i / 3) * 4 + 4; ++k) {
                world.addScaled(bones[indices[k]].transformPoint(position), weights[k]);
            }
        }
        pose.push(world.x, world.y, world.z);
    }
}

const { file, expected, output } = readArguments();
const { app, container } = await load(file);
const model = container.instantiateRenderEntity();
app.root.addChild(model);
const meshes = model.findComponents("render").flatMap(({ meshInstances }) => meshInstances);
const poseOf = () => {
    const pose = [];
    meshes.forEach((mesh) => appendPositions(pose, mesh));
    return pose;
};
const poses = [poseOf()];
const clips = container.animations.map(({ resource }) => resource);
clips.slice(0, expected.clips.length).forEach((clip, i) => {
    model.addComponent("anim", { activate: true });
    model.anim.assignAnimation("clip", clip, undefined, 1, false);
    model.anim.baseLayer.play("clip");
    for (const { time } of expected.clips[i].samples) {
        model.anim.baseLayer.activeStateCurrentTime = time;
        model.anim.update(0);
        poses.push(poseOf());
    }
    model.removeComponent("anim");
});
const { material, morphInstance } = meshes[0];
const about = {
    program: "PlayCanvas",
    version: pc.version,
    clips: clips.map(({ name }) => name),
    frames: morphInstance?.morph.targets.map(({ name }) => name) ?? [],
    // Images get a number.
    skin: material.diffuseMap?.name.replace(/-\d+$/, "") ?? null,
    normals: false,
};
writeShown(output, about, poses);
process.exit(0);
