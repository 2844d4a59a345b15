// SPDX-License-Identifier: BSD-3-Clause
// A ZIP that is written file by file. Workers compress it, so that the page stays responsive.
import { AsyncZipDeflate, Zip } from "fflate";

export class ZipFile {
    #parts = [];
    #zip = new Zip((error, bytes) => error ?? this.#parts.push(new Blob([bytes])));

    // Resolves when the file is in the ZIP. Its bytes are moved to the worker.
    async add(name, bytes) {
        const entry = new AsyncZipDeflate(name, { level: 4 });
        this.#zip.add(entry);
        const { ondata } = entry;
        await new Promise((resolve, reject) => {
            entry.ondata = (error, part, isLast) => {
                ondata(error, part, isLast);
                if (error) {
                    reject(error);
                } else if (isLast) {
                    resolve();
                }
            };
            entry.push(bytes, true);
        });
    }

    // Returns the ZIP as a Blob.
    finish() {
        this.#zip.end();
        return new Blob(this.#parts);
    }
}
