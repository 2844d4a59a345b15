// SPDX-License-Identifier: BSD-3-Clause
// Makes pages with the project's script and opens them in headless Chromium, which draws in software.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const kMakePage = fileURLToPath(new URL("../../view/make_page.mjs", import.meta.url));

export function makePage(glb, name, out) {
    execFileSync(process.execPath, [kMakePage, glb, name, out], { stdio: "inherit" });
    return out;
}

export function launch(executablePath) {
    return chromium.launch({ executablePath, args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
}

// Opens a page of its own at an address that is nowhere, with these files and no others: {name: bytes or text}; "" is the
// page itself.
export async function serve(page, files) {
    const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm", glb: "model/gltf-binary" };
    await page.route("**/*", (route) => {
        const name = new URL(route.request().url()).pathname.slice(1);
        const body = files[name];
        const contentType = types[name === "" ? "html" : name.split(".").at(-1)];
        return body === undefined ? route.abort() : route.fulfill({ body, contentType });
    });
    await page.goto("https://files.test/");
}

// Opens a page of the project without a network and waits for its model. `page.complaints` gathers whatever the
// console, a script or a request has to say. The window is small, because each frame is drawn in software.
export async function openPage(browser, file, { width = 640, height = 480, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        offline: true,
        colorScheme: "dark",
        ...options,
    });
    context.setDefaultTimeout(60_000); // Machines may be busy.
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (message) => page.complaints.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => page.complaints.push(`script: ${error.message}`));
    page.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && request.url() !== pathToFileURL(file).href) {
            page.complaints.push(`request: ${request.url()}`);
        }
    });
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(() => window.viewer.ready);
    return page;
}

// {width, height, data: RGBA} of a PNG as browsers write it: 8 bits, RGB or RGBA
export function pixelsOf(png) {
    const [width, height] = [16, 20].map((at) => png.readUInt32BE(at));
    const packed = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        png.toString("latin1", at + 4, at + 8) === "IDAT" && packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
    const rows = inflateSync(Buffer.concat(packed));
    const size = png[25] === 6 ? 4 : 3;
    const stride = size * width + 1;
    const paeth = (left, up, corner) => {
        const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
        return a <= b && a <= c ? left : b <= c ? up : corner;
    };
    const data = Buffer.alloc(4 * width * height, 255);
    for (let y = 0, at = 0; y < height; ++y) {
        const filter = rows[at++];
        for (let i = 0; i < size * width; ++i, ++at) {
            const left = i < size ? 0 : rows[at - size];
            const up = y === 0 ? 0 : rows[at - stride];
            const corner = i < size || y === 0 ? 0 : rows[at - stride - size];
            rows[at] += [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter];
            data[4 * (y * width + Math.floor(i / size)) + (i % size)] = rows[at];
        }
    }
    return { width, height, data };
}

// The share of pixels that differ between two PNGs of one size
export function difference(one, other) {
    const [a, b] = [one, other].map((png) => pixelsOf(png).data);
    let count = 0;
    for (let i = 0; i < a.length; i += 4) {
        count += a.readUInt32LE(i) !== b.readUInt32LE(i);
    }
    return count / (a.length / 4);
}

// What is wrong with the elements that a person uses: each is inside the window, none is cut off or on top of another.
export const layoutFlaws = (page) =>
    page.evaluate(() => {
        // Without what a list that scrolls does not show.
        const lists = [...document.querySelectorAll(".clips, .skins, .side, .models")];
        const used = "h1, #facts, legend, label, button, select, #frame-name, #frame-number, #scrubber";
        const boxes = [...document.querySelectorAll(used)]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .map((element) => {
                const { left, right, ...box } = element.getBoundingClientRect().toJSON();
                const around = lists.filter((list) => list.contains(element)).map((list) => list.getBoundingClientRect());
                const top = Math.max(box.top, ...around.map((list) => list.top));
                const bottom = Math.min(box.bottom, ...around.map((list) => list.bottom));
                return { element, name: element.id || element.textContent.trim(), left, right, top, bottom };
            })
            .filter(({ left, right, top, bottom }) => left < right && top < bottom);
        const isOn = (a, b) =>
            a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
        const isIn = (a, b) => a.element.contains(b.element) || b.element.contains(a.element);
        const isCut = ({ element }) =>
            element.matches("button, .segments label, legend, h1") && element.scrollWidth > element.clientWidth + 1;
        return [
            ...(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : []),
            ...boxes.filter(({ left, right }) => left < 0 || right > innerWidth + 0.5).map(({ name }) => `${name} is outside`),
            ...boxes.filter(isCut).map(({ name }) => `${name} is cut off`),
            ...boxes.flatMap((a, i) =>
                boxes.slice(i + 1).flatMap((b) => (isOn(a, b) && !isIn(a, b) ? `${a.name} is on ${b.name}` : [])),
            ),
        ];
    });

// Waits until everything that was asked for has been drawn.
export const drawn = (page) =>
    page.evaluate(
        () =>
            new Promise((resolve) =>
                requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
            ),
    );

// Drops files and folders as a person does. A DataTransfer that a script makes has no folders.
export async function drop(page, paths) {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
        await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    }
    await session.detach();
}

// The JSON of a .glb, and what follows it
export function readGlb(glb) {
    const end = 20 + glb.readUInt32LE(12);
    return { json: JSON.parse(glb.subarray(20, end)), rest: glb.subarray(end) };
}
export function makeGlb({ json, rest = Buffer.alloc(0) }) {
    const text = Buffer.from(JSON.stringify(json));
    const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")]);
    const header = Buffer.alloc(20);
    header.write("glTF");
    [2, 20 + padded.length + rest.length, padded.length, 0x4e4f534a].forEach((value, i) =>
        header.writeUInt32LE(value, 4 + 4 * i),
    );
    return Buffer.concat([header, padded, rest]);
}

// A PAK: a header, files, and a directory of names, offsets and sizes.
export function writePak(path, files) {
    const parts = [Buffer.alloc(12)];
    const directory = [];
    let end = 12;
    for (const [name, bytes] of Object.entries(files)) {
        const entry = Buffer.alloc(64);
        entry.write(name, "latin1");
        entry.writeUInt32LE(end, 56);
        entry.writeUInt32LE(bytes.length, 60);
        directory.push(entry);
        parts.push(bytes);
        end += bytes.length;
    }
    parts[0].write("PACK");
    parts[0].writeUInt32LE(end, 4);
    parts[0].writeUInt32LE(64 * directory.length, 8);
    writeFileSync(path, Buffer.concat([...parts, ...directory]));
}
