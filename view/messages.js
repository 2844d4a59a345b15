// SPDX-License-Identifier: BSD-3-Clause
// What the page says: errors, what it is doing, what an import has to say, and what only a screen reader hears.
import { at, element } from "./dom.js";

// What helps in this page, by the codes of the engine: properties of the library, and "md3".
const kHelp = {
    md3: "This is an MD3, of Quake III, under the name .md2. Open it in Blender or Noesis, and export it as .glb.",
    IMPORT_MD2_MAX_MEMORY_MB: "A browser does not give it more; use the program assimp-md2",
    EXPORT_MD2_CLIPS: "choose an animation for “stand”, or fewer clips",
    EXPORT_MD2_MESHES: "leave out meshes",
    EXPORT_MD2_MOTION: "“Keep clips in place” helps",
    EXPORT_MD2_FPS: "choose fewer frames per second",
};

// A message {text, codes} of the engine
export const inWords = ({ text, codes }) =>
    codes.includes("md3") ? kHelp.md3 : [text, ...codes.map((code) => kHelp[code]).filter(Boolean)].join("; ");

// What the row of a model says of its error
export const markOf = ({ codes }) => (codes.includes("stopped") ? null : codes.includes("md3") ? "MD3" : "!");

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
    at("message-text").textContent = text;
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

// What an import has to say. warnings: lines; missing: names of skins; isWhole: the mod is open, so they are in the game that it changes;
// worn: the name of a picture that is not in the model's files
export function note({ missing = [], isWhole = false, warnings = [], worn = "" }) {
    const roots = new Set(missing.map((name) => name.match(/^(players|models)(?=\/)/)?.[0]));
    const them = missing.length === 1 ? "it" : "them";
    const adviceFor = (root) =>
        isWhole ? "drop baseq2 as well" : root ? `drop the folder ${root}` : `drop ${them} together with the model`;
    const advice = [...new Set([...roots].map(adviceFor))].join(", or ");
    const are = missing.length === 1 ? "is" : "are";
    at("missing").hidden = missing.length === 0;
    at("missing").textContent = `${missing.join(", ")} ${are} not among the files: ${advice}.`;
    at("worn").textContent = worn && `${worn} is not in the files of the model. Save the model to keep it.`;
    at("warnings").hidden = warnings.length === 0;
    at("warnings-count").textContent = counted(warnings.length, "warning");
    at("warnings-list").replaceChildren(...warnings.map((line) => element("li", {}, line)));
}
