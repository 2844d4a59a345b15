// SPDX-License-Identifier: BSD-3-Clause
// The worker of the page: runs the engine on the files that the page has received.
import createEngine from "engine.js"; // of build.sh
import { Zip, ZipDeflate } from "fflate";

const kFiles = "/files";
const kOutput = "/output";

let engine = null;
let isMounted = false;
let zip = null;
let zipped = [];

// Each takes what engine.js passes and returns a result; `moved` are buffers that the page receives without a copy.
const calls = {
    async start(wasmBinary) {
        engine = await createEngine({ wasmBinary });
        engine.FS.mkdir(kFiles);
    },

    // files: [{path, file}], paths below `folders`. Nothing is read that the engine does not ask for.
    open({ folders, files }) {
        if (isMounted) {
            engine.FS.unmount(kFiles);
        }
        isMounted = true;
        const blobs = files.map(({ path, file }) => ({ name: path, data: file }));
        engine.FS.mount(engine.WORKERFS, { blobs }, kFiles);
        return { result: engine.open(folders.map((folder) => `${kFiles}/${folder}`)) };
    },

    // Adds files to what engine.cpp returns: [{name, bytes}], the output first.
    convert({ model, format, output, properties }) {
        const path = `${kOutput}/${output}`;
        engine.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        const result = engine.convert(model, format, path, properties);
        result.files = takeFiles(kOutput).map(({ path: written, bytes }) => ({
            name: written.slice(kOutput.length + 1),
            bytes,
        }));
        result.files.sort((a, b) => (b.name === output) - (a.name === output));
        return {
            // A heap does not shrink, so a new worker follows one with a large heap.
            result: { ...result, isHeapLarge: engine.HEAPU8.length > 512 * 1024 * 1024 },
            moved: result.files.map(({ bytes }) => bytes.buffer),
        };
    },

    // Returns the next bytes of a ZIP.
    zip({ files, isFirst, isLast }) {
        if (isFirst) {
            zip = new Zip((error, bytes) => zipped.push(bytes));
        }
        for (const { name, bytes } of files) {
            const entry = new ZipDeflate(name, { level: 4 });
            zip.add(entry);
            entry.push(bytes, true);
        }
        if (isLast) {
            zip.end();
        }
        const result = new Blob(zipped);
        zipped = [];
        return { result };
    },
};

// Removes a folder and returns its files: [{path, bytes}].
function takeFiles(folder) {
    const { FS } = engine;
    const files = FS.readdir(folder)
        .filter((name) => name !== "." && name !== "..")
        .flatMap((name) => {
            const path = `${folder}/${name}`;
            if (FS.isDir(FS.stat(path).mode)) {
                return takeFiles(path);
            }
            const bytes = FS.readFile(path);
            FS.unlink(path);
            return [{ path, bytes }];
        });
    FS.rmdir(folder);
    return files;
}

onmessage = async ({ data: { id, call, argument } }) => {
    try {
        const { result, moved = [] } = (await calls[call](argument)) ?? {};
        postMessage({ id, result }, moved);
    } catch (error) {
        postMessage({ id, error: String(error?.message ?? error) });
    }
};
