// SPDX-License-Identifier: BSD-3-Clause
// The files that a person drops or chooses, and the games that they are.

export const kTypes = ".md2,.glb,.fbx,.pak,.pk2,.pk3,.pkz,.zip,.pcx,.tga,.png,.jpg,.jpeg,.bmp";
const isHidden = (path) => /(^|\/)(\.|__MACOSX\/)/.test(path);
// Others get a message that says what to do with them.
const isKept = (name) => isUsed(name) || /\.(rar|7z|md3|mdl|gltf)$/i.test(name);
const isUsed = (path) => kTypes.split(",").some((type) => path.toLowerCase().endsWith(type)) && !isHidden(path);
// A ZIP among the files of a folder may be where they come from, so it is no game.
const isArchive = ({ path }) => /\.pak$|\.pk[23z]$|^[^/]*\.zip$/i.test(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

// Why something has failed, in words for the person who has the files; `what` precedes the text of an error.
export const reasonOf = (error, what = "") =>
    /^Not(Found|Readable)Error$/.test(error?.name)
        ? "a file has changed or is gone since it was opened; open it again"
        : what + (error?.message ?? error);

// What is in a drop, as [{path, read(): a promise of its File}]: names come quickly, files take longer. Rejects if the
// browser does not allow a folder to be read. From file://, Chromium reads a folder only through handles, which other
// browsers do not have. onFound: called with the list while it grows
export async function filesOfDrop({ items, files }, onFound) {
    // All are asked for before the first wait, after which the items are gone.
    const folders = [...items]
        .filter(({ kind }) => kind === "file")
        .map((item) => [item, item.webkitGetAsEntry?.()])
        .map(([item, entry]) => (entry?.isDirectory ? (item.getAsFileSystemHandle?.() ?? entry) : null));
    const plain = [...files];
    const found = [];
    for (const [i, folder] of folders.entries()) {
        const entry = await folder;
        if (entry?.kind === "directory") {
            await addHandle(found, entry, `${entry.name}/`, onFound);
        } else if (entry) {
            await addEntry(found, entry, onFound);
        } else {
            found.push(ofFile(plain[i].name, plain[i]));
        }
    }
    return found;
}

const ofFile = (path, file) => ({ path, read: () => file });
export const filesOfInput = ({ files }) => [...files].map((file) => ofFile(file.webkitRelativePath || file.name, file));

async function addHandle(found, folder, path, onFound) {
    const asked = [];
    for await (const [name, handle] of folder) {
        if (handle.kind === "directory") {
            asked.push(addHandle(found, handle, `${path}${name}/`, onFound));
        } else if (isKept(name)) {
            found.push({ path: path + name, read: () => handle.getFile() });
        }
    }
    await Promise.all(asked);
    onFound(found);
}

async function addEntry(found, entry, onFound) {
    if (!entry.isDirectory) {
        if (isKept(entry.name)) {
            const read = () => new Promise((resolve, reject) => entry.file(resolve, reject));
            found.push({ path: entry.fullPath.slice(1), read });
        }
        return;
    }
    const reader = entry.createReader();
    // Each call returns some of the entries, the last one none.
    for (let entries = [null]; entries.length > 0;) {
        entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        for (const each of entries) {
            await addEntry(found, each, onFound);
        }
    }
    onFound(found);
}

// [{path, file}] of what filesOfDrop() returns. What cannot be read is as if it were not there.
export async function readAll(found) {
    // All at once: each answer comes from another process.
    const files = await Promise.all(found.map(async ({ read }) => read()).map((file) => file.catch(() => null)));
    return found.map(({ path }, i) => ({ path, file: files[i] })).filter(({ file }) => file);
}

// The files that the page can use, each path once: the last one counts.
export const usedOf = (files) => [
    ...new Map(files.filter(({ path }) => isUsed(path)).map((each) => [each.path, each])).values(),
];

export const isScene = (path) => /\.(glb|fbx)$/i.test(path);
export const isPicture = (path) => /\.(pcx|tga|png|jpe?g|bmp)$/i.test(path);
// Whether models may be among files that the page can use.
export const hasModel = (files) =>
    files.some((each) => /\.md2$/i.test(each.path) || isScene(each.path) || isArchive(each));
export const hasArchive = (files) => files.some(isArchive);

// What the engine opens: each folder with archives is a game, and the other files are one more. Takes files that the page
// can use, as [{path, file}]. Returns {folders, files, scenes: {name: file}}; `path` begins with one of the folders.
export function gamesOf(files) {
    const games = [...new Set(files.filter(isArchive).map(({ path }) => folderOf(path)))];
    // A mod comes before the game that it changes.
    const isBase = (game) => /(^|\/)(baseq2|base)\/$/i.test(game);
    games.sort((a, b) => isBase(a) - isBase(b) || a.localeCompare(b));
    const numbers = new Map(games.map((game, i) => [game, i]));
    const gameOf = (path) => {
        let folder = folderOf(path);
        while (folder !== "" && !numbers.has(folder)) {
            folder = folderOf(folder.slice(0, -1));
        }
        return folder;
    };
    const scenes = new Map();
    const placed = files.map(({ path, file }) => {
        const game = gameOf(path);
        const name = path.slice(game.length);
        if (isScene(name)) {
            scenes.set(name, file);
        }
        return { path: `${numbers.get(game) ?? games.length}/${name}`, file };
    });
    const folders = [...new Set(placed.map(({ path }) => path.slice(0, path.indexOf("/"))))].sort((a, b) => a - b);
    return { folders, files: placed, scenes };
}
