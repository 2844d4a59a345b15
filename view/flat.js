// SPDX-License-Identifier: BSD-3-Clause
// The skin of a model as a flat picture, and the outlines of the triangles on it.

// The size in the header of an MD2, or else that of the image
const sizeOf = ({ facts }, skin) =>
    facts?.width > 0 && facts?.height > 0 ? facts : (skin?.texture?.image ?? { width: 256, height: 256 });

// The meshes that wear the skin
const wearersOf = ({ meshes }, skin) =>
    meshes.filter(({ userData, material }) => !skin?.texture || (userData.worn ?? material).map === skin.texture);

// Draws the skin and the outlines on it, so large that the lines are thin.
export function drawFlat(canvas, model, skin) {
    const image = skin?.texture?.image;
    const { width, height } = image ?? sizeOf(model, skin);
    const scale = Math.max(1, Math.round(1024 / Math.max(width, height)));
    Object.assign(canvas, { width: width * scale, height: height * scale });
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    image && context.drawImage(image, 0, 0, canvas.width, canvas.height);
    // Readable on dark and on light skins
    outline(canvas, wearersOf(model, skin), [
        ["#0008", 4],
        ["#fffc", 1.5],
    ]);
}

// A canvas with the outlines alone, of the header's size times `scale`.
export function templateOf(model, skin, scale) {
    const { width, height } = sizeOf(model, skin);
    const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
    outline(canvas, wearersOf(model, skin), [["#000", 1]]);
    return canvas;
}

// A canvas with the skin as it is in the file, or at most as large as given.
export function textureOf({ image }, { width = image.width, height = image.height } = {}) {
    const scale = Math.min(1, width / image.width, height / image.height);
    const size = { width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

function outline(canvas, meshes, strokes) {
    const context = canvas.getContext("2d");
    const path = new Path2D();
    for (const { geometry } of meshes) {
        const { uv } = geometry.attributes;
        const count = uv ? (geometry.index ?? uv).count : 0;
        const point = (i) => {
            const vertex = geometry.index ? geometry.index.getX(i) : i;
            return [uv.getX(vertex) * canvas.width, uv.getY(vertex) * canvas.height];
        };
        for (let i = 0; i < count; i += 3) {
            path.moveTo(...point(i));
            path.lineTo(...point(i + 1));
            path.lineTo(...point(i + 2));
            path.closePath();
        }
    }
    for (const [colour, width] of strokes) {
        Object.assign(context, { strokeStyle: colour, lineWidth: width });
        context.stroke(path);
    }
}

export const pngOf = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
