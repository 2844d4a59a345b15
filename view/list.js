// SPDX-License-Identifier: BSD-3-Clause
// A list of any number of names, of which only those in view are elements.
import { element } from "./dom.js";

const kRow = 46; // pixels, as in page.css

export class NameList {
    names = [];
    chosen = null;
    #box;
    #rows = element("div", { className: "rows" });
    #onChoose;

    constructor(box, onChoose) {
        [this.#box, this.#onChoose] = [box, onChoose];
        box.append(this.#rows);
        box.addEventListener("scroll", () => this.#draw());
        box.addEventListener("keydown", (event) => this.#onKey(event));
        box.addEventListener("click", ({ target }) => {
            const name = target.closest("[role=option]")?.title;
            name && onChoose(name);
        });
        new ResizeObserver(() => this.#draw()).observe(box);
    }

    show(names) {
        this.names = names;
        this.#draw();
    }

    choose(name) {
        this.chosen = name;
        const top = this.names.indexOf(name) * kRow;
        this.#rows.style.height = `${this.names.length * kRow}px`;
        if (top >= 0) {
            this.#box.scrollTop = Math.min(top, Math.max(this.#box.scrollTop, top + kRow - this.#box.clientHeight));
        }
        this.#draw();
    }

    #draw() {
        const { scrollTop, clientHeight } = this.#box;
        const first = Math.max(0, Math.floor(scrollTop / kRow) - 2);
        const end = Math.min(this.names.length, Math.ceil((scrollTop + clientHeight) / kRow) + 2);
        const chosen = this.names.indexOf(this.chosen);
        this.#rows.style.height = `${this.names.length * kRow}px`;
        const shown = this.names.slice(first, end).map((_, i) => first + i);
        // The chosen one is always there for a screen reader.
        if (chosen >= 0 && (chosen < first || chosen >= end)) {
            shown.push(chosen);
        }
        this.#rows.replaceChildren(...shown.map((i) => this.#row(i, i === chosen)));
        chosen >= 0
            ? this.#box.setAttribute("aria-activedescendant", `model-${chosen}`)
            : this.#box.removeAttribute("aria-activedescendant");
    }

    #row(i, isChosen) {
        const title = this.names[i];
        const [, folder, file] = title.match(/^(.*\/)?([^/]*)$/s);
        // The end of a long folder tells more than its start.
        const row = element("div", { title, id: `model-${i}`, role: "option" });
        row.append(element("small", {}, element("bdi", {}, folder ?? "")), element("b", {}, file));
        row.style.top = `${i * kRow}px`;
        const states = { selected: isChosen, setsize: this.names.length, posinset: i + 1 };
        Object.entries(states).forEach(([state, value]) => row.setAttribute(`aria-${state}`, value));
        return row;
    }

    #onKey(event) {
        const page = Math.max(1, Math.floor(this.#box.clientHeight / kRow) - 1);
        const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -1e9, End: 1e9 };
        const step = steps[event.key];
        if (step !== undefined && this.names.length > 0) {
            event.preventDefault();
            const next = this.names.indexOf(this.chosen) + step;
            this.#onChoose(this.names[Math.max(0, Math.min(this.names.length - 1, next))]);
        }
    }
}
