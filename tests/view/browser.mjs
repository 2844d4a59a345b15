// SPDX-License-Identifier: BSD-3-Clause
// Makes pages with the project's script and opens them in headless Chromium, which draws in software.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
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
