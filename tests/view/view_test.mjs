// SPDX-License-Identifier: BSD-3-Clause
// The page that shows a model, in headless Chromium: node view_test.mjs SAMPLES OUT CHROMIUM
// SAMPLES: the folder of models that export-samples writes. Pages and screenshots are left in OUT.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { difference, drawn, drop, launch, layoutFlaws, makeGlb, makePage, openPage, readGlb } from "./browser.mjs";

const [samples, out, chromium] = process.argv.slice(2);
const sampleFile = (name) => join(samples, name);
const outFile = (name) => resolve(out, name);
const kPositionTolerance = 1e-4; // of the model's size
const kVariants = "KHR_materials_variants";

let browser;
let page; // of the sample

before(async () => {
    mkdirSync(out, { recursive: true });
    browser = await launch(chromium);
    page = await openPage(browser, makePage(sampleFile("sample.glb"), "sample.md2", outFile("sample.html")), {
        width: 870,
        height: 480,
    });
});
// What a test has opened besides.
afterEach(async () => {
    const others = browser.contexts().filter((each) => each !== page.context());
    await Promise.all(others.map((each) => each.close()));
});
after(() => browser?.close());

const shot = async (of = page) => {
    await drawn(of);
    return of.locator("#canvas").screenshot();
};

const choose = (of, group, index) => of.locator(`label:has(input[name="${group}"])`).nth(index).click();
const pause = async (of = page) => (await of.evaluate(() => viewer.stage.playing)) && of.locator("#play").click();
const state = (of = page) =>
    of.evaluate(() => ({
        name: viewer.model.name,
        clip: viewer.clip,
        frame: viewer.stage.frame,
        playing: viewer.stage.playing,
        clips: viewer.model.clips.map(({ name, frames }) => ({ name, frames })),
        skins: viewer.model.skins.map(({ name }) => name),
    }));

// World positions of all vertices as they are shown: [x, y, z, x, …]
const positionsOf = (of) =>
    of.evaluate(() =>
        viewer.model.meshes.flatMap((mesh) => {
            mesh.updateWorldMatrix(true, false);
            mesh.skeleton?.bones.forEach((bone) => bone.updateWorldMatrix(true, false));
            return Array.from({ length: mesh.geometry.attributes.position.count }, (_, i) =>
                mesh.getVertexPosition(i, mesh.position.clone()).applyMatrix4(mesh.matrixWorld).toArray(),
            ).flat();
        }),
    );

const dropBytes = (bytes, name, of = page) => {
    writeFileSync(outFile(name), bytes);
    return drop(of, [outFile(name)]);
};
const message = () => page.locator("#message-text").textContent();
const waitForMessage = async (part) => {
    await page.waitForFunction((text) => document.querySelector("#message-text").textContent.includes(text), part);
    assert.ok(await page.locator("#message").isVisible());
};
const waitForModel = (name, of = page) => of.waitForFunction((expected) => viewer.model.name === expected, name);

// Compares what the page shows at frames of all clips, or at rest where there are none, with what the naive decoder reads
// in the model: NAME.expected.json and .bin, see tests/programs/clients/export_samples.cpp.
async function checkFrames(of, name, step = 1) {
    const expected = JSON.parse(readFileSync(sampleFile(`${name}.expected.json`)));
    const bytes = readFileSync(sampleFile(`${name}.expected.bin`));
    const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    // There are four samples for each frame. The bones of a model may be off.
    const samplesPerFrame = 4;
    const tolerance = kPositionTolerance * expected.size + (expected.fit ?? 0);
    const checkPose = async (pose, what) => {
        const positions = await positionsOf(of);
        assert.equal(positions.length, 3 * expected.vertices);
        // Each pose is all positions, then all normals.
        const start = pose * 2 * positions.length;
        const worst = positions.reduce((most, value, k) => Math.max(most, Math.abs(value - floats[start + k])), 0);
        assert.ok(worst <= tolerance, `${what}: off by ${worst}`);
    };
    // The exporter merges the vertices of a static mesh: each has to be at the place of one of the file, and none may miss.
    const checkStatic = async () => {
        const vertices = (values) =>
            values.reduce((all, value, i) => (i % 3 ? all.at(-1).push(value) : all.push([value]), all), []);
        const shown = vertices(await positionsOf(of));
        const wanted = vertices(Array.from(floats.subarray(0, 3 * expected.vertices)));
        const isNear = (a) => (b) =>
            a.every((value, k) => Math.abs(value - b[k]) <= kPositionTolerance * expected.size);
        assert.ok(shown.length > 0 && shown.every((vertex) => wanted.some(isNear(vertex))));
        assert.ok(wanted.every((vertex) => shown.some(isNear(vertex))));
    };
    const { clips } = await state(of);
    assert.deepEqual(
        clips.map(({ name: clip }) => clip),
        expected.clips.map(({ name: clip }) => clip),
    );
    if (clips.length === 0) {
        await checkStatic();
    }
    let firstPose = 1; // after the one at rest
    for (const [i, clip] of clips.entries()) {
        await choose(of, "clip", i);
        for (let frame = 0; frame < clip.frames.length; frame += step) {
            await of.locator("#scrubber").fill(String(frame));
            await checkPose(firstPose + samplesPerFrame * frame, `${clip.name}, frame ${frame}`);
        }
        firstPose += expected.clips[i].samples.length;
    }
}

// The sample with its last materials as variants, in reverse order, or with materials alone.
const sampleWith = (names) => {
    const glb = readGlb(readFileSync(sampleFile("sample.glb")));
    glb.json.extensionsUsed = names ? [kVariants] : undefined;
    glb.json.extensions = names ? { [kVariants]: { variants: names.map((name) => ({ name })) } } : undefined;
    glb.json.meshes[0].primitives[0].extensions = names
        ? { [kVariants]: { mappings: names.map((_, i) => ({ material: 1 - i, variants: [i] })) } }
        : undefined;
    return makeGlb(glb);
};

test("The page plays the first clip when it is opened, and has nothing to complain about", async () => {
    const { name, clips, clip, playing } = await state();
    assert.equal(name, "sample.md2");
    assert.equal(clips.length, 8);
    assert.equal(clip, 0);
    assert.ok(playing);
    assert.equal(await page.locator("#name").textContent(), "sample");
    assert.equal(await page.locator("#path").textContent(), "sample.md2");
    assert.equal(await message(), "");
    assert.deepEqual(page.complaints, []);
});

test("Each clip, chosen by click, moves the picture", async () => {
    const { clips } = await state();
    for (const [i, { name }] of clips.entries()) {
        await choose(page, "clip", i);
        if (!(await state()).playing) {
            await page.locator("#play").click();
        }
        assert.equal((await state()).clip, i);
        const start = await shot();
        // A screenshot may take as long as the clip lasts, so that the next one shows the same moment again.
        let moved = false;
        for (let attempt = 0; attempt < 20 && !moved; ++attempt) {
            moved = difference(start, await shot()) > 0.001;
        }
        assert.ok(moved, `${name} does not move`);
    }
});

test("A clip passes over from its last frame into its first and goes on", async () => {
    await choose(page, "clip", 4);
    await page.waitForFunction(() => viewer.stage.frame === viewer.model.clips[viewer.clip].frames.length - 1);
    await page.waitForFunction(() => viewer.stage.frame === 0);
    assert.ok((await state()).playing);
});

test("Speed is how fast the clip runs", async () => {
    await choose(page, "clip", 0);
    for (const speed of [0.5, 2]) {
        await page.locator("#speed").selectOption(String(speed));
        // Frames may be left out when the machine is slow, so they are counted along with the time.
        const rate = await page.evaluate(async () => {
            const count = viewer.model.clips[viewer.clip].frames.length;
            const start = performance.now();
            let [frame, passed] = [viewer.stage.frame, 0];
            while (performance.now() - start < 2500) {
                await new Promise(requestAnimationFrame);
                passed += (viewer.stage.frame - frame + count) % count;
                frame = viewer.stage.frame;
            }
            return (1000 * passed) / (performance.now() - start);
        });
        assert.ok(Math.abs(rate / (10 * speed) - 1) < 0.25, `${rate} frames a second at ${speed}×`);
    }
    await page.locator("#speed").selectOption("1");
});

test("The scrubber at a frame shows the geometry that the naive decoder reads", async () => {
    await checkFrames(page, "sample");
});

test("The scrubber names its frame, and stops between frames, where the page shows the mean of both", async () => {
    await choose(page, "clip", 1);
    const at = async (position) => {
        await page.locator("#scrubber").fill(String(position));
        return positionsOf(page);
    };
    const names = () => page.locator(".frame").evaluate((frame) => [...frame.children].map((each) => each.textContent));
    // Between the last frame and the first one as well.
    for (const [frame, next, ...expected] of [
        [2, 3, "run03 → run04", "frame 3.25 of 8"],
        [7, 0, "run08 → run01", "frame 8 → 1 of 8"],
    ]) {
        const [one, other, between] = [await at(frame), await at(next), await at(frame + 0.25)];
        assert.deepEqual(await names(), expected);
        const means = one.map((value, i) => 0.75 * value + 0.25 * other[i]);
        assert.ok(between.every((value, i) => Math.abs(value - means[i]) < 1e-3));
        assert.ok(between.some((value, i) => Math.abs(value - one[i]) > 0.1));
    }
    // The buttons and the arrow keys go to whole frames.
    for (const [step, ...expected] of [
        [() => at(6), "run07", "frame 7 of 8"],
        [() => page.locator("#next").click(), "run08", "frame 8 of 8"],
        [() => page.locator("#next").click(), "run01", "frame 1 of 8"],
        [() => page.locator("#previous").click(), "run08", "frame 8 of 8"],
        [() => at(2.25), "run03 → run04", "frame 3.25 of 8"],
        [() => page.locator("#next").click(), "run04", "frame 4 of 8"],
        [() => page.locator("#scrubber").press("ArrowRight"), "run05", "frame 5 of 8"],
        [() => page.locator("#scrubber").press("ArrowLeft"), "run04", "frame 4 of 8"],
        [() => at(2.25), "run03 → run04", "frame 3.25 of 8"],
        [() => page.locator("#previous").click(), "run03", "frame 3 of 8"],
    ]) {
        await step();
        assert.deepEqual(await names(), expected);
    }
    assert.equal((await state()).playing, false);
});

test("Switching the skin changes the picture, back again as well", async () => {
    assert.deepEqual((await state()).skins, ["moss", "ember"]);
    const moss = await shot();
    await choose(page, "skin", 1);
    assert.ok(difference(moss, await shot()) > 0.02);
    await choose(page, "skin", 0);
    assert.equal(difference(moss, await shot()), 0);
});

test("Wireframe, normals, nearest filtering, ground and background change the picture, back again as well", async () => {
    await page.evaluate(() => (document.querySelector("#more").open = true));
    const before = await shot();
    const changes = [
        ['label:has([value="wireframe"])', 'label:has([value="skin"])'],
        ['label:has([value="normals"])', 'label:has([value="skin"])'],
        ["#nearest", "#nearest"],
        ["#ground", "#ground"],
        ['label:has([value="light"])', 'label:has([value="dark"])'],
    ];
    assert.equal(await page.locator("#nearest").isChecked(), false);
    for (const [on, off] of changes) {
        await page.locator(on).click();
        assert.ok(difference(before, await shot()) > 0.005, on);
        await page.locator(off).click();
        assert.equal(difference(before, await shot()), 0, off);
    }
});

// The picture when a swing of the camera has ended.
const settled = async (of = page) => {
    // A paused page draws only what changes.
    await of.evaluate(async () => {
        for (let [still, frames] = [0, -1]; still < 10;) {
            await new Promise(requestAnimationFrame);
            still = viewer.stage.framesDrawn === frames ? still + 1 : 0;
            frames = viewer.stage.framesDrawn;
        }
    });
    return shot(of);
};

test("Orbit and zoom change the picture, and a reset takes it back", async () => {
    const before = await settled();
    const { x, y, width, height } = await page.locator("#canvas").boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 150, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const turned = await settled();
    assert.ok(difference(before, turned) > 0.02);
    await page.mouse.wheel(0, -400);
    assert.ok(difference(turned, await settled()) > 0.02);
    await page.locator("#reset").click();
    // The camera comes back but for rounding, which edges show.
    assert.ok(difference(before, await settled()) < 0.004);
});

test("The keyboard chooses clips and plays", async () => {
    await choose(page, "clip", 0);
    await page.evaluate(() => document.activeElement.blur());
    for (const [key, clip] of [
        ["ArrowDown", 1],
        ["ArrowDown", 2],
        ["ArrowUp", 1],
        ["ArrowUp", 0],
        ["ArrowUp", 7],
        ["ArrowDown", 0],
    ]) {
        await page.keyboard.press(key);
        assert.equal((await state()).clip, clip);
        assert.equal(await page.locator('input[name="clip"]:checked').getAttribute("value"), String(clip));
    }
    const { playing } = await state();
    await page.keyboard.press("Space");
    assert.equal((await state()).playing, !playing);
    await page.keyboard.press("Space");
    assert.equal((await state()).playing, playing);
    // In the list itself the keys do the same, once; in a select they are the select's.
    await page.locator('input[name="clip"]:checked').focus();
    await page.keyboard.press("ArrowDown");
    assert.equal((await state()).clip, 1);
    await page.locator("#speed").focus();
    await page.keyboard.press("ArrowDown");
    assert.equal((await state()).clip, 1);
    await page.locator("#speed").selectOption("1");
});

// Presses the key, and then the one that undoes it.
async function checkCameraKeys(of, keys) {
    // The first key shows the focus, too.
    await of.keyboard.press("r");
    const before = await settled(of);
    for (const [key, undo] of keys) {
        await of.keyboard.press(key);
        const turned = await settled(of);
        assert.ok(difference(before, turned) > 0.01, `${key} does nothing`);
        await of.keyboard.press(undo);
        // The camera comes back but for rounding, which edges show.
        assert.ok(difference(before, await settled(of)) < 0.004, `${undo} does not take ${key} back`);
    }
}
const kCameraKeys = [
    ["ArrowLeft", "ArrowRight"],
    ["ArrowRight", "ArrowLeft"],
    ["ArrowUp", "ArrowDown"],
    ["+", "-"],
    ["-", "+"],
    ["=", "-"],
    ["ArrowLeft", "r"],
    ["+", "R"],
];

test("The keyboard turns the camera and zooms", async () => {
    await pause();
    const { clip } = await state();
    await page.locator("#canvas").focus();
    await checkCameraKeys(page, kCameraKeys);
    assert.equal((await state()).clip, clip);
    // The keys of a control stay its own.
    await page.locator('input[name="look"][value="skin"]').focus();
    const before = await settled();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator('input[name="look"]:checked').getAttribute("value"), "wireframe");
    await page.keyboard.press("ArrowLeft");
    assert.equal(difference(before, await settled()), 0);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#keys").isVisible());
    assert.match(await page.locator("#keys").innerText(), /turn.*zoom.*R/s);
    await page.keyboard.press("Escape");
});

test("The keyboard moves the camera around a static model, and R resets it", async () => {
    const still = await openPage(browser, makePage(sampleFile("still.glb"), "still.md2", outFile("still.html")));
    await checkCameraKeys(still, kCameraKeys);
    await still.keyboard.press("Space");
    await still.keyboard.press(".");
    assert.deepEqual(still.complaints, []);
});

test("Focus is visible on every control", async () => {
    await page.evaluate(() => document.activeElement.blur());
    const controls = await page.$$eval("#canvas, button, select, input", (elements) =>
        elements.filter((element) => element.checkVisibility()).map(({ id, name }) => id || name),
    );
    const seen = new Set();
    for (let i = 0; i < 30; ++i) {
        await page.keyboard.press("Tab");
        const { id, outline } = await page.evaluate(() => {
            const focus = document.activeElement;
            const widths = [focus, focus.closest("label")]
                .filter(Boolean)
                .map((element) => getComputedStyle(element))
                .map(({ outlineStyle, outlineWidth }) => (outlineStyle === "none" ? 0 : parseFloat(outlineWidth)));
            return { id: focus.id || focus.name || focus.tagName, outline: Math.max(...widths) };
        });
        if (id !== "BODY") {
            seen.add(id);
            assert.ok(outline >= 2, `${id} does not show that it has the focus`);
        }
    }
    for (const id of controls) {
        assert.ok(seen.has(id), `the Tab key does not reach ${id}`);
    }
});

test("A dropped .glb replaces the model", async () => {
    const before = await shot();
    await dropBytes(readFileSync(sampleFile("weapon.glb")), "weapon.glb");
    await waitForModel("weapon.glb");
    assert.equal(await page.locator("#name").textContent(), "weapon");
    assert.deepEqual((await state()).skins, ["weapon_skin"]); // a node is called weapon
    assert.ok(difference(before, await shot()) > 0.02);
    await checkFrames(page, "weapon");
});

test("Skins are the variants of a file, or else its materials", async () => {
    const pictures = {};
    // What the file itself wears is the first material: one of the variants, or a skin beside them.
    for (const [name, variants, expected, worn] of [
        ["variants.glb", ["lava", "grass"], ["lava", "grass"], "1"],
        ["one variant.glb", ["fire"], ["moss", "fire"], "0"],
        ["materials.glb", null, ["moss", "ember"], "0"],
    ]) {
        await dropBytes(sampleWith(variants), name);
        await waitForModel(name);
        await pause();
        await page.locator("#scrubber").fill("0");
        const { skins } = await state();
        assert.deepEqual(skins, expected);
        assert.equal(await page.locator('input[name="skin"]:checked').getAttribute("value"), worn);
        for (const [i, skin] of skins.entries()) {
            await choose(page, "skin", i);
            pictures[skin] = await shot();
        }
    }
    assert.equal(difference(pictures.lava, pictures.ember), 0);
    assert.equal(difference(pictures.fire, pictures.ember), 0);
    assert.equal(difference(pictures.grass, pictures.moss), 0);
    assert.ok(difference(pictures.lava, pictures.grass) > 0.02);
});

// The sample with bones, after a change of its JSON.
const bonesWith = (change) => {
    const glb = readGlb(readFileSync(sampleFile("../bones/sample with bones.glb")));
    change(glb.json);
    return makeGlb(glb);
};

test("The accuracy of bones is shown next to them", async () => {
    const opened = await openPage(browser, outFile("sample.html"));
    assert.equal(await opened.locator("#accuracy").isVisible(), false);
    const show = async (name, extras) => {
        const changed = bonesWith(({ scenes }) => (scenes[0].extras = extras(scenes[0].extras)));
        await dropBytes(changed, name, opened);
        await waitForModel(name, opened);
        return opened.locator("#accuracy").innerText();
    };
    const { fit } = JSON.parse(readFileSync(sampleFile("../bones/sample with bones.expected.json")));
    const text = await show("measured.glb", (extras) => ({ MD2_BONES_WITHIN_STEP: 0.985, ...extras }));
    const [, share, largest] = text.match(
        /^([\d.]+) % of all positions are within one step of the file; the largest error is ([\d.]+) units\./,
    );
    assert.ok(Number(share) > 50 && Number(share) <= 100);
    assert.ok(Math.abs(Number(largest) - fit) <= 0.05 * fit, `${largest} instead of ${fit}`);
    assert.equal(await show("swinging.glb", () => ({ MD2_BONES_SWINGS: 3 })), "Limbs swing between 3 pairs of frames.");
    assert.equal(await show("calm.glb", () => ({ MD2_BONES_SWINGS: 0 })), "");
    assert.equal(await show("unmeasured.glb", () => undefined), "");
});

test("A closing key of a clip is no frame of its own, and a clip without one holds its last frame", async () => {
    const opened = await openPage(browser, outFile("sample.html"));
    for (const [name, heights, count, hold] of [
        ["open", [0, 1, 2], 3, 0.5],
        ["closed", [0, 1, 0], 2, 0],
        ["resting", [1, 1, 1], 3, 0.5],
    ]) {
        const numbers = Float32Array.of(0, 0.1, 0.2, ...heights.flatMap((height) => [0, height, 0]));
        const uri = `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString("base64")}`;
        const glb = bonesWith((json) => {
            const [bufferView, input] = [json.bufferViews.length, json.accessors.length];
            const accessor = { bufferView, componentType: 5126, count: 3 };
            json.buffers.push({ uri, byteLength: numbers.byteLength });
            json.bufferViews.push({ buffer: 1, byteLength: numbers.byteLength });
            json.accessors.push({ ...accessor, type: "SCALAR", min: [0], max: [0.2] });
            json.accessors.push({ ...accessor, byteOffset: 12, type: "VEC3" });
            const node = json.nodes.findIndex((each) => each.mesh !== undefined);
            const channels = [{ sampler: 0, target: { node, path: "translation" } }];
            json.animations = [{ name, channels, samplers: [{ input, output: input + 1 }] }];
        });
        await dropBytes(glb, `${name}.glb`, opened);
        await waitForModel(`${name}.glb`, opened);
        const [frames, end, duration] = await opened.evaluate(() => {
            const { frames: all, end: last, animation } = viewer.model.clips[0];
            return [all.length, last, animation.duration];
        });
        assert.equal(frames, count, name);
        assert.ok(Math.abs(end - 0.2) < 1e-6 && Math.abs(duration - 0.2 - hold) < 1e-6, `${name}: ${duration}`);
    }
});

test("With 24 clips, a desktop has most of them in view, and scrolls the list alone", async () => {
    const many = bonesWith((json) => {
        json.animations = [1, 2, 3].flatMap((copy) =>
            json.animations.map((animation) => ({ ...animation, name: `${animation.name} ${copy}` })),
        );
    });
    for (const [width, height] of [
        [1440, 900],
        [1280, 720],
    ]) {
        const opened = await openPage(browser, outFile("sample.html"), { width, height });
        await dropBytes(many, "many.glb", opened);
        await waitForModel("many.glb", opened);
        const inView = await opened.evaluate(() => {
            const { bottom } = document.querySelector(".clips").getBoundingClientRect();
            return [...document.querySelectorAll(".clips label")].filter(
                (label) => label.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight) + 1,
            ).length;
        });
        assert.ok(inView >= 18, `${inView} clips at ${width} × ${height}`);
        // The last clip is reached by scrolling the list alone.
        await opened.keyboard.press("ArrowUp");
        assert.equal((await state(opened)).clip, 23);
        const [list, last] = await opened.evaluate(() =>
            [document.querySelector(".clips"), document.querySelector(".clips").lastChild].map(
                (element) => element.getBoundingClientRect().bottom,
            ),
        );
        assert.ok(last <= list + 1);
        assert.equal(await opened.evaluate(() => document.querySelector(".panel").scrollTop), 0);
        assert.deepEqual(await layoutFlaws(opened), []);
        await opened.screenshot({ path: outFile(`many-${width}.png`) });
        assert.deepEqual(opened.complaints, []);
    }
});

test("The skin is as bright as in the game, or as the file has it; the file stays as it is", async () => {
    const opened = await openPage(browser, outFile("sample.html"));
    await pause(opened);
    const inGame = await shot(opened);
    assert.equal(await opened.locator("#brightness-value").textContent(), "× 2.0, as in the game");
    await opened.evaluate(() => (document.querySelector("#more").open = true));
    await opened.locator("#brightness").fill("1");
    assert.ok(difference(inGame, await shot(opened)) > 0.02);
    const [download] = await Promise.all([opened.waitForEvent("download"), opened.locator("#save-glb").click()]);
    assert.equal(download.suggestedFilename(), "sample.glb");
    assert.ok(readFileSync(await download.path()).equals(readFileSync(sampleFile("sample.glb"))));
    await opened.locator("#brightness").fill("2");
    assert.equal(difference(inGame, await shot(opened)), 0);
});

test("The camera goes around the model when it is told to", async () => {
    const opened = await openPage(browser, outFile("sample.html"));
    await pause(opened);
    const before = await shot(opened);
    assert.equal(difference(before, await shot(opened)), 0);
    const drawnBefore = await opened.evaluate(() => viewer.stage.framesDrawn);
    await opened.locator("#rotate").check();
    await opened.waitForFunction((count) => viewer.stage.framesDrawn > count + 10, drawnBefore);
    assert.ok(difference(before, await shot(opened)) > 0.01);
});

test("A person who wants little motion starts the clip", async () => {
    const opened = await openPage(browser, outFile("sample.html"), { reducedMotion: "reduce" });
    assert.equal((await state(opened)).playing, false);
    await opened.locator("#play").click();
    assert.ok((await state(opened)).playing);
});

test("Bones are shown over the skin of a model that has them", async () => {
    assert.equal(await page.locator("#bones-field").isVisible(), false);
    const name = "../bones/sample with bones";
    const made = makePage(sampleFile(`${name}.glb`), "bones.md2", outFile("bones.html"));
    const opened = await openPage(browser, made, { width: 870, height: 480 });
    assert.match(await opened.locator("#facts").innerText(), /\d+ bones/);
    await pause(opened);
    await checkFrames(opened, name, 3);
    const before = await shot(opened);
    await opened.locator("#bones").click();
    const shown = await shot(opened);
    assert.ok(difference(before, shown) > 0.003);
    await opened.screenshot({ path: outFile("bones.png") });
    // They move with the clip in the same picture, and keep to it in another background.
    await opened.locator("#next").click();
    const moved = await shot(opened);
    assert.ok(difference(shown, moved) > 0.003);
    await opened.evaluate(() => (viewer.stage.look = {}));
    assert.equal(difference(moved, await shot(opened)), 0);
    await opened.locator("#previous").click();
    await opened.evaluate(() => (document.querySelector("#more").open = true));
    await opened.locator('label:has([value="light"])').click();
    await opened.locator('label:has([value="dark"])').click();
    assert.equal(difference(shown, await shot(opened)), 0);
    await opened.keyboard.press("b");
    assert.equal(difference(before, await shot(opened)), 0);
    assert.deepEqual(await layoutFlaws(opened), []);
    assert.deepEqual(opened.complaints, []);
});

test("A model without a skin offers none", async () => {
    await dropBytes(readFileSync(sampleFile("no skin.glb")), "no skin.glb");
    await waitForModel("no skin.glb");
    assert.deepEqual((await state()).skins, []);
    assert.equal(await page.locator("#skins-field").isVisible(), false);
    await pause(); // It takes time from the pages of the next tests.
});

test("A file that is no whole .glb gives a message in the page, and the model stays", async () => {
    assert.deepEqual(page.complaints, []);
    const { name } = await state();
    const glb = readFileSync(sampleFile("sample.glb"));
    const files = [
        ["text.glb", Buffer.from("no glTF at all"), "text.glb is not a .glb: it does not begin with “glTF”."],
        ["empty.glb", Buffer.alloc(0), "empty.glb is not a .glb"],
        ["half.glb", glb.subarray(0, glb.length / 2), "half.glb cannot be read: "],
        ["start.glb", glb.subarray(0, 16), "start.glb cannot be read: "],
        [
            "tris.md2",
            readFileSync(sampleFile("sample.md2")),
            "tris.md2 is an MD2. Make its page with: bash cmake/view.sh tris.md2",
        ],
    ];
    for (const [file, bytes, expected] of files) {
        await dropBytes(bytes, file);
        await waitForMessage(expected);
        assert.equal((await state()).name, name);
    }
    await page.locator("#message-close").click();
    assert.equal(await page.locator("#message").isVisible(), false);
    await page.context().close();
});

for (const [width, height] of [[320, 640], [390, 844], [1024, 768], [1920, 1080]]) {
    const colorScheme = width === 1024 ? "light" : "dark";
    test(`The layout holds at ${width} pixels`, async () => {
        const sized = await openPage(browser, outFile("sample.html"), { width, height, colorScheme });
        await drawn(sized);
        assert.deepEqual(await layoutFlaws(sized), []);
        await sized.screenshot({ path: outFile(`sample-${width}.png`), fullPage: width < 860 });
        assert.deepEqual(sized.complaints, []);
    });
}

// The sample in one frame, and real models where they are there: 198 frames; four skins; large skins, one a JPEG.
const models = [
    ["still", 1],
    ["version 15 sheet", 8],
    ["assimp sydney", 7],
    ["egoboo brainscrambler tris", 5],
    ["sitters fence fence_c", 1],
    ["sitters pilot head", 1],
];
for (const [name, step] of models.filter((model) => existsSync(sampleFile(`${model[0]}.glb`)))) {
    test(`The page shows ${name}`, async () => {
        const file = makePage(sampleFile(`${name}.glb`), `${name}.md2`, outFile(`${name}.html`));
        const opened = await openPage(browser, file);
        await drawn(opened);
        const { clips, skins } = await state(opened);
        console.log(`${name}: ${clips.length} clips, ${skins.length} skins, ${statSync(file).size} bytes`);
        await opened.screenshot({ path: outFile(`${name}.png`) });
        await pause(opened);
        await checkFrames(opened, name, step);
        assert.ok(statSync(file).size < 6e6);
        assert.deepEqual(await layoutFlaws(opened), []);
        assert.deepEqual(opened.complaints, []);
    });
}
