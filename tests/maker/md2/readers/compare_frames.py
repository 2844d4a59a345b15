# SPDX-License-Identifier: BSD-3-Clause
"""Compares what another reader made of an MD2 with its frames: compare_frames.py FILE.md2 OUTPUT

OUTPUT has floats: the position of each corner of each triangle, frame after frame, in the space and order of FILE."""
import array
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
header = struct.unpack_from("<17i", data)
frame_size, triangles, frames, triangles_at, frames_at = header[4], header[8], header[10], header[13], header[14]
corners = [vertex for i in range(triangles) for vertex in struct.unpack_from("<3H", data, triangles_at + 12 * i)]
shown = array.array("f")
with open(sys.argv[2], "rb") as file:
    shown.frombytes(file.read())
assert len(shown) == 3 * len(corners) * frames, f"{len(shown)} numbers, expected 3 × {len(corners)} corners × {frames} frames"
for i in range(frames):
    start = frames_at + i * frame_size
    scale, offset = struct.unpack_from("<3f", data, start), struct.unpack_from("<3f", data, start + 12)
    expected = [data[start + 40 + 4 * corner + k] * scale[k] + offset[k] for corner in corners for k in range(3)]
    found = shown[i * len(expected):(i + 1) * len(expected)]
    # The readers calculate with floats, in another order.
    worst, size = max(abs(a - b) for a, b in zip(expected, found)), max(map(abs, expected))
    assert worst <= 1e-5 * size, f"{sys.argv[1]}, frame {i}: off by {worst}"
