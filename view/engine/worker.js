// SPDX-License-Identifier: BSD-3-Clause
// The worker of the page: runs the engine on the files that the page has received.
import createEngine from "engine.js"; // of build.sh
import { reasonOf } from "../dropped_files.js";

const kFiles = "/files";
const kOutput = "/output.glb";
const kInput = "/input.glb";

const withoutFolders = (text) => text.replaceAll(/\/files\/\d+\/|\/input\.glb:? ?/g, "");

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
        result.problems = result.problems.map(withoutFolders);
        return { result };
    },

    // Takes a request of engine.cpp, and `bytes` for those of another model; adds `files` for a GLB: [{bytes}]
    convert({ bytes, ...request }) {
        bytes && engine.FS.writeFile(kInput, bytes);
        const onImage = (done, count) => postMessage({ progress: [done, count] });
        const result = engine.convert({ pictures: [], clips: [], ...request, ...(bytes && { model: kInput }), onImage });
        result.error && (result.error.text = withoutFolders(result.error.text));
        if (engine.FS.analyzePath(kOutput).exists) {
            result.files = [{ bytes: engine.FS.readFile(kOutput) }];
            engine.FS.unlink(kOutput);
        }
        // A heap does not shrink, so a new worker follows one with a large heap.
        result.isHeapLarge = engine.HEAPU8.length > 512 * 1024 * 1024;
        return { result, moved: (result.files ?? result.made?.files ?? []).map((file) => file.bytes.buffer) };
    },
};

onmessage = async ({ data: { call, argument } }) => {
    try {
        const { result, moved = [] } = (await calls[call](argument)) ?? {};
        postMessage({ result }, moved);
    } catch (error) {
        postMessage({ error: reasonOf(error, "the engine has failed: ") });
    }
};
