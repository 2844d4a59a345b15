// SPDX-License-Identifier: BSD-3-Clause
// The panel that saves a model as an MD2 for the game: a ZIP with the model, its skins, their icons and its weapon.
import { at, element, save } from "./dom.js";
import { wearing } from "./glb.js";
import { counted, inWords, note, say, setBusy, setProgress } from "./messages.js";
import { ZipFile } from "./zip_file.js";

const kMostSkins = 32;
const kBrightness = 2; // by which the game multiplies skins

// The axis that the model's front faces, after so many turns by 90°
const kFronts = ["z", "-x", "-z", "x"];
const kStill = "-"; // in place of an animation

let asked = null; // the model that the panel is about
let preview = null; // of the MD2: see engine.cpp
let turns = 0;
let requests = 0;
let last = null; // the promise of a preview
let saved = null; // the last ZIP: its files, as filesOfDrop() returns them

const isMd2 = (name) => /\.md2$/i.test(name);
const safe = (name) => name.replace(/[^\w-]+/g, "_");
const isPlayer = () => at("md2-player").checked;
const folder = () => `${isPlayer() ? "players" : "models"}/${at("md2-name").value}`;

// viewer: as in main.js, with models; openFiles(found): opens files
export function connectMd2(controls, viewer, openFiles) {
    const close = () => {
        at("md2-panel").hidden = true;
        at("panel").hidden = false;
    };
    at("save-md2").addEventListener("click", () => ask(controls, viewer));
    at("md2-close").addEventListener("click", close);
    at("md2-panel").addEventListener("keydown", ({ key }) => key === "Escape" && close());
    at("md2-form").addEventListener("input", ({ target }) => {
        at("md2-folder").textContent = `${folder()}/`;
        target.id === "md2-name" || describe(controls, viewer);
    });
    at("md2-turn").addEventListener("click", () => turn(viewer, turns + 1));
    at("md2-show").addEventListener("click", () => {
        close();
        openFiles(saved);
    });
    at("md2-form").addEventListener("submit", async (event) => {
        event.preventDefault();
        at("md2-card").hidden = true;
        setBusy(`Making an MD2 of ${viewer.models.chosen}…`);
        const { playing } = viewer.stage;
        viewer.stage.playing = false;
        viewer.stage.isFilming = true;
        try {
            await makeZip(controls, viewer);
        } catch (error) {
            say(`The ZIP cannot be made: ${error.message}`);
        }
        viewer.stage.isFilming = false;
        viewer.stage.playing = playing;
        setProgress(null);
        setBusy("");
    });
    return { close };
}

function turn({ stage }, count) {
    turns = count % 4;
    stage.turned = (turns * Math.PI) / 2;
}

// A panel that is opened again has what was chosen before.
async function ask({ model }, viewer) {
    if (asked !== model) {
        asked = model;
        await fill(model, viewer);
    }
    at("panel").hidden = true;
    at("md2-panel").hidden = false;
}

async function fill(model, viewer) {
    const { models } = viewer;
    at("md2-form").reset();
    at("md2-card").hidden = true;
    preview = null;
    const names = model.clips.map(({ name }) => name);
    const isScene = !isMd2(models.chosen);
    const meshes = new Set(isScene ? model.meshes.map(({ name, parent }) => meshNameOf(name, parent)) : []);
    at("md2-all").replaceChildren(...names.map(checkbox));
    at("md2-mesh-list").replaceChildren(...[...meshes].map(checkbox));
    at("md2-table").replaceChildren();
    at("md2-clips").hidden = !isScene || names.length === 0;
    at("md2-scene").hidden = at("md2-turning").hidden = !isScene;
    at("md2-meshes").hidden = meshes.size < 2;
    // A skin's path has at most 63 bytes in an MD2, so a long name is cut.
    at("md2-name").value = safe(viewer.saved.name.replace(/\.glb$/, "")).slice(0, at("md2-name").maxLength);
    turn(viewer, 0);
    if (isScene) {
        // With the front that the file has
        let { md2 } = await previewOf(viewer, { EXPORT_MD2_FRONT: "auto" });
        const isForeign = md2?.error && names.length > 0; // No name of an animation is known; something has to stand.
        if (isForeign) {
            const clips = { EXPORT_MD2_CLIPS: `player;stand=${names[0]}` };
            ({ md2 } = await previewOf(viewer, { EXPORT_MD2_FRONT: "auto", ...clips }));
        }
        turn(viewer, Math.max(0, kFronts.indexOf(md2?.front?.replace("+", "").toLowerCase())));
        at("md2-table").replaceChildren(...(md2?.clips ?? []).map((clip) => rowOf(clip, names)));
        if (isForeign && md2.clips.length > 0) {
            at("md2-table").querySelector('[name="stand"]').value = names[0];
        }
    }
    await describe({ model }, viewer);
}

const checkbox = (name) =>
    element(
        "label",
        { className: "row" },
        element("input", { type: "checkbox", checked: true, value: name }),
        element("span", {}, name),
    );

// The animation of a clip; the first choice is that of the library.
function rowOf({ name, frames }, animations) {
    const select = element("select", { name }, new Option("", ""), new Option("stand still", kStill));
    select.append(...animations.map((animation) => new Option(animation)));
    return element("label", {}, element("span", {}, name, element("small", {}, ` ${frames}`)), select);
}

// Primitives of a glTF mesh are meshes of one node.
const meshNameOf = (name, parent) => (parent?.isGroup && parent.name && /_\d+$/.test(name) ? parent.name : name);

const valuesOf = (id, state) => [...at(id).querySelectorAll(`input${state}`)].map(({ value }) => value);

// What the MD2 will have
async function describe({ model }, viewer) {
    at("md2-folder").textContent = `${folder()}/`;
    at("md2-table").hidden = !isPlayer();
    at("md2-all").hidden = at("md2-rate").hidden = isPlayer();
    at("md2-in-place").parentElement.hidden = !isPlayer();
    at("md2-still").hidden = !isPlayer() || model.clips.length > 0;
    if (isMd2(viewer.models.chosen)) {
        return;
    }
    // Of changes that come faster than answers, the last one counts.
    const request = ++requests;
    await last;
    if (request !== requests) {
        return;
    }
    last = previewOf(viewer, {});
    const { error, md2 } = await last;
    preview = md2 ?? { error, clips: [], problems: [] };
    for (const { name, kind, animation } of preview.clips) {
        const option = at("md2-table").querySelector(`select[name="${name}"]`)?.options[0];
        const from = kind === "related" ? `from ${animation}` : animation;
        option && (option.text = kind === "still" ? "stands still" : from);
    }
    at("md2-limits").textContent = preview.frames ? counted(preview.frames, "frame") : "";
    at("md2-problems").replaceChildren(
        ...[preview.error, ...preview.problems].filter(Boolean).map((each) => element("li", {}, inWords(each))),
    );
    at("md2-save").disabled = Boolean(preview.error);
}

const previewOf = ({ models }, changes) =>
    models.engine.convert({
        model: models.chosen,
        format: "preview",
        properties: { ...properties(models), ...changes },
        clips: models.clipsOf(models.chosen),
    });

// The properties of include/assimp-md2/properties.h
function properties(models) {
    if (isMd2(models.chosen)) {
        return { IMPORT_MD2_SKINS: "folder" };
    }
    const selects = Object.fromEntries(
        [...at("md2-table").querySelectorAll("select")].map((each) => [each.name, each]),
    );
    const stand = [selects.stand?.value, preview?.clips.find(({ name }) => name === "stand")?.animation].find(
        (value) => value && value !== kStill,
    );
    const chosen = Object.values(selects).filter(({ value }) => value !== "" && (value !== kStill || stand));
    const entries = isPlayer()
        ? chosen.map(({ name, value }) => `${name}=${value === kStill ? `${stand}:0-0` : value}`)
        : valuesOf("md2-all", ":checked");
    const separator = entries.some((entry) => /,|:0-0$/.test(entry)) ? ";" : ",";
    const clips = [...(isPlayer() ? ["player"] : []), ...entries].join(separator);
    const height = Number(at("md2-height").value);
    const left = valuesOf("md2-mesh-list", ":not(:checked)");
    return {
        // A character without animation stands still for all frames of a player.
        ...(!at("md2-clips").hidden
            ? { EXPORT_MD2_CLIPS: clips }
            : isPlayer()
              ? { EXPORT_MD2_CLIPS: "player,stand=" }
              : {}),
        ...(isPlayer() ? {} : { EXPORT_MD2_FPS: Number(at("md2-fps").value) }),
        ...(height > 0 ? { EXPORT_MD2_HEIGHT: height } : {}),
        EXPORT_MD2_FRONT: kFronts[turns],
        ...(isPlayer() && at("md2-in-place").checked ? { EXPORT_MD2_MOTION: "in-place" } : {}),
        ...(left.length > 0 ? { EXPORT_MD2_MESHES: left.map((name) => `!${name}`).join(",") } : {}),
    };
}

async function makeZip({ skin, model }, { models, saved: shown }) {
    const isOfGame = isMd2(models.chosen);
    const isChanged = skin && !skin.isWorn && !isOfGame;
    const skins = [skin, ...model.skins.filter((each) => each !== skin)].filter((each) => each?.texture?.image);
    const { error, made, warnings } = await models.engine.convert(
        {
            model: models.chosen,
            format: "md2",
            folder: folder(),
            weapon: models.weapon,
            isPlayer: isPlayer(),
            properties: properties(models),
            // Skins of the game are dark, those of other models get so.
            brightness: isOfGame ? 1 : Math.min(1, Number(at("brightness").value) / kBrightness),
            skins: skins.slice(0, kMostSkins).map(({ name }) => name),
            ...(isChanged ? { bytes: new Uint8Array(wearing(shown.bytes, skin)) } : models.additionsTo(models.chosen)),
        },
        (done, count) => {
            setBusy(`Skin ${done + 1} of ${count}…`);
            setProgress(done / count, () => models.engine.stop());
        },
    );
    if (error) {
        error.codes.includes("stopped") || say(`${models.chosen}: ${inWords(error)}`);
        return;
    }
    note({ warnings: warnings.map(inWords) });
    const { files, frames, vertices, triangles } = made;
    const name = `${at("md2-name").value}.zip`;
    const zip = new ZipFile();
    saved = files.map(({ path, bytes }) => {
        const file = new File([bytes], path.replace(/.*\//, ""));
        return { path, read: () => file };
    });
    for (const { path, bytes } of files) {
        await zip.add(path, bytes);
    }
    at("md2-summary").textContent =
        `${name}: ${counted(frames, "frame")}, ${counted(vertices, "vertex", "vertices")}, ${madeOf(triangles)}`;
    at("md2-card").hidden = false;
    at("md2-card").scrollIntoView({ block: "nearest" });
    save(zip.finish(), name);
}

// What has become of the triangles and the clips of the source
function madeOf(triangles) {
    const { triangles: before = triangles, clips = [] } = preview ?? {};
    const left = before > triangles ? ` (of ${before.toLocaleString("en")})` : "";
    const still = clips.filter(({ kind }) => kind === "still").length;
    const rest = still > 0 ? `; ${counted(still, "clip")} stand${still === 1 ? "s" : ""} still` : "";
    return `${counted(triangles, "triangle")}${left}${rest}`;
}
