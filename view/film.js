// SPDX-License-Identifier: BSD-3-Clause
// Films a clip: as a video, and as a sheet of all frames.
import { at } from "./dom.js";
import { webmOf } from "./webm.js";

const kFps = 30;
const kMostPixels = 8192; // a side of a sheet

const turn = () => new Promise((resolve) => setTimeout(resolve));

// Calls `take` with the picture at each position of the clip. Shows afterwards what was shown before.
async function film({ stage, model, clip }, positions, size, hasBackground, take) {
    const { playing, position } = stage;
    const { length } = model.clips[clip].frames;
    stage.playing = false;
    stage.isFilming = true;
    try {
        for (const [i, each] of positions.entries()) {
            stage.position = Math.min(each, length - 0.0001);
            await take(stage.picture(size, size, { hasBackground, isFilm: true }), i);
            at("film-progress").value = i / positions.length;
            await turn();
        }
    } finally {
        stage.isFilming = false;
        stage.position = position;
        stage.playing = playing;
    }
}

// A WebM of the clip; resolves to a Blob. A MediaRecorder would lose what a computer cannot draw in time.
export async function video(controls, size) {
    const { frames, end } = controls.model.clips[controls.clip];
    const isClosed = end > frames.at(-1).time;
    const count = Math.max(2, Math.round((end - frames[0].time || 1) * kFps));
    const step = isClosed ? frames.length / count : (frames.length - 1) / (count - 1);
    const chunks = [];
    // After an error, the next call throws.
    const encoder = new VideoEncoder({ output: (chunk) => chunks.push(chunk), error: () => {} });
    encoder.configure({ codec: "vp8", width: size, height: size, bitrate: 12 * size * 1024, framerate: kFps });
    const positions = Array.from({ length: count }, (_, i) => i * step);
    await film(controls, positions, size, true, async (picture, i) => {
        const frame = new VideoFrame(picture, { timestamp: (1e6 * i) / kFps, duration: 1e6 / kFps });
        encoder.encode(frame, { keyFrame: i % kFps === 0 });
        frame.close();
        while (encoder.encodeQueueSize > 4) {
            await turn();
        }
    });
    await encoder.flush();
    encoder.close();
    return webmOf(chunks, size);
}

// A canvas with all frames of the clip, on transparent ground.
export async function sheet(controls, size) {
    const { length } = controls.model.clips[controls.clip].frames;
    const columns = Math.ceil(Math.sqrt(length));
    const side = Math.min(size, Math.floor(kMostPixels / columns));
    const [width, height] = [columns * side, Math.ceil(length / columns) * side];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    await film(controls, [...Array(length).keys()], side, false, (picture, i) =>
        context.drawImage(picture, (i % columns) * side, Math.floor(i / columns) * side),
    );
    return canvas;
}
