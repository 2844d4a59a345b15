// SPDX-License-Identifier: BSD-3-Clause
// Runs the engine in a worker, so that the page stays responsive. A page of cmake/view.sh has no engine.
import { at } from "./dom.js";
import { unpack } from "./packed.js";

export class Engine {
    #code = null;
    #wasm = null;
    #worker = null;
    #waiting = new Map();
    #lastId = 0;
    #opened = null;

    static isInPage() {
        return at("engine").textContent !== "";
    }

    async start() {
        this.#code = URL.createObjectURL(new Blob([await unpack(at("engine-worker"))], { type: "text/javascript" }));
        this.#wasm = await unpack(at("engine"));
        await this.#restart();
    }

    // Takes {folders, files: [{path, file}]}; returns {models, problems}.
    open(files) {
        this.#opened = files;
        return this.#call("open", files);
    }

    // Returns {error, warnings, missing, files: [{name, bytes}]}.
    async convert(request) {
        let result;
        try {
            result = await this.#call("convert", request);
        } catch (error) {
            await this.#restart();
            return { error: `the engine has failed: ${error.message}`, warnings: [], missing: [], files: [] };
        }
        if (result.isHeapLarge) {
            await this.#restart();
        }
        return result;
    }

    zip(request) {
        return this.#call("zip", request);
    }

    async #restart() {
        this.#worker?.terminate();
        this.#worker = new Worker(this.#code);
        this.#worker.onmessage = ({ data: { id, result, error } }) => {
            const { resolve, reject } = this.#waiting.get(id);
            this.#waiting.delete(id);
            error === undefined ? resolve(result) : reject(new Error(error));
        };
        this.#worker.onerror = ({ message }) => {
            this.#waiting.forEach(({ reject }) => reject(new Error(message)));
            this.#waiting.clear();
        };
        await this.#call("start", this.#wasm);
        if (this.#opened) {
            await this.#call("open", this.#opened);
        }
    }

    #call(call, argument) {
        return new Promise((resolve, reject) => {
            const id = ++this.#lastId;
            this.#waiting.set(id, { resolve, reject });
            this.#worker.postMessage({ id, call, argument });
        });
    }
}
