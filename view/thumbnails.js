// SPDX-License-Identifier: BSD-3-Clause
// Makes small pictures of the models in a list, in the background. They are kept in memory only.
import { element } from "./dom.js";
import { markOf } from "./messages.js";
import { readModel } from "./model.js";
import { isBodyOfPlayer } from "./names.js";

const kSide = 96; // pixels, for 48 of a screen with small ones
const kMostModels = 500;
const kLargestScene = 16e6; // bytes
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Thumbnails {
    #list;
    #stage;
    #engine = null;

    constructor(list, stage) {
        [this.#list, this.#stage] = [list, stage];
    }

    stop() {
        this.#engine?.stop();
        this.#engine = null;
    }

    // engine: its own; scenes: {name: file} of .glb and .fbx; isBusy(): whether the page has something else to do
    async start(engine, names, scenes, isBusy) {
        this.stop();
        if (names.length < 2 || names.length > kMostModels) {
            return;
        }
        this.#engine = engine;
        const waiting = new Set(names.filter((name) => !(scenes.get(name)?.size > kLargestScene)));
        while (waiting.size > 0 && this.#engine === engine) {
            await pause(isBusy() || document.hidden ? 200 : 0);
            if (isBusy() || document.hidden) {
                continue;
            }
            const name = this.#list.inView.find((each) => waiting.has(each)) ?? [...waiting][0];
            waiting.delete(name);
            const mark = this.#list.isMarked(name) ? null : await this.#markOf(name, engine, scenes);
            if (mark && this.#engine === engine) {
                this.#list.mark(name, mark);
            }
        }
        this.#engine === engine && this.stop();
    }

    async #markOf(name, engine, scenes) {
        try {
            const properties = { IMPORT_MD2_KEYFRAME: 0, IMPORT_MD2_FRONT: "z" };
            const request = { model: name, format: "glb2", properties };
            const { error, files, facts } = /\.glb$/i.test(name)
                ? { files: [{ bytes: new Uint8Array(await scenes.get(name).arrayBuffer()) }] }
                : await engine.convert(request);
            if (error) {
                return markOf(error);
            }
            const model = await readModel(files[0].bytes.buffer, name);
            const look = { brightness: facts?.isPcx ? 2 : 1, isHead: isBodyOfPlayer(name) };
            const canvas = element("canvas", { width: kSide, height: kSide, ariaHidden: "true" });
            canvas.getContext("2d").drawImage(this.#stage.thumbnail(model, kSide, look), 0, 0);
            return canvas;
        } catch {
            return "!";
        }
    }
}
