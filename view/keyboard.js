// SPDX-License-Identifier: BSD-3-Clause
// The keys of the page.
import { at } from "./dom.js";

const kTurn = Math.PI / 24;
const kZoom = 1.1;

// controls: {stage, model, clip, chooseClip(index), play(on), previous(), next()} of controls.js
export function connectKeyboard(controls) {
    document.addEventListener("keydown", (event) => onKey(event, controls));
}

// Shows the model in this way, or again in its skin.
function toggle(look) {
    const wanted = document.querySelector(`input[name="look"][value="${look}"]`);
    (wanted.checked ? document.querySelector('input[name="look"]') : wanted).click();
}

function onKey(event, controls) {
    const { stage, model } = controls;
    const isIn = (selector) => event.target.matches(selector);
    const isForOthers =
        isIn('input:is([type="search"], [type="text"], [type="number"]), [role="listbox"]') ||
        document.querySelector("dialog[open]");
    if (event.key === "?" && !isForOthers) {
        at("help-dialog").showModal();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !model || isForOthers) {
        return;
    }
    // Up and down choose a clip, except where the camera has the keyboard; arrow keys belong to controls that use them.
    const { length } = model.clips;
    const upOrDown = (step) =>
        !isIn("select, input") &&
        (isIn("canvas") || length === 0
            ? stage.turn(0, -step * kTurn)
            : controls.chooseClip((controls.clip + step + length) % length));
    const leftOrRight = (step) =>
        isIn("#scrubber")
            ? (step < 0 ? controls.previous : controls.next)()
            : !isIn("select, input") && stage.turn(step * kTurn, 0);
    const playback = {
        " ": () =>
            !isIn('button, select, summary, input[type="checkbox"], input[type="file"]') &&
            controls.play(!stage.playing),
        ",": controls.previous,
        ".": controls.next,
    };
    const camera = {
        ArrowUp: () => upOrDown(-1),
        ArrowDown: () => upOrDown(1),
        ArrowLeft: () => leftOrRight(-1),
        ArrowRight: () => leftOrRight(1),
        "+": () => stage.zoom(kZoom),
        "=": () => stage.zoom(kZoom), // the key of the plus without Shift
        "-": () => stage.zoom(1 / kZoom),
        r: () => stage.resetView(),
        f: () => stage.resetView(),
        1: () => stage.resetView("front"),
        2: () => stage.resetView("side"),
        3: () => stage.resetView("top"),
        b: () => !at("bones-field").hidden && at("bones").click(),
        g: () => at("ground").click(),
        w: () => toggle("wireframe"),
        n: () => toggle("normals"),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = camera[key] ?? (length > 0 ? playback[key] : undefined);
    if (action && action() !== false) {
        event.preventDefault();
    }
}
