// SPDX-License-Identifier: BSD-3-Clause
// The page of cmake/package.sh web, from file://, in headless Chromium with real drops, and in Firefox where it is there:
// node web_test.mjs PAGE MODELS GLBS OUT CHROMIUM
// MODELS: a folder of models with skins; players/sample in it is the project's sample. GLBS: what
// `assimp-md2 convert MODELS GLBS/morph/` writes, and the same with --animation=skeleton in GLBS/skeleton/. Screenshots are
// left in OUT.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { unzipSync, zipSync } from "../../view/node_modules/fflate/esm/index.mjs";
import { gamesOf, usedOf } from "../../view/dropped_files.js";
import { drawn, drop, launch, openPage, writePak } from "./browser.mjs";
import { openInFirefox } from "./firefox.mjs";

const [pageFile, models, glbs, out, chromium] = process.argv.slice(2);
const kSample = "players/sample";
const sample = (name) => join(models, kSample, name);
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
const isIdle = (of = page) => of.waitForFunction(() => document.querySelector("#busy").textContent === "");
const says = (part) =>
    page.waitForFunction((text) => document.querySelector("#message-text").textContent.includes(text), part);
const listed = () => page.evaluate(() => viewer.models.listed);
const savedGlb = async () => Buffer.from(await page.evaluate(() => Array.from(new Uint8Array(viewer.saved.bytes))));
async function download(start) {
    const [file] = await Promise.all([page.waitForEvent("download"), start()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
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
    const { extras = {} } = JSON.parse(glb.toString("utf8", 20, 20 + glb.readUInt32LE(12))).scenes[0];
    return { withinStep: extras.MD2_BONES_WITHIN_STEP, maximum: extras.MD2_BONES_MAXIMUM };
};
const modelsBeneath = (folder) =>
    readdirSync(folder, { recursive: true })
        .filter((name) => /\.md2$/i.test(name))
        .sort();

test("The page is one file without requests, of at most 2.2 MB, or 1.1 MB with gzip", () => {
    const html = readFileSync(pageFile);
    assert.ok(html.length <= 2_200_000, `${html.length} bytes`);
    const { length } = gzipSync(html);
    assert.ok(length <= 1_100_000, `${length} bytes with gzip`);
    assert.match(html.toString("latin1"), /Content-Security-Policy"\s+content="default-src 'none'/);
    assert.deepEqual(page.complaints, []);
});

test("A dropped model moves, with its skins and its weapon", async () => {
    await drop(page, readdirSync(join(models, kSample)).map(sample));
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

test("A dropped folder lists its models; each is saved as the command converts it", async () => {
    await drop(page, [models]);
    await page.waitForFunction(() => viewer.model);
    const prefix = `${models.split("/").at(-1)}/`;
    const names = await listed();
    assert.deepEqual(
        [...names].sort(),
        modelsBeneath(models).map((name) => prefix + name),
    );
    let equal = 0;
    for (const name of names) {
        const expected = join(glbs, "morph", name.slice(prefix.length).replace(/\.md2$/i, ".glb"));
        await page.evaluate((wanted) => viewer.models.choose(wanted), name);
        if (!existsSync(expected)) {
            assert.match(await page.locator("#message-text").textContent(), /\w/, `${name} is converted`);
            continue;
        }
        await shows(name);
        assert.ok((await savedGlb()).equals(readFileSync(expected)), `${name} differs`);
        ++equal;
    }
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
    const reached = new Set();
    for (let i = 0; i < 40; ++i) {
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
    const files = Object.fromEntries(
        readdirSync(join(models, kSample)).map((name) => [`${kSample}/${name}`, readFileSync(sample(name))]),
    );
    writePak(join(folder, "pak0.pak"), files);
    writeFileSync(join(folder, "models/broken.md2"), files[`${kSample}/tris.md2`].subarray(0, 200));
    await drop(page, [folder]);
    await shows(`${kSample}/tris.md2`);
    assert.deepEqual(await listed(), ["models/broken.md2", `${kSample}/tris.md2`, `${kSample}/weapon.md2`]);
    await page.evaluate(() => viewer.models.choose("models/broken.md2"));
    await says("models/broken.md2: ");
    // What is shown stays chosen.
    assert.equal(await page.locator("#models [aria-selected=true]").getAttribute("title"), `${kSample}/tris.md2`);
    await page.evaluate((name) => viewer.models.choose(name), `${kSample}/tris.md2`);
    assert.equal(await page.locator("#message").isVisible(), false);
    await drop(page, [join(folder, "pak0.pak")]);
    await page.waitForFunction(() => viewer.models.listed.length === 2);
    writeFileSync(outFile("download.zip"), zipSync({ "a.md2": files[`${kSample}/tris.md2`] }));
    await drop(page, [outFile("download.zip")]);
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
    const images = readdirSync(join(models, kSample)).filter((name) => /\.pcx$/.test(name));
    await drop(page, images.map(sample));
    await page.waitForFunction(() => viewer.model.skins[0].texture?.image);
    assert.equal(await missing.isVisible(), false);
    assert.equal(await isTinted(), true);
});

test("A ZIP of skins joins the model that is open; what is no model leaves it open", async () => {
    await drop(page, [sample("tris.md2")]);
    await shows("tris.md2");
    const skins = readdirSync(join(models, kSample)).filter((name) => /\.pcx$/.test(name));
    writeFileSync(
        outFile("skins.zip"),
        zipSync(Object.fromEntries(skins.map((name) => [name, readFileSync(sample(name))]))),
    );
    await drop(page, [outFile("skins.zip")]);
    await page.waitForFunction(() => viewer.model.skins.every(({ texture }) => texture?.image));
    await drop(page, [pageFile]);
    await says("There is no model among these files.");
    writeFileSync(outFile("damaged.pak"), "PACK");
    await drop(page, [outFile("damaged.pak")]);
    await says("damaged.pak");
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
    await drop(
        page,
        readdirSync(join(models, kSample))
            .filter((name) => /pcx$/.test(name))
            .map(sample),
    );
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
    await says("1 of 6 models failed: changing/b/tris.md2");
    await shows("tris.md2");
});

test("What is no model gets a message", async () => {
    await drop(page, [pageFile]);
    await says("There is no model among these files.");
    writeFileSync(outFile("empty.pak"), "");
    await drop(page, [outFile("empty.pak")]);
    await says("empty.pak");
    assert.deepEqual(page.complaints, []);
});

test("Files and folders can be chosen with the buttons", async () => {
    await page.locator("#file").setInputFiles(readdirSync(join(models, kSample)).map(sample));
    await shows("tris.md2");
    await page.locator("#folder").setInputFiles(join(models, kSample));
    await shows("sample/tris.md2");
});

test("Bones and clips are settings of the import", async () => {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
    await page.locator("#clips-by").selectOption("single");
    await page.waitForFunction(() => viewer.model.clips.length === 1);
    await page.locator("#animation").selectOption("skeleton");
    await page.waitForFunction(() => viewer.model.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh));
    await isIdle();
    await page.locator("#bones").check();
    await drawn(page);
    await page.screenshot({ path: outFile("bones.png") });
    assert.deepEqual(page.complaints, []);
});

test("A setting keeps what a person looks at", async () => {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
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
    await page.locator("#animation").selectOption("skeleton");
    await page.waitForFunction(() => viewer.model.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh));
    await isIdle();
    assert.deepEqual(await state(), before);
});

test("Every model that moves is shown with bones as exact as those that the command writes", async () => {
    await drop(page, [models]);
    await page.waitForFunction(() => viewer.model);
    await page.locator("#animation").selectOption("skeleton");
    const prefix = `${models.split("/").at(-1)}/`;
    let compared = 0;
    for (const name of await listed()) {
        await page.evaluate((wanted) => viewer.models.choose(wanted), name);
        const expected = join(glbs, "skeleton", name.slice(prefix.length).replace(/\.md2$/i, ".glb"));
        if (existsSync(expected)) {
            await page.waitForFunction(
                (wanted) =>
                    viewer.model?.name === wanted &&
                    (viewer.model.clips.length === 0 || viewer.model.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh)),
                name,
            );
            const [actual, wanted] = [await savedGlb(), readFileSync(expected)].map(accuracyIn);
            // Damaged files have positions near the largest float, whose sums depend on the processor.
            if (wanted.maximum < 1e6) {
                assert.ok(Math.abs(actual.withinStep - wanted.withinStep) < 1e-3, `${name}: ${actual.withinStep}`);
                assert.ok(
                    Math.abs(actual.maximum - wanted.maximum) <= 0.01 * wanted.maximum,
                    `${name}: ${actual.maximum}`,
                );
                ++compared;
            }
        }
    }
    assert.ok(compared > 0);
    assert.deepEqual(page.complaints, []);
});

test("All models are saved as a ZIP of what the command writes, unless it is cancelled", async () => {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
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

test("A picture has no background, and shows the model", async () => {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
    const { name, bytes } = await download(() => page.locator("#save-picture").click());
    assert.equal(name, "sample_moss.png");
    const alphas = await page.evaluate(async (base64) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        const shares = [0, 0];
        for (let i = 3; i < data.length; i += 4) {
            shares[0] += data[i] === 0;
            shares[1] += data[i] === 255;
        }
        return shares.map((count) => count / (data.length / 4));
    }, bytes.toString("base64"));
    assert.ok(alphas[0] > 0.3 && alphas[1] > 0.05, String(alphas));
});

test("A .glb becomes a player with its skin", async () => {
    cpSync(join(glbs, "morph", kSample, "tris.glb"), outFile("knight.glb"));
    await drop(page, [outFile("knight.glb")]);
    await shows("knight.glb");
    assert.deepEqual(await listed(), ["knight.glb"]);
    await page.locator("#save-md2").click();
    await page.locator("#md2-dialog").waitFor();
    assert.equal(await page.locator("#md2-folder").textContent(), "players/knight/");
    const { name, bytes } = await download(() => page.locator("#md2-dialog button[value=save]").click());
    assert.equal(name, "knight.zip");
    const files = unzipSync(bytes);
    const model = Buffer.from(files["players/knight/tris.md2"]);
    assert.equal(model.toString("latin1", 0, 4), "IDP2");
    assert.equal(model.readUInt32LE(40), 198, "the frames of a player");
    for (const extension of ["png", "pcx", "_i.pcx"]) {
        assert.ok(Object.keys(files).some((file) => file.startsWith("players/knight/") && file.endsWith(extension)));
    }
    for (const [file, content] of Object.entries(files)) {
        mkdirSync(join(out, "written/players/knight"), { recursive: true });
        writeFileSync(join(out, "written", file), content);
    }
    await drop(page, [outFile("written/players")]);
    await shows("players/knight/tris.md2");
    assert.equal(await page.locator("#missing").isVisible(), false);
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
        await page.locator("#show-licences").click();
        await page.locator("#licences-dialog").waitFor();
        assert.match(await page.locator("#licences-text").textContent(), /three\.js.*Assimp/s);
        await check(`licences, ${colorScheme}`);
        await page.keyboard.press("Escape");
        await drop(page, [join(glbs, "morph", kSample, "tris.glb")]);
        await shows("tris.glb");
        await page.locator("#save-md2").click();
        await page.locator("#md2-dialog").waitFor();
        await check(`MD2, ${colorScheme}`);
        await page.screenshot({ path: outFile(`md2-${colorScheme}.png`) });
    }
});

test("The keyboard opens warnings, and leaves a dialog with an invalid number", async () => {
    await drop(page, [join(models, kSample)]);
    await shows("sample/tris.md2");
    await page.evaluate(() => (document.querySelector("#warnings").hidden = false));
    await page.locator("#warnings-count").focus();
    await page.keyboard.press("Space");
    assert.ok(await page.evaluate(() => document.querySelector("#warnings").open && viewer.stage.playing));
    cpSync(join(glbs, "morph", kSample, "tris.glb"), outFile("other.glb"));
    await drop(page, [outFile("other.glb")]);
    await shows("other.glb");
    await page.locator("#save-md2").click();
    await page.locator("#md2-dialog").waitFor();
    await page.locator("#md2-height").fill("0");
    await page.locator("#md2-dialog button[value='']").click();
    assert.equal(await page.locator("#md2-dialog").isVisible(), false);
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

for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1440, 900],
]) {
    test(`The layout holds at ${width} × ${height}, and the stage stays in view`, async () => {
        await page.setViewportSize({ width, height });
        await drop(page, [models]);
        await page.waitForFunction(() => viewer.model);
        await isIdle();
        await page.locator('label:has(input[name="skin"])').last().scrollIntoViewIfNeeded();
        await page.screenshot({ path: outFile(`page-${width}.png`) });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        const stage = await page.locator("#stage").boundingBox();
        assert.ok(stage.y >= 0 && stage.y + stage.height <= height && stage.height > height / 4);
    });
}

const kFirefox = "/usr/bin/firefox-esr";
const isFirefoxThere = existsSync(kFirefox) && existsSync("/usr/bin/xvfb-run");
test("Firefox opens chosen files and a chosen folder", { skip: !isFirefoxThere, timeout: 120_000 }, async () => {
    const firefox = await openInFirefox(kFirefox, pathToFileURL(pageFile).href);
    const until = async (condition) => {
        while (!(await firefox.run(`return Boolean(${condition})`))) {
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    };
    try {
        await until("!document.querySelector('#invitation').hidden");
        await firefox.choose("file", readdirSync(join(models, kSample)).map(sample));
        await until("viewer.model?.name === 'tris.md2' && viewer.stage.framesDrawn > 2");
        assert.ok(await firefox.run("return viewer.model.skins.every(({ texture }) => texture.image.width > 0)"));
        await firefox.choose("folder", [join(models, "players")]);
        await until("viewer.model.name === 'players/sample/tris.md2'");
        assert.equal(await firefox.run("return viewer.models.listed.length"), 2);
    } finally {
        await firefox.close();
    }
});
