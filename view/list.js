// SPDX-License-Identifier: BSD-3-Clause
// A list of any number of models in groups that fold, of which only the rows in view are elements.
import { element } from "./dom.js";
import { folderOf, groupsOf, sharedFolders, titleOf } from "./names.js";

const kRow = 56; // pixels, as in page.css
const kHead = 34;

export class NameList {
    names = []; // in the order of the list
    chosen = null;
    #unfolded = []; // names without those of folded groups
    #groups = new Map(); // name of a model: its group
    #folded = new Set();
    #isFiltered = false;
    #shared = 0; // characters with which all names begin
    #rows = []; // {top, height, and name or group and count}
    #marks = new Map(); // name: a picture, or why there is none
    #scroller;
    #box;
    #heads = element("div");
    #onChoose;

    // box: the element of the rows, in one that scrolls
    constructor(box, onChoose) {
        [this.#box, this.#scroller, this.#onChoose] = [box, box.parentElement, onChoose];
        box.before(this.#heads);
        this.#scroller.addEventListener("scroll", () => this.#draw());
        box.addEventListener("keydown", (event) => this.#onKey(event));
        box.addEventListener("click", ({ target }) => {
            const name = target.closest("[role=option]")?.title;
            name && onChoose(name);
        });
        new ResizeObserver(() => this.choose(this.chosen)).observe(this.#scroller);
    }

    // Those whose rows are in view
    get inView() {
        return this.#seen().flatMap(({ name }) => name ?? []);
    }

    // ofAll: all names, which decide about the groups. A filtered list has no folded groups.
    show(names, ofAll = names, isFiltered = false) {
        this.#isFiltered = isFiltered;
        this.#shared = sharedFolders(ofAll)
            .map((folder) => `${folder}/`)
            .join("").length;
        const groups = groupsOf(ofAll);
        this.#groups = new Map(ofAll.map((name, i) => [name, groups[i]]));
        // Sorted by group; those without one come first.
        this.names = names.toSorted((a, b) => this.#groups.get(a).localeCompare(this.#groups.get(b)));
        this.#layOut();
    }

    // mark: an element, or a text such as "MD3"
    mark(name, mark) {
        this.#marks.set(name, mark);
        this.#draw();
    }
    isMarked = (name) => this.#marks.has(name);
    forgetMarks() {
        this.#marks.clear();
    }

    choose(name) {
        this.chosen = name;
        if (this.#folded.delete(this.#groups.get(name))) {
            this.#layOut();
        }
        const row = this.#rows.find((each) => each.name === name);
        const { scrollTop, clientHeight } = this.#scroller;
        if (row && (row.top < scrollTop || row.top + kRow > scrollTop + clientHeight)) {
            this.#scroller.scrollTop = row.top + kRow / 2 - clientHeight / 2;
        }
        this.#draw();
    }

    #layOut() {
        const isGrouped = new Set(this.#groups.values()).size > 1;
        const members = Map.groupBy(this.names, (name) => this.#groups.get(name));
        this.#rows = [];
        let top = 0;
        const add = (height, row) => {
            this.#rows.push({ top, height, ...row });
            top += height;
        };
        for (const [group, names] of members) {
            isGrouped && group && add(kHead, { group, count: names.length });
            (this.#folded.has(group) && !this.#isFiltered) || names.forEach((name) => add(kRow, { name }));
        }
        this.#unfolded = this.#rows.flatMap(({ name }) => name ?? []);
        this.#box.style.height = `${top}px`;
        this.#draw();
    }

    #seen() {
        const { scrollTop, clientHeight } = this.#scroller;
        return this.#rows.filter(
            ({ top, height }) => top + height > scrollTop - kRow && top < scrollTop + clientHeight + kRow,
        );
    }

    #draw() {
        const seen = this.#seen();
        const chosen = this.#rows.find(({ name }) => name !== undefined && name === this.chosen);
        // The chosen one is always there for a screen reader.
        if (chosen && !seen.includes(chosen)) {
            seen.push(chosen);
        }
        const focused = this.#heads.contains(document.activeElement) ? document.activeElement.title : null;
        this.#heads.replaceChildren(...seen.filter(({ group }) => group).map((row) => this.#head(row)));
        [...this.#heads.children].find(({ title }) => title === focused)?.focus({ preventScroll: true });
        this.#box.replaceChildren(...seen.filter(({ name }) => name).map((row) => this.#row(row, row === chosen)));
        chosen
            ? this.#box.setAttribute("aria-activedescendant", `model-${this.#unfolded.indexOf(chosen.name)}`)
            : this.#box.removeAttribute("aria-activedescendant");
    }

    #head({ top, group, count }) {
        const head = element("button", { className: "group", title: group }, group, element("small", {}, count));
        head.style.top = `${top}px`;
        head.ariaExpanded = String(!this.#folded.has(group));
        head.addEventListener("click", () => {
            this.#folded.delete(group) || this.#folded.add(group);
            this.#layOut();
        });
        return head;
    }

    #row({ top, name }, isChosen) {
        const i = this.#unfolded.indexOf(name);
        const mark = this.#marks.get(name) ?? "";
        const isText = typeof mark === "string";
        const row = element("div", { title: name, id: `model-${i}`, role: "option" });
        // The middle of a long path tells least, so the start and the end are two elements.
        const path = name.slice(this.#shared);
        const cut = folderOf(path).slice(0, -1).lastIndexOf("/") + 1;
        row.append(
            element("span", { className: isText && mark ? "mark flawed" : "mark" }, mark),
            element("b", {}, titleOf(name)),
            element("small", {}, element("span", {}, path.slice(0, cut)), element("span", {}, path.slice(cut))),
        );
        row.style.top = `${top}px`;
        const states = { selected: isChosen, setsize: this.#unfolded.length, posinset: i + 1 };
        Object.entries(states).forEach(([state, value]) => row.setAttribute(`aria-${state}`, value));
        return row;
    }

    #onKey(event) {
        const page = Math.max(1, Math.floor(this.#scroller.clientHeight / kRow) - 1);
        const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -1e9, End: 1e9 };
        const step = steps[event.key];
        if (step !== undefined && this.#unfolded.length > 0) {
            event.preventDefault();
            const next = this.#unfolded.indexOf(this.chosen) + step;
            this.#onChoose(this.#unfolded[Math.max(0, Math.min(this.#unfolded.length - 1, next))]);
        }
    }
}
