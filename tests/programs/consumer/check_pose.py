# SPDX-License-Identifier: BSD-3-Clause
"""Compares a pose with the frames around it, as convert writes them:
check_pose.py CONVERT MODEL.md2 POSE.obj CLIP TIME [TOLERANCE], TIME in frames of the clip, TOLERANCE in model units"""
import subprocess
import sys
import tempfile


def corners(path):
    """The positions of the corners of all faces."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    vertices = [[float(number) for number in line[1:]] for line in lines if line[:1] == ["v"]]
    return [vertices[int(corner.split("/")[0]) - 1] for line in lines if line[:1] == ["f"] for corner in line[1:]]


def frame(number):
    with tempfile.TemporaryDirectory() as folder:
        command = [convert, "--front=x", f"--keyframe={clip}{number + 1:02}", model, folder + "/frame.obj"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return corners(folder + "/frame.obj")


convert, model, pose, clip, time, tolerance = (sys.argv[1:] + ["1e-4"])[:6]
first, part = divmod(float(time), 1)
shown, before, after = corners(pose), frame(int(first)), frame(int(first) + 1)
assert len(shown) == len(before) == len(after) > 0, len(shown)
worst = max(abs(x - a * (1 - part) - b * part) for p, q, r in zip(shown, before, after) for x, a, b in zip(p, q, r))
assert worst <= float(tolerance), worst
