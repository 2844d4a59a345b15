# SPDX-License-Identifier: BSD-3-Clause
"""The part that the players in Python share: arguments, and the form of what they show (see check.mjs)."""
import json

import numpy


def read_expected(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_shown(output, about, poses):
    """`about` is what SHOWN.json holds but for its vertices and normals; each pose is an array of positions, N × 3."""
    with open(f"{output}.bin", "wb") as file:
        for pose in poses:
            file.write(numpy.asarray(pose, dtype="<f4").tobytes())
    with open(f"{output}.json", "w", encoding="utf-8") as file:
        json.dump({**about, "vertices": len(poses[0]), "normals": False}, file)
