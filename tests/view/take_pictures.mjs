// SPDX-License-Identifier: BSD-3-Clause
// Takes the README's pictures from the page of the sample: node take_pictures.mjs SAMPLE.glb [OUT [CHROMIUM]]
// OUT: view/pictures unless another folder is named. Pictures are WebP, drawn at twice their size and reduced.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawn, launch, makePage, openPage, pixelsOf } from "./browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [sample, out = join(here, "../../view/pictures"), chromium = "/usr/bin/chromium"] = process.argv.slice(2);
if (sample === undefined) {
    console.error("usage: node take_pictures.mjs SAMPLE.glb [OUT [CHROMIUM]]");
    process.exit(2);
}
// The frame at which each clip reads best.
const kTellingFrames = { stand: 0, run: 3, attack: 3, bite: 2, pain1: 1, pain2: 1, jump: 4, death: 7 };

const browser = await launch(chromium);
const file = makePage(sample, "sample.md2", join(tmpdir(), `assimp-md2-pictures-${process.pid}.html`));

async function open(width, height) {
    const page = await openPage(browser, file, { width, height, deviceScaleFactor: 2 });
    await page.evaluate(() => (viewer.stage.playing = false));
    return page;
}

// The model alone at a frame of a clip, with the camera in the same place for all.
async function frames(page, clip, indices, skin = 0) {
    const pictures = [];
    await page.locator('label:has(input[name="skin"])').nth(skin).click();
    const clips = await page.evaluate(() => viewer.model.clips.map(({ name }) => name));
    await page.locator('label:has(input[name="clip"])').nth(clips.indexOf(clip)).click();
    for (const index of indices) {
        await page.locator("#scrubber").fill(String(index));
        await drawn(page);
        pictures.push(await page.locator("#canvas").screenshot());
    }
    return pictures;
}

// What differs from the sky, in any of some pictures: the distances from the edges, in CSS
function insetOf(pictures) {
    const kBorder = 4; // may be of what is beside the canvas
    const { width, height, data } = pictures[0];
    const sky = data.readUInt32LE(4 * kBorder * (width + 1));
    const isSky = (x, y) => pictures.every((each) => each.data.readUInt32LE(4 * (y * width + x)) === sky);
    const range = (count) => [...Array(count).keys()].slice(kBorder, -kBorder);
    const rows = range(height).filter((y) => range(width).some((x) => !isSky(x, y)));
    const columns = range(width).filter((x) => range(height).some((y) => !isSky(x, y)));
    const sides = [rows[0], width - 1 - columns.at(-1), height - 1 - rows.at(-1), columns[0]];
    return `inset(${sides.map((pixels) => `${pixels}px`).join(" ")})`;
}

// Lays pictures out in a grid, all cut to what moves in any of them, with a caption below each; writes WebP.
async function sheet(name, cells, columns, width) {
    const inset = cells[0].caption ? insetOf(cells.map(({ picture }) => pixelsOf(picture))) : "inset(0)";
    const page = await browser.newPage({ viewport: { width: columns * width, height: 100 } });
    const figures = cells.map(
        ({ picture, caption }) =>
            `<figure><img src="data:image/png;base64,${picture.toString("base64")}" />${caption}</figure>`,
    );
    await page.setContent(`<style>
        body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); margin: 0; background: #272c35; }
        figure { margin: 0; padding: ${cells[0].caption ? "12px 12px 10px" : 0}; text-align: center; color: #dfe4ec; }
        figure { font: 600 18px system-ui, "DejaVu Sans", sans-serif; }
        img { display: block; width: 100%; object-view-box: ${inset}; }
        </style>${figures.join("")}`);
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    const session = await page.context().newCDPSession(page);
    const height = await page.evaluate(() => document.body.scrollHeight);
    const clip = { x: 0, y: 0, width: columns * width, height, scale: 1 };
    const options = { format: "webp", quality: 80, clip, captureBeyondViewport: true };
    const { data } = await session.send("Page.captureScreenshot", options);
    await page.close();
    writeFileSync(join(out, name), Buffer.from(data, "base64"));
    console.log(`${name}: ${statSync(join(out, name)).size} bytes`);
}

mkdirSync(out, { recursive: true });

const whole = await open(1280, 860);
await frames(whole, "bite", [2]);
await sheet("page.webp", [{ picture: await whole.screenshot(), caption: "" }], 1, 1200);
await whole.context().close();

const stage = await open(800, 800);
await stage.addStyleTag({
    content:
        "main { grid-template: auto 420px auto auto / 420px !important; } .stage { grid-area: 2 / 1 !important; } #reset { display: none; }",
});
await stage.evaluate(() => new Promise(requestAnimationFrame));
await stage.locator("#ground").uncheck();
await stage.evaluate(() => viewer.stage.resetView());
const clips = [];
for (const [i, [clip, frame]] of Object.entries(kTellingFrames).entries()) {
    clips.push({ picture: (await frames(stage, clip, [frame], i % 2))[0], caption: clip });
}
await sheet("clips.webp", clips, 4, 300);
const jump = await frames(stage, "jump", [0, 1, 2, 3, 4, 5, 6, 7]);
await sheet(
    "jump.webp",
    jump.map((picture, i) => ({ picture, caption: `jump0${i + 1}` })),
    8,
    150,
);
await browser.close();
