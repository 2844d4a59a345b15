// SPDX-License-Identifier: BSD-3-Clause
// The page: its controls, the keyboard, files that are dropped on it, and messages.
import { xorComputedNormals } from "./computed_normals.js";
import { positionsOf, readModel } from "./model.js";
import { Stage } from "./stage.js";

const at = (id) => document.getElementById(id);

let stage = null;
let model = null;
let clip = 0;

// For scripts and tests.
//   ready       a promise that settles when the model inside the page is shown, or a message instead
//   open        (ArrayBuffer, name) shows a .glb; rejects, with the message that the page shows as well
//   model       {name, meshes, clips: [{name, frames: [{name, time}]}], skins: [{name}], accuracy} of model.js
//   clip, frame the indices of what is shown
//   positions   () world positions of all vertices as they are shown: [x, y, z, x, …]
//   stage       stage.js: playing, speed, framesDrawn, resetView() …
window.viewer = {
    ready: null,
    open,
    get model() {
        return model;
    },
    get stage() {
        return stage;
    },
    get clip() {
        return clip;
    },
    get frame() {
        return stage.frame;
    },
    positions: () => positionsOf(model.meshes),
};

async function open(bytes, name) {
    try {
        const opened = await readModel(bytes, name);
        model = opened;
        stage.show(model);
        describe();
        say(model.warnings[0] ?? "");
    } catch (error) {
        say(error.message);
        throw error;
    }
}

function say(text) {
    at("message-text").textContent = text;
    at("message").hidden = text === "";
}

const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// Fills the controls with the model.
function describe() {
    const sum = (count) => model.meshes.reduce((total, { geometry }) => total + count(geometry), 0);
    const vertices = sum(({ attributes }) => attributes.position.count);
    const triangles = sum(({ index, attributes }) => (index ?? attributes.position).count / 3);
    const targets = model.meshes[0].geometry.morphAttributes.position?.length ?? 0;
    const bones = new Set(model.meshes.flatMap(({ skeleton }) => skeleton?.bones ?? [])).size;
    document.title = model.name;
    at("name").textContent = model.name;
    at("facts").replaceChildren(
        ...[
            counted(triangles, "triangle"),
            counted(vertices, "vertex", "vertices"),
            ...(targets > 0 ? [counted(targets, "frame")] : []),
            ...(bones > 0 ? [counted(bones, "bone")] : []),
        ].map((fact) => element("span", fact)),
    );

    at("clips").replaceChildren(
        ...model.clips.map(({ name, frames }, i) =>
            choice("clip", i, name, () => chooseClip(i), element("small", counted(frames.length, "frame"))),
        ),
    );
    at("clips-field").hidden = at("transport").hidden = model.clips.length === 0;
    at("skins").replaceChildren(
        ...model.skins.map((skin, i) =>
            choice("skin", i, skin.name, () => (stage.skin = skin), thumbnail(skin.texture)),
        ),
    );
    at("skins-field").hidden = model.skins.length === 0;
    at("bones-field").hidden = bones === 0;
    at("accuracy").textContent = bones > 0 ? describeAccuracy(model.accuracy) : "";
    const worn = model.skins.findIndex(({ isWorn }) => isWorn);
    check("skin", Math.max(0, worn));
    if (model.clips.length > 0) {
        chooseClip(0);
        play(true);
    }
}

function describeAccuracy({ withinStep, maximum, pairs, swings, between, linked }) {
    const percent = (share) => `${(100 * share).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
    const rounded = (number) => number.toLocaleString("en", { maximumSignificantDigits: 2 });
    const sentences = [];
    if (withinStep !== undefined && maximum !== undefined) {
        sentences.push(
            `${percent(withinStep)} of all positions are within one step of the file; the largest error is ${rounded(maximum)} units.`,
        );
    }
    if (pairs !== undefined && swings !== undefined) {
        const most = between === undefined ? "" : `, by up to ${percent(between)} of the model's size`;
        sentences.push(`Limbs swing between ${swings} of ${counted(pairs, "pair")} of frames${swings > 0 ? most : ""}.`);
    }
    if (linked !== undefined) {
        sentences.push(`${percent(linked)} of the bones have another bone as their parent.`);
    }
    return sentences.join(" ");
}

function element(tag, text = "") {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
}

function choice(group, index, text, choose, more) {
    const label = element("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: group, value: index });
    input.addEventListener("change", choose);
    label.title = text;
    label.append(input, ...(group === "skin" ? [more, element("span", text)] : [element("span", text), more]));
    return label;
}

function thumbnail(texture) {
    if (!texture?.image) {
        return element("small", "no image");
    }
    const { image } = texture;
    const canvas = Object.assign(document.createElement("canvas"), { width: 128, height: 128 });
    const scale = 128 / Math.max(image.width, image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    canvas.getContext("2d").drawImage(image, (128 - width) / 2, (128 - height) / 2, width, height);
    return canvas;
}

function check(group, index) {
    const input = document.querySelector(`input[name="${group}"][value="${index}"]`);
    if (input) {
        input.checked = true;
    }
}

function chooseClip(index) {
    clip = index;
    const { frames, end } = model.clips[clip];
    at("scrubber").max = end > frames.at(-1).time ? frames.length : frames.length - 1;
    check("clip", clip);
    revealClip();
    stage.clip = model.clips[clip];
}

// Scrolls the list, and nothing but the list.
function revealClip() {
    const list = at("clips");
    const { offsetTop, offsetHeight } = list.children[clip];
    const top = offsetTop - list.offsetTop;
    list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + offsetHeight - list.clientHeight));
}

function play(on) {
    stage.playing = on;
    document.body.classList.toggle("playing", on);
    at("play").ariaLabel = on ? "Pause" : "Play";
}

// Stops at a position, counted around the ends of the clip.
function stopAt(position) {
    const count = model.clips[clip].frames.length;
    play(false);
    stage.position = (position + count) % count;
}
const stopAtPrevious = () => stopAt(Math.ceil(stage.position) - 1);
const stopAtNext = () => stopAt(stage.frame + 1);

function showFrame(frame, position) {
    const { frames, name } = model.clips[clip];
    const isBetween = !stage.playing && position > frame;
    const shown = frames[frame].name || name;
    const next = frames[(frame + 1) % frames.length].name;
    const number = isBetween ? (position + 1).toFixed(2) : frame + 1;
    at("scrubber").value = position;
    at("frame-name").textContent = isBetween && next ? `${shown} → ${next}` : shown;
    at("frame-number").textContent = `frame ${number} of ${frames.length}`;
    at("scrubber").ariaValueText = `${at("frame-name").textContent}, ${number} of ${frames.length}`;
}

function setBackground(background) {
    document.documentElement.dataset.background = background;
    stage.background = background;
    check("background", background);
}

function connectControls() {
    at("play").addEventListener("click", () => play(!stage.playing));
    at("previous").addEventListener("click", stopAtPrevious);
    at("next").addEventListener("click", stopAtNext);
    at("scrubber").addEventListener("input", () => {
        play(false);
        stage.position = Number(at("scrubber").value);
    });
    at("speed").addEventListener("change", () => (stage.speed = Number(at("speed").value)));
    at("reset").addEventListener("click", () => stage.resetView());
    at("nearest").addEventListener("change", () => (stage.nearest = at("nearest").checked));
    at("ground").addEventListener("change", () => (stage.groundVisible = at("ground").checked));
    at("bones").addEventListener("change", () => (stage.bonesVisible = at("bones").checked));
    at("message-close").addEventListener("click", () => say(""));
    for (const input of document.querySelectorAll('input[name="look"]')) {
        input.addEventListener("change", () => (stage.look = input.value));
    }
    for (const input of document.querySelectorAll('input[name="background"]')) {
        input.addEventListener("change", () => setBackground(input.value));
    }
    at("file").addEventListener("change", () => openFile(at("file").files[0]));
    document.addEventListener("keydown", onKey);
}

const kTurn = Math.PI / 24;
const kZoom = 1.1;

function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !model) {
        return;
    }
    const focus = document.activeElement;
    const isIn = (selector) => focus?.matches(selector) ?? false;
    const inClips = isIn('input[name="clip"]');
    // Up and down choose a clip, except where the camera has the keyboard; arrow keys belong to controls that use them.
    const hasClips = model.clips.length > 0;
    const turnsUpAndDown = isIn("canvas") || !hasClips;
    const upOrDown = (step) =>
        !isIn("select, input:not([name='clip'])") &&
        (turnsUpAndDown ? stage.turn(0, -step * kTurn) : moveClip(step, inClips));
    const leftOrRight = (step) =>
        isIn("#scrubber")
            ? (step < 0 ? stopAtPrevious : stopAtNext)()
            : !isIn("select, input") && stage.turn(step * kTurn, 0);
    const playback = {
        " ": () => !isIn('button, select, input[type="checkbox"], input[type="file"]') && play(!stage.playing),
        ",": stopAtPrevious,
        ".": stopAtNext,
    };
    const camera = {
        ArrowUp: () => upOrDown(-1),
        ArrowDown: () => upOrDown(1),
        ArrowLeft: () => leftOrRight(-1),
        ArrowRight: () => leftOrRight(1),
        "+": () => stage.zoom(kZoom),
        // Without Shift it is the key of the plus.
        "=": () => stage.zoom(kZoom),
        "-": () => stage.zoom(1 / kZoom),
        r: () => stage.resetView(),
        R: () => stage.resetView(),
        b: () => !at("bones-field").hidden && at("bones").click(),
        B: () => !at("bones-field").hidden && at("bones").click(),
    };
    const action = camera[event.key] ?? (hasClips ? playback[event.key] : undefined);
    if (action && action() !== false) {
        event.preventDefault();
    }
}

function moveClip(step, withFocus) {
    chooseClip((clip + step + model.clips.length) % model.clips.length);
    if (withFocus) {
        document.querySelector('input[name="clip"]:checked').focus();
    }
}

async function openFile(file) {
    if (file) {
        // The page has said what is wrong.
        await open(await file.arrayBuffer(), file.name).catch(() => {});
    }
}

function connectDrop() {
    const isFile = (event) => event.dataTransfer.types.includes("Files");
    const show = (on) => (at("drop").hidden = !on);
    document.addEventListener("dragover", (event) => {
        if (isFile(event)) {
            event.preventDefault();
            show(true);
        }
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget ?? show(false));
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        show(false);
        openFile(event.dataTransfer.files[0]);
    });
}

// The model inside the page, as make_page.mjs packed it.
async function openOwnModel() {
    const { textContent, dataset } = at("model");
    let bytes;
    try {
        const text = atob(textContent);
        // A loop takes a tenth of the time of Uint8Array.from().
        const packed = new Uint8Array(text.length);
        for (let i = 0; i < text.length; ++i) {
            packed[i] = text.charCodeAt(i);
        }
        const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
        bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
    } catch (error) {
        say(`This browser cannot unpack the model: ${error.message}`);
        return;
    }
    if (dataset.normals === "computed") {
        xorComputedNormals(bytes);
    }
    // The page has said what is wrong.
    await open(bytes.buffer, dataset.name).catch(() => {});
}

async function start() {
    try {
        stage = new Stage(at("canvas"));
    } catch (error) {
        say(`This browser cannot draw the model: it has no WebGL 2. ${error.message}`);
        return;
    }
    stage.onFrame = showFrame;
    connectControls();
    connectDrop();
    setBackground(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    await openOwnModel();
}

window.viewer.ready = start();
