// SPDX-License-Identifier: BSD-3-Clause
// Starts the page: opens files, and saves what is shown.
import { Controls, movesLittle } from "./controls.js";
import { at, save } from "./dom.js";
import { filesOfDrop, filesOfInput, kTypes, reasonOf } from "./dropped_files.js";
import { Engine } from "./engine.js";
import { canMakeMp4, gif, mp4, sheet, webm } from "./film.js";
import { pngOf, templateOf, textureOf } from "./flat.js";
import { objOf, stlOf } from "./frame_files.js";
import { wearing } from "./glb.js";
import { connectKeyboard } from "./keyboard.js";
import { connectMd2 } from "./make_md2.js";
import { note, say, setBusy } from "./messages.js";
import { readModel } from "./model.js";
import { Models } from "./models.js";
import { titleOf } from "./names.js";
import { unpack } from "./packed.js";
import { Stage } from "./stage.js";
import { turns } from "./turns.js";

// A .glb with most of them was made from a player.
const kClipsOfGame =
    /^(stand|run|attack|pain\d|jump|flip|salute|taunt|wave|point|cr(stnd|walk|attak|pain|death)|death\d)$/;

let controls = null;
let closeMd2 = () => {};

// For scripts and tests.
//   ready       a promise that settles when the page can be used: its model is shown, or its engine has started
//   open        (ArrayBuffer, name, options) shows a .glb; resolves to whether it is shown, or else the page says why not.
//     options   keepsView: another form of the model before, so clip, frame, skin and camera stay; facts: of engine.cpp;
//               worn: the name of the skin to show
//   models      models.js, null in a page of one model
//   saved       {name, bytes} the .glb that is shown
//   model       {name, meshes, clips: [{name, frames: [{name, time}]}], skins: [{name}], accuracy} of model.js
//   clip        the index of what is shown
//   stage       stage.js: playing, speed, frame, framesDrawn, resetView() …
const viewer = (window.viewer = {
    ready: null,
    open,
    models: null,
    saved: null,
    get model() {
        return controls?.model ?? null;
    },
    get clip() {
        return controls.clip;
    },
    stage: null,
});

async function open(bytes, name, options) {
    try {
        await show(bytes, name, options);
        return true;
    } catch (error) {
        say(error.message);
        return false;
    }
}

// As open(), but resolves to the model, and rejects if it cannot be shown.
async function show(bytes, name, { keepsView = false, facts, worn } = {}) {
    const model = await readModel(bytes, name);
    const before = keepsView ? controls.state : null;
    const ofTable = model.clips.filter(({ name: clip }) => kClipsOfGame.test(clip));
    const isOfGame = (facts?.isPcx ?? /\.md2$/i.test(name)) || ofTable.length > 9;
    Object.assign(model, { facts, isOfGame });
    keepsView || closeMd2();
    viewer.saved = { name: `${titleOf(name)}.glb`, bytes };
    viewer.stage.show(model, keepsView);
    controls.show(model);
    if (before) {
        controls.state = before;
    }
    controls.wear(worn);
    note({});
    say(model.warnings[0] ?? viewer.stage.flaw);
    return model;
}

const inTurn = turns();

// Takes what filesOfDrop() returns, or a promise of it. What a person drops first is opened first, even if it takes
// longer to read.
function openFiles(promised) {
    return inTurn(async () => {
        setBusy("Reading the files…");
        try {
            const found = await promised;
            if (viewer.models) {
                await viewer.models.open(found);
            } else if (found.length > 0) {
                const file = await found[0].read();
                await open(await file.arrayBuffer(), file.name);
            }
        } catch (error) {
            say(`This browser cannot read what was dropped; choose it with a button instead. ${reasonOf(error)}`);
        } finally {
            setBusy("");
        }
    });
}

function connectFiles() {
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
        openFiles(filesOfDrop(event.dataTransfer, (found) => viewer.models?.preview(found)));
    });
    for (const id of ["file", "folder"]) {
        at(id).addEventListener("change", ({ target }) => {
            openFiles(filesOfInput(target));
            target.value = ""; // The same file may be chosen again.
        });
    }
    at("open").addEventListener("click", () => at("file").click());
    at("open-folder").addEventListener("click", () => at("folder").click());
    at("sample").addEventListener("click", async () => openFiles(await sampleFiles()));
    at("drawer").addEventListener("click", () => openDrawer(!document.body.classList.contains("drawer")));
    at("stage").addEventListener("pointerdown", () => openDrawer(false), { capture: true });
    at("models").addEventListener("click", () => openDrawer(false));
}

// On a small screen, the list of models
function openDrawer(isOpen) {
    document.body.classList.toggle("drawer", isOpen);
    at("drawer").ariaExpanded = String(isOpen);
}

// As filesOfDrop() returns them. make_page.mjs has put the files one after another, and the difference to the frame before
// for each frame.
async function sampleFiles() {
    const bytes = await unpack(at("sample-files"));
    let end = 0;
    return JSON.parse(at("sample-files").dataset.files).map(([name, size]) => {
        const file = bytes.slice(end, (end += size));
        if (name.endsWith(".md2")) {
            const header = new DataView(file.buffer);
            const [frameSize, count, start] = [16, 40, 56].map((offset) => header.getInt32(offset, true));
            for (let i = start + frameSize; i < start + count * frameSize; ++i) {
                file[i] += file[i - frameSize];
            }
        }
        return { path: `players/imp/${name}`, read: () => new File([file], name) };
    });
}

function connectSaving() {
    const title = () => viewer.saved.name.replace(/\.glb$/, "");
    const pictureName = () =>
        [title(), controls.skin?.name]
            .filter(Boolean)
            .join("_")
            .replace(/[^\w.-]+/g, "_");
    const film = async (make, extension) => {
        if (!at("film-times").checkValidity()) {
            return;
        }
        setBusy("Filming…");
        try {
            const size = Number(document.querySelector('input[name="film-size"]:checked').value);
            const options = { times: Number(at("film-times").value), isTurntable: at("film-turntable").checked };
            const { name = "turning" } = controls.model.clips[controls.clip] ?? {};
            save(await make(controls, size, options), `${title()}_${name}.${extension}`);
        } catch (error) {
            error.name !== "AbortError" && say(`This browser cannot film: ${error.message}`);
        }
        setBusy("");
    };
    const actions = {
        "save-glb": () => save(new Blob([wearing(viewer.saved.bytes, controls.skin)]), viewer.saved.name),
        "save-picture": async () => {
            const { width, height } = at("canvas");
            save(await pngOf(viewer.stage.picture(width, height)), `${pictureName()}.png`);
        },
        "save-texture": async () => {
            const { texture, name } = controls.skin ?? {};
            texture?.image
                ? save(await pngOf(textureOf(texture)), `${name}.png`)
                : say("This model has no image of a skin.");
        },
        "save-template": async () => {
            const scale = Number(at("template-scale").value);
            save(await pngOf(templateOf(controls.model, controls.skin, scale)), `${title()}_uv.png`);
        },
        "save-stl": () => save(new Blob([stlOf(controls.model)]), `${title()}.stl`),
        "save-obj": () => save(new Blob([objOf(controls.model)]), `${title()}.obj`),
        film: async () => {
            at("film-mp4").hidden = !(await canMakeMp4());
            at("film-turntable").checked ||= controls.model.clips.length === 0;
            at("film-dialog").showModal();
        },
        "film-gif": () => film(gif, "gif"),
        "film-webm": () => film(webm, "webm"),
        "film-mp4": () => film(mp4, "mp4"),
        "film-sheet": () => film(async (...options) => pngOf(await sheet(...options)), "png"),
        "message-close": () => say(""),
        help: () => at("help-dialog").showModal(),
        "show-licences": showLicences,
    };
    for (const [id, act] of Object.entries(actions)) {
        at(id).addEventListener("click", act);
    }
}

async function showLicences() {
    at("licences-text").textContent ||= new TextDecoder().decode(await unpack(at("licences")));
    at("licences-dialog").showModal();
}

// The model inside the page, as make_page.mjs packed it.
async function openOwnModel() {
    const failed = (error) => say(`This browser cannot unpack the model: ${error.message}`);
    const bytes = await unpack(at("model")).catch(failed);
    bytes && (await open(bytes.buffer, at("model").dataset.name));
}

async function startEngine() {
    viewer.models = new Models(show, viewer.stage);
    try {
        await viewer.models.start();
        closeMd2 = connectMd2(controls, viewer, openFiles).close;
        at("invitation").hidden = at("save-md2").hidden = false;
        showBehindInvitation().catch(() => {}); // The invitation does without.
    } catch (error) {
        say(`This browser cannot run the page: ${error.message}`);
    }
}

// The sample plays until a model is opened.
async function showBehindInvitation() {
    const found = await sampleFiles();
    const bytes = await inTurn(async () => (controls.model ? null : viewer.models.glbOf(found)));
    const model = bytes && (await readModel(bytes, "sample"));
    if (model && !controls.model) {
        viewer.stage.look = { brightness: 2 };
        viewer.stage.show(model, false);
        viewer.stage.clip = model.clips[1];
        viewer.stage.playing = !movesLittle;
    }
}

async function start() {
    try {
        viewer.stage = new Stage(at("canvas"));
    } catch (error) {
        at("file").parentElement.hidden = at("folder-field").hidden = true;
        say(
            `This browser cannot draw models: WebGL 2 is missing or turned off. Turn on hardware acceleration in its settings, or open the page in another browser. ${error.message}`,
        );
        return;
    }
    viewer.stage.onContext = (isThere) =>
        say(isThere ? "" : "The graphics card has stopped drawing. The picture comes back when it works again.");
    controls = new Controls(viewer.stage);
    connectKeyboard(controls);
    connectFiles();
    connectSaving();
    const hasEngine = Engine.isInPage();
    at("file").multiple = hasEngine;
    at("file").accept = hasEngine ? kTypes : ".glb,model/gltf-binary";
    at("file-text").textContent = hasEngine ? "Open files…" : "Open a .glb…";
    at("folder-field").hidden = at("skins-hint").hidden = !hasEngine;
    await (hasEngine ? startEngine() : openOwnModel());
}

viewer.ready = start().finally(() => (at("starting").hidden = true));
