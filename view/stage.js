// SPDX-License-Identifier: BSD-3-Clause
// Draws one model and plays its clips with three.js.
import * as three from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const kBackgrounds = {
    dark: { sky: 0x272c35, grid: 0x4b5463, wire: 0xf0a63a, bones: 0x5ef1ff },
    light: { sky: 0xe4e8ee, grid: 0xaeb7c4, wire: 0x8a4a00, bones: 0x0046c8 },
};
const kFieldOfView = 35;
const kSwings = !matchMedia("(prefers-reduced-motion: reduce)").matches;
// A glTF model looks along z: from the front, a little from the side and from above.
const kViewFrom = new three.Vector3(-0.75, 0.35, 1);
const kIconFrom = new three.Vector3(-0.4, 0.1, 1);
const kUp = new three.Vector3(0, 1, 0);
const kSides = {
    front: new three.Vector3(0, 0, 1),
    side: new three.Vector3(1, 0, 0),
    top: new three.Vector3(0, 1, 0.001),
};
const skyLight = () => new three.HemisphereLight(0xffffff, 0x9c9484, 1.7);

export class Stage {
    framesDrawn = 0;
    // What is wrong with the model that is shown; empty if nothing is.
    flaw = "";
    speed = 1;
    // While pictures are made, the canvas shows what it did.
    isFilming = false;
    repeats = true;
    // Called when a clip that does not repeat has ended.
    onEnd = () => {};
    // Called with the frame and the position after each change of either.
    onFrame = () => {};
    // Called with whether the graphics card can draw, when that changes.
    onContext = () => {};

    #renderer;
    #studio; // draws pictures, whose size is not that of the canvas
    #anisotropy;
    #scene = new three.Scene();
    #camera = new three.PerspectiveCamera(kFieldOfView, 1);
    #controls;
    #sun = new three.DirectionalLight(0xffffff, 2.4);
    #ground = new three.Group(); // for a model of radius 1
    #grid = new three.GridHelper(6, 24);
    #bones = new three.Group();
    #playing = false;
    #time = null; // of the last frame of a clip that plays
    #isAsked = false; // for the next frame
    #isUntouched = true; // the view, since the last reset
    #surfaces = {
        wireframe: new three.MeshBasicMaterial({ wireframe: true }),
        normals: new three.MeshNormalMaterial(),
    };
    #look = {
        surface: "skin",
        nearest: false,
        brightness: 1,
        ground: true,
        bones: false,
        rotate: false,
        background: "dark",
    };
    #model = null;
    #outdated = []; // models; the programs that the next one uses, too, stay compiled until it is drawn
    #mixer = null;
    #action = null;
    #clip = null;
    #position = 0;
    #bounds = null;

    constructor(canvas) {
        const quick = isDrawnInSoftware();
        this.#renderer = new three.WebGLRenderer({ canvas, antialias: !quick, alpha: true });
        this.#studio = new three.WebGLRenderer({ antialias: !quick, alpha: true, preserveDrawingBuffer: true });
        this.#renderer.shadowMap.enabled = true;
        this.#renderer.shadowMap.type = quick ? three.BasicShadowMap : three.PCFShadowMap;
        this.#anisotropy = quick ? 1 : this.#renderer.capabilities.getMaxAnisotropy();
        this.#controls = new OrbitControls(this.#camera, canvas);
        this.#controls.enableDamping = kSwings;
        this.#controls.addEventListener("change", () => this.#ask());
        this.#controls.addEventListener("start", () => (this.#isUntouched = false));
        canvas.addEventListener("wheel", () => (this.#isUntouched = false));
        this.#sun.castShadow = true;
        this.#sun.shadow.mapSize.setScalar(quick ? 512 : 1024);
        this.#sun.shadow.radius = 3;
        this.#scene.add(skyLight(), this.#sun, this.#sun.target);
        this.#scene.add(this.#ground);
        Object.assign(this.#grid.material, { transparent: true, opacity: 0.45, vertexColors: false });
        // No larger than a shadow gets: each of its pixels costs several samples.
        const shadow = new three.Mesh(
            new three.CircleGeometry(1.5, 48).rotateX(-Math.PI / 2),
            new three.ShadowMaterial({ opacity: 0.4 }),
        );
        shadow.receiveShadow = true;
        this.#ground.add(this.#grid, shadow);
        // The canvas follows the place that the page leaves to it.
        new ResizeObserver(() => this.#resize()).observe(canvas.parentElement);
        addEventListener("resize", () => this.#resize()); // a zoom changes the pixels, and maybe not the place
        canvas.addEventListener("webglcontextlost", () => this.onContext(false));
        canvas.addEventListener("webglcontextrestored", () => {
            this.onContext(true);
            this.look = {};
        });
    }

    // Takes what readModel() returns; shows it in place of the model before, from the same side if
    // `keepsView` and if somebody has moved the camera.
    show(model, keepsView) {
        if (this.#model) {
            this.#scene.remove(this.#model.root);
            this.#mixer.stopAllAction();
            this.#outdated.push(this.#model);
            Object.values(this.#surfaces).forEach((material) => material.dispose());
        }
        this.#model = model;
        this.#mixer = new three.AnimationMixer(model.root);
        this.#action = this.#clip = null;
        this.#position = 0;
        // Bones after the model, whose new places they show.
        this.#scene.add(model.root, this.#bones);
        // Of its own: three.js keeps a program in a material for each number of targets.
        const shadow = new three.MeshDepthMaterial();
        for (const mesh of model.meshes) {
            // The bounds that three.js culls by are those of the base mesh.
            mesh.frustumCulled = false;
            mesh.castShadow = true;
            mesh.customDepthMaterial = shadow;
        }
        this.#bounds = boundsOf(model, this.#mixer);
        const { first, all } = this.#bounds;
        this.#bounds.first = isPoint(first) ? all : first;
        this.flaw = isPoint(first)
            ? `${model.name} is folded to a point in its first ${model.clips.length > 0 ? "clip" : "frame"}.`
            : "";
        this.#drawBones();
        this.#layGround();
        if (!keepsView || this.#isUntouched) {
            this.resetView();
        }
        this.look = {};
        kSwings &&
            this.#renderer.domElement.animate(
                { opacity: [0.2, getComputedStyle(this.#renderer.domElement).opacity] },
                180,
            );
    }

    // Turns the model about its vertical axis, in radians.
    set turned(angle) {
        this.#model.root.rotation.y = angle;
        this.#ask();
    }

    get playing() {
        return this.#playing;
    }
    set playing(on) {
        this.#playing = on;
        this.#ask();
    }

    // A clip of the model, from its first frame.
    set clip(clip) {
        this.#action?.stop();
        this.#clip = clip;
        this.#action = this.#mixer.clipAction(clip.animation).play();
        this.position = 0;
    }

    // The frame at or before what is shown.
    get frame() {
        return Math.floor(this.#position);
    }
    // The place in the clip in frames: 2.5 is halfway from frame 2 to frame 3. A clip that repeats ends at its number of
    // frames, where it shows the first frame again.
    get position() {
        return this.#position;
    }
    set position(position) {
        const { frames, end } = this.#clip;
        const frame = Math.min(Math.floor(position), frames.length - 1);
        const { time } = frames[frame];
        const next = frames[frame + 1]?.time ?? end;
        // At its very end the clip would begin again.
        const share = Math.min(position - frame, 0.9999);
        this.#action.time = time + share * (next - time);
        this.#advance(0);
    }

    set skin(skin) {
        skin.wear();
        this.#model.meshes.forEach((mesh) => delete mesh.userData.worn);
        this.look = {};
    }
    // Takes what changes of:
    //   surface        "skin", "wireframe" or "normals"
    //   nearest        whether a skin has hard pixels
    //   brightness     the factor that the game applies to the colours of a skin, as they are stored; 1 changes nothing
    //   ground, bones  whether they are shown: lines from each bone to its parent, over the skin, which fades
    //   rotate         whether the camera goes around the model
    //   background     "dark" or "light"
    set look(changes) {
        Object.assign(this.#look, changes);
        const { ground, bones, rotate, background } = this.#look;
        const colours = kBackgrounds[background];
        this.#controls.autoRotate = rotate;
        this.#ground.visible = ground;
        this.#bones.visible = bones;
        this.#scene.background = new three.Color(colours.sky);
        this.#grid.material.color.set(colours.grid);
        this.#surfaces.wireframe.color.set(colours.wire);
        const colour = new three.Color(colours.bones);
        for (const helper of this.#bones.children) {
            helper.setColors(colour, colour);
            helper.children[0].material.color = colour;
        }
        this.#model?.meshes.forEach((mesh) => this.#dress(mesh));
        this.#ask();
    }

    // A canvas with the model as it is shown, without the ground; it stays until the next picture.
    //   hasBackground   otherwise it is transparent
    //   isFilm          a view that nobody has changed is fitted to the clip
    //   isIcon          only the head of a player, from the front
    //   turned          by which the camera goes around the model, in radians
    picture(width, height, { hasBackground = false, isFilm = false, isIcon = false, turned = 0 } = {}) {
        const { background } = this.#scene;
        const { visible } = this.#ground;
        const camera = this.#camera.clone();
        camera.aspect = width / height;
        camera.updateProjectionMatrix();
        if (isIcon) {
            lookAt(camera, [headOf(this.#bounds.first)], kIconFrom);
        } else if (isFilm && this.#isUntouched) {
            lookAt(camera, this.#bounds.ofClip.get(this.#clip) ?? this.#bounds.boxes, kViewFrom);
        }
        const { target } = this.#controls;
        camera.position.sub(target).applyAxisAngle(kUp, turned).add(target);
        camera.rotateOnWorldAxis(kUp, turned);
        this.#scene.background = hasBackground ? background : null;
        this.#ground.visible = false;
        this.#studio.setSize(width, height, false);
        this.#studio.render(this.#scene, camera);
        this.#scene.background = background;
        this.#ground.visible = visible;
        return this.#studio.domElement;
    }

    // A canvas with the head of the model in a skin; it stays until the next picture. now: the skin that it wears
    wearing(skin, now, side) {
        const { surface } = this.#look;
        this.#look.surface = "skin";
        this.skin = skin;
        // All in one pose
        const time = this.#action?.time;
        this.#seek(0);
        const picture = this.picture(side, side, { isIcon: true });
        this.#seek(time);
        this.#look.surface = surface;
        this.skin = now;
        return picture;
    }

    #seek(time) {
        if (this.#action) {
            this.#action.time = time;
            this.#mixer.update(0);
        }
    }

    // A canvas with a model that is not shown, as it is, or its head; it stays until the next picture.
    thumbnail(model, side, { brightness, isHead }) {
        const scene = new three.Scene().add(skyLight(), model.root);
        const sun = new three.DirectionalLight(0xffffff, 2.4);
        sun.position.set(0.5, 1.6, 0.6);
        const camera = new three.PerspectiveCamera(kFieldOfView, 1);
        const box = new three.Box3().setFromObject(scene.add(sun), true);
        const { distance } = isHead ? lookAt(camera, [headOf(box)], kIconFrom) : lookAt(camera, [box], kViewFrom);
        Object.assign(camera, { near: distance / 100, far: distance * 20 }).updateProjectionMatrix();
        model.materials.forEach(({ map, color }) => map && color.multiplyScalar(brightness ** 2.2));
        this.#studio.setSize(side, side, false);
        this.#studio.render(scene, camera);
        dispose(model);
        return this.#studio.domElement;
    }

    // The height, width and depth of the model in its first frames, in its own units
    get size() {
        return this.#bounds.first.getSize(new three.Vector3());
    }

    // Turns the camera around the model, in radians: to the right, and up. It does not swing on, as after a drag.
    turn(right, up) {
        this.#isUntouched = false;
        this.#controls.enableDamping = false;
        this.#controls.rotateLeft(-right);
        this.#controls.rotateUp(up);
        this.#controls.enableDamping = kSwings;
    }
    // Brings the camera closer by a factor; below 1, it moves away.
    zoom(factor) {
        this.#isUntouched = false;
        this.#controls.dollyIn(1 / factor);
    }

    // So that the view shows the whole model in all frames. side: "front", "side", "top", or else one between them
    resetView(side) {
        const from = kSides[side] ?? kViewFrom;
        // The rest of a swing ends here.
        this.#controls.enableDamping = false;
        this.#controls.update();
        this.#controls.enableDamping = kSwings;
        const { boxes, ofFirst } = this.#bounds;
        const near = lookAt(this.#camera, ofFirst, from);
        const far = lookAt(this.#camera, boxes, from);
        // Of a model that flies away, the first clip is shown.
        const { center, distance } = far.distance <= 3 * near.distance ? far : lookAt(this.#camera, ofFirst, from);
        this.#controls.target.copy(center);
        this.#camera.near = distance / 100;
        this.#camera.far = distance * 20;
        this.#camera.updateProjectionMatrix();
        this.#controls.minDistance = distance / 20;
        this.#controls.maxDistance = distance * 6;
        this.#controls.update();
        this.#isUntouched = side === undefined;
        this.#ask();
    }

    // Draws once, and goes on only while something moves.
    #ask() {
        if (!this.#isAsked) {
            this.#isAsked = true;
            requestAnimationFrame((time) => this.#tick(time));
        }
    }

    #tick(time) {
        this.#isAsked = false;
        this.#controls.update();
        if (this.#playing && this.#action) {
            const seconds = this.#time === null ? 0 : (this.speed * (time - this.#time)) / 1000;
            this.#time = time;
            this.#ask();
            this.repeats || this.#action.time + seconds < this.#clip.frames.at(-1).time
                ? this.#advance(seconds)
                : this.#stop();
        } else {
            this.#time = null;
        }
        if (this.#model && !this.isFilming) {
            this.#renderer.render(this.#scene, this.#camera);
            ++this.framesDrawn;
            this.#outdated.splice(0).forEach(dispose);
        }
    }

    #stop() {
        this.position = this.#clip.frames.length - 1;
        this.#playing = false;
        this.onEnd();
    }

    #advance(seconds) {
        this.#mixer.update(seconds);
        this.#ask();
        const { frames, end } = this.#clip;
        const { time } = this.#action;
        const after = frames.findIndex((frame) => frame.time > time);
        const frame = Math.max(0, (after < 0 ? frames.length : after) - 1);
        const start = frames[frame].time;
        const length = (frames[frame + 1]?.time ?? end) - start;
        // A frame's own time may differ from what the mixer makes of it.
        const share = length > 0 ? Math.max(0, (time - start) / length) : 0;
        this.#position = frame + (share < 1e-6 ? 0 : Math.min(share, 0.9999));
        this.onFrame(frame, this.#position);
    }

    #dress(mesh) {
        const { surface, nearest, brightness, bones } = this.#look;
        mesh.userData.worn ??= mesh.material;
        const { worn } = mesh.userData;
        mesh.material = this.#surfaces[surface] ?? worn;
        const magFilter = nearest ? three.NearestFilter : three.LinearFilter;
        const minFilter = nearest ? three.NearestFilter : three.LinearMipmapLinearFilter;
        const anisotropy = nearest ? 1 : this.#anisotropy;
        if (worn.map && worn.map.anisotropy + worn.map.magFilter !== anisotropy + magFilter) {
            Object.assign(worn.map, { magFilter, minFilter, anisotropy, needsUpdate: true });
        }
        worn.userData.own ??= { color: worn.color.clone(), opacity: worn.opacity, transparent: worn.transparent };
        const { color, opacity, transparent } = worn.userData.own;
        // Materials multiply in linear light, where a stored colour is raised to about 2.2. Without an image, the
        // white surface would lose its shading.
        worn.color.copy(color).multiplyScalar(worn.map ? brightness ** 2.2 : 1);
        // Bones can be read on every skin if it lets the background through.
        const isFaded = bones && this.#bones.children.length > 0;
        worn.opacity = isFaded ? 0.3 : opacity;
        worn.transparent = isFaded || transparent;
        worn.needsUpdate = true;
    }

    #drawBones() {
        this.#bones.children.forEach((helper) => helper.dispose());
        this.#bones.clear();
        if (!this.#model?.meshes.some(({ isSkinnedMesh }) => isSkinnedMesh)) {
            return;
        }
        const helper = new three.SkeletonHelper(this.#model.root);
        // The ends of the lines are the pivots.
        const look = { size: 6, sizeAttenuation: false, depthTest: false, transparent: true };
        const pivots = new three.Points(helper.geometry, new three.PointsMaterial(look));
        helper.frustumCulled = pivots.frustumCulled = false;
        helper.add(pivots);
        this.#bones.add(helper);
    }

    #layGround() {
        const { first } = this.#bounds;
        const { center, radius } = first.getBoundingSphere(new three.Sphere());
        this.#ground.scale.setScalar(radius);
        this.#ground.position.set(center.x, first.min.y - radius / 500, center.z);

        const reach = 1.7 * radius;
        this.#sun.target.position.copy(center);
        this.#sun.position.set(0.5, 1.6, 0.6).multiplyScalar(reach).add(center);
        Object.assign(this.#sun.shadow.camera, {
            left: -reach,
            right: reach,
            top: reach,
            bottom: -reach,
            near: reach / 10,
            far: 5 * reach,
        });
        this.#sun.shadow.camera.updateProjectionMatrix();
        this.#sun.shadow.normalBias = radius / 100;
    }

    #resize() {
        const { clientWidth, clientHeight } = this.#renderer.domElement.parentElement;
        if (clientWidth === 0 || clientHeight === 0) {
            return;
        }
        this.#camera.aspect = clientWidth / clientHeight;
        this.#camera.updateProjectionMatrix();
        this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.#renderer.setSize(clientWidth, clientHeight, false);
        if (this.#isUntouched && this.#model) {
            this.resetView();
        }
        this.#ask();
    }
}

// Without a graphics card, smooth edges and soft shadows cost half of the frames.
function isDrawnInSoftware() {
    const gl = document.createElement("canvas").getContext("webgl2");
    const names = gl?.getExtension("WEBGL_debug_renderer_info");
    const isSoftware = names
        ? /swiftshader|llvmpipe|software/i.test(gl.getParameter(names.UNMASKED_RENDERER_WEBGL))
        : false;
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return isSoftware;
}

// Moves a camera so that it sees boxes from a side, in the middle of the picture. Returns what it looks at, and its distance.
function lookAt(camera, boxes, from) {
    camera.position.copy(from);
    camera.lookAt(0, 0, 0);
    const toCamera = camera.quaternion.clone().invert();
    const corner = ({ min, max }, i) =>
        new three.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    const corners = boxes.flatMap((box) =>
        [0, 1, 2, 3, 4, 5, 6, 7].map((i) => corner(box, i).applyQuaternion(toCamera)),
    );
    const center = new three.Box3().setFromPoints(corners).getCenter(new three.Vector3());
    const tangent = Math.tan((kFieldOfView * Math.PI) / 360);
    const distances = corners.map((point) => {
        const { x, y, z } = point.sub(center);
        return z + Math.max(Math.abs(x) / camera.aspect, Math.abs(y)) / tangent;
    });
    const distance = 1.08 * distances.reduce((a, b) => Math.max(a, b), 0) || 1;
    center.applyQuaternion(camera.quaternion);
    camera.position.setLength(distance).add(center);
    return { center, distance };
}

// Of what is not high, the whole.
function headOf(box) {
    const { x, y, z } = box.getSize(new three.Vector3());
    const head = box.clone();
    if (y > 0.8 * Math.max(x, z)) {
        head.min.y += 0.5 * y;
        for (const axis of ["x", "z"]) {
            head.min[axis] = head.max[axis] = (head.min[axis] + head.max[axis]) / 2;
        }
    }
    return head;
}

const isPoint = (box) => !(box.max.distanceTo(box.min) > 0);

// Boxes around each frame: of each clip, of the first one, of all; and around those of the first, and around all. Bones move each vertex in each frame, so of
// long animations of large models some frames count only.
function boundsOf(model, mixer) {
    const kMostVertices = 1e6; // takes about 0.2 s
    const sum = (list, count) => list.reduce((total, each) => total + count(each), 0);
    const skinned = model.meshes.filter(({ isSkinnedMesh }) => isSkinnedMesh);
    const vertices = sum(skinned, ({ geometry }) => geometry.attributes.position.count);
    const step = Math.ceil((vertices * sum(model.clips, ({ frames }) => frames.length)) / kMostVertices) || 1;
    const ofTargets = new Map();
    const ofClip = new Map();
    for (const clip of model.clips) {
        const action = mixer.clipAction(clip.animation).play();
        ofClip.set(clip, []);
        for (let frame = 0; frame < clip.frames.length; frame += step) {
            const box = new three.Box3();
            action.time = clip.frames[frame].time;
            mixer.update(0);
            model.root.updateMatrixWorld(true);
            model.meshes.forEach((mesh) => box.union(boundsOfMesh(mesh, ofTargets)));
            ofClip.get(clip).push(box);
        }
        action.stop();
    }
    const boxes = [...ofClip.values()].flat();
    if (boxes.length === 0) {
        boxes.push(new three.Box3().setFromObject(model.root, true));
    }
    const ofFirst = ofClip.get(model.clips[0]) ?? boxes;
    return { ofClip, ofFirst, boxes, first: around(ofFirst), all: around(boxes) };
}

const around = (boxes) => boxes.reduce((union, box) => union.union(box), new three.Box3());

// three.js would look at all targets for each vertex. A frame of an MD2 is one target, whose box is computed once.
function boundsOfMesh(mesh, ofTargets) {
    const weights = mesh.morphTargetInfluences ?? [];
    const target = weights.indexOf(1);
    if (target < 0 || mesh.isSkinnedMesh || weights.some((weight, i) => weight !== 0 && i !== target)) {
        return new three.Box3().setFromObject(mesh, true);
    }
    const { geometry } = mesh;
    const moved = geometry.morphAttributes.position[target];
    if (!ofTargets.has(moved)) {
        const base = geometry.attributes.position;
        const [box, from, by] = [new three.Box3(), new three.Vector3(), new three.Vector3()];
        for (let i = 0; i < base.count; ++i) {
            from.fromBufferAttribute(base, i);
            by.fromBufferAttribute(moved, i);
            box.expandByPoint(geometry.morphTargetsRelative ? from.add(by) : by);
        }
        ofTargets.set(moved, box);
    }
    return ofTargets.get(moved).clone().applyMatrix4(mesh.matrixWorld);
}

function dispose({ meshes, materials }) {
    for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.customDepthMaterial?.dispose();
        mesh.skeleton?.dispose();
    }
    for (const material of new Set([
        ...materials,
        ...meshes.map(({ userData, material }) => userData.worn ?? material),
    ])) {
        for (const texture of Object.values(material).filter((value) => value?.isTexture)) {
            texture.image?.close?.(); // an ImageBitmap, except in Safari before version 17
            texture.dispose();
        }
        material.dispose();
    }
}
