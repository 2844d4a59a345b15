// SPDX-License-Identifier: BSD-3-Clause
// The models of the files that a person opens: their list, their settings, what is put on them, and what is saved of them.
import { at, save } from "./dom.js";
import { gamesOf, hasArchive, hasModel, isPicture, isScene, readAll, reasonOf, usedOf } from "./dropped_files.js";
import { Engine } from "./engine.js";
import { NameList } from "./list.js";
import { adviceOn, counted, inWords, markOf, note, say, setBusy } from "./messages.js";
import { byMeaning, fileOf, folderOf, isWeapon, stemOf, titleOf, withoutExtension } from "./names.js";
import { Thumbnails } from "./thumbnails.js";
import { turns } from "./turns.js";
import { ZipFile } from "./zip_file.js";

const isModel = (name) => /\.md2$/i.test(name) || isScene(name);
// What is put on a model is found before all other files.
const kWorn = "worn";
// With more files than this, the first model does not wait for all.
const kManyFiles = 200;
const kMostClipFiles = 20;
const firstOf = (names) => byMeaning(names)[0];

export class Models {
    engine = null;
    #show;
    #list;
    #files = [];
    #scenes = new Map();
    #names = [];
    #problems = []; // of archives
    #missing = []; // skins of the model that is shown
    #skinNames = [];
    #fitting = []; // files whose animations could be
    #clips = new Map(); // of each character: the files whose animations are added to it
    #weapons = []; // files that are put into the hand
    #pictures = new Map(); // of each model: the pictures {name, bytes} that it wears
    #worn = null; // the picture to put on at once
    #chosen = null;
    #shown = null;
    #requests = 0;
    #inTurn = turns();
    #saving = null; // the engine of #saveAll()
    #thumbnails;
    #stage;

    // show: open() of main.js
    constructor(show, stage) {
        [this.#show, this.#stage] = [show, stage];
    }

    // The bytes of the .glb of the first of these files, which are not kept open
    async glbOf(found) {
        await this.engine.open(gamesOf(await readAll(found)));
        const { bytes } = await this.#convert(firstOf(found.map(({ path }) => path).filter(isModel)));
        return bytes?.buffer;
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

    clipsOf = (name) => this.#clips.get(name) ?? [];
    additionsTo = (name) => ({ pictures: this.#pictures.get(name) ?? [], clips: this.clipsOf(name) });

    async start() {
        this.engine = await Engine.ofPage();
        this.#list = new NameList(at("models"), (name) => this.choose(name));
        this.#thumbnails = new Thumbnails(this.#list, this.#stage);
        at("settings").addEventListener("change", () => this.#load());
        at("weapon").addEventListener("change", () => this.#load());
        at("add-clips").addEventListener("click", () => this.#addClips());
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
            const models = used.filter(({ path }) => !isPicture(path));
            const isOneWeapon = models.every(({ path }) => isWeapon(path) && !isScene(path));
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
            this.#thumbnails.stop();
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
                if (!isQuick || this.#missing.length > 0 || this.#shown === null) {
                    this.#forget();
                    return this.#openFirst();
                }
                this.#choose(this.#chosen);
                this.#startThumbnails();
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

    // Of models that cannot be read, a person sees the next one, or else why the first one cannot be read.
    async #openFirst() {
        const names = byMeaning(this.#names).slice(0, 20);
        for (const name of [...names, names[0]]) {
            this.#choose(name);
            if (this.#isShown(name, await this.#display(name))) {
                break;
            }
        }
        this.#startThumbnails();
        return null;
    }

    #startThumbnails() {
        const isBusy = () => this.#saving !== null || at("busy").textContent !== "";
        this.#thumbnails.start(this.engine.another(), this.#names, this.#scenes, isBusy);
    }

    // The models before, and what they wear
    #forget() {
        this.#shown = null;
        this.#pictures.clear();
        this.#clips.clear();
        this.#list.forgetMarks();
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
            // It replaces a skin of its name, however that is written.
            this.#worn =
                this.#skinNames.find((name) => name.toLowerCase() === stemOf(path).toLowerCase()) ?? stemOf(path);
            const others = (this.#pictures.get(this.#chosen) ?? []).filter(({ name }) => name !== this.#worn);
            this.#pictures.set(this.#chosen, [...others, { name: this.#worn, bytes }]);
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
        const failure = await this.#display(player);
        if (failure) {
            this.#weapons = before;
            await this.#openAll(this.#files);
            this.#choose(player);
            at("weapon").value = value;
            say(`${fileOf(weapon.path)} cannot be put into the hand. ${failure.reason}`);
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
        this.#problems = [...problems, ...(models.length === 0 ? nested : [])];
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
        at("save-all").disabled = this.listed.every(isScene);
        at("files").hidden = at("drawer").hidden = this.#names.length === 1 && !isSaving;
    }

    // Every word of the filter must occur.
    #filter() {
        const words = at("filter").value.toLowerCase().split(/\s+/);
        const names = this.#names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
        this.#list.show(names, this.#names, words.join("") !== "");
        this.#list.choose(this.#chosen);
        this.#showButtons();
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
        const isOffered = weapons.length > 0 && !isWeapon(this.#chosen) && !isScene(this.#chosen);
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
        };
    }

    // The .glb of a model, as `assimp-md2 convert` writes it.
    async #convert(name, properties = this.#properties(), engine = this.engine) {
        const convert = () => engine.convert({ model: name, format: "glb2", properties, ...this.additionsTo(name) });
        let result = await convert();
        const found = await this.#findNear(name, result.missing ?? []);
        if (found.length > 0) {
            this.#pictures.set(name, [...(this.#pictures.get(name) ?? []), ...found]);
            result = await convert();
        }
        return { ...result, bytes: result.files?.[0].bytes };
    }

    // Skins that are not where the model names them may be in a folder `skins` near it, without models of its own.
    async #findNear(name, missing) {
        const near = folderOf(folderOf(name).slice(0, -1));
        const isOfOthers = (path) => this.#names.some((other) => folderOf(other) === folderOf(path));
        const pictures = this.#files.filter(({ path }) => isPicture(path) && path.startsWith(near) && !isOfOthers(path));
        const found = [];
        for (const skin of missing.map(stemOf)) {
            const picture = pictures.find(({ path }) => stemOf(path).toLowerCase() === skin.toLowerCase());
            const bytes = await picture?.file.arrayBuffer();
            bytes && found.push({ name: skin, bytes: new Uint8Array(bytes), isFound: true });
        }
        return found;
    }

    #load() {
        const request = ++this.#requests;
        const name = this.#chosen;
        return this.#inTurn(async () => {
            if (request === this.#requests) {
                this.#isShown(name, await this.#display(name));
            }
        });
    }

    // Returns null if the model is shown, or else {reason, mark}: why it is not, and what its row says.
    async #display(name) {
        const request = this.#requests; // another may be chosen meanwhile
        const pictures = this.#pictures.get(name) ?? [];
        setBusy(`Loading ${titleOf(name)}…`);
        try {
            const isPlain = /\.glb$/i.test(name) && pictures.length + this.clipsOf(name).length === 0;
            const { error, bytes, facts, warnings, missing } = isPlain
                ? { bytes: new Uint8Array(await this.#scenes.get(name).arrayBuffer()), warnings: [], missing: [] }
                : await this.#convert(name);
            if (error) {
                return { reason: inWords(error), mark: markOf(error) };
            }
            const keepsView = this.#shown === name;
            const model = await this.#show(bytes.buffer, name, { keepsView, facts, worn: this.#worn });
            this.#skinNames = model.skins.map((skin) => skin.name);
            [this.#shown, this.#missing, this.#worn] = [name, missing, null];
            request === this.#requests && this.#choose(name);
            this.#offerClips(name, model);
            const worn = pictures.findLast(({ isFound }) => !isFound)?.name;
            const isWhole = hasArchive(this.#files) || missing.every((skin) => this.#hasFolderOf(skin));
            note({ warnings: [...this.#problems, ...warnings.map(inWords)], missing, isWhole, worn });
            return null;
        } catch (error) {
            return { reason: reasonOf(error), mark: "!" };
        } finally {
            setBusy("");
        }
    }

    // The other files whose animations move the bones of a character may be more clips of it.
    async #offerClips(name, { meshes }) {
        at("add-clips").hidden = true;
        const others = [...this.#scenes.keys()].filter((other) => other !== name).sort();
        const isAsked = others.length > 0 && others.length <= kMostClipFiles && this.clipsOf(name).length === 0;
        if (isAsked && meshes.some(({ isSkinnedMesh }) => isSkinnedMesh)) {
            const request = { model: name, format: "preview", properties: this.#properties(), clips: others };
            const { added = [] } = await this.engine.convert(request);
            if (this.#shown === name && added.length > 0) {
                at("add-clips").textContent = `Add ${counted(added.length, "clip")} to this character?`;
                at("add-clips").title = added.join("\n");
                at("add-clips").hidden = false;
                this.#fitting = added;
            }
        }
    }

    #addClips() {
        this.#clips.set(this.#shown, this.#fitting);
        this.choose(this.#shown);
    }

    // Whether files of the folder `players` or `models` that a skin names are there.
    #hasFolderOf(skin) {
        const [root] = skin.split("/");
        return this.#names.some((name) => `/${name}`.toLowerCase().includes(`/${root.toLowerCase()}/`));
    }

    // Takes what #display() returns. The row of a model that fails stays chosen, and the stage says why; without a list,
    // the model before stays in view.
    #isShown(name, failure) {
        if (failure) {
            const { reason, mark } = failure;
            this.#list.mark(name, mark);
            name === this.#chosen &&
                say(reason.startsWith(name) ? reason : `${name}: ${reason}`, this.#names.length > 1);
        }
        return !failure;
    }

    // With an engine of its own, so that other models and files can be opened meanwhile.
    async #saveAll() {
        const names = this.listed.filter((name) => !isScene(name));
        const properties = { ...this.#properties(), IMPORT_MD2_WEAPON: "" };
        const engine = (this.#saving = this.engine.another());
        const zip = new ZipFile();
        const [failures, others] = [[], []]; // others: what is said of MD3s
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
                if (error?.codes.includes("md3")) {
                    others.push(inWords(error));
                } else if (error) {
                    failures.push(`${name}: ${inWords(error)}`);
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
        if (failures.length + others.length < names.length) {
            save(zip.finish(), "models.zip");
        }
        const lines = [
            ...(failures.length > 0 ? [`${failures.length} of ${names.length} models failed:`, ...failures] : []),
            ...(others.length > 0 ? [`${counted(others.length, "model")} left out: ${others[0]}`] : []),
        ];
        say(lines.join("\n"));
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
