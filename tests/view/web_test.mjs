// SPDX-License-Identifier: BSD-3-Clause
// The page of cmake/package.sh web, from file://, in headless Chromium with real drops, and in Firefox where it is there:
// node web_test.mjs PAGE MODELS GLBS OUT CHROMIUM
// MODELS: a folder of models with skins; players/sample in it is the project's sample. GLBS: what
// `assimp-md2 convert MODELS GLBS/morph/` writes, and the same with --animation=skeleton in GLBS/skeleton/. Screenshots are
// left in OUT.
import assert from "node:assert/strict";
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { unzipSync, zipSync } from "../../view/node_modules/fflate/esm/index.mjs";
import { gamesOf, usedOf } from "../../view/dropped_files.js";
import { drawn, drop, launch, layoutFlaws, makeGlb, openPage, pixelsOf, readGlb, writePak } from "./browser.mjs";
import { openInFirefox } from "./firefox.mjs";

const [pageFile, models, glbs, out, chromium] = process.argv.slice(2);
const kSample = "players/sample";
const sample = (name) => join(models, kSample, name);
const sampleFiles = readdirSync(join(models, kSample)).map(sample);
const sampleSkins = sampleFiles.filter((file) => /\.pcx$/.test(file));
const outFile = (name) => join(out, name);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
let page;

before(async () => {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    browser = await launch(chromium);
});
after(() => browser?.close());
beforeEach(async () => {
    await page?.context().close();
    page = await openPage(browser, pageFile, { width: 1280, height: 720, acceptDownloads: true });
});

const shows = (name, of = page) => of.waitForFunction((expected) => viewer.model?.name === expected, name);
const hasBones = () => page.waitForFunction(() => viewer.model.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh));
const isIdle = (of = page) => of.waitForFunction(() => document.querySelector("#busy").textContent === "");
const says = (part) =>
    page.waitForFunction((text) => document.querySelector("#message-text").textContent.includes(text), part);
const listed = () => page.evaluate(() => viewer.models.listed);
const dropBytes = (name, bytes) => {
    writeFileSync(outFile(name), bytes);
    return drop(page, [outFile(name)]);
};
async function dropModel(name, bytes) {
    await dropBytes(name, bytes);
    await shows(name);
}
async function dropSample() {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
}
async function askForMd2() {
    await page.locator("#save-md2").click();
    await page.locator("#md2-form").waitFor();
    // Of what becomes an MD2, the engine says what it will have.
    await page.waitForFunction(
        () => /\.md2$/i.test(viewer.models.chosen) || document.querySelector("#md2-limits").textContent !== "",
    );
}
// What the panel says of the clips of a player: {clip: text}
const clipsOfPanel = () =>
    page.$$eval("#md2-table select", (selects) =>
        Object.fromEntries(selects.map(({ name, selectedOptions }) => [name, selectedOptions[0].text])),
    );
// Opens the settings below "More".
const openMore = () => page.evaluate(() => (document.querySelector("#more").open = true));
async function savedGlb() {
    const url = await page.evaluate(
        () =>
            new Promise((resolve) => {
                const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result) });
                reader.readAsDataURL(new Blob([viewer.saved.bytes]));
            }),
    );
    return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
async function download(start) {
    const [file] = await Promise.all([page.waitForEvent("download"), start()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
const sampleGlb = () => readFileSync(join(glbs, "morph", kSample, "tris.glb"));
// Copies of the sample in a folder for each name
function sampleFolder(name, ...copies) {
    const folder = outFile(name);
    rmSync(folder, { recursive: true, force: true });
    for (const copy of copies) {
        cpSync(join(models, kSample), join(folder, copy), { recursive: true });
    }
    return folder;
}
// What the library has measured of the bones in a GLB: the share of positions within one step of the file, and the largest
// error
const accuracyIn = (glb) => {
    const { extras = {} } = readGlb(glb).json.scenes[0];
    return { withinStep: extras.MD2_BONES_WITHIN_STEP, maximum: extras.MD2_BONES_MAXIMUM };
};
// Resolves when the page shows a skin of this name.
const wears = (name) =>
    page.waitForFunction(
        (expected) => document.querySelector("[name=skin]:checked")?.closest("label").title === expected,
        name,
    );
// Saves what the dialog MD2 asks for: {name, files, md2}; writes the files to a folder of this name.
async function saveMd2(folder) {
    const { name, bytes } = await download(() => page.locator("#md2-save").click());
    const files = unzipSync(bytes);
    for (const [file, content] of Object.entries(files)) {
        mkdirSync(join(out, folder, dirname(file)), { recursive: true });
        writeFileSync(join(out, folder, file), content);
    }
    const md2 = Buffer.from(Object.entries(files).find(([file]) => file.endsWith("tris.md2"))[1]);
    return { name, files, md2 };
}
// The positions of a frame of an MD2
const frameOf = (md2, i) => {
    const [size, start] = [16, 56].map((offset) => md2.readInt32LE(offset));
    return md2.subarray(start + i * size + 40, start + (i + 1) * size);
};
// A BMP of 2 × 2 pixels of one colour
function bmp(red, green, blue) {
    const bytes = Buffer.alloc(70);
    bytes.write("BM");
    [70, 0, 54, 40, 2, 2, 0x180001].forEach((word, i) => bytes.writeUInt32LE(word, 2 + 4 * i));
    [0, 1].forEach((row) => [0, 1].forEach((i) => bytes.set([blue, green, red], 54 + 8 * row + 3 * i)));
    return bytes;
}
const drawnColour = () =>
    page.evaluate(() => {
        const { image } = viewer.model.skins[document.querySelector("[name=skin]:checked").value].texture;
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
// {width, height, clear: the share of clear pixels} of a PNG
function measure(png) {
    const { width, height, data } = pixelsOf(png);
    return { width, height, clear: data.filter((value, i) => i % 4 === 3 && value === 0).length / (width * height) };
}
test("The page is one file without requests, of at most 2.1 MB, or 1.2 MB with gzip, and has a sample", async () => {
    const html = readFileSync(pageFile);
    assert.ok(html.length <= 2_100_000, `${html.length} bytes`);
    const { length } = gzipSync(html);
    assert.ok(length <= 1_200_000, `${length} bytes with gzip`);
    assert.match(html.toString("latin1"), /Content-Security-Policy"\s+content="default-src 'none'/);
    await page.locator("#sample").click();
    await shows("players/imp/tris.md2");
    assert.ok(await page.evaluate(() => viewer.stage.playing && viewer.model.skins[0].texture.image.width > 0));
    assert.deepEqual(await page.evaluate(() => [viewer.model.clips.length, viewer.model.skins.length]), [8, 2]);
    assert.ok(await page.locator("#weapon").isVisible());
    assert.deepEqual(page.complaints, []);
});

test("A dropped model moves, with its skins and its weapon", async () => {
    await drop(page, sampleFiles);
    await shows("tris.md2");
    assert.deepEqual(await page.evaluate(() => viewer.model.skins.map(({ texture }) => texture?.image?.width > 0)), [
        true,
        true,
    ]);
    assert.ok(await page.evaluate(() => viewer.stage.playing));
    const meshes = await page.evaluate(() => viewer.model.meshes.length);
    await page.locator("#weapon").selectOption("weapon.md2");
    await page.waitForFunction((count) => viewer.model.meshes.length > count, meshes);
    await drawn(page);
    await page.screenshot({ path: outFile("sample.png") });
    assert.deepEqual(page.complaints, []);
});

// Shows each model of the folder; calls check(name, the .glb of the command, or null if it refuses the model).
async function eachModel(kind, check) {
    const prefix = `${basename(models)}/`;
    for (const name of await listed()) {
        await page.evaluate((wanted) => viewer.models.choose(wanted), name);
        const file = join(glbs, kind, name.slice(prefix.length).replace(/\.md2$/i, ".glb"));
        await check(name, existsSync(file) ? readFileSync(file) : null);
    }
}

test("A dropped folder lists its models; each is saved as the command converts it", async () => {
    await drop(page, [models]);
    await page.waitForFunction(() => viewer.model);
    const names = await listed();
    const files = readdirSync(models, { recursive: true }).filter((name) => /\.md2$/i.test(name));
    assert.deepEqual([...names].sort(), files.map((name) => `${basename(models)}/${name}`).sort());
    let equal = 0;
    await eachModel("morph", async (name, expected) => {
        if (!expected) {
            assert.match(await page.locator("#message-text").textContent(), /\w/, `${name} is converted`);
            return;
        }
        await shows(name);
        assert.ok((await savedGlb()).equals(expected), `${name} differs`);
        ++equal;
    });
    assert.ok(equal > 0);
    console.log(`${equal} of ${names.length} models are converted, with equal bytes`);
});

test("The list is filtered, and used with the keyboard alone", async () => {
    await drop(page, [sampleFolder("many", "ant", "bee", "cat")]);
    await shows("many/ant/tris.md2");
    await page.locator("#filter").focus();
    await page.keyboard.type("BEE");
    assert.deepEqual(await listed(), ["many/bee/tris.md2", "many/bee/weapon.md2"]);
    assert.equal(await page.locator("#files-count").textContent(), "2 of 6");
    await page.keyboard.press("Enter");
    await shows("many/bee/tris.md2");
    await page.keyboard.press("ArrowDown");
    await shows("many/bee/weapon.md2");
    assert.ok(await page.locator("#files").isVisible());
    await openMore();
    const reached = new Set();
    for (let i = 0; i < 60; ++i) {
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.name));
    }
    // What the page of one model does not have; view_test.mjs has the other controls.
    for (const id of ["models", "filter", "save-all", "clips-by", "animation", "folder"]) {
        assert.ok(reached.has(id), `the Tab key does not reach ${id}`);
    }
});

test("A folder with a PAK is a game, whose damaged files get a message; so is a ZIP", async () => {
    const folder = outFile("baseq2");
    mkdirSync(join(folder, "models"), { recursive: true });
    const files = Object.fromEntries(sampleFiles.map((file) => [`${kSample}/${basename(file)}`, readFileSync(file)]));
    writePak(join(folder, "pak0.pak"), files);
    writeFileSync(join(folder, "models/broken.md2"), files[`${kSample}/tris.md2`].subarray(0, 200));
    await drop(page, [folder]);
    await shows(`${kSample}/tris.md2`);
    assert.deepEqual(await listed(), ["models/broken.md2", `${kSample}/tris.md2`, `${kSample}/weapon.md2`]);
    await page.locator("#models [title='models/broken.md2']").click();
    await says("models/broken.md2: ");
    // It stays chosen and is marked, the stage shows nothing else, and the arrow keys go on.
    const chosen = page.locator("#models [aria-selected=true]");
    assert.equal(await chosen.getAttribute("title"), "models/broken.md2");
    assert.equal(await chosen.locator(".flawed").textContent(), "!");
    assert.equal(await page.locator("#canvas").isVisible(), false);
    await page.locator("#models").press("ArrowDown");
    await page.waitForFunction(() => !document.body.classList.contains("unreadable"));
    assert.equal(await chosen.getAttribute("title"), `${kSample}/tris.md2`);
    assert.equal(await page.locator("#message").isVisible(), false);
    await isIdle();
    await drop(page, [join(folder, "pak0.pak")]);
    await page.waitForFunction(() => viewer.models.listed.length === 2);
    await dropBytes("download.zip", zipSync({ "a.md2": files[`${kSample}/tris.md2`] }));
    await shows("a.md2");
});

test("Missing skins are named, and found when they are dropped afterwards", async () => {
    await drop(page, [sample("tris.md2")]);
    await shows("tris.md2");
    const missing = page.locator("#missing");
    await missing.waitFor();
    assert.match(await missing.textContent(), /are not among the files: drop/);
    const isTinted = () =>
        page.evaluate(() =>
            viewer.model.meshes.every(({ userData: { worn } }) => !worn.color.equals(worn.userData.own.color)),
        );
    assert.equal(await isTinted(), false, "a surface without an image loses its shading");
    await drop(page, sampleSkins);
    await page.waitForFunction(() => viewer.model.skins[0].texture?.image);
    assert.equal(await missing.isVisible(), false);
    assert.equal(await isTinted(), true);
});

test("Skins in a folder near the model are worn", async () => {
    const folder = sampleFolder("near", "src");
    mkdirSync(join(folder, "skins"));
    sampleSkins.forEach((file) => renameSync(join(folder, "src", basename(file)), join(folder, "skins", basename(file))));
    await drop(page, [folder]);
    await shows("near/src/tris.md2");
    assert.ok(await page.evaluate(() => viewer.model.skins.every(({ texture }) => texture?.image)));
    assert.equal(await page.locator("#missing").isVisible(), false);
    assert.equal(await page.locator("#worn").textContent(), "");
});

test("A ZIP of skins joins the model that is open; what is no model leaves it open", async () => {
    await drop(page, [sample("tris.md2")]);
    await shows("tris.md2");
    const skins = sampleSkins.map((file) => [basename(file), readFileSync(file)]);
    await dropBytes("skins.zip", zipSync(Object.fromEntries(skins)));
    await page.waitForFunction(() => viewer.model.skins.every(({ texture }) => texture?.image));
    await drop(page, [pageFile]);
    await says("There is no model among these files.");
    await dropBytes("damaged.pak", "PACK");
    await says("damaged.pak");
    await openMore();
    await page.locator("#clips-by").selectOption("single");
    await page.waitForFunction(() => viewer.model.clips.length === 1);
});

test("What is dropped last is shown, even if it is read faster", async () => {
    const folder = sampleFolder("slow", "a");
    for (let i = 0; i < 3000; ++i) {
        writeFileSync(join(folder, `${i}.pcx`), "");
    }
    await drop(page, [folder]);
    await drop(page, [sample("tris.md2")]);
    await drop(page, sampleSkins);
    await shows("tris.md2");
    await page.waitForFunction(() => viewer.model.skins.every(({ texture }) => texture?.image));
    assert.deepEqual(await listed(), ["tris.md2"]);
});

test("A file that has changed gets a message, and other models can be chosen", async () => {
    const folder = sampleFolder("changing", "a", "b", "c");
    for (const name of ["d.glb", "e.glb"]) {
        cpSync(join(glbs, "morph", kSample, "tris.glb"), join(folder, name));
    }
    await drop(page, [folder]);
    await shows("changing/a/tris.md2");
    for (const name of ["b/tris.md2", "e.glb"]) {
        writeFileSync(join(folder, name), "now another file");
        await page.evaluate((wanted) => void viewer.models.choose(wanted), `changing/${name}`);
        await says(`changing/${name}: a file has changed`);
    }
    // Other files are opened meanwhile.
    const { bytes } = await download(async () => {
        await page.locator("#save-all").click();
        await drop(page, [sample("tris.md2")]);
    });
    const files = unzipSync(bytes);
    assert.deepEqual(
        Object.keys(files).sort(),
        ["a/tris", "a/weapon", "b/weapon", "c/tris", "c/weapon"].map((name) => `changing/${name}.glb`),
    );
    await says("1 of 6 models failed:\nchanging/b/tris.md2: ");
    await shows("tris.md2");
});

test("Files and folders can be chosen with the buttons", async () => {
    await page.locator("#file").setInputFiles(sampleFiles);
    await shows("tris.md2");
    await page.locator("#folder").setInputFiles(join(models, kSample));
    await shows("sample/tris.md2");
});

test("Bones and clips are settings of the import, which keep what a person looks at", async () => {
    await dropSample();
    const state = () =>
        page.evaluate(() => ({
            clip: viewer.model.clips[viewer.clip].name,
            frame: viewer.stage.frame,
            isPlaying: viewer.stage.playing,
            skin: document.querySelector("[name=skin]:checked").closest("label").title,
        }));
    await page.locator("[name=clip]").nth(2).check({ force: true });
    await page.locator("[name=skin]").nth(1).check({ force: true });
    await page.locator("#next").click();
    const before = await state();
    await openMore();
    await page.locator("#animation").selectOption("skeleton");
    await hasBones();
    await isIdle();
    assert.deepEqual(await state(), before);
    await page.locator("#clips-by").selectOption("single");
    await page.waitForFunction(() => viewer.model.clips.length === 1);
    await isIdle();
    await page.locator("#bones").check();
    await drawn(page);
    await page.screenshot({ path: outFile("bones.png") });
    assert.deepEqual(page.complaints, []);
});

test("Every model that moves is shown with bones as exact as those that the command writes", async () => {
    await drop(page, [models]);
    await page.waitForFunction(() => viewer.model);
    await openMore();
    await page.locator("#animation").selectOption("skeleton");
    let compared = 0;
    await eachModel("skeleton", async (name, expected) => {
        if (!expected) {
            return;
        }
        await shows(name);
        await page.waitForFunction(
            () => viewer.model.clips.length === 0 || viewer.model.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh),
        );
        const [actual, wanted] = [await savedGlb(), expected].map(accuracyIn);
        // Damaged files have positions near the largest float, whose sums depend on the processor.
        if (wanted.maximum < 1e6) {
            assert.ok(Math.abs(actual.withinStep - wanted.withinStep) < 1e-3, `${name}: ${actual.withinStep}`);
            const off = Math.abs(actual.maximum - wanted.maximum);
            assert.ok(off <= 0.01 * wanted.maximum, `${name}: ${actual.maximum}`);
            ++compared;
        }
    });
    assert.ok(compared > 0);
    assert.deepEqual(page.complaints, []);
});

test("All models are saved as a ZIP of what the command writes, unless it is cancelled", async () => {
    await dropSample();
    const { name, bytes } = await download(() => page.locator("#save-all").click());
    assert.equal(name, "models.zip");
    const files = unzipSync(bytes);
    assert.deepEqual(Object.keys(files).sort(), ["sample/tris.glb", "sample/weapon.glb"]);
    for (const [file, content] of Object.entries(files)) {
        assert.ok(Buffer.from(content).equals(readFileSync(join(glbs, "morph/players", file))), file);
    }
    let downloads = 0;
    page.on("download", () => ++downloads);
    await page.evaluate(() => {
        document.querySelector("#save-all").click();
        document.querySelector("#cancel").click();
    });
    await page.locator("#save-all").waitFor();
    assert.equal(downloads, 0);
});

test("A .glb becomes a player with its skin", async () => {
    await dropModel("knight.glb", sampleGlb());
    assert.deepEqual(await listed(), ["knight.glb"]);
    const before = await drawnColour();
    await askForMd2();
    assert.equal(await page.locator("#md2-folder").textContent(), "players/knight/");
    const { name, files, md2 } = await saveMd2("written");
    assert.equal(name, "knight.zip");
    assert.equal(md2.toString("latin1", 0, 4), "IDP2");
    assert.equal(md2.readUInt32LE(40), 198, "the frames of a player");
    for (const extension of ["png", "pcx", "_i.pcx"]) {
        assert.ok(Object.keys(files).some((file) => file.startsWith("players/knight/") && file.endsWith(extension)));
    }
    await drop(page, [outFile("written/players")]);
    await shows("players/knight/tris.md2");
    assert.equal(await page.locator("#missing").isVisible(), false);
    assert.equal(await page.evaluate(() => viewer.model.clips.length), 20);
    // The game doubles the brightness of skins, and so does the page.
    assert.equal(await page.locator("#brightness").inputValue(), "2");
    const after = await drawnColour();
    before.forEach((value, i) => assert.ok(Math.abs(value - 2 * after[i]) < 24, `${before}, ${after}`));
    // So it is with a .glb that has the clips of a player.
    await dropModel("again.glb", await savedGlb());
    assert.equal(await page.locator("#brightness").inputValue(), "2");
});

test("A folder opens with the body of a player, in all skins that have an icon", async () => {
    const folder = sampleFolder("mod", "players/hero");
    for (const name of ["a_grenades.md2", "jetpack.md2", "v_gun.md2", "w_gun.md2", "body.md2"]) {
        cpSync(sample("weapon.md2"), join(folder, "players/hero", name));
    }
    for (const name of ["gold.pcx", "gold_i.pcx"]) {
        cpSync(sample("moss.pcx"), join(folder, "players/hero", name));
    }
    cpSync(join(models, kSample), join(folder, "models/item"), { recursive: true });
    await drop(page, [folder]);
    await shows("mod/players/hero/tris.md2");
    assert.deepEqual(await page.evaluate(() => viewer.model.skins.map(({ name }) => name)), ["moss", "ember", "gold"]);
    rmSync(join(folder, "models"), { recursive: true });
    rmSync(join(folder, "players/hero/tris.md2"));
    await drop(page, [folder]);
    await shows("mod/players/hero/body.md2");
});

test("Of models that are chosen quickly, the last one is shown and chosen", async () => {
    await drop(page, [sampleFolder("quick", "a", "b", "c")]);
    await shows("quick/a/tris.md2");
    await page.evaluate(async () => {
        viewer.models.choose("quick/b/tris.md2");
        await new Promise((resolve) => setTimeout(resolve, 5));
        await viewer.models.choose("quick/c/tris.md2");
    });
    await isIdle();
    assert.equal(
        await page.evaluate(() => `${viewer.model.name} ${viewer.models.chosen}`),
        "quick/c/tris.md2 quick/c/tris.md2",
    );
});

test("Only models of the game are twice as bright", async () => {
    const md2 = readFileSync(sample("tris.md2"));
    const brightness = () => page.locator("#brightness").inputValue();
    await drop(page, [sample("tris.md2")]);
    await shows("tris.md2");
    assert.equal(await brightness(), "2");
    await dropModel("other.md2", Buffer.from(md2.toString("latin1").replaceAll(".pcx", ".jpg"), "latin1"));
    assert.equal(await brightness(), "1");
    await drop(page, [join(glbs, "morph", kSample, "tris.glb")]);
    await shows("tris.glb");
    assert.equal(await brightness(), "1");
});

test("The view has the whole model in all frames, also after another model", async () => {
    await dropSample();
    await page.locator("#ground").uncheck();
    // How many pixels at the edges of the stage are not those of the background, in every fourth frame
    const atEdges = async () => {
        let count = 0;
        for (const [clip, length] of await page.evaluate(() =>
            viewer.model.clips.map(({ frames }, i) => [i, frames.length]),
        )) {
            for (let frame = 0; frame < length; frame += 4) {
                await page.evaluate(
                    ([i, position]) => {
                        document.querySelectorAll("[name=clip]")[i].click();
                        viewer.stage.playing = false;
                        viewer.stage.position = position;
                    },
                    [clip, frame],
                );
                await drawn(page);
                const { width, height, data } = pixelsOf(await page.locator("#canvas").screenshot());
                // The outermost ones may be of the panels beside it.
                const isAtEdge = (x, y) => x === 2 || y === 2 || x === width - 3 || y === height - 3;
                const isInside = (x, y) => x > 1 && y > 1 && x < width - 2 && y < height - 2;
                const sky = data.readUInt32LE(4 * (2 * width + 2));
                for (let i = 0; i < width * height; ++i) {
                    const [x, y] = [i % width, Math.floor(i / width)];
                    count += isInside(x, y) && isAtEdge(x, y) && data.readUInt32LE(4 * i) !== sky;
                }
            }
        }
        return count;
    };
    assert.equal(await atEdges(), 0);
    await page.locator("#weapon").selectOption("weapon.md2");
    await page.waitForFunction(() => viewer.model.meshes.length === 2);
    await isIdle();
    assert.equal(await atEdges(), 0);
    await page.setViewportSize({ width: 400, height: 800 });
    await drawn(page);
    assert.equal(await atEdges(), 0);
});

test("A dropped picture is worn at once, saved as the first skin, and replaced when it is dropped again", async () => {
    await dropSample();
    await dropBytes("homer2.bmp", bmp(255, 0, 0));
    await wears("homer2");
    assert.match(await page.locator("#worn").textContent(), /^homer2 is not in the files of the model/);
    assert.deepEqual(await drawnColour(), [255, 0, 0]);
    assert.equal(await page.evaluate(() => viewer.model.skins.length), 3);
    await dropBytes("homer2.bmp", bmp(0, 0, 255));
    await page.waitForFunction(
        () => document.querySelector("#busy").textContent === "" && viewer.model.skins.length === 3,
    );
    assert.deepEqual(await drawnColour(), [0, 0, 255]);
    const { name, bytes } = await download(() => page.locator("#save-glb").click());
    assert.equal(name, "sample.glb");
    const { json } = readGlb(bytes);
    assert.equal(json.materials[json.meshes[0].primitives[0].material].name, "homer2");
    // A setting makes the model again.
    await openMore();
    await page.locator("#animation").selectOption("skeleton");
    await hasBones();
    await isIdle();
    await wears("homer2");
    // The MD2 has it, too, with its icon.
    await askForMd2();
    const { name: zip, files, md2 } = await saveMd2("worn");
    assert.equal(zip, "sample.zip");
    assert.deepEqual(
        Object.keys(files).sort(),
        ["tris.md2", ...["ember", "homer2", "moss"].flatMap((skin) => [".pcx", ".png", "_i.pcx", "_i.png"].map((end) => skin + end))]
            .map((file) => `players/sample/${file}`)
            .sort(),
    );
    const at = md2.readInt32LE(44);
    assert.match(md2.toString("latin1", at, at + 64), /^players\/sample\/homer2\.pcx\0/);
    const icon = Buffer.from(files["players/sample/homer2_i.pcx"]);
    assert.deepEqual([icon.readUInt16LE(8), icon.readUInt16LE(10)], [31, 31]);
    assert.equal(icon.toString("hex", icon.length - 768, icon.length - 762), "0000000f0f0f", "the game's palette");
    // It can be opened again, and another model of the same name does not wear the picture.
    await drop(page, [outFile("worn/players")]);
    await shows("players/sample/tris.md2");
    await wears("homer2");
    await dropSample();
    assert.equal(await page.evaluate(() => viewer.model.skins.length), 2);
    // A .glb wears pictures, too.
    await drop(page, [join(glbs, "morph", kSample, "weapon.glb")]);
    await shows("weapon.glb");
    await dropBytes("steel.bmp", bmp(1, 2, 3));
    await wears("steel");
    assert.deepEqual(page.complaints, []);
});

test("A weapon dropped on a player goes into its hand; a broken one changes nothing", async () => {
    const folder = sampleFolder("armed", "hero");
    rmSync(join(folder, "hero/weapon.md2"));
    await drop(page, [folder]);
    await shows("armed/hero/tris.md2");
    const meshes = await page.evaluate(() => viewer.model.meshes.length);
    cpSync(sample("weapon.md2"), outFile("w_axe.md2"));
    await drop(page, [outFile("w_axe.md2"), sample("weapon.pcx")]);
    await page.waitForFunction((count) => viewer.model.meshes.length > count, meshes);
    assert.equal(await page.locator("#weapon").inputValue(), "w_axe.md2");
    await isIdle();
    const names = await listed();
    await dropBytes("w_bad.md2", "IDP2");
    await says("w_bad.md2 cannot be put into the hand.");
    assert.deepEqual(await listed(), names);
    assert.equal(await page.locator("#weapon").inputValue(), "w_axe.md2");
    // It is in the ZIP of the player.
    await askForMd2();
    const { files } = await saveMd2("armed player");
    for (const name of ["tris.md2", "weapon.md2", "weapon.pcx", "weapon.png"]) {
        assert.ok(files[`players/hero/${name}`], `${name} of ${Object.keys(files)}`);
    }
});

test("The model is saved as a picture without background, its skin flat with its triangles, and as a template", async () => {
    await dropSample();
    const picture = await download(() => page.locator("#save-picture").click());
    assert.equal(picture.name, "sample_moss.png");
    const { clear: share } = measure(picture.bytes);
    assert.ok(share > 0.3 && share < 0.95, String(share));
    await page.locator('label:has([value="texture"])').click();
    await page.locator("#flat").waitFor();
    await page.screenshot({ path: outFile("texture.png") });
    const texture = await download(() => page.locator("#save-texture").click());
    assert.equal(texture.name, "moss.png");
    const { width, height, clear } = measure(texture.bytes);
    assert.deepEqual([width, height, clear], [256, 256, 0]);
    for (const scale of [1, 2, 4]) {
        await page.locator("#template-scale").selectOption(String(scale));
        const template = await download(() => page.locator("#save-template").click());
        assert.equal(template.name, "sample_uv.png");
        const found = measure(template.bytes);
        assert.deepEqual([found.width, found.height], [256 * scale, 256 * scale]);
        assert.ok(found.clear > 0.05 && found.clear < 0.95, String(found.clear));
    }
    await page.locator('label:has([value="skin"])').click();
    assert.equal(await page.locator("#flat").isVisible(), false);
});

// The length in seconds and the side in pixels of a video. The policy of the page itself has no videos.
async function playedVideo(bytes, type) {
    const other = await browser.newPage();
    return other.evaluate(
        async (url) => {
            const video = Object.assign(document.createElement("video"), { src: url });
            await new Promise((resolve, reject) => Object.assign(video, { onloadeddata: resolve, onerror: reject }));
            return [video.duration, video.videoWidth];
        },
        `data:video/${type};base64,${bytes.toString("base64")}`,
    );
}

test("A clip becomes a GIF, videos, and a sheet of its frames", async () => {
    await dropSample();
    await page.locator("[name=clip]").nth(1).check({ force: true });
    const film = async (kind, extension = kind) => {
        await page.locator("#film").click();
        await page.locator('label:has([name="film-size"][value="256"])').click();
        await page.locator("#film-times").fill("2");
        const { name, bytes } = await download(() => page.locator(`#film-${kind}`).click());
        assert.equal(name, `sample_run.${extension}`);
        await isIdle();
        return bytes;
    };
    // Debian's Chromium encodes H.264.
    for (const kind of ["webm", "mp4"]) {
        const [seconds, side] = await playedVideo(await film(kind), kind);
        assert.ok(side === 256 && Math.abs(seconds - 1.6) < 0.04, `${kind}: ${side} pixels, ${seconds} s`);
    }
    const gif = await film("gif");
    assert.equal(gif.toString("latin1", 0, 6), "GIF89a");
    assert.deepEqual([gif.readUInt16LE(6), gif.readUInt16LE(8)], [256, 256]);
    assert.ok(gif.includes("NETSCAPE2.0"), "It repeats.");
    const delays = gif.toString("latin1").match(/\x21\xf9\x04.\x05\x00/gs);
    assert.equal(delays?.length, 32, "frames of 0.05 s");
    const { width, height, clear } = measure(await film("sheet", "png"));
    assert.deepEqual([width, height], [3 * 256, 3 * 256], "8 frames");
    assert.ok(clear > 0.3 && clear < 0.95, String(clear));
    assert.ok(await page.evaluate(() => viewer.stage.playing));
    await page.evaluate(() => (document.querySelector("#film-turntable").checked = true));
    assert.notEqual((await film("gif")).length, gif.length, "A turntable shows other pictures.");
});

test("A character with one clip of a foreign name ends as a player that moves", async () => {
    const glb = readGlb(readFileSync(join(glbs, "skeleton", kSample, "tris.glb")));
    glb.json.animations = [{ ...glb.json.animations[1], name: "Take, 001" }];
    glb.json.asset.generator = "another program";
    await dropModel("dancer.glb", makeGlb(glb));
    await askForMd2();
    assert.equal(await page.locator("[name=stand]").inputValue(), "Take, 001");
    await page.locator("[name=run]").selectOption("Take, 001");
    const { md2 } = await saveMd2("dancing");
    assert.equal(await page.locator("#message").isVisible(), false);
    assert.equal(md2.readInt32LE(40), 198);
    assert.ok(!frameOf(md2, 40).equals(frameOf(md2, 42)), "run moves");
});

test("An FBX is shown, and becomes an MD2", async () => {
    await dropModel(
        "wedge.fbx",
        `; FBX 7.3.0 project file
FBXHeaderExtension: { FBXVersion: 7300 }
GlobalSettings: { Version: 1000 }
Objects: {
    Geometry: 1, "Geometry::wedge", "Mesh" {
        Vertices: *12 { a: 0,0,0,10,0,0,0,20,0,0,0,10 }
        PolygonVertexIndex: *12 { a: 0,2,-2,0,1,-4,1,2,-4,0,3,-3 }
        GeometryVersion: 124
    }
    Model: 2, "Model::wedge", "Mesh" { Version: 232 }
}
Connections: {
    C: "OO",2,0
    C: "OO",1,2
}
`,
    );
    assert.equal(await page.locator("#warnings").isVisible(), false, "What Assimp says of an FBX is of no use.");
    await askForMd2();
    await page.locator("label:has(#md2-other)").click();
    const { md2 } = await saveMd2("wedge");
    assert.equal(md2.readInt32LE(32), 4, "triangles");
});

test("The dialog counts the frames that the game allows, and turns a character round", async () => {
    await dropModel("hero.glb", sampleGlb());
    await askForMd2();
    const chosen = await clipsOfPanel();
    assert.equal(Object.keys(chosen).length, 20);
    for (const clip of ["stand", "run", "attack", "pain1", "pain2"]) {
        assert.equal(chosen[clip], clip);
    }
    assert.equal(await page.locator("#md2-limits").textContent(), "198 frames");
    await page.screenshot({ path: outFile("md2-player.png") });
    await page.locator("label:has(#md2-other)").click();
    await page.locator("#md2-fps").fill("60");
    await page.waitForFunction(() => parseInt(document.querySelector("#md2-limits").textContent) > 198);
    const before = await page.locator("#md2-limits").textContent();
    await page.screenshot({ path: outFile("md2-other.png") });
    await page.locator("#md2-all input").nth(0).uncheck();
    await page.waitForFunction((text) => document.querySelector("#md2-limits").textContent !== text, before);
    await page.locator("label:has(#md2-player)").click();
    await page.locator("#md2-turn").click();
    await page.locator("#md2-turn").click();
    assert.ok(Math.abs((await page.evaluate(() => viewer.model.root.rotation.y)) - Math.PI) < 1e-6, "The model turns.");
    await page.locator("[name=taunt]").selectOption("bite");
    await page.locator("[name=attack]").selectOption("-");
    // What was chosen is there when the dialog is opened again.
    await page.keyboard.press("Escape");
    await askForMd2();
    assert.equal(await page.locator("[name=taunt]").inputValue(), "bite");
    const { md2 } = await saveMd2("turned");
    assert.equal(md2.readInt32LE(40), 198);
    assert.equal(await page.locator("#message").isVisible(), false);
    assert.ok(frameOf(md2, 46).equals(frameOf(md2, 49)), "attack stands still");
    assert.ok(!frameOf(md2, 95).equals(frameOf(md2, 98)), "taunt moves");
    await dropModel("next.glb", sampleGlb());
    await askForMd2();
    assert.equal(await page.evaluate(() => viewer.model.root.rotation.y), 0, "Another model is not turned.");
});

test("Files that the page cannot open get advice, without paths and names of properties", async () => {
    const md2 = readFileSync(sample("tris.md2"));
    const requiring = (extension, primitive, rest) => {
        const scene = { scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [{ primitives: [primitive] }] };
        const required = { extensionsUsed: [extension], extensionsRequired: [extension] };
        return makeGlb({ json: { asset: { version: "2.0" }, ...required, ...scene, ...rest } });
    };
    const [kDraco, kMeshopt] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression"];
    const draco = { attributes: {}, extensions: { [kDraco]: { bufferView: 0, attributes: {} } } };
    const view = { buffer: 0, byteLength: 4, byteStride: 4, count: 1 };
    const meshopt = {
        buffers: [{ byteLength: 4, uri: "data:application/octet-stream;base64,AAAAAA==" }],
        bufferViews: [{ ...view, extensions: { [kMeshopt]: view } }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "SCALAR" }],
    };
    const asset = { version: "2.0" };
    const noMesh = makeGlb({ json: { asset, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: "bone" }] } });
    const parts = readGlb(sampleGlb());
    delete parts.json.scene;
    delete parts.json.scenes;
    mkdirSync(outFile("empty folder"), { recursive: true });
    await dropSample();
    const cases = [
        ["parts.glb", makeGlb(parts), "parts.glb shows nothing: it has no scene. Open it in Blender, and export what"],
        ["draco.glb", requiring(kDraco, draco, {}), "draco.glb has meshes that are compressed with Draco. Open"],
        [
            "meshopt.glb",
            requiring(kMeshopt, { attributes: { POSITION: 0 } }, meshopt),
            "meshopt.glb has meshes that are",
        ],
        [
            "nothing.glb",
            noMesh,
            "nothing.glb shows nothing: it has no mesh in its scene. Export it again with its meshes",
        ],
        ["quake3.md2", Buffer.concat([Buffer.from("IDP3"), md2.subarray(4)]), "Open it in Blender or Noesis"],
        ["model.md3", md2, "model.md3 is of another format"],
        ["mod.rar", Buffer.from("Rar!"), "mod.rar is packed in a way"],
        [
            "outer.zip",
            zipSync({ "inner.zip": zipSync({ "a.md2": md2 }) }),
            "inner.zip is packed inside of another archive",
        ],
        ["broken.zip", "PK\x03\x04", "broken.zip"],
        ["empty.pak", Buffer.alloc(0), "empty.pak"],
        ["empty folder", null, "There are no files in it."],
        ["folder of models", null, "a.rar is packed"],
    ];
    mkdirSync(outFile("folder of models"), { recursive: true });
    writeFileSync(join(outFile("folder of models"), "a.rar"), "");
    for (const [name, bytes, expected] of cases) {
        await (bytes ? dropBytes(name, bytes) : drop(page, [outFile(name)]));
        await says(expected);
        assert.doesNotMatch(await page.locator("#message-text").textContent(), /\/files\/|_MD2_|DRACOLoader|undefined/);
        assert.equal(await page.evaluate(() => viewer.model.name), "sample/tris.md2", "The model stays.");
        await page.locator("#message-close").click();
    }
    assert.deepEqual(page.complaints, []);
});

test("Folders and files of unusual names are listed", async () => {
    const folder = sampleFolder("odd", "__proto__", "constructor");
    await drop(page, [folder]);
    await shows("odd/__proto__/tris.md2");
    assert.equal((await listed()).length, 4);
    await drop(page, [join(folder, "__proto__")]);
    await shows("__proto__/tris.md2");
    await dropModel("a<b.md2", readFileSync(sample("tris.md2")));
    await dropBytes("names.zip", zipSync({ "players/<i>/tris.md2": readFileSync(sample("tris.md2")) }));
    await shows("players/<i>/tris.md2");
    assert.equal(await page.locator("#name").textContent(), "<i>");
    assert.equal(await page.locator("#path").textContent(), "players/<i>/tris.md2");
});

test("8,000 folders with archives are sorted within a second", () => {
    const files = Array.from({ length: 8000 }, (_, i) => [`g/${i}/pak0.pak`, `g/${i}/a.md2`]).flat();
    const start = performance.now();
    assert.equal(gamesOf(files.map((path) => ({ path, file: null }))).folders.length, 8000);
    assert.ok(performance.now() - start < 1000, `${performance.now() - start} ms`);
});

test(
    "Of a long list only what is seen is there, and the first model does not wait for all",
    { timeout: 120_000 },
    async () => {
        const folder = sampleFolder("long", "aaa/player");
        for (let i = 0; i < 3000; ++i) {
            const place = join(folder, `m${Math.floor(i / 100)}`);
            mkdirSync(place, { recursive: true });
            linkSync(join(folder, "aaa/player/weapon.md2"), join(place, `part${i}.md2`));
        }
        await drop(page, [folder]);
        await page.waitForFunction(() => document.querySelector("#models [role=option]") && !viewer.model);
        await page.waitForFunction(() => viewer.model && document.querySelector("#busy").textContent !== "");
        await page.waitForFunction(
            () => document.querySelector("#busy").textContent === "" && viewer.models.listed.length > 3000,
            null,
            { timeout: 100_000 },
        );
        assert.ok((await page.locator("#models [role=option]").count()) < 60);
        assert.equal(await page.evaluate(() => viewer.model.name), "long/aaa/player/tris.md2");
        await page.locator("#models").focus();
        await page.keyboard.press("End");
        await shows((await listed()).at(-1));
        assert.ok(await page.locator("#models [aria-selected=true]").isVisible());
        // Without a player, the first one of the list is shown.
        rmSync(join(folder, "aaa"), { recursive: true });
        await drop(page, [folder]);
        await shows("long/m0/part0.md2");
    },
);

test("A mod is grouped by its folders, and every word of the filter must occur", async () => {
    await drop(page, [
        sampleFolder("mod", "players/terror", "players/seal", "models/weapons/v_m4", "models/items/band"),
    ]);
    await shows("mod/players/seal/tris.md2");
    const titles = () => page.locator("#models b").allTextContents();
    const groups = () => page.locator(".models .group").evaluateAll((all) => all.map(({ title }) => title));
    assert.deepEqual(await groups(), ["items", "players", "weapons"]);
    assert.deepEqual(await titles(), ["band", "weapon", "seal", "weapon", "terror", "weapon", "v_m4", "weapon"]);
    await page.locator("#filter").fill("weapon terror");
    assert.deepEqual(await listed(), ["mod/players/terror/weapon.md2"]);
    await page.locator("#filter").fill("nothing like this");
    assert.equal(await page.locator("#save-all").isDisabled(), true);
    await page.locator("#filter").fill("");
    await page.locator(".models .group").nth(0).click();
    assert.ok(!(await titles()).includes("band"));
    assert.equal((await listed()).length, 8, "A group that is folded is saved, too.");
});

test("Each model of the list gets a picture; an MD3 is marked, and left out when all are saved", async () => {
    const folder = sampleFolder("marks", "a", "b");
    const md2 = readFileSync(sample("tris.md2"));
    mkdirSync(join(folder, "c"));
    writeFileSync(join(folder, "c/tris.md2"), Buffer.concat([Buffer.from("IDP3"), md2.subarray(4)]));
    writeFileSync(join(folder, "c/cut.md2"), md2.subarray(0, 500));
    await drop(page, [folder]);
    await shows("marks/a/tris.md2");
    const mark = (name) => page.locator(`#models [title="marks/${name}.md2"] .mark`);
    await mark("b/tris").locator("canvas").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("#models .flawed").length === 2);
    assert.equal(await mark("c/tris").textContent(), "MD3");
    const { bytes } = await download(() => page.locator("#save-all").click());
    assert.equal(Object.keys(unzipSync(bytes)).length, 4);
    await says("1 of 6 models failed:\nmarks/c/cut.md2: ");
    await says("\n1 model left out: This is an MD3");
    // Where the first model is broken, the next one is shown.
    writeFileSync(join(folder, "a/tris.md2"), "IDP2");
    await drop(page, [folder]);
    await shows("marks/b/tris.md2");
    await isIdle();
    assert.equal(await page.locator("#message").isVisible(), false);
});

test("Skins are pictures of the model, above the clips; facts are those of the file", async () => {
    await dropSample();
    await page.waitForFunction(() => document.querySelector("#skins canvas")?.width === 144);
    const [skins, clips] = await Promise.all(
        ["#skins-field", "#clips-field"].map((id) => page.locator(id).boundingBox()),
    );
    assert.ok(skins.y < clips.y && clips.y + clips.height <= 720);
    const md2 = readFileSync(sample("tris.md2"));
    const facts = await page.locator("#facts").textContent();
    for (const fact of [
        `${md2.readInt32LE(24)} vertices`,
        `${md2.readInt32LE(32)} triangles`,
        "58 frames",
        "skin 256 × 256",
    ]) {
        assert.ok(facts.replaceAll(",", "").includes(fact), `${fact} in ${facts}`);
    }
});

test("A clip can be played once, the keys look from the sides, and the frame is saved as STL and OBJ", async () => {
    await dropSample();
    await page.locator("#repeat").uncheck();
    await page.locator("#speed").selectOption("4");
    await page.waitForFunction(() => !viewer.stage.playing);
    assert.match(await page.locator("#frame-number").textContent(), /^frame (\d+) of \1$/);
    await page.locator("#play").click();
    assert.ok(await page.evaluate(() => viewer.stage.playing), "It begins again.");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("w");
    assert.ok(await page.locator('[name=look][value="wireframe"]').isChecked());
    await page.keyboard.press("w");
    assert.ok(await page.locator('[name=look][value="skin"]').isChecked());
    const before = await page.locator("#canvas").screenshot();
    await page.keyboard.press("3");
    await drawn(page);
    assert.ok(!before.equals(await page.locator("#canvas").screenshot()));
    const triangles = readFileSync(sample("tris.md2")).readInt32LE(32);
    const stl = await download(() => page.locator("#save-stl").click());
    assert.deepEqual([stl.name, stl.bytes.readUInt32LE(80)], ["sample.stl", triangles]);
    const obj = await download(() => page.locator("#save-obj").click());
    assert.equal(obj.bytes.toString().match(/^f /gm).length, triangles);
});

// The sample with bones, named and animated as an online service does it
function mixamo(clip) {
    const glb = readGlb(readFileSync(join(glbs, "skeleton", kSample, "tris.glb")));
    glb.json.animations = [{ ...glb.json.animations[clip], name: "mixamo.com" }];
    glb.json.asset.generator = "another program";
    return makeGlb(glb);
}

test("A character without animations takes those of another file", async () => {
    const folder = outFile("pose");
    mkdirSync(folder, { recursive: true });
    const { json, rest } = readGlb(mixamo(0));
    writeFileSync(join(folder, "body.glb"), makeGlb({ json: { ...json, animations: undefined }, rest }));
    // Assimp refuses to export an animation with the name of a node.
    writeFileSync(join(folder, "sample_bone1.glb"), mixamo(1));
    await drop(page, [folder]);
    await shows("pose/body.glb");
    await page.locator("#add-clips").click();
    await page.waitForFunction(() => viewer.model.clips.length === 1);
});

test("Files with one skeleton become one character with their clips, and a player", async () => {
    const folder = outFile("mixamo");
    mkdirSync(folder, { recursive: true });
    ["idle", "running", "jump"].forEach((name, i) => writeFileSync(join(folder, `${name}.glb`), mixamo([0, 1, 6][i])));
    await drop(page, [folder]);
    await shows("mixamo/idle.glb");
    await page.locator("#add-clips").waitFor();
    assert.equal(await page.locator("#add-clips").textContent(), "Add 2 clips to this character?");
    await page.locator("#add-clips").click();
    await page.waitForFunction(() => viewer.model.clips.length === 3);
    assert.deepEqual(await page.evaluate(() => viewer.model.clips.map(({ name }) => name)), [
        "idle",
        "jump",
        "running",
    ]);
    await isIdle();
    await askForMd2();
    const clips = await clipsOfPanel();
    assert.deepEqual(
        ["stand", "run", "jump", "flip", "pain1"].map((clip) => clips[clip]),
        ["idle", "running", "jump", "from jump", "stands still"],
    );
    const { md2 } = await saveMd2("of mixamo");
    assert.equal(md2.readInt32LE(40), 198);
    assert.ok(!frameOf(md2, 40).equals(frameOf(md2, 42)), "run moves");
    await page.locator("#md2-card").waitFor();
    assert.match(
        await page.locator("#md2-summary").textContent(),
        /^idle\.zip: 198 frames, .*; \d+ clips stand still$/,
    );
    await page.locator("#md2-show").click();
    await shows("players/idle/tris.md2");
});

test("A character without animation becomes a player of 198 frames with its feet at -24", async () => {
    const glb = readGlb(readFileSync(join(glbs, "skeleton", kSample, "tris.glb")));
    delete glb.json.animations;
    glb.json.asset.generator = "another program";
    await dropModel("statue.glb", makeGlb(glb));
    await askForMd2();
    assert.ok(await page.locator("#md2-still").isVisible(), "The panel says so before.");
    const { md2 } = await saveMd2("statue");
    assert.equal(md2.readInt32LE(40), 198);
    const start = md2.readInt32LE(56);
    assert.ok(Math.abs(md2.readFloatLE(start + 20) + 24) < 0.5, `feet at ${md2.readFloatLE(start + 20)}`);
});

test("A lost graphics context gets a message, and the picture comes back, also while paused", async () => {
    await dropSample();
    await page.locator("#play").click();
    await drawn(page);
    const before = await page.locator("#canvas").screenshot();
    const lose = await page.evaluateHandle(() =>
        document.querySelector("#canvas").getContext("webgl2").getExtension("WEBGL_lose_context"),
    );
    await lose.evaluate((extension) => extension.loseContext());
    await says("The graphics card has stopped drawing.");
    await lose.evaluate((extension) => extension.restoreContext());
    await page.locator("#message").waitFor({ state: "hidden" });
    await drawn(page);
    assert.ok(before.equals(await page.locator("#canvas").screenshot()));
});

test("A browser without WebGL gets a message in place of buttons", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
    const other = await context.newPage();
    await other.goto(pathToFileURL(pageFile).href);
    await other.waitForFunction(() => /WebGL 2 is missing/.test(document.querySelector("#message-text").textContent));
    assert.equal(await other.locator("#folder-field").isVisible(), false);
    await context.close();
});

test("A reader hears model and clip once, and nothing of frames", async () => {
    await dropSample();
    await page.locator("[name=clip]").nth(1).check({ force: true });
    assert.equal(await page.locator("#announcement").textContent(), "sample/tris.md2, run");
    const changes = await page.evaluate(async () => {
        let count = 0;
        const observer = new MutationObserver((records) => (count += records.length));
        document
            .querySelectorAll("output, [role=status], [role=alert], [aria-live]")
            .forEach((each) => observer.observe(each, { childList: true, characterData: true, subtree: true }));
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return count;
    });
    assert.equal(changes, 0);
    const tree = await page.locator("#clips-field").ariaSnapshot();
    assert.match(tree, /group "Clips"/);
});

test("The picture has the pixels of the screen after a zoom of the browser", async () => {
    await dropSample();
    const session = await page.context().newCDPSession(page);
    const zoomed = { width: 1000, height: 563, deviceScaleFactor: 1.28, mobile: false };
    await session.send("Emulation.setDeviceMetricsOverride", zoomed);
    await page.waitForFunction(() => {
        const { width, clientWidth } = document.querySelector("#canvas");
        return width === Math.floor(1.28 * clientWidth);
    });
});

test("Nothing runs while nothing moves", async () => {
    await dropSample();
    await page.locator("#play").click();
    const callbacks = await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        let count = 0;
        const { requestAnimationFrame: before } = window;
        window.requestAnimationFrame = (callback) => before(callback, ++count);
        await new Promise((resolve) => setTimeout(resolve, 500));
        window.requestAnimationFrame = before;
        return count;
    });
    assert.equal(callbacks, 0);
});

test("The page and its dialogs have no flaws that axe-core finds", async () => {
    const check = async (state) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run());
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        assert.deepEqual(found, [], state);
    };
    for (const colorScheme of ["dark", "light"]) {
        await page.context().close();
        page = await openPage(browser, pageFile, { width: 1280, height: 720, colorScheme });
        await check(`empty, ${colorScheme}`);
        await drop(page, [models]);
        await page.waitForFunction(() => viewer.model);
        await isIdle();
        await check(`list, ${colorScheme}`);
        await page.screenshot({ path: outFile(`list-${colorScheme}.png`) });
        await page.keyboard.press("?");
        await page.locator("#help-dialog").waitFor();
        assert.match(await page.locator("#help-dialog").innerText(), /assimp-md2 \d+\.\d+\.\d+.*turn.*zoom/s);
        await check(`help, ${colorScheme}`);
        await page.locator("#show-licences").click();
        await page.locator("#licences-dialog").waitFor();
        assert.match(await page.locator("#licences-text").textContent(), /three\.js.*Assimp/s);
        await check(`licences, ${colorScheme}`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await drop(page, [join(glbs, "morph", kSample, "tris.glb")]);
        await shows("tris.glb");
        await page.locator("#save-md2").click();
        await page.locator("#md2-form").waitFor();
        await check(`MD2, ${colorScheme}`);
        await page.screenshot({ path: outFile(`md2-${colorScheme}.png`) });
    }
});

test("The keyboard opens warnings, and leaves a dialog with an invalid number", async () => {
    await dropSample();
    await page.evaluate(() => (document.querySelector("#warnings").hidden = false));
    await page.locator("#warnings-count").focus();
    await page.keyboard.press("Space");
    assert.ok(await page.evaluate(() => document.querySelector("#warnings").open && viewer.stage.playing));
    await dropModel("other.glb", sampleGlb());
    await askForMd2();
    await page.locator("#md2-height").fill("0");
    await page.locator("#md2-close").click();
    assert.equal(await page.locator("#md2-form").isVisible(), false);
});

test("ZIPs and hidden files in a folder hide no models", () => {
    const file = {};
    const paths = ["m/a/a.zip", "m/a/tris.md2", "m/b/b.zip", "m/b/tris.md2", "m/c.glb"];
    const { folders, files, scenes: found } = gamesOf(paths.map((path) => ({ path, file })));
    assert.deepEqual(folders, ["0"]);
    assert.deepEqual(
        files.map(({ path }) => path),
        paths.map((path) => `0/${path}`),
    );
    assert.deepEqual([...found.keys()], ["m/c.glb"]);
    assert.deepEqual(usedOf([{ path: "m/._c.glb" }, { path: "__MACOSX/c.glb" }, { path: "readme.txt" }]), []);
});

for (const [width, height] of [[320, 640], [390, 844], [640, 360], [844, 390], [1366, 768], [1440, 900]]) {
    test(`The layout holds at ${width} × ${height}, and the stage stays in view`, async () => {
        await page.setViewportSize({ width, height });
        await drop(page, [models]);
        await page.waitForFunction(() => viewer.model);
        await isIdle();
        await page.screenshot({ path: outFile(`page-${width}.png`) });
        assert.deepEqual(await layoutFlaws(page), []);
        const stage = await page.locator("#stage").boundingBox();
        assert.ok(stage.y >= 0 && stage.y + stage.height <= height && stage.height > height / 4);
        assert.ok(stage.width >= 300);
        const save = await page.locator("#save-glb").boundingBox();
        assert.ok(save.y + save.height <= height, "Save is above the fold");
    });
}

const kFirefox = "/usr/bin/firefox-esr";
const isFirefoxThere = existsSync(kFirefox) && existsSync("/usr/bin/xvfb-run");
test("Firefox opens chosen files and a chosen folder", { skip: !isFirefoxThere, timeout: 120_000 }, async () => {
    const firefox = await openInFirefox(kFirefox, pathToFileURL(pageFile).href);
    const until = (condition) =>
        firefox.run(`return new Promise((resolve) => {
            const check = () => (${condition} ? resolve(true) : requestAnimationFrame(check));
            check();
        })`);
    try {
        await until("!document.querySelector('#invitation').hidden");
        await firefox.choose("file", sampleFiles);
        await until("viewer.model?.name === 'tris.md2' && viewer.stage.framesDrawn > 2");
        assert.ok(await firefox.run("return viewer.model.skins.every(({ texture }) => texture.image.width > 0)"));
        await firefox.choose("folder", [join(models, "players")]);
        await until("viewer.model.name === 'players/sample/tris.md2'");
        assert.equal(await firefox.run("return viewer.models.listed.length"), 2);
        // What is saved, in place of the download
        await firefox.run(`
            viewer.saves = [];
            HTMLAnchorElement.prototype.click = function () {
                viewer.saves.push(this.download);
            };
        `);
        writeFileSync(outFile("worn.bmp"), bmp(9, 8, 7));
        await firefox.choose("file", [outFile("worn.bmp")]);
        await until("viewer.model.skins.length === 3 && document.querySelectorAll('[name=skin]')[2].checked");
        await until("document.querySelector('#busy').textContent === ''");
        await firefox.run("document.querySelector('[name=look][value=texture]').click()");
        await until("document.querySelector('#flat-canvas').width > 0");
        await firefox.run("document.querySelector('[name=look][value=skin]').click()");
        for (const [button, name] of [
            ["film-webm", "sample_stand.webm"],
            ["film-gif", "sample_stand.gif"],
            ["film-sheet", "sample_stand.png"],
            ["save-template", "sample_uv.png"],
        ]) {
            await firefox.run(`document.querySelector("#${button}").click()`);
            await until(`viewer.saves.includes("${name}")`);
        }
        await firefox.run("document.querySelector('#save-md2').click()");
        await until("!document.querySelector('#md2-panel').hidden");
        await firefox.run("document.querySelector('#md2-save').click()");
        await until("viewer.saves.includes('sample.zip')");
        await firefox.run("document.querySelector('#play').click()");
        cpSync(sample("weapon.md2"), outFile("w_club.md2"));
        await firefox.choose("file", [outFile("w_club.md2")]);
        await until("viewer.model.meshes.length === 2 && document.querySelector('#weapon').value === 'w_club.md2'");
        assert.equal(await firefox.run("return document.querySelector('#message').hidden"), true);
    } finally {
        await firefox.close();
    }
});
