// SPDX-License-Identifier: BSD-3-Clause
// Writes a video of VP8 as WebM: https://www.matroska.org/technical/elements.html

const octets = (number, length) => Uint8Array.from({ length }, (_, i) => number / 256 ** (length - 1 - i));

function element(id, ...content) {
    const body = new Blob(content);
    return new Blob([octets(id, id.toString(16).length / 2), octets(1, 1), octets(body.size, 7), body]);
}
const number = (id, value) => element(id, octets(value, 4));

// Takes EncodedVideoChunks of squares; returns a Blob.
export function webmOf(chunks, size) {
    const clusters = chunks.map((chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        const header = Uint8Array.of(0x81, 0, 0, chunk.type === "key" ? 0x80 : 0);
        return element(0x1f43b675, number(0xe7, chunk.timestamp / 1000), element(0xa3, header, bytes));
    });
    const { timestamp, duration } = chunks.at(-1);
    const milliseconds = new Uint8Array(Float64Array.of((timestamp + duration) / 1000).buffer).reverse();
    const head = [number(0x4286, 1), number(0x42f7, 1), number(0x42f2, 4), number(0x42f3, 8)];
    head.push(element(0x4282, "webm"), number(0x4287, 2), number(0x4285, 2));
    const info = [number(0x2ad7b1, 1e6), element(0x4489, milliseconds)];
    info.push(element(0x4d80, "assimp-md2"), element(0x5741, "assimp-md2"));
    const track = [number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), element(0x86, "V_VP8")];
    track.push(element(0xe0, number(0xb0, size), number(0xba, size)));
    const tracks = element(0x1654ae6b, element(0xae, ...track));
    const segment = element(0x18538067, element(0x1549a966, ...info), tracks, ...clusters);
    return new Blob([element(0x1a45dfa3, ...head), segment], { type: "video/webm" });
}
