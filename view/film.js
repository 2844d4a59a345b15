// SPDX-License-Identifier: BSD-3-Clause
// Films a clip: as a video, and as a sheet of all frames.
import { at } from "./dom.js";

const kFps = 30;
const kMostPixels = 8192; // a side of a sheet

// Calls `draw` with each position of the clip, and shows afterwards what was shown before.
async function play({ stage, model, clip }, positions, draw) {
    const { playing, position } = stage;
    stage.playing = false;
    try {
        for (const [i, each] of positions.entries()) {
            stage.position = Math.min(each, model.clips[clip].frames.length - 0.0001);
            await draw(i);
        }
    } finally {
        stage.position = position;
        stage.playing = playing;
    }
}

// A WebM of the clip in real time; resolves to a Blob.
export async function video(controls, size) {
    const { stage, model, clip } = controls;
    const { frames, end } = model.clips[clip];
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const context = canvas.getContext("2d");
    const stream = canvas.captureStream(0);
    const [track] = stream.getVideoTracks();
    const mimeType = ["video/webm;codecs=vp9", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 12 * size * 1024 });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    const isClosed = end > frames.at(-1).time;
    const seconds = end - frames[0].time || 1;
    const count = Math.max(2, Math.round(seconds * kFps));
    const last = isClosed ? frames.length : frames.length - 1;
    recorder.start();
    const start = performance.now();
    await play(
        controls,
        Array.from({ length: count }, (_, i) => (last * i) / (isClosed ? count : count - 1)),
        async (i) => {
            context.drawImage(stage.picture(size, size, { hasBackground: true, isFilm: true }), 0, 0);
            track.requestFrame?.();
            stream.requestFrame?.();
            at("film-progress").value = i / count;
            // The recorder takes the time that passes for that of the film.
            const wait = start + (1000 * (i + 1)) / kFps - performance.now();
            await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
        },
    );
    recorder.stop();
    await ended;
    return new Blob(parts, { type: "video/webm" });
}

// A canvas with all frames of the clip, on transparent ground.
export async function sheet(controls, size) {
    const { stage, model, clip } = controls;
    const { length } = model.clips[clip].frames;
    const columns = Math.ceil(Math.sqrt(length));
    const side = Math.min(size, Math.floor(kMostPixels / columns));
    const canvas = Object.assign(document.createElement("canvas"), {
        width: columns * side,
        height: Math.ceil(length / columns) * side,
    });
    const context = canvas.getContext("2d");
    await play(controls, [...model.clips[clip].frames.keys()], async (i) => {
        context.drawImage(
            stage.picture(side, side, { isFilm: true }),
            (i % columns) * side,
            Math.floor(i / columns) * side,
        );
        at("film-progress").value = i / length;
        await new Promise((resolve) => setTimeout(resolve));
    });
    return canvas;
}
