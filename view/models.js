// SPDX-License-Identifier: BSD-3-Clause
// The models of the files that a person opens: their list, their settings, and what is saved of them.
import { at, breakable, choice, element, save } from "./dom.js";
import { gamesOf, hasModel, reasonOf, usedOf } from "./dropped_files.js";
import { Engine } from "./engine.js";
import { turns } from "./turns.js";
import { ZipFile } from "./zip_file.js";

const isGlb = (name) => /\.glb$/i.test(name);
const isWeapon = (name) => /(^|\/)(w_|weapon)[^/]*$/i.test(name);
const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
const withoutExtension = (name) => name.replace(/\.[^./]*$/, "");
const fileOf = (name) => name.slice(name.lastIndexOf("/") + 1);

export class Models {
    #engine = null;
    #page;
    #files = [];
    #glbs = new Map();
    #names = [];
    #problems = []; // of archives
    #chosen = null;
    #shown = null;
    #requests = 0;
    #inTurn = turns();
    #saving = null; // the engine of #saveAll()

    // page: {show(bytes, name, keepsView): whether it can; say(message); note({missing, warnings}); setBusy(text)}
    constructor(page) {
        this.#page = page;
    }

    async start() {
        this.#engine = await Engine.ofPage();
        at("models").addEventListener("change", ({ target }) => this.choose(target.value));
        at("settings").addEventListener("change", () => this.#load());
        at("filter").addEventListener("input", () => this.#filter());
        at("filter").addEventListener("keydown", (event) => this.#leaveFilter(event));
        at("save-all").addEventListener("click", () => this.#saveAll());
        at("cancel").addEventListener("click", () => this.#endSaving());
        at("save-md2").addEventListener("click", () => this.#askForMd2());
        at("md2-dialog").addEventListener("close", () => at("md2-dialog").returnValue && this.#saveMd2());
    }

    // Takes [{path, file}]. Files without a model, such as missing skins, join those that are open.
    async open(files) {
        const name = await this.#inTurn(() => this.#open(usedOf(files)));
        if (name !== null) {
            await this.choose(name);
        }
    }

    // Returns the model to show; null if there is none.
    async #open(files) {
        this.#page.say("");
        this.#page.setBusy(`Reading ${files.length.toLocaleString("en")} files…`);
        try {
            if (hasModel(files) && (await this.#openAll(files))) {
                this.#shown = null;
                return this.#names.find((name) => !isWeapon(name)) ?? this.#names[0];
            }
            if (
                files.length > 0 &&
                this.#files.length > 0 &&
                (await this.#openAll(usedOf([...this.#files, ...files])))
            ) {
                return this.#names.includes(this.#chosen) ? this.#chosen : this.#names[0];
            }
            const problems = files.length > 0 ? this.#problems.join(" ") : "";
            this.#page.say(
                `There is no model among these files. Drop a .md2, a .glb, a folder, a ZIP, or a PAK, PK3 or PKZ. ${problems}`,
            );
        } catch (error) {
            this.#page.say(`The files cannot be read: ${error.message}`);
        } finally {
            this.#page.setBusy("");
        }
        return null;
    }

    // Returns whether there are models among the files.
    async #openAll(files) {
        const { glbs, ...games } = gamesOf(files);
        const { models, problems } = await this.#engine.open(games);
        this.#problems = problems;
        const names = [...models, ...[...glbs.keys()].sort()];
        if (names.length === 0) {
            return false;
        }
        [this.#files, this.#glbs, this.#names] = [files, glbs, names];
        this.#list();
        return true;
    }

    // Shows a model of the list. While one is loading, only the last choice counts.
    async choose(name) {
        this.#chosen = name;
        const input = at("models").querySelectorAll("input")[this.#names.indexOf(name)];
        input.checked = true;
        input.closest("label").scrollIntoView({ block: "nearest" });
        at("settings").hidden = isGlb(name);
        at("save-md2").hidden = !isGlb(name);
        this.#offerWeapons();
        await this.#load();
    }

    #list() {
        at("models").replaceChildren(
            ...this.#names.map((name) => {
                const label = element("span", {}, ...breakable(folderOf(name)), element("b", {}, fileOf(name)));
                return choice("model", name, name, label);
            }),
        );
        at("filter").value = "";
        this.#filter();
        this.#showButtons();
    }

    #showButtons() {
        const isSaving = this.#saving !== null;
        at("progress").hidden = !isSaving;
        at("save-all").hidden = isSaving || this.#names.every(isGlb);
        at("files").hidden = this.#names.length === 1 && !isSaving;
    }

    // What the filter leaves of the list.
    #listed() {
        return [...at("models").children].filter(({ hidden }) => !hidden).map(({ title }) => title);
    }

    #filter() {
        const wanted = at("filter").value.toLowerCase();
        const labels = [...at("models").children];
        labels.forEach((label) => (label.hidden = !label.title.toLowerCase().includes(wanted)));
        const count = this.#listed().length;
        at("files-count").textContent = count === labels.length ? `${count}` : `${count} of ${labels.length}`;
    }

    #leaveFilter(event) {
        const first = at("models").querySelector("label:not([hidden]) input");
        if (first && (event.key === "Enter" || event.key === "ArrowDown")) {
            event.preventDefault();
            first.focus();
            first.click();
        }
    }

    // Those in the model's folder.
    #offerWeapons() {
        const folder = folderOf(this.#chosen);
        const weapons = this.#names.filter((name) => folderOf(name) === folder && isWeapon(name) && !isGlb(name));
        const isOffered = weapons.length > 0 && !isWeapon(this.#chosen);
        const before = at("weapon").value;
        at("weapon").replaceChildren(
            new Option("none", ""),
            ...(isOffered ? weapons.map((name) => new Option(withoutExtension(fileOf(name)), fileOf(name))) : []),
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
            IMPORT_MD2_FRONT: "z", // that of glTF, as convert has it
        };
    }

    // The .glb of a model, as `assimp-md2 convert` writes it.
    async #convert(name, properties = this.#properties(), engine = this.#engine) {
        const output = `${fileOf(withoutExtension(name))}.glb`;
        const { error, files, warnings, missing } = await engine.convert({
            model: name,
            format: "glb2",
            output,
            properties,
        });
        return { error, bytes: files[0]?.bytes, warnings, missing };
    }

    // While one is loading, only the last choice counts.
    #load() {
        const request = ++this.#requests;
        return this.#inTurn(async () => {
            if (request !== this.#requests) {
                return;
            }
            const name = this.#chosen;
            this.#page.setBusy(`Loading ${name}…`);
            try {
                await this.#show(name);
            } catch (error) {
                this.#page.say(`${name}: ${reasonOf(error)}`);
            }
            this.#page.setBusy("");
        });
    }

    async #show(name) {
        const { error, bytes, warnings, missing } = isGlb(name)
            ? { bytes: new Uint8Array(await this.#glbs.get(name).arrayBuffer()), warnings: [], missing: [] }
            : await this.#convert(name);
        if (error) {
            this.#page.say(`${name}: ${error}`);
            return;
        }
        // The page keeps the buffer that it reads.
        if (await this.#page.show(bytes.buffer, name, this.#shown === name)) {
            this.#shown = name;
            const others = warnings.filter((line) => !line.startsWith("skins: not found"));
            this.#page.note({ warnings: [...this.#problems, ...others], missing });
        }
    }

    // With an engine of its own, so that other models and files can be opened meanwhile.
    async #saveAll() {
        const names = this.#listed().filter((name) => !isGlb(name));
        const properties = { ...this.#properties(), IMPORT_MD2_WEAPON: "" };
        const engine = (this.#saving = this.#engine.another());
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
            this.#page.say(`${failures.length} of ${names.length} models failed: ${failures.join("; ")}`);
        }
    }

    #endSaving() {
        this.#saving.stop();
        this.#saving = null;
        this.#showButtons();
        at("save-all").focus();
    }

    #md2Path() {
        return `${at("md2-player").checked ? "players" : "models"}/${at("md2-name").value}/tris.md2`;
    }

    #askForMd2() {
        const describe = () => (at("md2-folder").textContent = folderOf(this.#md2Path()));
        at("md2-player").onchange = at("md2-name").oninput = describe;
        // A skin's path has at most 63 bytes in an MD2, so a long name is cut.
        at("md2-name").value = fileOf(withoutExtension(this.#chosen))
            .replace(/[^\w-]+/g, "_")
            .slice(0, at("md2-name").maxLength);
        describe();
        at("md2-dialog").returnValue = "";
        at("md2-dialog").showModal();
    }

    async #saveMd2() {
        const name = this.#chosen;
        this.#page.setBusy(`Making an MD2 of ${name}…`);
        const height = Number(at("md2-height").value);
        const { error, files, warnings } = await this.#engine.convert({
            model: name,
            format: "md2",
            output: this.#md2Path(),
            properties: {
                ...(at("md2-player").checked ? { EXPORT_MD2_CLIPS: "player" } : {}),
                ...(height > 0 ? { EXPORT_MD2_HEIGHT: height } : {}),
            },
        });
        this.#page.setBusy("");
        if (error) {
            const advice = at("md2-player").checked ? " Or choose no player: its clips are written as they are." : "";
            this.#page.say(`${name}: ${error}${advice}`);
            return;
        }
        this.#page.note({ warnings, missing: [] });
        const zip = new ZipFile();
        for (const { name: path, bytes } of files) {
            await zip.add(path, bytes);
        }
        save(zip.finish(), `${at("md2-name").value}.zip`);
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
