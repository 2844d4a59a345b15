// SPDX-License-Identifier: BSD-3-Clause
// The files that a person drops or chooses, and the games that they are.

export const kTypes = ".md2,.glb,.pak,.pk2,.pk3,.pkz,.zip,.pcx,.tga,.png,.jpg,.jpeg,.bmp";
const isHidden = (path) => /(^|\/)(\.|__MACOSX\/)/.test(path);
const isUsed = (path) => kTypes.split(",").some((type) => path.toLowerCase().endsWith(type)) && !isHidden(path);
// A ZIP among the files of a folder may be where they come from, so it is no game.
const isArchive = ({ path }) => /\.pak$|\.pk[23z]$|^[^/]*\.zip$/i.test(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

// Why something has failed, in words for the person who has the files; `what` precedes the text of an error.
export const reasonOf = (error, what = "") =>
    /^Not(Found|Readable)Error$/.test(error?.name)
        ? "a file has changed or is gone since it was opened; open it again"
        : what + (error?.message ?? error);

// Files as [{path, file}]. Rejects if the browser does not allow a folder to be read. From file://, Chromium reads a folder
// only through handles, which other browsers do not have.
export async function filesOfDrop({ items, files }) {
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
            await addHandle(found, entry, `${entry.name}/`);
        } else if (entry) {
            await addEntry(found, entry);
        } else {
            found.push({ path: plain[i].name, file: plain[i] });
        }
    }
    return found;
}

export const filesOfInput = ({ files }) =>
    [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

async function addHandle(found, folder, path) {
    const asked = [];
    for await (const [name, handle] of folder) {
        if (handle.kind === "directory") {
            asked.push(addHandle(found, handle, `${path}${name}/`));
        } else if (isUsed(name)) {
            // All at once: each answer comes from another process. What cannot be read is as if it were not there.
            const file = handle.getFile().catch(() => null);
            asked.push(file.then((file) => file && found.push({ path: path + name, file })));
        }
    }
    await Promise.all(asked);
}

async function addEntry(found, entry) {
    if (!entry.isDirectory) {
        if (isUsed(entry.name)) {
            const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
            found.push({ path: entry.fullPath.slice(1), file });
        }
        return;
    }
    const reader = entry.createReader();
    // Each call returns some of the entries, the last one none.
    for (let entries = [null]; entries.length > 0;) {
        entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        for (const each of entries) {
            await addEntry(found, each);
        }
    }
}

// The files that the page can use, each path once: the last one counts.
export const usedOf = (files) => [
    ...new Map(files.filter(({ path }) => isUsed(path)).map((each) => [each.path, each])).values(),
];

// Whether models may be among files that the page can use.
export const hasModel = (files) => files.some((each) => /\.(md2|glb)$/i.test(each.path) || isArchive(each));

// What the engine opens: each folder with archives is a game, and the other files are one more. Takes files that the page
// can use. Returns {folders, files: [{path, file}], glbs: {name: file}}; `path` begins with one of the folders.
export function gamesOf(files) {
    const games = [...new Set(files.filter(isArchive).map(({ path }) => folderOf(path)))];
    // A mod comes before the game that it changes.
    const isBase = (game) => /(^|\/)(baseq2|base)\/$/i.test(game);
    games.sort((a, b) => isBase(a) - isBase(b) || a.localeCompare(b));
    const glbs = new Map();
    const placed = files.map(({ path, file }) => {
        const inside = games.filter((game) => path.startsWith(game));
        const game = inside.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
        const name = path.slice(game.length);
        if (/\.glb$/i.test(name)) {
            glbs.set(name, file);
        }
        return { path: `${inside.length > 0 ? games.indexOf(game) : games.length}/${name}`, file };
    });
    const folders = [...new Set(placed.map(({ path }) => path.slice(0, path.indexOf("/"))))].sort((a, b) => a - b);
    return { folders, files: placed, glbs };
}
