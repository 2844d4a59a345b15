// SPDX-License-Identifier: BSD-3-Clause
// The models of the files that a person opens: their list, their settings, and what is saved of them.
import { at, breakable, choice, element, save } from "./dom.js";
import { gamesOf, hasModel } from "./dropped_files.js";
import { Engine } from "./engine.js";

const isGlb = (name) => /\.glb$/i.test(name);
const isWeapon = (name) => /(^|\/)(w_|weapon)[^/]*$/i.test(name);
const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
const withoutExtension = (name) => name.replace(/\.[^./]*$/, "");
const fileOf = (name) => name.slice(name.lastIndexOf("/") + 1);

export class Models {
    #engine = new Engine();
    #page;
    #files = [];
    #glbs = new Map();
    #names = [];
    #problems = []; // of archives
    #chosen = null;
    #requests = 0;
    #isLoading = false;
    #isCancelled = false;

    // page: {show(bytes, name): rejects if it cannot; say(message); note({missing, warnings}); setBusy(text)}
    constructor(page) {
        this.#page = page;
    }

    async start() {
        await this.#engine.start();
        at("models").addEventListener("change", ({ target }) => this.choose(target.value));
        at("settings").addEventListener("change", () => this.#load());
        at("filter").addEventListener("input", () => this.#filter());
        at("filter").addEventListener("keydown", (event) => this.#leaveFilter(event));
        at("save-all").addEventListener("click", () => this.#saveAll());
        at("cancel").addEventListener("click", () => (this.#isCancelled = true));
        at("save-md2").addEventListener("click", () => this.#askForMd2());
        at("md2-dialog").addEventListener("close", () => at("md2-dialog").returnValue && this.#saveMd2());
    }

    // Takes [{path, file}]. Files without a model, such as missing skins, join those that are open.
    async open(files) {
        const all = hasModel(files) ? files : [...this.#files, ...files];
        const { glbs, ...games } = gamesOf(all);
        this.#page.say("");
        this.#page.setBusy(`Reading ${all.length.toLocaleString("en")} files…`);
        let opened;
        try {
            opened = await this.#engine.open(games);
        } catch (error) {
            this.#page.say(`The files cannot be read: ${error.message}`);
            return;
        } finally {
            this.#page.setBusy("");
        }
        const names = [...opened.models, ...glbs.keys()];
        if (names.length === 0) {
            const reason = opened.problems.length > 0 ? ` ${opened.problems.join(" ")}` : "";
            this.#page.say(
                `There is no model among these files. Drop a .md2, a .glb, a folder, a ZIP, or a PAK, PK3 or PKZ.${reason}`,
            );
            return;
        }
        const isMore = all !== files;
        [this.#files, this.#glbs, this.#names] = [all, glbs, names];
        this.#problems = opened.problems;
        this.#list();
        await this.choose(isMore ? this.#chosen : (names.find((name) => !isWeapon(name)) ?? names[0]));
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
        at("files").hidden = this.#names.length === 1;
        at("save-all").hidden = this.#names.every(isGlb);
    }

    #filter() {
        const wanted = at("filter").value.toLowerCase();
        const labels = [...at("models").children];
        labels.forEach((label) => (label.hidden = !label.title.toLowerCase().includes(wanted)));
        const count = labels.filter(({ hidden }) => !hidden).length;
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
    async #convert(name, properties = this.#properties()) {
        const output = `${fileOf(withoutExtension(name))}.glb`;
        const { error, files, warnings, missing } = await this.#engine.convert({
            model: name,
            format: "glb2",
            output,
            properties,
        });
        return { error, bytes: files[0]?.bytes, warnings, missing };
    }

    async #load() {
        ++this.#requests;
        if (this.#isLoading) {
            return;
        }
        this.#isLoading = true;
        for (let done = 0; done !== this.#requests;) {
            // Another model may be chosen meanwhile, or another setting.
            done = this.#requests;
            this.#page.setBusy(`Loading ${this.#chosen}…`);
            await this.#show(this.#chosen);
        }
        this.#isLoading = false;
        this.#page.setBusy("");
    }

    async #show(name) {
        const { error, bytes, warnings, missing } = isGlb(name)
            ? { bytes: new Uint8Array(await this.#glbs.get(name).arrayBuffer()), warnings: [], missing: [] }
            : await this.#convert(name);
        if (error) {
            this.#page.say(`${name}: ${error}`);
            return;
        }
        try {
            // The page keeps the buffer that it reads.
            await this.#page.show(bytes.buffer, name);
        } catch {
            return; // The page has said what is wrong.
        }
        const others = warnings.filter((line) => !line.startsWith("skins: not found"));
        this.#page.note({ warnings: [...this.#problems, ...others], missing });
    }

    async #saveAll() {
        const names = this.#names.filter((name) => !isGlb(name));
        const failures = [];
        const parts = [];
        const taken = new Set();
        this.#isCancelled = false;
        at("progress").hidden = false;
        at("save-all").hidden = true;
        at("progress-bar").max = names.length;
        at("cancel").focus();
        for (const [i, name] of names.entries()) {
            at("progress-bar").value = i;
            at("progress-text").textContent = `${i} of ${names.length}`;
            const { error, bytes } = await this.#convert(name, { ...this.#properties(), IMPORT_MD2_WEAPON: "" });
            if (this.#isCancelled) {
                break;
            }
            if (error) {
                failures.push(`${name}: ${error}`);
            }
            const files = error ? [] : [{ name: uniqueName(withoutExtension(name), ".glb", taken), bytes }];
            parts.push(await this.#engine.zip({ files, isFirst: i === 0, isLast: i === names.length - 1 }));
        }
        at("progress").hidden = true;
        at("save-all").hidden = false;
        at("save-all").focus();
        if (!this.#isCancelled) {
            save(new Blob(parts), "models.zip");
            this.#page.say(
                failures.length > 0
                    ? `${failures.length} of ${names.length} models failed: ${failures.join("; ")}`
                    : "",
            );
        }
    }

    #md2Path() {
        const stem = fileOf(withoutExtension(this.#chosen));
        return at("md2-player").checked ? `players/${stem}/tris.md2` : `models/${stem}/tris.md2`;
    }

    #askForMd2() {
        const describe = () => (at("md2-folder").textContent = folderOf(this.#md2Path()));
        at("md2-player").onchange = describe;
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
            this.#page.say(`${name}: ${error}`);
            return;
        }
        this.#page.note({ warnings, missing: [] });
        const zip = await this.#engine.zip({ files, isFirst: true, isLast: true });
        save(zip, `${fileOf(withoutExtension(name))}.zip`);
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
