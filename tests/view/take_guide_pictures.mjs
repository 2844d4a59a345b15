// SPDX-License-Identifier: BSD-3-Clause
// Walks through docs/make-an-md2.md with the sample in the place of a downloaded character, takes the guide's pictures, and
// compares what md2-maker prints with the guide:
//   node take_guide_pictures.mjs [--page=PAGE] [--quake2=PROGRAM] BUILD [OUT [CHROMIUM]]
// BUILD has the programs of the targets make-sample, assimp-md2-convert and md2-maker. OUT: view/pictures unless another
// folder is named.
//   --page    what `cmake/package.sh web` makes, for the picture of its dialog
//   --quake2  quake2 of Debian's package yamagi-quake2, for the picture of the game. It needs xvfb and xauth, and no data
//             of the game.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { drop, launch, makeGlb, makePage, openPage, pixelsOf, readGlb } from "./browser.mjs";
import { choose, openStage, openStill, sheet, shot } from "./pictures.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = parseArgs({
    options: { page: { type: "string" }, quake2: { type: "string" } },
    allowPositionals: true,
});
const [build, out = join(root, "view/pictures"), chromium = "/usr/bin/chromium"] = positionals;
if (build === undefined) {
    console.error("usage: node take_guide_pictures.mjs [--page=PAGE] [--quake2=PROGRAM] BUILD [OUT [CHROMIUM]]");
    process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "assimp-md2-guide-"));
const run = (program, ...options) =>
    execFileSync(resolve(build, program), options, { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

// The clips of the sample that stand for those of a downloaded character: their files, and the frame that reads best
const kSources = { stand: ["idle", 0], run: ["run", 3], attack: ["punch", 3], pain1: ["hit", 1], death: ["dying", 7] };
const clipFiles = Object.values(kSources).map(([name]) => `${name}.glb`);

// Writes imp.glb, which has the meshes, and for each clip a file with the bones and one animation.
function writeSources() {
    mkdirSync(join(work, "imp"));
    run("tests/make-sample", "imp/tris.md2");
    run("plugin/command/convert", "--animation=skeleton", "--weapon=auto", "imp/tris.md2", "all.glb");
    const { json, rest } = readGlb(readFileSync(join(work, "all.glb")));
    const { animations, ...character } = JSON.parse(JSON.stringify(json).replaceAll('"weapon', '"hammer'));
    const write = (name, content) => writeFileSync(join(work, `${name}.glb`), makeGlb({ json: content, rest }));
    write("imp", character);
    const { asset, scene, scenes, accessors, bufferViews, buffers } = character;
    const nodes = character.nodes.map(({ mesh, skin, ...bone }) => bone);
    const bones = { asset, scene, scenes, accessors, bufferViews, buffers, nodes };
    for (const [clip, [file]] of Object.entries(kSources)) {
        const animation = animations.find(({ name }) => name === clip);
        write(file, { ...bones, animations: [{ ...animation, name: "mixamo.com" }] });
    }
}

// Runs a command of the guide, and says so if the guide shows other lines. Returns the last line.
const guide = readFileSync(join(root, "docs/make-an-md2.md"), "utf8");
function walk(command) {
    const env = { ...process.env, PATH: `${resolve(build, "plugin/maker")}:${process.env.PATH}` };
    const printed = execFileSync("sh", ["-c", `${command} 2>&1`], { cwd: work, encoding: "utf8", env });
    guide.includes(`$ ${command}\n${printed}`) || console.error(`The guide does not have:\n$ ${command}\n${printed}`);
    return printed.trimEnd().split("\n").at(-1);
}

// A PCX of these colours of the palette, uncompressed
function writePcx(name, palette, width, height, colourAt) {
    const header = Buffer.alloc(128);
    header.set([10, 5, 1, 8]); // a PCX, version 5, which may be compressed, of 8 bits a pixel
    [width - 1, height - 1].forEach((value, i) => header.writeUInt16LE(value, 8 + 2 * i));
    header.writeUInt16LE(1, 65); // planes
    header.writeUInt16LE(width, 66);
    const pixels = [...Array(width * height).keys()].flatMap((i) => [0xc1, colourAt(i % width, Math.floor(i / width))]);
    mkdirSync(join(work, "baseq2/pics"), { recursive: true });
    writeFileSync(join(work, "baseq2/pics", name), Buffer.concat([header, Buffer.from([...pixels, 12]), palette]));
}

// The player in the menu of the game, with a palette, a font and a background in the place of the game's own
async function pictureOfGame() {
    const palette = readFileSync(join(work, player, "moss.pcx")).subarray(-768);
    const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
    const cell = (code) => `<b style="left: ${16 * (code % 16)}px; top: ${16 * (code >> 4)}px">&#${code & 127};</b>`;
    await page.setContent(`<style>
        b { position: absolute; width: 16px; height: 16px; overflow: hidden; text-align: center; }
        b { font: 14px/16px "DejaVu Sans Mono"; }
        </style>${[...Array(256).keys()].filter((code) => (code & 127) > 32).map(cell).join("")}`);
    const { data } = pixelsOf(await page.screenshot());
    await page.close();
    const [clear, light, green] = [255, 15, 208];
    writePcx("conchars.pcx", palette, 256, 256, (x, y) => (data[4 * (256 * y + x)] > 128 ? clear : y < 128 ? light : green));
    writePcx("conback.pcx", palette, 320, 240, () => 0);
    writePcx("colormap.pcx", palette, 256, 320, (x) => x);
    // The model turns, by a degree in 20 ms, and looks away at first.
    const seconds = 3;
    const commands = `clear;menu_playerconfig;${"wait;".repeat(60 * seconds)}screenshot png;wait;quit`;
    writeFileSync(join(work, "baseq2/guide.cfg"), `${commands}\n`);
    const set = { r_mode: -1, r_customwidth: 640, r_customheight: 480, r_menuscale: 2, r_vsync: 0, vid_maxfps: 60 };
    const more = { vid_renderer: "gl1", vid_fullscreen: 0, s_initsound: 0, skin: "imp/moss", name: "Imp" };
    const cvars = Object.entries({ ...set, ...more }).flatMap(([name, value]) => ["+set", name, value]);
    // The game does not run as root.
    const options = ["-a", "-s", "-screen 0 640x480x24", "unshare", "--user", values.quake2, "-datadir", work];
    const env = { ...process.env, HOME: work };
    execFileSync("xvfb-run", [...options, ...cvars, "+exec", "guide.cfg"], { env, stdio: "ignore" });
    return readFileSync(join(work, ".yq2/baseq2/scrnshot/q2_0000.png"));
}

// The dialog of the page, with the character and the files of its clips
async function pictureOfDialog() {
    const page = await openPage(browser, resolve(values.page), { width: 1280, height: 1000, deviceScaleFactor: 2 });
    await drop(page, ["imp.glb", ...clipFiles].map((name) => join(work, name)));
    await page.locator("#add-clips").click();
    await page.waitForFunction(() => viewer.model.clips.length > 1);
    await page.locator("#save-md2").click();
    await page.waitForFunction(() => document.querySelector("#md2-limits").textContent === "198 frames");
    return page.screenshot();
}

writeSources();
walk(walk(`md2-maker look imp.glb --clips ${clipFiles.join()}`));
const player = "baseq2/players/imp"; // as md2-maker suggests
run("plugin/command/convert", "--weapon=auto", `${player}/tris.md2`, "player.glb");

const browser = await launch(chromium);
const pageOf = (glb, name) => makePage(join(work, glb), name, join(work, `${glb}.html`));
const write = (name, ...rest) => sheet(browser, join(out, `guide_${name}.webp`), ...rest);
mkdirSync(out, { recursive: true });

values.page && (await write("dialog", [{ picture: await pictureOfDialog(), caption: "" }], 1, 960, false));

const source = await openStage(browser, pageOf("all.glb", "imp.glb"));
const sources = [{ picture: await shot(source, "stand", 0), caption: "imp.glb" }];
await source.evaluate(() => (viewer.stage.look = { bones: true }));
for (const [clip, [file, frame]] of Object.entries(kSources)) {
    sources.push({ picture: await shot(source, clip, frame), caption: `${file}.glb` });
}
await write("source", sources, 3, 280);

const path = (name) => join(work, player, name);
const kImages = ["moss.png", "moss_i.png", "weapon_hammer.png"];
const images = kImages.map((name) => ({ picture: readFileSync(path(name)), caption: name }));
await write("images", images, 3, 280, false);

const page = pageOf("player.glb", "imp/tris.md2");
const stage = await openStage(browser, page);
const clips = [];
for (const [clip, frame, caption] of [
    ["stand", 0, "stand=idle"],
    ["run", 2, "run"],
    ["attack", 3, "attack=punch"],
    ["pain1", 1, "pain1=hit"],
    ["death1", 5, "death1=dying"],
    ["crattak", 4, "crattak=punch"],
    ["salute", 5, "salute=idle"],
    ["jump", 3, "jump stands still"],
]) {
    clips.push({ picture: await shot(stage, clip, frame), caption });
}
await write("clips", clips, 4, 210);

const whole = await openStill(browser, page, 1280, 860);
await choose(whole, "attack", 3);
await write("player", [{ picture: await whole.screenshot(), caption: "" }], 1, 960, false);
values.quake2 && (await write("game", [{ picture: await pictureOfGame(), caption: "" }], 1, 640, false));
await browser.close();
rmSync(work, { recursive: true });
