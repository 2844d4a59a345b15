// SPDX-License-Identifier: BSD-3-Clause
// Makes pages with the project's script and opens them in headless Chromium, which draws in software.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const kMakePage = join(fileURLToPath(new URL(".", import.meta.url)), "../../view/make_page.mjs");

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
