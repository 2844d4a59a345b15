// SPDX-License-Identifier: BSD-3-Clause
// The controls of a model: clips, skins, playback, and how it is drawn.
import { at, check, choice, element } from "./dom.js";
import { isScene } from "./dropped_files.js";
import { drawFlat, textureOf } from "./flat.js";
import { announce, counted } from "./messages.js";
import { titleOf } from "./names.js";

const kManyClips = 24;
const kSkinSide = 144; // pixels
export const movesLittle = matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Controls {
    stage;
    model = null;
    clip = 0;
    #brightness = null; // null until a person has chosen one

    constructor(stage) {
        this.stage = stage;
        stage.onFrame = (frame, position) => this.model && this.#showFrame(frame, position);
        stage.onEnd = () => this.play(false);
        this.#connect();
        this.#setBackground(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    }

    get skin() {
        return this.model.skins[document.querySelector('input[name="skin"]:checked')?.value];
    }

    // Fills the controls with the model.
    show(model) {
        this.model = model;
        const bones = new Set(model.meshes.flatMap(({ skeleton }) => skeleton?.bones ?? [])).size;
        document.title = titleOf(model.name);
        document.body.classList.remove("empty");
        at("welcome").hidden = true;
        for (const id of ["reset", "about", "look-field", "save"]) {
            at(id).hidden = false;
        }
        at("name").textContent = titleOf(model.name);
        at("path").textContent = at("path").title = model.name;
        // What a person makes of it
        at("save-glb").classList.toggle("main", !isScene(model.name));
        at("save-md2").classList.toggle("main", isScene(model.name));
        at("facts").replaceChildren(...factsOf(model, bones, this.stage.size).map((fact) => element("span", {}, fact)));
        at("clips").replaceChildren(
            ...model.clips.map(({ name, frames, end }, i) => {
                const seconds = Math.max(end, frames.at(-1).time) - frames[0].time;
                const count = `${frames.length} · ${seconds.toFixed(1)} s`;
                const title = `${name}: ${counted(frames.length, "frame")}, ${seconds.toFixed(1)} seconds`;
                return choice("clip", i, title, element("span", {}, name), element("small", {}, count));
            }),
        );
        at("clips").classList.toggle(
            "long",
            model.clips.some(({ name, frames }) => name.length > 9 || frames.length > 99),
        );
        at("clips-filter").hidden = model.clips.length <= kManyClips;
        at("clips-filter").value = "";
        at("clips-field").hidden = at("transport").hidden = model.clips.length === 0;
        at("skins").replaceChildren(
            ...model.skins.map(({ name, texture }, i) =>
                choice("skin", i, name, pictureOf(texture), element("span", {}, name)),
            ),
        );
        at("skins-field").hidden = model.skins.length === 0 && at("skins-hint").hidden;
        at("bones-field").hidden = bones === 0;
        at("accuracy").textContent = bones > 0 ? describeAccuracy(model.accuracy) : "";
        if (model.skins.length > 0) {
            const worn = model.skins.findIndex(({ isWorn }) => isWorn);
            check("skin", Math.max(0, worn));
        }
        this.#setBrightness();
        this.#drawSkins(model);
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

    // Skins side by side look alike, so the model wears them, one in each turn of the page.
    async #drawSkins(model) {
        const { skins } = model;
        for (let i = 0; i < skins.length && this.model === model; ++i) {
            if (skins[i].texture?.image && !this.stage.isFilming) {
                const canvas = element("canvas", { width: kSkinSide, height: kSkinSide });
                canvas.getContext("2d").drawImage(this.stage.wearing(skins[i], this.skin, kSkinSide), 0, 0);
                at("skins").children[i].querySelector("canvas").replaceWith(canvas);
            }
            await new Promise((resolve) => setTimeout(resolve));
        }
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
        // A clip that has ended begins again.
        if (on && !this.stage.repeats && this.stage.frame === this.model.clips[this.clip].frames.length - 1) {
            this.stage.position = 0;
        }
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
            "clips-filter": ({ value }) => {
                const words = value.toLowerCase().split(/\s+/);
                this.model.clips.forEach(({ name }, i) => {
                    at("clips").children[i].hidden = !words.every((word) => name.toLowerCase().includes(word));
                });
            },
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
            repeat: ({ checked }) => (this.stage.repeats = checked),
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

// The numbers of the file, if it is known
function factsOf({ facts, meshes }, bones, size) {
    const sum = (count) => meshes.reduce((total, { geometry }) => total + count(geometry), 0);
    const frames = facts?.frames ?? meshes[0].geometry.morphAttributes.position?.length ?? 0;
    const { triangles = sum(({ index, attributes }) => (index ?? attributes.position).count / 3) } = facts ?? {};
    const { vertices = sum(({ attributes }) => attributes.position.count) } = facts ?? {};
    const rounded = (number) => number.toLocaleString("en", { maximumSignificantDigits: 3 });
    return [
        counted(triangles, "triangle"),
        counted(vertices, "vertex", "vertices"),
        ...(frames > 0 ? [counted(frames, "frame")] : []),
        ...(bones > 0 ? [counted(bones, "bone")] : []),
        ...(facts?.width > 0 ? [`skin ${facts.width} × ${facts.height}`] : []),
        `${rounded(size.y)} units high`,
    ];
}

const pictureOf = (texture) =>
    texture?.image ? textureOf(texture, { width: 96, height: 96 }) : element("small", {}, "no image");
