// SPDX-License-Identifier: BSD-3-Clause
// The dialog that saves a model as an MD2 for the game: a ZIP with the model, its skins, their icons and its weapon.
import { at, element, save } from "./dom.js";
import { pngOf, textureOf } from "./flat.js";
import { wearing, withSkins } from "./glb.js";
import { note, say, setBusy } from "./messages.js";
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

let asked = null; // the model that the dialog is about
let usual = {}; // the animation that suits each clip

const isMd2 = (name) => /\.md2$/i.test(name);
const safe = (name) => name.replace(/[^\w-]+/g, "_");
const isPlayer = () => at("md2-player").checked;
const folder = () => `${isPlayer() ? "players" : "models"}/${at("md2-name").value}/`;

// viewer: as in main.js, with models
export function connectMd2(controls, viewer) {
    const dialog = at("md2-dialog");
    at("save-md2").addEventListener("click", () => ask(controls, viewer));
    dialog.addEventListener("input", () => describe(controls));
    dialog.addEventListener("close", async () => {
        if (dialog.returnValue) {
            setBusy(`Making an MD2 of ${viewer.models.chosen}…`);
            try {
                await makeZip(controls, viewer);
            } catch (error) {
                say(`The ZIP cannot be made: ${error.message}`);
            }
            setBusy("");
        }
    });
}

// A dialog that is opened again has what was chosen before.
async function ask({ model }, viewer) {
    if (asked !== model) {
        asked = model;
        await fill(model, viewer);
    }
    at("md2-dialog").returnValue = "";
    at("md2-dialog").showModal();
}

async function fill(model, { models, saved }) {
    at("md2-dialog").querySelector("form").reset();
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
    for (const id of ["md2-clips", "md2-scene"]) {
        at(id).hidden = !isScene || (id === "md2-clips" && names.length === 0);
    }
    // A skin's path has at most 63 bytes in an MD2, so a long name is cut.
    at("md2-name").value = safe(saved.name.replace(/\.glb$/, "")).slice(0, at("md2-name").maxLength);
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

const chosenClips = () => [...at("md2-all").querySelectorAll("input:checked")].map(({ value }) => value);

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
    return {
        ...skins,
        ...(at("md2-clips").hidden ? {} : { EXPORT_MD2_CLIPS: clips }),
        ...(isPlayer() ? {} : { EXPORT_MD2_FPS: Number(at("md2-fps").value) }),
        ...(height > 0 ? { EXPORT_MD2_HEIGHT: height } : {}),
        ...(at("md2-front").value ? { EXPORT_MD2_FRONT: at("md2-front").value } : {}),
        IMPORT_FBX_PRESERVE_PIVOTS: false,
    };
}

async function makeZip(controls, { models, saved, stage }) {
    const { skin, model } = controls;
    const isChanged = skin && !skin.isWorn;
    const isGlb = /\.glb$/i.test(models.chosen);
    const { error, files, warnings } = await models.engine.convert({
        model: models.chosen,
        format: "md2",
        output: `${folder()}tris.md2`,
        properties: properties(models),
        ...(isGlb || (isChanged && !isMd2(models.chosen)) ? { bytes: new Uint8Array(wearing(saved.bytes, skin)) } : {}),
    });
    if (error) {
        say(`${models.chosen}: ${error}`);
        return;
    }
    const zip = new ZipFile();
    let [{ bytes: md2 }] = files;
    if (isMd2(models.chosen)) {
        // The skin that is shown comes first.
        const skins = [skin, ...model.skins.filter((each) => each !== skin)].filter((each) => each?.texture?.image);
        for (const each of skins) {
            stage.skin = each;
            await addSkin(zip, models, safe(each.name), textureOf(each.texture), isPlayer() && stage);
        }
        skin && (stage.skin = skin);
        const names = skins.slice(0, kMostSkins).map(({ name }) => `${folder()}${safe(name)}.pcx`);
        md2 = names.length > 0 ? withSkins(md2, names) : md2;
    } else {
        await addImages(zip, models, files, Number(at("brightness").value), isPlayer() && stage);
    }
    await zip.add(`${folder()}tris.md2`, md2);
    if (models.weapon) {
        const weapon = await models.engine.convert({
            model: models.weapon,
            format: "md2",
            output: `${folder()}weapon.md2`,
            properties: { EXPORT_MD2_SKIN_PATH: folder().slice(0, -1) },
        });
        weapon.error && warnings.push(weapon.error);
        await addImages(zip, models, weapon.files, kBrightness, null);
        weapon.files[0] && (await zip.add(`${folder()}weapon.md2`, weapon.files[0].bytes));
    }
    note({ warnings });
    save(zip.finish(), `${at("md2-name").value}.zip`);
}

// The images that an export has written beside its model, so dark that the game shows them as they are here.
async function addImages(zip, models, files, brightness, stage) {
    for (const { name, bytes } of files.slice(1)) {
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = textureOf({ image });
        const context = canvas.getContext("2d");
        context.globalCompositeOperation = "source-atop";
        context.fillStyle = `rgb(0 0 0 / ${Math.max(0, 1 - brightness / kBrightness)})`;
        context.fillRect(0, 0, canvas.width, canvas.height);
        await addSkin(zip, models, name.replace(/^.*\/|\.[^.]*$/g, ""), canvas, stage);
    }
}

// A skin as PNG, and as PCX for the original game; for a player with the icon that the game's menu shows
async function addSkin(zip, models, stem, canvas, stage) {
    const bytesOf = async (each) => new Uint8Array(await (await pngOf(each)).arrayBuffer());
    const pcx = async (each) => models.engine.ask("convertPicture", { bytes: await bytesOf(each), asPcx: true });
    const path = `${folder()}${stem}`;
    await zip.add(`${path}.pcx`, await pcx(textureOf({ image: canvas }, kLargestPcx)));
    await zip.add(`${path}.png`, await bytesOf(canvas));
    if (stage) {
        const icon = stage.picture(kIconSize, kIconSize, { hasBackground: true, isIcon: true });
        await zip.add(`${path}_i.pcx`, await pcx(icon));
    }
}
