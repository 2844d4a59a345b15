// SPDX-License-Identifier: BSD-3-Clause
// The files that a person drops or chooses, and the games that they are.

const kUsed = /\.(md2|glb|pak|pk[23z]|zip|pcx|tga|png|jpe?g|bmp)$/i;
const isArchive = ({ path }) => /\.(pak|pk[23z]|zip)$/i.test(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

// Files as [{path, file}]. From file://, Chromium reads a folder only through handles, which other browsers do not have.
export async function filesOfDrop({ items, files }) {
    // All are asked for before the first wait, after which the items are gone.
    const dropped = [...items]
        .filter(({ kind }) => kind === "file")
        .map((item) => item.getAsFileSystemHandle?.() ?? item.webkitGetAsEntry?.());
    const plain = [...files];
    const found = [];
    for (const [i, each] of dropped.entries()) {
        const entry = await Promise.resolve(each).catch(() => null);
        if (entry?.kind === "directory") {
            await addHandle(found, entry, `${entry.name}/`);
        } else if (entry?.isDirectory) {
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
        } else if (kUsed.test(name)) {
            // All at once: each answer comes from another process.
            asked.push(handle.getFile().then((file) => found.push({ path: path + name, file })));
        }
    }
    await Promise.all(asked);
}

async function addEntry(found, entry) {
    if (!entry.isDirectory) {
        if (kUsed.test(entry.name)) {
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

export const hasModel = (files) => files.some((each) => /\.(md2|glb)$/i.test(each.path) || isArchive(each));

// What the engine opens: each folder with archives is a game, and the other files are one more. Returns
// {folders, files: [{path, file}], glbs: {name: file}}; `path` begins with one of the folders.
export function gamesOf(files) {
    const used = files.filter(({ path }) => kUsed.test(path));
    const games = [...new Set(used.filter(isArchive).map(({ path }) => folderOf(path)))];
    // A mod comes before the game that it changes.
    const isBase = (game) => /(^|\/)(baseq2|base)\/$/i.test(game);
    games.sort((a, b) => isBase(a) - isBase(b) || a.localeCompare(b));
    const glbs = new Map();
    const placed = used.map(({ path, file }) => {
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
