// SPDX-License-Identifier: BSD-3-Clause
// Takes the README's pictures from the page of the sample: node take_pictures.mjs SAMPLE.glb [OUT [CHROMIUM]]
// OUT: view/pictures unless another folder is named.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, makePage } from "./browser.mjs";
import { choose, openStage, openStill, sheet, shot } from "./pictures.mjs";

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
mkdirSync(out, { recursive: true });

const whole = await openStill(browser, file, 1280, 860);
await choose(whole, "bite", 2);
await sheet(browser, join(out, "page.webp"), [{ picture: await whole.screenshot(), caption: "" }], 1, 1200, false);
await whole.context().close();

const stage = await openStage(browser, file);
const wear = (skin) => stage.locator('label:has(input[name="skin"])').nth(skin).click();
const clips = [];
for (const [i, [clip, frame]] of Object.entries(kTellingFrames).entries()) {
    await wear(i % 2);
    clips.push({ picture: await shot(stage, clip, frame), caption: clip });
}
await sheet(browser, join(out, "clips.webp"), clips, 4, 300);
await wear(0);
const jump = [];
for (let i = 0; i < 8; ++i) {
    jump.push({ picture: await shot(stage, "jump", i), caption: `jump0${i + 1}` });
}
await sheet(browser, join(out, "jump.webp"), jump, 8, 150);
await browser.close();
