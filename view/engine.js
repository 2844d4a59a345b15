// SPDX-License-Identifier: BSD-3-Clause
// Runs the engine in a worker, so that the page stays responsive. A page of cmake/view.sh has no engine.
import { at } from "./dom.js";
import { unpack } from "./packed.js";
import { turns } from "./turns.js";

const kStopped = new Error("stopped");

export class Engine {
    #code;
    #wasm;
    #opened;
    #worker = null;
    #reject = null; // of the call that the worker has not answered
    #inTurn = turns();

    constructor(code, wasm, opened = null) {
        [this.#code, this.#wasm, this.#opened] = [code, wasm, opened];
    }

    static isInPage() {
        return at("engine").textContent !== "";
    }

    // Rejects if the browser cannot run it.
    static async ofPage() {
        const code = new Blob([await unpack(at("engine-worker"))], { type: "text/javascript" });
        const engine = new Engine(URL.createObjectURL(code), await unpack(at("engine")));
        await engine.#start();
        return engine;
    }

    // One more engine with the same files, which works beside this one.
    another() {
        return new Engine(this.#code, this.#wasm, this.#opened);
    }

    // Takes {folders, files: [{path, file}]}; returns {models, archives, problems}. If it rejects, the files before stay open.
    open(files) {
        return this.#inTurn(async () => {
            try {
                const opened = await this.#call("open", files);
                this.#opened = files;
                return opened;
            } catch (error) {
                this.stop();
                throw error;
            }
        });
    }

    // Takes a request of engine.cpp and returns its answer. onProgress: called with a number of images and their count
    convert(request, onProgress) {
        return this.#inTurn(async () => {
            try {
                const result = await this.#call("convert", request, onProgress);
                result.isHeapLarge && this.stop();
                return result;
            } catch (error) {
                this.stop();
                return { error: { text: error.message, codes: error === kStopped ? ["stopped"] : [] }, warnings: [] };
            }
        });
    }

    // Ends what the engine does. The next call starts a new worker.
    stop() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#reject?.(kStopped);
    }

    async #call(call, argument, onProgress) {
        if (!this.#worker) {
            await this.#start();
        }
        return this.#ask(call, argument, onProgress);
    }

    async #start() {
        this.#worker = new Worker(this.#code);
        await this.#ask("start", this.#wasm);
        if (this.#opened) {
            await this.#ask("open", this.#opened);
        }
    }

    #ask(call, argument, onProgress) {
        return new Promise((resolve, reject) => {
            this.#reject = reject;
            this.#worker.onmessage = ({ data: { progress, result, error } }) =>
                progress ? onProgress?.(...progress) : error === undefined ? resolve(result) : reject(new Error(error));
            this.#worker.onerror = ({ message }) => reject(new Error(message));
            this.#worker.postMessage({ call, argument });
        });
    }
}
