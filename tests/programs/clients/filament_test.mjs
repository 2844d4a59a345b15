// SPDX-License-Identifier: BSD-3-Clause
// What Filament shows of exported models, in pictures, for it does not tell positions: node filament_test.mjs SAMPLES
// CHROMIUM
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { launch, serve } from "../../view/browser.mjs";

const [samples, chromium] = process.argv.slice(2);
const folder = dirname(createRequire(import.meta.url).resolve("filament/package.json"));
const kBite = 3; // the clip of the sample

let browser;
before(async () => (browser = await launch(chromium)));
after(() => browser?.close());

// How many values of two pictures are far from each other. Targets are rounded, which changes the shades a little.
const difference = (a, b) => a.filter((value, i) => Math.abs(value - b[i]) > 40).length;

// Pictures of a model: at rest, and a clip at a time; rejects when Filament gives up.
async function picturesOf(name, clip, time, camera) {
    const page = await browser.newPage();
    const failed = new Promise((_, reject) => page.on("pageerror", reject));
    try {
        await serve(page, {
            "filament.js": readFileSync(join(folder, "filament.js")),
            "filament.wasm": readFileSync(join(folder, "filament.wasm")),
            "model.glb": readFileSync(join(samples, `${name}.glb`)),
            "": '<!doctype html><canvas width="128" height="128"></canvas><script src="filament.js"></script>',
        });
        const shown = page.evaluate(async ([clipIndex, seconds, eye]) => {
            await new Promise((resolve) => Filament.init(["model.glb"], resolve));
            const canvas = document.querySelector("canvas");
            const engine = Filament.Engine.create(canvas, { preserveDrawingBuffer: true });
            const scene = engine.createScene();
            const sun = Filament.EntityManager.get().create();
            Filament.LightManager.Builder(Filament.LightManager$Type.SUN)
                .intensity(100000)
                .direction([-0.3, -0.5, -1])
                .build(engine, sun);
            scene.addEntity(sun);
            const asset = engine.createAssetLoader().createAsset("model.glb");
            await new Promise((resolve) => asset.loadResources(resolve));
            scene.addEntities(asset.getRenderableEntities());
            const camera = engine.createCamera(Filament.EntityManager.get().create());
            camera.setProjectionFov(45, 1, 1, 1000, Filament.Camera$Fov.VERTICAL);
            camera.lookAt(eye, [0, 0, 0], [0, 1, 0]);
            const view = engine.createView();
            view.setCamera(camera);
            view.setScene(scene);
            view.setViewport([0, 0, canvas.width, canvas.height]);
            const swapChain = engine.createSwapChain();
            const renderer = engine.createRenderer();
            const picture = async () => {
                // Several: a frame may be left out.
                for (let i = 0; i < 4; ++i) {
                    await new Promise(requestAnimationFrame);
                    renderer.render(swapChain, view);
                }
                const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
                copy.drawImage(canvas, 0, 0);
                return Array.from(copy.getImageData(0, 0, canvas.width, canvas.height).data);
            };
            const rest = await picture();
            const animator = asset.getInstance().getAnimator();
            animator.applyAnimation(clipIndex, seconds);
            animator.updateBoneMatrices();
            return { rest, clip: await picture(), clips: animator.getAnimationCount() };
        }, [clip, time, camera]);
        return await Promise.race([shown, failed]);
    } finally {
        await page.close();
    }
}

test("A clip of a model with all its frames looks like that clip alone", async () => {
    const all = await picturesOf("models/sample", kBite, 0.2, [60, 20, 60]);
    const used = await picturesOf("models/one clip", 0, 0.2, [60, 20, 60]);
    assert.equal(all.clips, 8);
    assert.equal(used.clips, 1);
    assert.ok(difference(all.clip, all.rest) > 500);
    assert.equal(difference(all.clip, used.clip), 0);
});

test("A clip with bones looks like that clip with targets", async () => {
    const bones = await picturesOf("bones/sample with bones", kBite, 0.2, [60, 20, 60]);
    const targets = await picturesOf("models/sample", kBite, 0.2, [60, 20, 60]);
    assert.equal(bones.clips, 8);
    assert.ok(difference(bones.clip, bones.rest) > 500);
    assert.ok(difference(bones.clip, targets.clip) < 150, `${difference(bones.clip, targets.clip)} values`);
});

test("With bones, a clip of more than 256 frames plays", async () => {
    const { clips, clip, rest } = await picturesOf("bones/many frames with bones", 1, 0.5, [50, -300, 20]);
    assert.equal(clips, 2);
    assert.ok(difference(clip, rest) > 100);
});

test("A model of more than 256 frames ends it, and one clip of that plays", async () => {
    await assert.rejects(picturesOf("models/many frames", 1, 0.5, [50, -300, 20]));
    const { clips, clip, rest } = await picturesOf("models/many frames, one clip", 0, 0.5, [50, -300, 20]);
    assert.equal(clips, 1);
    assert.ok(difference(clip, rest) > 100);
});
