// SPDX-License-Identifier: BSD-3-Clause
// Drives Firefox through its Marionette protocol, which can choose a folder as a person does.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

// Resolves to {run(script, args, sandbox), choose(id, paths), close()}; the scripts run in a page that shows `url`.
export async function openInFirefox(executable, url) {
    const profile = mkdtempSync(join(tmpdir(), "assimp-md2-firefox-"));
    const preferences = {
        "marionette.port": 0, // any
        "webgl.force-enabled": true,
        "dom.filesystem.pathcheck.disabled": true, // no dialog has granted access to the folder
    };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
    writeFileSync(join(profile, "user.js"), lines.join(""));
    // Firefox has WebGL in a virtual screen only.
    const program = spawn("xvfb-run", ["-a", executable, "--marionette", "--no-remote", "--profile", profile], {
        stdio: "ignore",
        detached: true,
    });
    const portFile = join(profile, "MarionetteActivePort");
    while (!existsSync(portFile) || readFileSync(portFile).length === 0) {
        await wait(50);
    }
    const socket = connect(Number(readFileSync(portFile, "utf8")), "127.0.0.1");
    const waiting = new Map();
    let received = Buffer.alloc(0);
    let lastId = 0;
    // Each message has its length before it; the first one is a greeting.
    socket.on("data", (bytes) => {
        received = Buffer.concat([received, bytes]);
        for (;;) {
            const colon = received.indexOf(":");
            const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)));
            if (colon < 0 || received.length < end) {
                return;
            }
            const [, id, error, result] = [JSON.parse(received.subarray(colon + 1, end))].flat();
            received = received.subarray(end);
            const { resolve, reject } = waiting.get(id) ?? {};
            error ? reject(new Error(`${error.error}: ${error.message}`)) : resolve?.(result);
        }
    });
    const send = (command, parameters = {}) =>
        new Promise((resolve, reject) => {
            waiting.set(++lastId, { resolve, reject });
            const text = JSON.stringify([0, lastId, command, parameters]);
            socket.write(`${Buffer.byteLength(text)}:${text}`);
        });
    const run = async (script, args = [], sandbox = null) =>
        (await send("WebDriver:ExecuteScript", { script, args, sandbox })).value;
    await send("WebDriver:NewSession");
    await send("WebDriver:Navigate", { url });
    return {
        run,
        // paths: files, or one folder
        choose: (id, paths) =>
            run(
                `return (async ([id, paths]) => {
                    const input = document.getElementById(id);
                    if (input.webkitdirectory) {
                        input.mozSetDirectory(paths[0]);
                        const [folder] = await input.getFilesAndDirectories();
                        input.mozSetFileArray(await folder.getFiles(true));
                    } else {
                        input.mozSetFileArray(await Promise.all(paths.map((path) => File.createFromFileName(path))));
                    }
                    input.dispatchEvent(new Event("change", { bubbles: true }));
                })(arguments)`,
                [id, paths],
                "system",
            ),
        async close() {
            await Promise.race([send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {}), wait(3000)]);
            socket.destroy();
            try {
                process.kill(-program.pid);
            } catch {
                // It has ended.
            }
            rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
        },
    };
}
