// SPDX-License-Identifier: BSD-3-Clause
// What the names of files say about models.
export const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
export const fileOf = (name) => name.slice(name.lastIndexOf("/") + 1);
export const withoutExtension = (name) => name.replace(/\.[^./]*$/, "");
export const stemOf = (path) => withoutExtension(fileOf(path));

// What a person calls a model: players/homer/tris.md2 is homer.
export function titleOf(name) {
    const [folder, file] = withoutExtension(name).split("/").slice(-2);
    return (file === "tris" ? folder : (file ?? folder)) || "model";
}

// The folders with which all names begin
export function sharedFolders(names) {
    const [first = "", ...others] = names;
    const folders = first.split("/").slice(0, -1);
    const count = folders.findIndex((_, i) => {
        const start = `${folders.slice(0, i + 1).join("/")}/`;
        return others.some((name) => !name.startsWith(start));
    });
    return count < 0 ? folders : folders.slice(0, count);
}

// The first folder below `players` or `models`, or else below what all names share: mod/models/weapons/v_m4/tris.md2 is
// one of the weapons, mod/players/male/weapon.md2 one of the players.
export function groupsOf(names) {
    const { length: shared } = sharedFolders(names);
    return names.map((name) => {
        const path = name.split("/").slice(0, -1);
        const at = path.findLastIndex((folder) => /^(players|models)$/i.test(folder));
        const below = path.slice(at < 0 ? shared : at + 1);
        return /^players$/i.test(path[at]) || below.length < 2 ? (path[at] ?? "") : below[0];
    });
}

export const isWeapon = (name) => /(^|\/)(w_|weapon)[^/]*$/i.test(name);
const isPart = (name) => /(^|\/)(w_|a_|v_|weapon|jetpack)[^/]*$/i.test(name);
const isBody = (name) => /(^|\/)tris\.md2$/i.test(name);
export const isBodyOfPlayer = (name) => isBody(name) && /(^|\/)players\//i.test(name);

// The models in the order in which a person means them: a player's body before others, a part of a player last.
export function byMeaning(names) {
    const rank = (name) => (isPart(name) ? 3 : !isBody(name) ? 2 : isBodyOfPlayer(name) ? 0 : 1);
    return names.toSorted((a, b) => rank(a) - rank(b));
}
