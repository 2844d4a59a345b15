// SPDX-License-Identifier: BSD-3-Clause
// Measures the page of cmake/package.sh web in headless Chromium and prints a table:
// node measure_web.mjs PAGE PLAYER GAME CHROMIUM
// PLAYER: a folder of one model with its skins. GAME: a ZIP or PK3 with at least 180 MB of files and 500 models, such as
// 0models.pk3 of ufoai-data. Times are the shortest of several attempts.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync } from "../../view/node_modules/fflate/esm/index.mjs";
import { drop, launch, openPage, writePak } from "./browser.mjs";

const [pageFile, player, game, chromium] = process.argv.slice(2);
const kPakBytes = 180e6;
const kModels = 500;
const kMegabyte = 1e6;

const folder = mkdtempSync(join(tmpdir(), "assimp-md2-measure-"));
const pak = join(folder, "pak0.pak");
writePakOf(game, pak);
const browser = await launch(chromium);
const session = await browser.newBrowserCDPSession();
const report = (measure, value, goal) => console.log(`| ${measure} | ${value} | ${goal} |`);
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const megabytes = (bytes) => `${Math.round(bytes / kMegabyte)} MB`;

function writePakOf(archive, path) {
    let total = 0;
    const files = unzipSync(readFileSync(archive), {
        filter: ({ name, originalSize }) =>
            /\.(md2|png|jpg|pcx|tga)$/i.test(name) && name.length < 56 && (total += originalSize) < kPakBytes,
    });
    writePak(path, files);
}

// The memory of the pages, and of the process that draws them, as the kernel counts it: shared parts once. Chromium keeps
// images in the latter, up to about 230 MB.
async function memory(page, type = "renderer") {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.detach();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo
        .filter((each) => each.type === type)
        .map(({ id }) => Number(readFileSync(`/proc/${id}/smaps_rollup`, "utf8").match(/^Pss: *(\d+)/m)[1]) * 1024)
        .reduce((sum, bytes) => sum + bytes, 0);
}

// The time in the page when a condition holds, from what `began` has noted.
const elapsed = (page, condition) =>
    page.evaluate(
        (text) =>
            new Promise((resolve) => {
                const isTrue = new Function(`return ${text}`);
                const look = () => (isTrue() ? resolve(performance.now() - window.began) : requestAnimationFrame(look));
                look();
            }),
        condition,
    );

async function shortest(attempts, measure) {
    const times = [];
    for (let i = 0; i < attempts; ++i) {
        const page = await openPage(browser, pageFile, { width: 1280, height: 720 });
        times.push(await measure(page));
        await page.context().close();
    }
    return Math.min(...times);
}

// Opens the page once more, in the same tab.
async function timeUntilReady(page) {
    await page.addInitScript(() =>
        document.addEventListener("DOMContentLoaded", async () => {
            await window.viewer.ready;
            window.readyAfter = performance.now();
        }),
    );
    await page.goto(pathToFileURL(pageFile).href);
    await page.waitForFunction(() => window.readyAfter);
    return page.evaluate(() => window.readyAfter);
}

// Drops files; the condition holds some time after the moment of the drop.
async function fromDropTo(page, paths, condition) {
    await page.evaluate(() => {
        document.addEventListener("drop", () => (window.began = performance.now()), { capture: true, once: true });
    });
    await drop(page, paths);
    return elapsed(page, condition);
}

console.log("| measure | result | goal |\n|---|---|---|");
report("page ready", seconds(await shortest(8, timeUntilReady)), "1 s");
const files = readdirSync(player).map((name) => join(player, name));
const moves = "window.viewer.model && window.viewer.stage.playing && window.viewer.stage.position > 0";
report("drop to motion", seconds(await shortest(8, (page) => fromDropTo(page, files, moves))), "1 s");

let used;
const listed = await shortest(5, async (page) => {
    const before = await memory(page);
    const time = await fromDropTo(page, [pak], "document.querySelector('#models label')");
    await page.waitForFunction(() => window.viewer.model);
    used = (await memory(page)) - before;
    return time;
});
report("a PAK of 180 MB: listed", seconds(listed), "2 s");
report("a PAK of 180 MB: memory with its first model, more than before", megabytes(used), "480 MB");

const page = await openPage(browser, pageFile, { width: 1280, height: 720 });
await drop(page, [pak]);
await page.waitForFunction(() => window.viewer.model);
const names = await page.$$eval("#models input", (inputs) => inputs.map(({ value }) => value));
const bothAfter = async (count) => {
    for (; opened < count; ++opened) {
        await page.evaluate((name) => window.viewer.models.choose(name), names[opened % names.length]);
    }
    return [await memory(page), await memory(page, "GPU")];
};
let opened = 0;
const early = await bothAfter(50);
const late = await bothAfter(kModels);
for (const [i, name, goal] of [
    [0, "tab", "10 %"],
    [1, "process that draws", ""],
]) {
    const growth = `${(100 * (late[i] / early[i] - 1)).toFixed(1)} % (${megabytes(early[i])}, ${megabytes(late[i])})`;
    report(`${kModels} models: growth after 50, ${name}`, growth, goal);
}
await browser.close();
rmSync(folder, { recursive: true });
