// SPDX-License-Identifier: BSD-3-Clause
// Films a clip: as a GIF, as a video, and as a sheet of all frames.
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { ArrayBufferTarget, Muxer } from "mp4-muxer";
import { setProgress } from "./messages.js";
import { webmOf } from "./webm.js";

const kFps = 30;
const kGifFps = 20; // GIF counts hundredths of a second
const kTurn = 4; // seconds of a turntable around a model without clips
const kMostPixels = 8192; // a side of a sheet

const turn = () => new Promise((resolve) => setTimeout(resolve));

// Calls `take` with the picture of each frame of a film: {position in the clip, turned}. Shows afterwards what was shown
// before. Throws when it is cancelled.
async function film({ stage }, frames, size, hasBackground, take) {
    const { playing, position } = stage;
    let isCancelled = false;
    stage.playing = false;
    stage.isFilming = true;
    try {
        for (const [i, { position: each, turned = 0 }] of frames.entries()) {
            each !== null && (stage.position = each);
            await take(stage.picture(size, size, { hasBackground, isFilm: true, turned }), i);
            setProgress(i / frames.length, () => (isCancelled = true));
            await turn();
            if (isCancelled) {
                throw new DOMException("cancelled", "AbortError");
            }
        }
    } finally {
        setProgress(null);
        stage.isFilming = false;
        position !== null && (stage.position = position);
        stage.playing = playing;
    }
}

// The frames of a film, which plays the clip `times` times and turns the model once if it is a turntable.
function framesOf({ model, clip }, fps, { times, isTurntable }) {
    const { frames, end } = model.clips[clip] ?? { frames: [{ time: 0 }], end: kTurn };
    const isClosed = end > frames.at(-1).time;
    const count = Math.max(2, Math.round((end - frames[0].time || 1) * fps));
    const step = isClosed ? frames.length / count : (frames.length - 1) / (count - 1);
    const total = count * times;
    return Array.from({ length: total }, (_, i) => ({
        position: model.clips[clip] ? Math.min((i % count) * step, frames.length - 0.0001) : null,
        turned: isTurntable ? (2 * Math.PI * i) / total : 0,
    }));
}

// Each takes controls.js, the side in pixels and {times, isTurntable}, and resolves to a Blob.
export async function gif(controls, size, options) {
    const encoder = GIFEncoder();
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    await film(controls, framesOf(controls, kGifFps, options), size, true, (picture) => {
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, size, size);
        const palette = quantize(data, 256);
        encoder.writeFrame(applyPalette(data, palette), size, size, { palette, delay: 1000 / kGifFps });
    });
    encoder.finish();
    return new Blob([encoder.bytes()], { type: "image/gif" });
}

export async function webm(controls, size, options) {
    const chunks = [];
    await encode(controls, size, options, "vp8", (chunk) => chunks.push(chunk));
    return webmOf(chunks, size);
}

export async function mp4(controls, size, options) {
    const target = new ArrayBufferTarget();
    const muxer = new Muxer({ target, video: { codec: "avc", width: size, height: size }, fastStart: "in-memory" });
    await encode(controls, size, options, kH264, (chunk, meta) => muxer.addVideoChunk(chunk, meta));
    muxer.finalize();
    return new Blob([target.buffer], { type: "video/mp4" });
}

const kH264 = "avc1.42001f";
const configOf = (codec, size) => {
    const config = { codec, width: size, height: size, bitrate: 12 * size * 1024, framerate: kFps };
    return codec === kH264 ? { ...config, avc: { format: "avc" } } : config;
};
export const canMakeMp4 = async () =>
    Boolean((await globalThis.VideoEncoder?.isConfigSupported(configOf(kH264, 512)).catch(() => null))?.supported);

// A MediaRecorder would lose what a computer cannot draw in time.
async function encode(controls, size, options, codec, output) {
    // After an error, the next call throws.
    const encoder = new VideoEncoder({ output, error: () => {} });
    encoder.configure(configOf(codec, size));
    await film(controls, framesOf(controls, kFps, options), size, true, async (picture, i) => {
        const frame = new VideoFrame(picture, { timestamp: (1e6 * i) / kFps, duration: 1e6 / kFps });
        encoder.encode(frame, { keyFrame: i % kFps === 0 });
        frame.close();
        while (encoder.encodeQueueSize > 4) {
            await turn();
        }
    });
    await encoder.flush();
    encoder.close();
}

// A canvas with all frames of the clip, on transparent ground.
export async function sheet(controls, size) {
    const { length } = controls.model.clips[controls.clip]?.frames ?? [null];
    const columns = Math.ceil(Math.sqrt(length));
    const side = Math.min(size, Math.floor(kMostPixels / columns));
    const [width, height] = [columns * side, Math.ceil(length / columns) * side];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    const frames = Array.from({ length }, (_, i) => ({ position: controls.model.clips.length > 0 ? i : null }));
    await film(controls, frames, side, false, (picture, i) =>
        context.drawImage(picture, (i % columns) * side, Math.floor(i / columns) * side),
    );
    return canvas;
}
