// SPDX-License-Identifier: BSD-3-Clause
// The page: its controls, the keyboard, files that are dropped on it, and messages.
import { at, breakable, check, choice, element, save } from "./dom.js";
import { filesOfDrop, filesOfInput, kTypes, reasonOf } from "./dropped_files.js";
import { Engine } from "./engine.js";
import { readModel } from "./model.js";
import { Models } from "./models.js";
import { unpack } from "./packed.js";
import { Stage } from "./stage.js";
import { turns } from "./turns.js";

const movesLittle = matchMedia("(prefers-reduced-motion: reduce)").matches;

let stage = null;
let model = null;
let brightness = null; // null until a person has chosen one

// For scripts and tests.
//   ready       a promise that settles when the page can be used: its model is shown, or its engine has started
//   open        (ArrayBuffer, name, keepsView) shows a .glb; resolves to whether it is shown, or else the page says why not.
//               keepsView: another form of the model before, so clip, frame, skin and camera stay
//   models      models.js, null in a page of one model
//   saved       {name, bytes} the .glb that is shown
//   model       {name, meshes, clips: [{name, frames: [{name, time}]}], skins: [{name}], accuracy} of model.js
//   clip        the index of what is shown
//   stage       stage.js: playing, speed, frame, framesDrawn, resetView() …
const viewer = (window.viewer = { ready: null, open, models: null, saved: null, model: null, clip: 0, stage: null });

async function open(bytes, name, keepsView = false) {
    try {
        const next = await readModel(bytes, name);
        const before = keepsView ? state() : null;
        model = viewer.model = next;
        viewer.saved = { name: `${name.replace(/^.*\/|\.[^./]*$/g, "")}.glb`, bytes };
        stage.show(model, keepsView);
        describe();
        if (before) {
            restore(before);
        }
        note({ missing: [], warnings: [] });
        say(model.warnings[0] ?? stage.flaw);
        return true;
    } catch (error) {
        say(error.message);
        return false;
    }
}

// What a person has chosen of a model.
function state() {
    return {
        clip: model.clips[viewer.clip]?.name,
        position: stage.position,
        isPlaying: stage.playing,
        skin: model.skins[document.querySelector('input[name="skin"]:checked')?.value]?.name,
    };
}

function restore({ clip, position, isPlaying, skin }) {
    const clipIndex = model.clips.findIndex(({ name }) => name === clip);
    if (clipIndex >= 0) {
        chooseClip(clipIndex);
        stage.position = Math.min(position, model.clips[clipIndex].frames.length - 1);
        play(isPlaying);
    }
    const skinIndex = model.skins.findIndex(({ name }) => name === skin);
    if (skinIndex >= 0) {
        check("skin", skinIndex);
        stage.skin = model.skins[skinIndex];
    }
}

function say(text) {
    at("message-text").textContent = text;
    at("message").hidden = text === "";
}

function setBusy(text) {
    at("busy").textContent = text;
}

// What an import has to say. missing: names of skins
function note({ missing, warnings }) {
    const roots = new Set(missing.map((name) => name.match(/^(players|models)(?=\/)/)?.[0]));
    const them = missing.length === 1 ? "it" : "them";
    const advice = [...roots].map((root) =>
        root ? `drop the folder ${root}` : `drop ${them} together with the model`,
    );
    at("missing").hidden = missing.length === 0;
    at("missing").textContent =
        missing.length === 0
            ? ""
            : `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not among the files: ${advice.join(", or ")}.`;
    at("warnings").hidden = warnings.length === 0;
    at("warnings-count").textContent = counted(warnings.length, "warning");
    at("warnings-list").replaceChildren(...warnings.map((line) => element("li", {}, line)));
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
    at("welcome").hidden = true;
    for (const id of ["camera", "reset", "about", "look-field", "save"]) {
        at(id).hidden = false;
    }
    at("name").replaceChildren(...breakable(model.name));
    at("facts").replaceChildren(
        ...[
            counted(triangles, "triangle"),
            counted(vertices, "vertex", "vertices"),
            ...(targets > 0 ? [counted(targets, "frame")] : []),
            ...(bones > 0 ? [counted(bones, "bone")] : []),
        ].map((fact) => element("span", {}, fact)),
    );

    at("clips").replaceChildren(
        ...model.clips.map(({ name, frames: { length } }, i) => {
            const count = element("small", { title: counted(length, "frame") }, length);
            return choice("clip", i, name, element("span", {}, name), count);
        }),
    );
    at("clips-field").hidden = at("transport").hidden = model.clips.length === 0;
    at("skins").replaceChildren(
        ...model.skins.map(({ name, texture }, i) =>
            choice("skin", i, name, thumbnail(texture), element("span", {}, name)),
        ),
    );
    at("skins-field").hidden = model.skins.length === 0;
    at("bones-field").hidden = bones === 0;
    at("accuracy").textContent = bones > 0 ? describeAccuracy(model.accuracy) : "";
    if (model.skins.length > 0) {
        const worn = model.skins.findIndex(({ isWorn }) => isWorn);
        check("skin", Math.max(0, worn));
    }
    setBrightness();
    if (model.clips.length > 0) {
        chooseClip(0);
        play(!movesLittle);
    }
}

// The game doubled the brightness of skins, so those of its time are dark. Other files are shown as they are.
function setBrightness() {
    const factor = brightness ?? (model.isOfMd2 ? 2 : 1);
    stage.look = { brightness: factor };
    at("brightness").value = factor;
    at("brightness-value").textContent = at("brightness").ariaValueText =
        `× ${factor.toFixed(1)}${factor === 2 ? ", as in the game" : ""}`;
}

function describeAccuracy({ withinStep, maximum, swings }) {
    const percent = (share) => `${(100 * share).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
    const rounded = (number) => number.toLocaleString("en", { maximumSignificantDigits: 2 });
    const sentences = [];
    if (withinStep !== undefined && maximum !== undefined) {
        sentences.push(
            `${percent(withinStep)} of all positions are within one step of the file; the largest error is ${rounded(maximum)} units.`,
        );
    }
    if (swings > 0) {
        sentences.push(`Limbs swing between ${counted(swings, "pair")} of frames.`);
    }
    return sentences.join(" ");
}

function thumbnail(texture) {
    if (!texture?.image) {
        return element("small", {}, "no image");
    }
    const { image } = texture;
    const canvas = element("canvas", { width: 128, height: 128 });
    const scale = 128 / Math.max(image.width, image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    canvas.getContext("2d").drawImage(image, (128 - width) / 2, (128 - height) / 2, width, height);
    return canvas;
}

function chooseClip(index) {
    viewer.clip = index;
    const { frames, end } = model.clips[index];
    at("scrubber").max = end > frames.at(-1).time ? frames.length : frames.length - 1;
    check("clip", index);
    stage.clip = model.clips[index];
    // Scrolls the list, and nothing but the list.
    const list = at("clips");
    const { offsetTop, offsetHeight } = list.children[index];
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
    const count = model.clips[viewer.clip].frames.length;
    play(false);
    stage.position = (position + count) % count;
}
const stopAtPrevious = () => stopAt(Math.ceil(stage.position) - 1);
const stopAtNext = () => stopAt(stage.frame + 1);

function showFrame(frame, position) {
    const { frames, name } = model.clips[viewer.clip];
    const isBetween = !stage.playing && position > frame;
    const shown = frames[frame].name || name;
    const next = frames[(frame + 1) % frames.length].name;
    // A clip that repeats ends where it begins.
    const isLast = isBetween && frame === frames.length - 1;
    const number = isLast ? `${frames.length} → 1` : isBetween ? (position + 1).toFixed(2) : frame + 1;
    at("scrubber").value = position;
    at("frame-name").textContent = isBetween && next ? `${shown} → ${next}` : shown;
    at("frame-number").textContent = `frame ${number} of ${frames.length}`;
    at("scrubber").ariaValueText = `${at("frame-name").textContent}, ${number} of ${frames.length}`;
}

function setBackground(background) {
    document.documentElement.dataset.background = background;
    stage.look = { background };
    check("background", background);
}

function connectControls() {
    const connect = (event, actions) => {
        for (const [id, act] of Object.entries(actions)) {
            at(id).addEventListener(event, ({ target }) => act(target));
        }
    };
    connect("click", {
        play: () => play(!stage.playing),
        previous: stopAtPrevious,
        next: stopAtNext,
        reset: () => stage.resetView(),
        "message-close": () => say(""),
        "save-glb": () => save(new Blob([viewer.saved.bytes]), viewer.saved.name),
        "save-picture": async () => save(await stage.picture(), viewer.saved.name.replace(/glb$/, "png")),
        "show-licences": showLicences,
    });
    connect("input", {
        scrubber({ value }) {
            play(false);
            stage.position = Number(value);
        },
        brightness({ value }) {
            brightness = Number(value);
            setBrightness();
        },
    });
    const openChosen = (input) => {
        openFiles(filesOfInput(input));
        input.value = ""; // The same file may be chosen again.
    };
    connect("change", {
        clips: ({ value }) => chooseClip(Number(value)),
        skins: ({ value }) => (stage.skin = model.skins[value]),
        looks: ({ value }) => (stage.look = { surface: value }),
        backgrounds: ({ value }) => setBackground(value),
        speed: ({ value }) => (stage.speed = Number(value)),
        switches: ({ id, checked }) => (stage.look = { [id]: checked }),
        file: openChosen,
        folder: openChosen,
    });
    document.addEventListener("keydown", onKey);
}

const kTurn = Math.PI / 24;
const kZoom = 1.1;

function onKey(event) {
    const isIn = (selector) => event.target.matches(selector);
    const isForOthers = isIn('input[type="search"]') || document.querySelector("dialog[open]");
    if (event.ctrlKey || event.metaKey || event.altKey || !model || isForOthers) {
        return;
    }
    // Up and down choose a clip, except where the camera has the keyboard; arrow keys belong to controls that use them.
    const { length } = model.clips;
    const upOrDown = (step) =>
        !isIn("select, input") &&
        (isIn("canvas") || length === 0
            ? stage.turn(0, -step * kTurn)
            : chooseClip((viewer.clip + step + length) % length));
    const leftOrRight = (step) =>
        isIn("#scrubber")
            ? (step < 0 ? stopAtPrevious : stopAtNext)()
            : !isIn("select, input") && stage.turn(step * kTurn, 0);
    const playback = {
        " ": () => !isIn('button, select, summary, input[type="checkbox"], input[type="file"]') && play(!stage.playing),
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
        b: () => !at("bones-field").hidden && at("bones").click(),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = camera[key] ?? (length > 0 ? playback[key] : undefined);
    if (action && action() !== false) {
        event.preventDefault();
    }
}

const inTurn = turns();

// Takes [{path, file}], or a promise of them. What a person drops first is opened first, even if it takes longer to read.
function openFiles(promised) {
    return inTurn(async () => {
        setBusy("Reading the files…");
        try {
            const files = await promised;
            if (files.length === 0) {
                return;
            }
            const { file } = files[0];
            await (viewer.models ? viewer.models.open(files) : open(await file.arrayBuffer(), file.name));
        } catch (error) {
            say(`This browser cannot read what was dropped; choose it with a button instead. ${reasonOf(error)}`);
        } finally {
            setBusy("");
        }
    });
}

async function showLicences() {
    at("licences-text").textContent ||= new TextDecoder().decode(await unpack(at("licences")));
    at("licences-dialog").showModal();
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
        openFiles(filesOfDrop(event.dataTransfer));
    });
}

// The model inside the page, as make_page.mjs packed it.
async function openOwnModel() {
    const { dataset } = at("model");
    let bytes;
    try {
        bytes = await unpack(at("model"));
    } catch (error) {
        say(`This browser cannot unpack the model: ${error.message}`);
        return;
    }
    await open(bytes.buffer, dataset.name);
}

async function startEngine() {
    viewer.models = new Models({ show: open, say, note, setBusy });
    try {
        await viewer.models.start();
        at("invitation").hidden = false;
    } catch (error) {
        say(`This browser cannot run the page: ${error.message}`);
    }
}

async function start() {
    try {
        stage = viewer.stage = new Stage(at("canvas"));
    } catch (error) {
        say(`This browser cannot draw the model: it has no WebGL 2. ${error.message}`);
        return;
    }
    stage.onFrame = showFrame;
    connectControls();
    connectDrop();
    setBackground(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    const hasEngine = Engine.isInPage();
    at("file").multiple = hasEngine;
    at("file").accept = hasEngine ? kTypes : ".glb,model/gltf-binary";
    at("file-text").textContent = hasEngine ? "Files…" : "A .glb…";
    at("folder-field").hidden = !hasEngine;
    await (hasEngine ? startEngine() : openOwnModel());
}

viewer.ready = start().finally(() => (at("starting").hidden = true));
