// SPDX-License-Identifier: BSD-3-Clause
// Takes the README's pictures from the page of the sample: node take_pictures.mjs SAMPLE.glb [OUT [CHROMIUM]]
// OUT: view/pictures unless another folder is named. Pictures are WebP, drawn at twice their size and reduced.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawn, launch, makePage, openPage } from "./browser.mjs";

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

// Lays pictures out in a grid, all cut to what moves in any of them, with a caption below each; writes WebP.
async function sheet(name, cells, columns, cellWidth) {
    const page = await browser.newPage();
    const webp = await page.evaluate(
        async ([pictures, captions, columnCount, width]) => {
            const bitmaps = await Promise.all(
                pictures.map(async (picture) =>
                    createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob()),
                ),
            );
            // What differs from the corner, in any picture.
            const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
            for (const bitmap of bitmaps) {
                const probe = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                probe.drawImage(bitmap, 0, 0);
                const pixels = new Uint32Array(probe.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
                pixels.forEach((pixel, i) => {
                    if (pixel !== pixels[0]) {
                        const [x, y] = [i % bitmap.width, Math.floor(i / bitmap.width)];
                        Object.assign(box, {
                            left: Math.min(box.left, x),
                            right: Math.max(box.right, x + 1),
                            top: Math.min(box.top, y),
                            bottom: Math.max(box.bottom, y + 1),
                        });
                    }
                });
            }
            const caption = captions[0] ? 34 : 0;
            const margin = captions[0] ? 12 : 0;
            const [sourceWidth, sourceHeight] = [box.right - box.left, box.bottom - box.top];
            const height = Math.round(((width - 2 * margin) * sourceHeight) / sourceWidth) + caption + 2 * margin;
            const canvas = new OffscreenCanvas(columnCount * width, Math.ceil(bitmaps.length / columnCount) * height);
            const context = canvas.getContext("2d");
            context.fillStyle = "#272c35";
            context.fillRect(0, 0, canvas.width, canvas.height);
            context.imageSmoothingQuality = "high";
            context.font = "600 18px system-ui, 'DejaVu Sans', sans-serif";
            context.textAlign = "center";
            context.fillStyle = "#dfe4ec";
            bitmaps.forEach((bitmap, i) => {
                const x = (i % columnCount) * width;
                const y = Math.floor(i / columnCount) * height;
                context.drawImage(
                    bitmap,
                    box.left,
                    box.top,
                    sourceWidth,
                    sourceHeight,
                    x + margin,
                    y + margin,
                    width - 2 * margin,
                    height - caption - 2 * margin,
                );
                context.fillText(captions[i], x + width / 2, y + height - margin - 4);
            });
            const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
            const bytes = new Uint8Array(await blob.arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        },
        [
            cells.map(({ picture }) => picture.toString("base64")),
            cells.map(({ caption }) => caption),
            columns,
            cellWidth,
        ],
    );
    await page.close();
    writeFileSync(join(out, name), Buffer.from(webp, "base64"));
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
