# SPDX-License-Identifier: BSD-3-Clause
"""Compares an MD2 with the FBX from which it was made, as Blender plays it:
blender -b --factory-startup --python-exit-code 1 -P compare_blender.py -- FILE.fbx FILE.md2 START SECONDS
"""
import os
import struct
import sys

import bpy
import mathutils
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from blender_mesh import world_positions  # noqa: E402


def frames_of_md2(path):
    """The positions of each frame, and the largest step of its grid."""
    with open(path, "rb") as file:
        data = file.read()
    header = struct.unpack_from("<17i", data)
    size, vertices, count, offset = header[4], header[6], header[10], header[14]
    for start in range(offset, offset + count * size, size):
        grid = numpy.frombuffer(data, "<f4", 6, start)
        packed = numpy.frombuffer(data, "u1", 4 * vertices, start + 40).reshape(-1, 4)[:, :3]
        yield packed * grid[:3] + grid[3:], grid[:3].max()


def positions(item):
    """The positions in the world of an MD2: Blender looks along -y, an MD2 along x."""
    x, y, z = world_positions(item)
    return numpy.stack([-y, x, z], axis=1)


def farthest(points, others):
    """The largest distance between a point and the nearest of the others."""
    tree = mathutils.kdtree.KDTree(len(others))
    for i, other in enumerate(others):
        tree.insert(other, i)
    tree.balance()
    return max(tree.find(point)[2] for point in points)


def main(fbx, md2, start, seconds):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=fbx, anim_offset=0)
    scene = bpy.context.scene
    meshes = [item for item in scene.objects if item.type == "MESH"]
    frames = list(frames_of_md2(md2))
    rate = scene.render.fps / scene.render.fps_base
    shown = []
    for i in range(len(frames)):
        frame = (float(start) + float(seconds) * i / (len(frames) - 1)) * rate
        scene.frame_set(int(frame), subframe=frame % 1)
        shown.append(numpy.concatenate([positions(item) for item in meshes]))
    size = numpy.ptp(numpy.concatenate(shown), axis=0).max()
    scale = numpy.ptp(numpy.concatenate([frame for frame, _ in frames]), axis=0).max() / size
    worst = 0
    for frame, (points, step) in zip(shown, frames):
        worst = max(worst, (farthest(points, frame * scale) - step) / (size * scale))
    print(f"{len(frames)} frames, size {size * scale:.2f}, {100 * worst:.2f} % of it away")
    if not worst < 0.005:
        sys.exit(1)


main(*sys.argv[sys.argv.index("--") + 1:])
