// SPDX-License-Identifier: BSD-3-Clause
// What the page says: errors, what it is doing, what an import has to say, and what only a screen reader hears.
import { at, element } from "./dom.js";

export const kMd3 =
    "This is an MD3, of Quake III, under the name .md2. Open it in Blender or Noesis, and export it as .glb.";

// Nobody who has files and no programs can set a property.
export const inWords = (text) =>
    text.replace(/ ?\([EI][XM]PORT_MD2_\w+\)/g, "").replace(/[EI][XM]PORT_MD2_(\w+)/g, wordsOf);
const wordsOf = (_, name) => (name === "FPS" ? "frames per second" : name.toLowerCase().replaceAll("_", " "));

// What to do with a file that the page cannot open, by its name.
const kOthers = [
    [/\.(rar|7z|tar|t?gz)$/i, "is packed in a way that this page cannot open. Unpack it, and drop the folder"],
    [
        /\.(md3|mdl|mdr|mdc|md5mesh|iqm|psk|smd|b3d|x|dae|obj|blend|3ds|ms3d)$/i,
        "is of another format. Open it in Blender or Noesis, export it as .glb, and drop that",
    ],
    [/\.gltf$/i, "is a part of a model. Open it in Blender, and export it as .glb"],
];
export function adviceOn(paths) {
    for (const [pattern, advice] of kOthers) {
        const path = paths.find((each) => pattern.test(each));
        if (path) {
            return `${path} ${advice}.`;
        }
    }
    return paths.length === 0
        ? "There are no files in it."
        : "There is no model among these files. Drop a .md2, a .glb, a folder, a ZIP, or a PAK, PK3 or PKZ.";
}

// ofModel: it takes the place of the model on the stage
export function say(text, ofModel = false) {
    at("message-text").textContent = inWords(text);
    at("message").hidden = text === "";
    document.body.classList.toggle("unreadable", ofModel);
}

export function setBusy(text) {
    at("busy").textContent = text;
}

// Shows how much of a task is done, and a button that cancels it; null ends that.
export function setProgress(share, onCancel = null) {
    at("busy-progress").hidden = share === null;
    at("busy-progress").value = share ?? 0;
    at("busy-cancel").hidden = onCancel === null;
    at("busy-cancel").onclick = onCancel;
}

// For those who do not see the page
export function announce(text) {
    at("announcement").textContent = text;
}

export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// What an import has to say. missing: names of skins; isWhole: the mod is open, so they are in the game that it changes;
// worn: the name of a picture that is not in the model's files
export function note({ missing = [], isWhole = false, warnings = [], worn = "" }) {
    const roots = new Set(missing.map((name) => name.match(/^(players|models)(?=\/)/)?.[0]));
    const them = missing.length === 1 ? "it" : "them";
    const advice = [
        ...new Set(
            [...roots].map((root) =>
                isWhole
                    ? "drop baseq2 as well"
                    : root
                      ? `drop the folder ${root}`
                      : `drop ${them} together with the model`,
            ),
        ),
    ];
    at("missing").hidden = missing.length === 0;
    at("missing").textContent =
        missing.length === 0
            ? ""
            : `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not among the files: ${advice.join(", or ")}.`;
    at("worn").textContent = worn && `${worn} is not in the files of the model. Save the model to keep it.`;
    // Nobody can do anything about what Assimp says of the bytes of an FBX.
    const useful = warnings.filter((line) => !/^(FBX-|more warnings)/.test(line));
    at("warnings").hidden = useful.length === 0;
    at("warnings-count").textContent = counted(useful.length, "warning");
    at("warnings-list").replaceChildren(...useful.map((line) => element("li", {}, inWords(line))));
}
