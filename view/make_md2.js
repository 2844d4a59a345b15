// SPDX-License-Identifier: BSD-3-Clause
// The panel that saves a model as an MD2 for the game: a ZIP with the model, its skins, their icons and its weapon.
import { at, element, save } from "./dom.js";
import { pngOf, textureOf } from "./flat.js";
import { wearing, withSkins } from "./glb.js";
import { counted, note, say, setBusy, setProgress } from "./messages.js";
import { ZipFile } from "./zip_file.js";

// The game's clips and their numbers of frames
export const kClips =
    "stand 40,run 6,attack 8,pain1 4,pain2 4,pain3 4,jump 6,flip 12,salute 11,taunt 17,wave 11,point 12,crstnd 19,crwalk 6,crattak 9,crpain 4,crdeath 5,death1 6,death2 6,death3 8"
        .split(",")
        .map((clip) => clip.split(" "));
const kMostFrames = 512; // of the game
const kMostSkins = 32;
const kLargestPcx = { width: 640, height: 480 }; // that the original game reads
const kIconSize = 32;
const kBrightness = 2; // by which the game multiplies skins

// The axis that the model's front faces, after so many turns by 90°
const kFronts = ["", "-x", "-z", "x"];

let asked = null; // the model that the panel is about
let usual = {}; // the animation that suits each clip
let turns = 0;
let saved = null; // the last ZIP: its files, as filesOfDrop() returns them

const isMd2 = (name) => /\.md2$/i.test(name);
const safe = (name) => name.replace(/[^\w-]+/g, "_");
const isPlayer = () => at("md2-player").checked;
const folder = () => `${isPlayer() ? "players" : "models"}/${at("md2-name").value}/`;

// viewer: as in main.js, with models; openFiles(found): opens files
export function connectMd2(controls, viewer, openFiles) {
    const close = () => {
        at("md2-panel").hidden = true;
        at("panel").hidden = false;
    };
    at("save-md2").addEventListener("click", () => ask(controls, viewer));
    at("md2-close").addEventListener("click", close);
    at("md2-panel").addEventListener("keydown", ({ key }) => key === "Escape" && close());
    at("md2-form").addEventListener("input", () => describe(controls));
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
            error.name !== "AbortError" && say(`The ZIP cannot be made: ${error.message}`);
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
    turn(viewer, 0);
    const names = model.clips.map(({ name }) => name);
    const isScene = !isMd2(models.chosen);
    usual = isScene ? await usualOf(names, models) : {};
    at("md2-table").replaceChildren(
        ...kClips.map(([clip, count]) => {
            const select = element("select", { name: clip }, new Option("stands still", ""));
            select.append(...names.map((name) => new Option(name)));
            select.value = usual[clip] ?? "";
            return element("label", {}, element("span", {}, clip, element("small", {}, ` ${count}`)), select);
        }),
    );
    at("md2-all").replaceChildren(
        ...names.map((name) => {
            const box = element("input", { type: "checkbox", checked: true, value: name });
            return element("label", { className: "row" }, box, element("span", {}, name));
        }),
    );
    const meshes = isScene ? new Set(model.meshes.map(({ name, parent }) => meshNameOf(name, parent))) : [];
    at("md2-mesh-list").replaceChildren(
        ...[...meshes].map((name) => {
            const box = element("input", { type: "checkbox", checked: true, value: name });
            return element("label", { className: "row" }, box, element("span", {}, name));
        }),
    );
    at("md2-meshes").hidden = meshes.size < 2 || !isScene;
    for (const id of ["md2-clips", "md2-scene", "md2-turning"]) {
        at(id).hidden = !isScene || (id === "md2-clips" && names.length === 0);
    }
    // A skin's path has at most 63 bytes in an MD2, so a long name is cut.
    at("md2-name").value = safe(viewer.saved.name.replace(/\.glb$/, "")).slice(0, at("md2-name").maxLength);
    describe({ model });
}

// The animation of each clip of the game: one of its name, or one with a usual name. Something has to stand.
async function usualOf(names, models) {
    const found = await models.engine.ask("usualClips", names);
    const chosen = {};
    for (const [clip] of kClips) {
        const ranked = names
            .map((name, i) => [name, found[i]])
            .filter(([, suited]) => suited?.clip === clip || suited?.clip === clip.replace(/\d$/, ""))
            .sort(([, a], [, b]) => a.rank - b.rank);
        chosen[clip] = names.find((name) => name.toLowerCase() === clip) ?? ranked[0]?.[0];
    }
    chosen.stand ??= names[0];
    return chosen;
}

// Primitives of a glTF mesh are meshes of one node.
const meshNameOf = (name, parent) => (parent?.isGroup && parent.name && /_\d+$/.test(name) ? parent.name : name);

const valuesOf = (id, state) => [...at(id).querySelectorAll(`input${state}`)].map(({ value }) => value);
const chosenClips = () => valuesOf("md2-all", ":checked");

// What the limits of the game allow
function describe({ model }) {
    at("md2-folder").textContent = folder();
    at("md2-table").hidden = !isPlayer();
    at("md2-all").hidden = at("md2-rate").hidden = isPlayer();
    const fps = Number(at("md2-fps").value);
    const chosen = chosenClips();
    const count = isPlayer()
        ? 198
        : model.clips
              .filter(({ name }) => chosen.includes(name))
              .reduce((sum, { frames, end }) => {
                  const seconds = Math.max(end, frames.at(-1).time) - frames[0].time;
                  return sum + Math.max(1, Math.round(seconds * fps)) + (end > frames.at(-1).time ? 0 : 1);
              }, 0);
    at("md2-still").hidden = !isPlayer() || model.clips.length > 0;
    const isTooMany = !at("md2-clips").hidden && count > kMostFrames;
    at("md2-limits").textContent = at("md2-clips").hidden
        ? ""
        : `${count} of ${kMostFrames} frames${isTooMany ? ": choose fewer clips or frames per second" : ""}`;
    at("md2-save").disabled = isTooMany;
}

// The properties of include/assimp-md2/properties.h
function properties(models) {
    const skins = { EXPORT_MD2_SKIN_PATH: folder().slice(0, -1) };
    if (isMd2(models.chosen)) {
        return skins;
    }
    const selects = Object.fromEntries(
        [...at("md2-table").querySelectorAll("select")].map((each) => [each.name, each]),
    );
    const stand = selects.stand.value;
    // The export would look for a usual name for a clip that is not listed.
    const entries = isPlayer()
        ? kClips.flatMap(([clip]) =>
              selects[clip].value
                  ? [`${clip}=${selects[clip].value}`]
                  : usual[clip] && stand
                    ? [`${clip}=${stand}:0-0`]
                    : [],
          )
        : chosenClips();
    const separator = entries.some((entry) => /,|:0-0$/.test(entry)) ? ";" : ",";
    const clips = [...(isPlayer() ? ["player"] : []), ...entries].join(separator);
    const height = Number(at("md2-height").value);
    const left = valuesOf("md2-mesh-list", ":not(:checked)");
    return {
        ...skins,
        // A character without animation stands still for all frames of a player.
        ...(!at("md2-clips").hidden
            ? { EXPORT_MD2_CLIPS: clips }
            : isPlayer()
              ? { EXPORT_MD2_CLIPS: "player,stand=" }
              : {}),
        ...(isPlayer() ? {} : { EXPORT_MD2_FPS: Number(at("md2-fps").value) }),
        ...(height > 0 ? { EXPORT_MD2_HEIGHT: height } : {}),
        ...(turns > 0 ? { EXPORT_MD2_FRONT: kFronts[turns] } : {}),
        ...(left.length > 0 ? { EXPORT_MD2_MESHES: left.map((name) => `!${name}`).join(",") } : {}),
        IMPORT_FBX_PRESERVE_PIVOTS: false,
    };
}

async function makeZip(controls, { models, saved: shown, stage }) {
    const { skin, model } = controls;
    const isChanged = skin && !skin.isWorn;
    const isGlb = /\.glb$/i.test(models.chosen);
    const { error, files, warnings } = await models.engine.convert({
        model: models.chosen,
        format: "md2",
        output: `${folder()}tris.md2`,
        properties: properties(models),
        clips: models.clipsOf(models.chosen),
        ...(isGlb || (isChanged && !isMd2(models.chosen)) ? { bytes: new Uint8Array(wearing(shown.bytes, skin)) } : {}),
    });
    if (error) {
        say(`${models.chosen}: ${error}`);
        return;
    }
    const made = {}; // path: bytes
    let [{ bytes: md2 }] = files;
    const progress = progressOf();
    if (isMd2(models.chosen)) {
        // The skin that is shown comes first.
        const skins = [skin, ...model.skins.filter((each) => each !== skin)].filter((each) => each?.texture?.image);
        for (const [i, each] of skins.entries()) {
            progress(i, skins.length);
            const icon = isPlayer() && (() => stage.wearing(each, skin, kIconSize, true));
            await addSkin(made, models, safe(each.name), textureOf(each.texture), icon);
        }
        const names = skins.slice(0, kMostSkins).map(({ name }) => `${folder()}${safe(name)}.pcx`);
        md2 = names.length > 0 ? withSkins(md2, names) : md2;
    } else {
        const icon = isPlayer() && (() => stage.picture(kIconSize, kIconSize, { hasBackground: true, isIcon: true }));
        await addImages(made, models, files, Number(at("brightness").value), icon, progress);
    }
    made[`${folder()}tris.md2`] = md2;
    if (models.weapon) {
        const weapon = await models.engine.convert({
            model: models.weapon,
            format: "md2",
            output: `${folder()}weapon.md2`,
            properties: { EXPORT_MD2_SKIN_PATH: folder().slice(0, -1) },
        });
        weapon.error && warnings.push(weapon.error);
        await addImages(made, models, weapon.files, kBrightness, null, progress);
        weapon.files[0] && (made[`${folder()}weapon.md2`] = weapon.files[0].bytes);
    }
    note({ warnings });
    const name = `${at("md2-name").value}.zip`;
    const header = new DataView(md2.slice(0, 68).buffer);
    const zip = new ZipFile();
    saved = [];
    for (const [path, bytes] of Object.entries(made)) {
        const file = new File([bytes], path.replace(/.*\//, ""));
        saved.push({ path, read: () => file });
        await zip.add(path, bytes);
    }
    const [vertices, triangles, frames] = [24, 32, 40].map((offset) => header.getInt32(offset, true));
    at("md2-summary").textContent =
        `${name}: ${counted(frames, "frame")}, ${counted(vertices, "vertex", "vertices")}, ${counted(triangles, "triangle")}`;
    at("md2-card").hidden = false;
    save(zip.finish(), name);
}

// Says which skin is made. Throws when the ZIP is cancelled.
function progressOf() {
    let isCancelled = false;
    return (i, count) => {
        if (isCancelled) {
            throw new DOMException("cancelled", "AbortError");
        }
        setBusy(`Skin ${i + 1} of ${count}…`);
        setProgress(i / count, () => (isCancelled = true));
    };
}

// The images that an export has written beside its model, so dark that the game shows them as they are here.
async function addImages(made, models, files, brightness, icon, progress) {
    for (const [i, { name, bytes }] of files.slice(1).entries()) {
        progress(i, files.length - 1);
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = textureOf({ image });
        const context = canvas.getContext("2d");
        context.globalCompositeOperation = "source-atop";
        context.fillStyle = `rgb(0 0 0 / ${Math.max(0, 1 - brightness / kBrightness)})`;
        context.fillRect(0, 0, canvas.width, canvas.height);
        await addSkin(made, models, name.replace(/^.*\/|\.[^.]*$/g, ""), canvas, icon);
    }
}

// A skin as PNG, and as PCX for the original game; for a player with the icon that the game's menu shows
async function addSkin(made, models, stem, canvas, icon) {
    const bytesOf = async (each) => new Uint8Array(await (await pngOf(each)).arrayBuffer());
    const pcx = async (each) => models.engine.ask("convertPicture", { bytes: await bytesOf(each), asPcx: true });
    const path = `${folder()}${stem}`;
    made[`${path}.pcx`] = await pcx(textureOf({ image: canvas }, kLargestPcx));
    made[`${path}.png`] = await bytesOf(canvas);
    if (icon) {
        made[`${path}_i.pcx`] = await pcx(icon());
    }
}
