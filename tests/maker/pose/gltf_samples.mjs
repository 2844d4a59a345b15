// SPDX-License-Identifier: BSD-3-Clause
// Makes glTF files with node animation, skins and morph targets, from numbers that look random and are not.

const kFloat = 5126;
const kUnsignedShort = 5123;
const kTypes = { 1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

// A generator of numbers -1 … 1.
function makeRandom(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 0x80000000 - 1;
    };
}

class Document {
    constructor(seed) {
        this.random = makeRandom(seed);
        this.json = {
            asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [] }], nodes: [], meshes: [], accessors: [],
            bufferViews: [], animations: [],
        };
        this.bytes = [];
        this.size = 0;
    }
    vector(length = 3, factor = 1) {
        return Array.from({ length }, () => factor * this.random());
    }
    rotation() {
        const values = this.vector(4);
        return values.map((value) => value / Math.hypot(...values));
    }
    // Rows are elements; numbers are scalars.
    accessor(rows, componentType = kFloat) {
        const values = rows.flat(2);
        const array = componentType === kFloat ? new Float32Array(values) : new Uint16Array(values);
        const bytes = Buffer.from(array.buffer);
        this.json.bufferViews.push({ buffer: 0, byteOffset: this.size, byteLength: bytes.length });
        this.bytes.push(bytes, Buffer.alloc(-bytes.length & 3));
        this.size += bytes.length + (-bytes.length & 3);
        const accessor = { bufferView: this.json.bufferViews.length - 1, componentType, count: rows.length,
            type: kTypes[rows[0].length ?? 1] };
        if (accessor.type === "VEC3") {
            accessor.min = [0, 1, 2].map((axis) => Math.min(...rows.map((row) => Math.fround(row[axis]))));
            accessor.max = [0, 1, 2].map((axis) => Math.max(...rows.map((row) => Math.fround(row[axis]))));
        }
        this.json.accessors.push(accessor);
        return this.json.accessors.length - 1;
    }
    primitive(vertices, targets = 0) {
        const positions = () => this.accessor(Array.from({ length: vertices }, () => this.vector()));
        const normals = () => this.accessor(Array.from({ length: vertices }, () => this.rotation().slice(0, 3)
            .map((value, _, all) => value / Math.hypot(...all))));
        const primitive = { attributes: { POSITION: positions(), NORMAL: normals() } };
        if (targets > 0) {
            // All with normals: three.js adds the base to targets without.
            primitive.targets = Array.from({ length: targets }, () => (
                { POSITION: positions(), NORMAL: normals() }));
        }
        return primitive;
    }
    mesh(primitives, weights) {
        this.json.meshes.push({ primitives, ...(weights && { weights }) });
        return this.json.meshes.length - 1;
    }
    // Without a parent it belongs to the scene.
    node(parent, node) {
        const index = this.json.nodes.push({ name: `node ${this.json.nodes.length}`, ...node }) - 1;
        if (parent === undefined) {
            this.json.scenes[0].nodes.push(index);
        } else {
            (this.json.nodes[parent].children ??= []).push(index);
        }
        return index;
    }
    animation(name) {
        this.json.animations.push({ name, channels: [], samplers: [] });
    }
    // Adds to the last animation; keys are [seconds, value …].
    channel(node, path, keys) {
        const { channels, samplers } = this.json.animations.at(-1);
        samplers.push({ input: this.accessor(keys.map(([time]) => time)),
            output: this.accessor(path === "weights" ? keys.flatMap(([, ...values]) => values)
                : keys.map(([, ...values]) => values)) });
        channels.push({ sampler: samplers.length - 1, target: { node, path } });
    }
    skin(joints, inverseBindMatrices) {
        (this.json.skins ??= []).push({ joints,
            inverseBindMatrices: this.accessor(inverseBindMatrices) });
        return this.json.skins.length - 1;
    }
    // Gives a primitive weights of up to four joints. They sum to 1.
    weigh(primitive, jointCount) {
        const { count } = this.json.accessors[primitive.attributes.POSITION];
        const joints = [];
        const weights = [];
        for (let i = 0; i < count; ++i) {
            const used = 1 + i % 4;
            const parts = [0, 1, 2, 3].map((j) => j < used ? 1.1 + this.random() : 0);
            const sum = parts.reduce((a, b) => a + b);
            joints.push([0, 1, 2, 3].map((j) => (i + j) % jointCount));
            weights.push(parts.map((part) => part / sum));
        }
        primitive.attributes.JOINTS_0 = this.accessor(joints, kUnsignedShort);
        primitive.attributes.WEIGHTS_0 = this.accessor(weights);
    }
    finish() {
        const bytes = Buffer.concat(this.bytes);
        this.json.buffers = [{ byteLength: bytes.length,
            uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }];
        if (this.json.animations.length === 0) {
            delete this.json.animations;
        }
        return this.json;
    }
}

const keysOf = (times, value) => times.map((time) => [time, ...value(time)]);

// A translation, in columns as glTF has it.
const translation = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

function nodes() {
    const document = new Document(1);
    const mesh = document.mesh([document.primitive(9), document.primitive(6)]);
    const arm = document.node(undefined, { translation: [1, 2, 3], rotation: document.rotation(), scale: [1, 2, 0.5] });
    // The rotation must be there: Assimp takes one from the matrix where it is missing, and finds -1 -1 -1 and half a turn.
    const hand = document.node(arm, { translation: [0, 1, 0], rotation: [0, 0, 0, 1], scale: [-1, 1, 1], mesh });
    document.node(arm, { matrix: translation(4, 5, 6), mesh });
    document.node(undefined, { rotation: document.rotation(), mesh });
    document.animation("all kinds");
    document.channel(arm, "rotation", keysOf([0.5, 1, 1.25, 3], () => document.rotation()));
    document.channel(arm, "translation", keysOf([0, 2], () => document.vector()));
    document.channel(hand, "scale", keysOf([0.25, 0.75, 2], () => document.vector(3, 2)));
    document.animation("one kind");
    document.channel(hand, "rotation", keysOf([1, 2, 3], () => document.rotation()));
    document.animation("the long way round");
    const half = Math.SQRT1_2;
    document.channel(arm, "rotation", [[0, 0, 0, 0, 1], [1, -half, 0, 0, -half], [2, 1, 0, 0, 0], [3, -1, 0, 0, 0]]);
    return document.finish();
}

function morphTargets() {
    const document = new Document(2);
    const mesh = document.mesh([document.primitive(9, 3), document.primitive(3, 3)], [0.5, 0, 0.25]);
    const other = document.mesh([document.primitive(6, 2)]);
    // Not one below the other: three.js gives the weights of a node to the meshes below it, too.
    const node = document.node(undefined, { translation: [0, 1, 0], mesh });
    const second = document.node(undefined, { scale: [1, 3, 1], mesh: other });
    document.animation("one");
    document.channel(node, "weights", keysOf([0.5, 1, 2], () => document.vector(3).map(Math.abs)));
    document.animation("both");
    document.channel(node, "weights", keysOf([0, 1], () => document.vector(3).map(Math.abs)));
    document.channel(second, "weights", keysOf([0, 0.3, 2], () => document.vector(2).map(Math.abs)));
    return document.finish();
}

function skins({ targets = 0 } = {}) {
    const document = new Document(3 + targets);
    const primitive = document.primitive(24, targets);
    const mesh = document.mesh([primitive]);
    const body = document.node(undefined, { translation: [9, 9, 9], rotation: document.rotation() });
    const joints = [document.node(body, { name: "joint 0", rotation: document.rotation() })];
    for (let i = 1; i < 5; ++i) {
        joints.push(document.node(joints[i === 4 ? 0 : i - 1],
            { name: `joint ${i}`, translation: document.vector(), rotation: document.rotation(), scale: [1, 1.5, 1] }));
    }
    document.weigh(primitive, joints.length);
    const skin = document.skin(joints, joints.map(() => translation(...document.vector())));
    const skinned = document.node(body, { translation: [5, 5, 5], mesh, skin });
    document.animation("move");
    joints.forEach((joint, i) => {
        document.channel(joint, "rotation", keysOf([0, 0.5 + i / 8, 2], () => document.rotation()));
        if (i % 2 === 0) {
            document.channel(joint, "translation", keysOf([0.25, 1.5], () => document.vector()));
        }
    });
    document.channel(body, "scale", keysOf([0, 2], () => document.vector().map((value) => 2 + value)));
    document.channel(skinned, "translation", keysOf([0, 2], () => document.vector()));
    if (targets > 0) {
        document.channel(skinned, "weights", keysOf([0, 1, 2], () => document.vector(targets).map(Math.abs)));
    }
    return document.finish();
}

export const samples = {
    "nodes": nodes(),
    "morph targets": morphTargets(),
    "skins": skins(),
    "skins and morph targets": skins({ targets: 3 }),
};
