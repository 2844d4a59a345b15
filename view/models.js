// SPDX-License-Identifier: BSD-3-Clause
// The models of the files that a person opens: their list, their settings, what is put on them, and what is saved of them.
import { at, save } from "./dom.js";
import { gamesOf, hasArchive, hasModel, isPicture, isScene, readAll, reasonOf, usedOf } from "./dropped_files.js";
import { Engine } from "./engine.js";
import { NameList } from "./list.js";
import { adviceOn, inWords, note, say, setBusy } from "./messages.js";
import { turns } from "./turns.js";
import { ZipFile } from "./zip_file.js";

const isModel = (name) => /\.md2$/i.test(name) || isScene(name);
const isWeapon = (name) => /(^|\/)(w_|weapon)[^/]*$/i.test(name);
const isPart = (name) => /(^|\/)(w_|a_|v_|weapon|jetpack)[^/]*$/i.test(name);
const isBody = (name) => /(^|\/)tris\.md2$/i.test(name);
const isOfPlayer = (name) => /(^|\/)players\//i.test(name);
const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
const withoutExtension = (name) => name.replace(/\.[^./]*$/, "");
const fileOf = (name) => name.slice(name.lastIndexOf("/") + 1);
const stemOf = (path) => withoutExtension(fileOf(path));
// What is put on a model is found before all other files.
const kWorn = "worn";
// With more files than this, the first model does not wait for all.
const kManyFiles = 200;

// The one that a person means: a player's body before others, a part of a player last.
function firstOf(names) {
    const rank = (name) => (isPart(name) ? 3 : !isBody(name) ? 2 : isOfPlayer(name) ? 0 : 1);
    return names.reduce((best, name) => (rank(name) < rank(best) ? name : best), names[0]);
}

export class Models {
    engine = null;
    #show;
    #list;
    #files = [];
    #scenes = new Map();
    #names = [];
    #problems = []; // of archives
    #missing = []; // skins of the model that is shown
    #weapons = []; // files that are put into the hand
    #pictures = new Map(); // of each model: its pictures {name, type, bytes} by name
    #worn = null; // the picture to put on at once
    #chosen = null;
    #shown = null;
    #requests = 0;
    #inTurn = turns();
    #saving = null; // the engine of #saveAll()

    // show: open() of main.js
    constructor(show) {
        this.#show = show;
    }

    // The names that the filter leaves
    get listed() {
        return this.#list.names;
    }
    get chosen() {
        return this.#chosen;
    }
    get weapon() {
        const name = at("weapon").value;
        return name && folderOf(this.#chosen) + name;
    }

    async start() {
        this.engine = await Engine.ofPage();
        this.#list = new NameList(at("models"), (name) => this.choose(name));
        at("settings").addEventListener("change", () => this.#load());
        at("filter").addEventListener("input", () => this.#filter());
        at("filter").addEventListener("keydown", (event) => this.#leaveFilter(event));
        at("save-all").addEventListener("click", () => this.#saveAll());
        at("cancel").addEventListener("click", () => this.#endSaving());
    }

    // While a folder is read, its models are listed.
    preview(found) {
        const names = found.map(({ path }) => path).filter(isModel);
        if (names.length > 1) {
            this.#list.show(names);
            at("files").hidden = false;
        }
    }

    // Takes what filesOfDrop() returns. Files without a model, such as missing skins, join those that are open.
    async open(found) {
        const name = await this.#inTurn(() => this.#open(found));
        if (name !== null) {
            await this.choose(name);
        } else if (this.#list.names !== this.#names) {
            this.#filter();
            this.#showButtons();
        }
    }

    // Returns the model to show; null if it is shown already, or there is none.
    async #open(found) {
        say("");
        const used = usedOf(found);
        setBusy(`Reading ${used.length.toLocaleString("en")} files…`);
        try {
            const isOneWeapon = used.filter(({ path }) => !isPicture(path)).every(({ path }) => isWeapon(path));
            if (this.#shown && !isWeapon(this.#shown) && !isScene(this.#shown) && isOneWeapon && hasModel(used)) {
                return await this.#putIntoHand(await readAll(used));
            }
            if (!hasModel(used)) {
                return await this.#join(await readAll(used), found);
            }
            const names = used
                .map(({ path }) => path)
                .filter(isModel)
                .sort();
            const first = firstOf(names);
            const isQuick = used.length > kManyFiles && names.length > 1 && !hasArchive(used);
            const before = { files: this.#files, weapons: this.#weapons };
            this.#weapons = [];
            if (isQuick) {
                this.#forget();
                await this.#openAll(await readAll(used.filter(({ path }) => folderOf(path) === folderOf(first))));
                await this.#display(first);
                setBusy(`Reading ${used.length.toLocaleString("en")} files…`);
            }
            if (await this.#openAll(await readAll(used))) {
                if (!isQuick || this.#missing.length > 0) {
                    this.#forget();
                    return isQuick ? first : firstOf(this.#names);
                }
                this.#choose(this.#chosen);
                return null;
            }
            const problems = this.#problems.join(" ");
            this.#weapons = before.weapons;
            if (before.files.length > 0) {
                // An archive may have nothing but skins.
                await this.#openAll(problems ? before.files : usedOf([...before.files, ...(await readAll(used))]));
                if (!problems) {
                    return this.#chosen;
                }
            }
            say(problems || adviceOn(found.map(({ path }) => path)));
        } catch (error) {
            say(`The files cannot be read: ${error.message}`);
        } finally {
            setBusy("");
        }
        return null;
    }

    // The models before, and what they wear
    #forget() {
        this.#shown = null;
        this.#pictures.clear();
    }

    // Files without a model of their own: missing skins are found among them, other pictures are worn.
    async #join(files, found) {
        if (files.length === 0 || !this.#chosen) {
            say(adviceOn(found.map(({ path }) => path)));
            return null;
        }
        const isMissing = ({ path }) =>
            this.#missing.some((name) => stemOf(name).toLowerCase() === stemOf(path).toLowerCase());
        const worn = files.filter((each) => isPicture(each.path) && !isMissing(each));
        if (worn.length < files.length) {
            const before = this.#files;
            if (!(await this.#openAll(usedOf([...before, ...files])))) {
                await this.#openAll(before);
            }
        }
        for (const { path, file } of worn) {
            const bytes = new Uint8Array(await file.arrayBuffer());
            const isWeb = /\.(png|jpe?g)$/i.test(path);
            const picture = isWeb ? bytes : await this.engine.ask("convertPicture", { bytes, asPcx: false });
            const type = picture[0] === 0xff ? "image/jpeg" : "image/png";
            const pictures = this.#pictures.get(this.#chosen) ?? new Map();
            this.#worn = stemOf(path);
            this.#pictures.set(this.#chosen, pictures.set(this.#worn, { name: this.#worn, type, bytes: picture }));
        }
        return this.#chosen;
    }

    // A weapon of another place, and its skins.
    async #putIntoHand(files) {
        const player = this.#shown;
        const before = this.#weapons;
        const value = at("weapon").value;
        const weapon = files.find(({ path }) => isWeapon(path) && !isPicture(path));
        this.#weapons = files.map(({ path, file }) => ({ path: `${kWorn}/${folderOf(player)}${fileOf(path)}`, file }));
        await this.#openAll(this.#files);
        this.#choose(player);
        at("weapon").value = fileOf(weapon.path);
        const isWorn = await this.#display(player);
        if (!isWorn) {
            const text = at("message-text").textContent;
            this.#weapons = before;
            await this.#openAll(this.#files);
            this.#choose(player);
            at("weapon").value = value;
            say(`${fileOf(weapon.path)} cannot be put into the hand. ${text}`);
        }
        return null;
    }

    // Returns whether there are models among the files.
    async #openAll(files) {
        const { scenes, ...games } = gamesOf(files);
        games.files.push(...this.#weapons);
        this.#weapons.length > 0 && games.folders.unshift(kWorn);
        const { models, archives, problems } = await this.engine.open(games);
        const dropped = new Set(games.files.map(({ path }) => path.slice(path.indexOf("/") + 1)));
        const inside = archives.filter((name) => !dropped.has(name));
        const nested = inside.map((name) => `${name} is packed inside of another archive. Unpack it, and drop it.`);
        this.#problems = [...problems.map(inWords), ...(models.length === 0 ? nested : [])];
        const names = [...models, ...[...scenes.keys()].sort()];
        if (names.length === 0) {
            return false;
        }
        [this.#files, this.#scenes, this.#names] = [files, scenes, names];
        at("filter").value = "";
        this.#filter();
        this.#showButtons();
        return true;
    }

    // Shows a model of the list. While one is loading, only the last choice counts.
    async choose(name) {
        this.#choose(name);
        await this.#load();
    }

    #choose(name) {
        this.#chosen = name;
        this.#list.choose(name);
        at("settings").hidden = isScene(name);
        this.#offerWeapons();
    }

    #showButtons() {
        const isSaving = this.#saving !== null;
        at("progress").hidden = !isSaving;
        at("save-all").hidden = isSaving || this.#names.every(isScene);
        at("files").hidden = this.#names.length === 1 && !isSaving;
    }

    #filter() {
        const wanted = at("filter").value.toLowerCase();
        const names = wanted === "" ? this.#names : this.#names.filter((name) => name.toLowerCase().includes(wanted));
        this.#list.show(names);
        const all = this.#names.length.toLocaleString("en");
        at("files-count").textContent =
            names.length === this.#names.length ? all : `${names.length.toLocaleString("en")} of ${all}`;
    }

    #leaveFilter(event) {
        if (this.listed.length > 0 && (event.key === "Enter" || event.key === "ArrowDown")) {
            event.preventDefault();
            at("models").focus();
            this.choose(this.listed[0]);
        }
    }

    // Those in the model's folder.
    #offerWeapons() {
        const folder = folderOf(this.#chosen);
        const weapons = this.#names.filter((name) => folderOf(name) === folder && isWeapon(name) && !isScene(name));
        const isOffered = weapons.length > 0 && !isWeapon(this.#chosen);
        const before = at("weapon").value;
        at("weapon").replaceChildren(
            new Option("none", ""),
            ...(isOffered ? weapons.map((name) => new Option(stemOf(name), fileOf(name))) : []),
        );
        at("weapon").value = before;
        at("weapon").selectedIndex = Math.max(0, at("weapon").selectedIndex);
        at("weapon-field").hidden = !isOffered;
    }

    // The properties of include/assimp-md2/properties.h
    #properties() {
        return {
            IMPORT_MD2_CLIPS: at("clips-by").value,
            IMPORT_MD2_ANIMATION: at("animation").value,
            IMPORT_MD2_WEAPON: at("weapon").value,
            IMPORT_MD2_SKINS: "folder",
            IMPORT_MD2_FRONT: "z", // that of glTF, as convert has it
            IMPORT_FBX_PRESERVE_PIVOTS: false, // Assimp would apply some rotations of FBX twice.
        };
    }

    // The .glb of a model, as `assimp-md2 convert` writes it.
    async #convert(name, properties = this.#properties(), engine = this.engine) {
        const output = `${fileOf(withoutExtension(name))}.glb`;
        const { files, ...result } = await engine.convert({ model: name, format: "glb2", output, properties });
        return { ...result, bytes: files[0]?.bytes };
    }

    #load() {
        const request = ++this.#requests;
        const name = this.#chosen;
        return this.#inTurn(async () => {
            if (request === this.#requests) {
                await this.#display(name);
            }
        });
    }

    // Returns whether the model is shown. One that fails leaves the one before in view, and chosen.
    async #display(name) {
        const request = this.#requests; // another may be chosen meanwhile
        setBusy(`Loading ${name}…`);
        try {
            const {
                error,
                bytes,
                facts,
                warnings = [],
                missing = [],
            } = /\.glb$/i.test(name)
                ? { bytes: new Uint8Array(await this.#scenes.get(name).arrayBuffer()) }
                : await this.#convert(name);
            const pictures = [...(this.#pictures.get(name)?.values() ?? [])];
            if (error) {
                say(`${name}: ${error}`);
            } else if (
                await this.#show(bytes.buffer, name, {
                    keepsView: this.#shown === name,
                    facts,
                    pictures,
                    worn: this.#worn,
                })
            ) {
                [this.#shown, this.#missing, this.#worn] = [name, missing, null];
                request === this.#requests && this.#choose(name);
                const others = warnings.filter((line) => !line.startsWith("skins: not found"));
                note({ warnings: [...this.#problems, ...others], missing, worn: pictures.at(-1)?.name });
                return true;
            }
        } catch (error) {
            say(`${name}: ${reasonOf(error)}`);
        } finally {
            setBusy("");
        }
        if (request === this.#requests) {
            this.#names.includes(this.#shown) ? this.#choose(this.#shown) : this.#list.choose(null);
        }
        return false;
    }

    // With an engine of its own, so that other models and files can be opened meanwhile.
    async #saveAll() {
        const names = this.listed.filter((name) => !isScene(name));
        const properties = { ...this.#properties(), IMPORT_MD2_WEAPON: "" };
        const engine = (this.#saving = this.engine.another());
        const zip = new ZipFile();
        const failures = [];
        const taken = new Set();
        this.#showButtons();
        at("progress-bar").max = names.length;
        at("cancel").focus();
        try {
            for (const [i, name] of names.entries()) {
                if (this.#saving !== engine) {
                    return;
                }
                at("progress-bar").value = i;
                at("progress-text").textContent = `${i} of ${names.length}`;
                const { error, bytes } = await this.#convert(name, properties, engine);
                if (error) {
                    failures.push(`${name}: ${error}`);
                } else {
                    await zip.add(uniqueName(withoutExtension(name), ".glb", taken), bytes);
                }
            }
        } catch (error) {
            failures.push(`The ZIP cannot be written: ${error.message}`);
        }
        if (this.#saving !== engine) {
            return;
        }
        this.#endSaving();
        if (failures.length < names.length) {
            save(zip.finish(), "models.zip");
        }
        if (failures.length > 0) {
            say(`${failures.length} of ${names.length} models failed: ${failures.join("; ")}`);
        }
    }

    #endSaving() {
        this.#saving.stop();
        this.#saving = null;
        this.#showButtons();
        at("save-all").focus();
    }
}

// As `assimp-md2 convert` names its outputs: some file systems ignore case.
function uniqueName(stem, extension, taken) {
    let name = stem + extension;
    for (let number = 2; taken.has(name.toLowerCase()); ++number) {
        name = `${stem}_${number}${extension}`;
    }
    taken.add(name.toLowerCase());
    return name;
}
