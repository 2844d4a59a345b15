// SPDX-License-Identifier: BSD-3-Clause
// Imports a GLB into a project of Godot 3 and plays it there: node play_godot.mjs GODOT FILE.glb EXPECTED.json SHOWN (see
// check.mjs); the playing is play_godot.gd.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [godot, file, expected, output] = process.argv.slice(2);
const project = `${output}.project`;
// Materials become files named like them, which the next import would take for its own.
rmSync(project, { recursive: true, force: true });
mkdirSync(project);
copyFileSync(file, join(project, "model.glb"));
writeFileSync(join(project, "project.godot"), "config_version=4\n");
// By default it makes 15 keys a second out of those of bones, and leaves out keys.
writeFileSync(join(project, "model.glb.import"),
    `[remap]\nimporter="scene"\ntype="PackedScene"\n[params]\nanimation/fps=30\nanimation/optimizer/enabled=false\n`);
writeFileSync(join(project, "export_presets.cfg"),
    `[preset.0]\nname="model"\nplatform="Linux/X11"\nrunnable=true\nexport_filter="all_resources"\n[preset.0.options]\n`);
const run = (...values) => spawnSync(godot, ["--path", project, ...values], {
    encoding: "utf8",
    env: { ...process.env, XDG_DATA_HOME: project, XDG_CONFIG_HOME: project, XDG_CACHE_HOME: project },
});

// An export imports what is new, and ends by itself; the editor with --quit does not always.
const steps = [run("--export-pack", "model", "model.pck"),
    run("-s", join(dirname(fileURLToPath(import.meta.url)), "play_godot.gd"), resolve(expected), resolve(output))];
if (!existsSync(`${output}.json`)) {
    console.error(steps.map((step) => step.signal ?? step.stdout + step.stderr).join("\n"));
    process.exit(1);
}
