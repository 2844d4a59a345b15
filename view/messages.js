// SPDX-License-Identifier: BSD-3-Clause
// What the page says: errors, what it is doing, what an import has to say, and what only a screen reader hears.
import { at, element } from "./dom.js";

// Texts of the library, of Assimp and of three.js, and what they are to a person who has files and no programs.
const kWords = [
    [/\/files\/\d+\/|\/input\.glb:? ?/g, ""],
    [
        /cannot be read: .*(DRACOLoader|Draco).*/s,
        "has meshes that are compressed with Draco. Open it in Blender and export it as .glb with “Compression” off.",
    ],
    [
        /cannot be read: .*[Mm]eshopt.*/s,
        "has meshes that are compressed with meshopt. Open it in Blender and export it as .glb, or unpack it with gltfpack -noq.",
    ],
    [/(, not an MD2); give it the extension \.md3.*/, "$1. Open it in Blender or Noesis, and export it as .glb"],
    [/EXPORT_MD2_FPS/g, "frames per second"],
    [/(; |, )?(is )?\(?EXPORT_MD2_SIMPLIFY(=false)?[^);]*\)?/g, ""],
    [/ ?\(IMPORT_MD2_MAX_\w+_MB\)/g, ""],
    [/[EI][XM]PORT_MD2_(\w+)/g, (_, name) => name.toLowerCase().replace(/_/g, " ")],
];
export const inWords = (text) => kWords.reduce((words, [pattern, by]) => words.replace(pattern, by), text);

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

export function say(text) {
    at("message-text").textContent = inWords(text);
    at("message").hidden = text === "";
}

export function setBusy(text) {
    at("busy").textContent = text;
}

// For those who do not see the page
export function announce(text) {
    at("announcement").textContent = text;
}

export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// What an import has to say. missing: names of skins; worn: the name of a picture that is not in the model's files
export function note({ missing = [], warnings = [], worn = "" }) {
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
    at("worn").textContent = worn && `${worn} is not in the files of the model. Save the model to keep it.`;
    // Nobody can do anything about what Assimp says of the bytes of an FBX.
    const useful = warnings.filter((line) => !/^(FBX-|more warnings)/.test(line));
    at("warnings").hidden = useful.length === 0;
    at("warnings-count").textContent = counted(useful.length, "warning");
    at("warnings-list").replaceChildren(...useful.map((line) => element("li", {}, inWords(line))));
}
