// SPDX-License-Identifier: BSD-3-Clause
// The worker of the page: runs the engine on the files that the page has received.
import createEngine from "engine.js"; // of build.sh
import { reasonOf } from "../dropped_files.js";

const kFiles = "/files";
const kOutput = "/output";
const kInput = "/input.glb";

let engine = null;
let isMounted = false;

// Each takes what engine.js passes and returns a result; `moved` are buffers that the page receives without a copy.
const calls = {
    async start(wasmBinary) {
        engine = await createEngine({ wasmBinary });
        engine.FS.mkdir(kFiles);
        // A folder's entries are the members of an object, where __proto__ would not be one.
        const { createNode } = engine.WORKERFS;
        engine.WORKERFS.createNode = (parent, name, mode, ...rest) => {
            const node = createNode(parent, name, mode, ...rest);
            engine.FS.isDir(mode) && Object.setPrototypeOf(node.contents, null);
            return node;
        };
    },

    // files: [{path, file}], paths below `folders`. Nothing is read that the engine does not ask for.
    open({ folders, files }) {
        if (isMounted) {
            engine.FS.unmount(kFiles);
        }
        const blobs = files.map(({ path, file }) => ({ name: path, data: file }));
        engine.FS.mount(engine.WORKERFS, { blobs }, kFiles);
        isMounted = true;
        const result = engine.open(folders.map((folder) => `${kFiles}/${folder}`));
        result.problems = result.problems.map((line) => line.replaceAll(/\/files\/\d+\//g, ""));
        return { result };
    },

    // Adds files to what engine.cpp returns: [{name, bytes}], the output first. With bytes, these are the model.
    convert({ model, bytes, format, output, properties, pictures = [], clips = [] }) {
        const path = `${kOutput}/${output}`;
        engine.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        bytes && engine.FS.writeFile(kInput, bytes);
        const result = engine.convert(bytes ? kInput : model, format, path, properties, pictures, clips);
        result.error = result.error.replaceAll(/\/files\/\d+\/|\/input\.glb:? ?/g, "");
        result.files = takeFiles(kOutput).map(({ path: written, bytes }) => ({
            name: written.slice(kOutput.length + 1),
            bytes,
        }));
        result.files.sort((a, b) => (b.name === output) - (a.name === output));
        return {
            result: { ...result, isHeapLarge: engine.HEAPU8.length > 512 * 1024 * 1024 },
            moved: result.files.map((file) => file.bytes.buffer),
        };
    },

    // Returns the bytes of a picture as PNG or JPEG, or as PCX.
    convertPicture({ bytes, asPcx }) {
        const result = engine.convertPicture(bytes, asPcx);
        if (typeof result === "string") {
            throw new Error(result);
        }
        return { result: result.slice() };
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

onmessage = async ({ data: { call, argument } }) => {
    try {
        const { result, moved = [] } = (await calls[call](argument)) ?? {};
        postMessage({ result }, moved);
    } catch (error) {
        postMessage({ error: reasonOf(error, "the engine has failed: ") });
    }
};
