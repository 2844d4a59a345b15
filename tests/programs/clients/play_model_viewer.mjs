// SPDX-License-Identifier: BSD-3-Clause
// Plays a GLB in model-viewer, in headless Chromium: node play_model_viewer.mjs CHROMIUM FILE EXPECTED.json SHOWN (see
// check.mjs)
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { launch, serve } from "../../view/browser.mjs";
import { readArguments, writeShown } from "./shown.mjs";

const [chromium] = process.argv.splice(2, 1);
const { file, expected, output } = readArguments();
const folder = dirname(createRequire(import.meta.url).resolve("@google/model-viewer/package.json"));
const browser = await launch(chromium);
const page = await browser.newPage();
await serve(page, {
    "program.js": readFileSync(join(folder, "dist/model-viewer.min.js")),
    "model.glb": readFileSync(file),
    "": '<!doctype html><script type="module" src="program.js"></script>',
});

const { about, poses } = await page.evaluate(async (clips) => {
    await customElements.whenDefined("model-viewer");
    const viewer = Object.assign(document.createElement("model-viewer"), { loading: "eager", src: "model.glb" });
    viewer.style.cssText = "width: 64px; height: 64px";
    await new Promise((resolve, reject) => {
        viewer.addEventListener("load", resolve);
        viewer.addEventListener("error", ({ detail }) => reject(new Error(`${detail.type}: ${detail.sourceError}`)));
        document.body.append(viewer);
    });
    // The three.js scene is not public.
    const properties = [];
    for (let object = viewer; object; object = Object.getPrototypeOf(object)) {
        properties.push(...Object.getOwnPropertySymbols(object));
    }
    const scene = viewer[properties.find(({ description }) => description === "scene")];
    const meshes = [];
    scene.model.traverse((object) => object.isMesh && meshes.push(object));
    // Positions without the place where the program puts the model; morph targets and bones included.
    const poseOf = () => {
        scene.updateMatrixWorld(true);
        const toModel = scene.model.parent.matrixWorld.clone().invert();
        const pose = [];
        for (const mesh of meshes) {
            const toWorld = toModel.clone().multiply(mesh.matrixWorld);
            for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
                const { x, y, z } = mesh.getVertexPosition(i, mesh.position.clone()).applyMatrix4(toWorld);
                pose.push(x, y, z);
            }
        }
        return pose;
    };
    const poses = [poseOf()];
    for (const [i, name] of viewer.availableAnimations.slice(0, clips.length).entries()) {
        viewer.animationName = name;
        await viewer.updateComplete;
        viewer.play();
        viewer.pause();
        for (const { time } of clips[i].samples) {
            // At its end, a clip would begin again.
            viewer.currentTime = Math.min(time, viewer.duration * (1 - 1e-6));
            poses.push(poseOf());
        }
    }
    const skinOf = () => meshes[0].material.map?.name ?? null;
    const skin = skinOf();
    const variants = {};
    for (const name of viewer.availableVariants) {
        const applied = new Promise((resolve) => viewer.addEventListener("variant-applied", resolve, { once: true }));
        viewer.variantName = name;
        await applied;
        variants[name] = skinOf();
    }
    const frames = meshes[0].userData.targetNames ?? [];
    return { about: { clips: viewer.availableAnimations, frames, skin, variants }, poses };
}, expected.clips);
await browser.close();
const { version } = JSON.parse(readFileSync(join(folder, "package.json")));
writeShown(output, { program: "model-viewer", version, normals: false, ...about }, poses);
