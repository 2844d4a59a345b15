// SPDX-License-Identifier: BSD-3-Clause
// What the pictures of README.md and docs/ are made of: frames of a page, and sheets of them. Pictures are WebP, drawn at
// twice their size and reduced.
import { statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { drawn, openPage, pixelsOf } from "./browser.mjs";

// A page whose clip does not play
export async function openStill(browser, file, width, height) {
    const page = await openPage(browser, file, { width, height, deviceScaleFactor: 2 });
    await page.evaluate(() => (viewer.stage.playing = false));
    return page;
}

// A page that shows the model alone, for `frames`
export async function openStage(browser, file) {
    const page = await openStill(browser, file, 800, 800);
    await page.addStyleTag({
        content:
            "main { grid-template: auto 420px auto auto / 420px !important; } .stage { grid-area: 2 / 1 !important; } #reset { display: none; }",
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.locator("#ground").uncheck();
    await page.evaluate(() => viewer.stage.resetView());
    return page;
}

export async function choose(page, clip, index) {
    const clips = await page.evaluate(() => viewer.model.clips.map(({ name }) => name));
    await page.locator('label:has(input[name="clip"])').nth(clips.indexOf(clip)).click();
    await page.locator("#scrubber").fill(String(index));
    await drawn(page);
}

// The model alone at a frame of a clip, with the camera in the same place for all.
export async function shot(page, clip, index) {
    await choose(page, clip, index);
    return page.locator("#canvas").screenshot();
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

// Lays pictures out in a grid, with a caption below each; writes WebP. If `isCut`, all are cut to what moves in any of them.
export async function sheet(browser, path, cells, columns, width, isCut = true) {
    const inset = isCut ? insetOf(cells.map(({ picture }) => pixelsOf(picture))) : "inset(0)";
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
    writeFileSync(path, Buffer.from(data, "base64"));
    console.log(`${basename(path)}: ${statSync(path).size} bytes`);
}
