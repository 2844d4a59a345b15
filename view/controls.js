// SPDX-License-Identifier: BSD-3-Clause
// The controls of a model: clips, skins, playback, and how it is drawn.
import { at, breakable, check, choice, element } from "./dom.js";
import { drawFlat, textureOf } from "./flat.js";
import { announce, counted } from "./messages.js";

const movesLittle = matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Controls {
    stage;
    model = null;
    clip = 0;
    #brightness = null; // null until a person has chosen one

    constructor(stage) {
        this.stage = stage;
        stage.onFrame = (frame, position) => this.#showFrame(frame, position);
        this.#connect();
        this.#setBackground(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    }

    get skin() {
        return this.model.skins[document.querySelector('input[name="skin"]:checked')?.value];
    }

    // Fills the controls with the model.
    show(model) {
        this.model = model;
        const sum = (count) => model.meshes.reduce((total, { geometry }) => total + count(geometry), 0);
        const vertices = sum(({ attributes }) => attributes.position.count);
        const triangles = sum(({ index, attributes }) => (index ?? attributes.position).count / 3);
        const targets = model.meshes[0].geometry.morphAttributes.position?.length ?? 0;
        const bones = new Set(model.meshes.flatMap(({ skeleton }) => skeleton?.bones ?? [])).size;
        document.title = model.name;
        at("welcome").hidden = true;
        for (const id of ["keys", "reset", "about", "look-field", "save"]) {
            at(id).hidden = false;
        }
        at("name").replaceChildren(...breakable(model.name));
        at("facts").replaceChildren(
            ...[
                counted(triangles, "triangle"),
                counted(vertices, "vertex", "vertices"),
                ...(targets > 0 ? [counted(targets, "frame")] : []),
                ...(bones > 0 ? [counted(bones, "bone")] : []),
            ].map((fact) => element("span", {}, fact)),
        );
        at("clips").replaceChildren(
            ...model.clips.map(({ name, frames: { length } }, i) => {
                const count = element("small", { title: counted(length, "frame") }, length);
                return choice("clip", i, name, element("span", {}, name), count);
            }),
        );
        at("clips-field").hidden = at("transport").hidden = at("film").hidden = model.clips.length === 0;
        at("skins").replaceChildren(
            ...model.skins.map(({ name, texture }, i) =>
                choice("skin", i, name, thumbnail(texture), element("span", {}, name)),
            ),
        );
        at("skins-field").hidden = model.skins.length === 0;
        at("bones-field").hidden = bones === 0;
        at("accuracy").textContent = bones > 0 ? describeAccuracy(model.accuracy) : "";
        if (model.skins.length > 0) {
            const worn = model.skins.findIndex(({ isWorn }) => isWorn);
            check("skin", Math.max(0, worn));
        }
        this.#setBrightness();
        if (model.clips.length > 0) {
            this.chooseClip(0);
            this.play(!movesLittle);
        }
        this.#drawFlat();
        announce(model.name);
    }

    // What a person has chosen of the model.
    get state() {
        return {
            clip: this.model.clips[this.clip]?.name,
            position: this.stage.position,
            isPlaying: this.stage.playing,
            skin: this.skin?.name,
        };
    }
    set state({ clip, position, isPlaying, skin }) {
        const clipIndex = this.model.clips.findIndex(({ name }) => name === clip);
        if (clipIndex >= 0) {
            this.chooseClip(clipIndex);
            this.stage.position = Math.min(position, this.model.clips[clipIndex].frames.length - 1);
            this.play(isPlaying);
        }
        this.wear(skin);
    }

    wear(name) {
        const index = this.model.skins.findIndex((skin) => skin.name === name);
        if (index >= 0) {
            check("skin", index);
            this.#wear();
        }
    }

    #wear() {
        this.stage.skin = this.skin;
        this.#drawFlat();
    }

    chooseClip(index) {
        this.clip = index;
        const clip = this.model.clips[index];
        const { frames, end, name } = clip;
        at("scrubber").max = end > frames.at(-1).time ? frames.length : frames.length - 1;
        check("clip", index);
        this.stage.clip = clip;
        announce(`${this.model.name}, ${name}`);
        // Scrolls the list, and nothing but the list.
        const list = at("clips");
        const { offsetTop, offsetHeight } = list.children[index];
        const top = offsetTop - list.offsetTop;
        list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + offsetHeight - list.clientHeight));
    }

    play(on) {
        this.stage.playing = on;
        document.body.classList.toggle("playing", on);
        at("play").ariaLabel = on ? "Pause" : "Play";
    }

    // Stops at a position, counted around the ends of the clip.
    #stopAt(position) {
        const count = this.model.clips[this.clip].frames.length;
        this.play(false);
        this.stage.position = (position + count) % count;
    }
    previous = () => this.#stopAt(Math.ceil(this.stage.position) - 1);
    next = () => this.#stopAt(this.stage.frame + 1);

    #showFrame(frame, position) {
        const { frames, name } = this.model.clips[this.clip];
        const isBetween = !this.stage.playing && position > frame;
        const shown = frames[frame].name || name;
        const next = frames[(frame + 1) % frames.length].name;
        // A clip that repeats ends where it begins.
        const isLast = isBetween && frame === frames.length - 1;
        const number = isLast ? `${frames.length} → 1` : isBetween ? (position + 1).toFixed(2) : frame + 1;
        at("scrubber").value = position;
        at("frame-name").textContent = isBetween && next ? `${shown} → ${next}` : shown;
        at("frame-number").textContent = `frame ${number} of ${frames.length}`;
        at("scrubber").ariaValueText = `${at("frame-name").textContent}, ${number} of ${frames.length}`;
    }

    // The game doubled the brightness of skins, so those of its time are dark. Other files are shown as they are.
    #setBrightness() {
        const factor = this.#brightness ?? (this.model?.isOfGame ? 2 : 1);
        this.stage.look = { brightness: factor };
        at("brightness").value = factor;
        at("brightness-value").textContent = at("brightness").ariaValueText =
            `× ${factor.toFixed(1)}${factor === 2 ? ", as in the game" : ""}`;
    }

    #setBackground(background) {
        document.documentElement.dataset.background = background;
        this.stage.look = { background };
        check("background", background);
    }

    #drawFlat() {
        const isFlat = document.querySelector('input[name="look"]:checked').value === "texture";
        at("flat").hidden = !isFlat;
        if (isFlat && this.model) {
            drawFlat(at("flat-canvas"), this.model, this.skin);
        }
    }

    #connect() {
        const connect = (event, actions) => {
            for (const [id, act] of Object.entries(actions)) {
                at(id).addEventListener(event, ({ target }) => act(target));
            }
        };
        connect("click", {
            play: () => this.play(!this.stage.playing),
            previous: this.previous,
            next: this.next,
            reset: () => this.stage.resetView(),
        });
        connect("input", {
            scrubber: ({ value }) => {
                this.play(false);
                this.stage.position = Number(value);
            },
            brightness: ({ value }) => {
                this.#brightness = Number(value);
                this.#setBrightness();
            },
        });
        connect("change", {
            clips: ({ value }) => this.chooseClip(Number(value)),
            skins: () => this.#wear(),
            looks: ({ value }) => {
                this.stage.look = { surface: value };
                this.#drawFlat();
            },
            backgrounds: ({ value }) => this.#setBackground(value),
            speed: ({ value }) => (this.stage.speed = Number(value)),
            switches: ({ id, checked }) => (this.stage.look = { [id]: checked }),
        });
    }
}

function describeAccuracy({ withinStep, maximum, swings }) {
    const percent = (share) => `${(100 * share).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
    const rounded = (number) => number.toLocaleString("en", { maximumSignificantDigits: 2 });
    const sentences = [];
    if (withinStep !== undefined && maximum !== undefined) {
        sentences.push(
            `${percent(withinStep)} of all positions are within one step of the file; the largest error is ${rounded(maximum)} units.`,
        );
    }
    if (swings > 0) {
        sentences.push(`Limbs swing between ${counted(swings, "pair")} of frames.`);
    }
    return sentences.join(" ");
}

function thumbnail(texture) {
    return texture?.image ? textureOf(texture, { width: 128, height: 128 }) : element("small", {}, "no image");
}
