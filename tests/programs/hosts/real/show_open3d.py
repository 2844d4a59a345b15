# SPDX-License-Identifier: BSD-3-Clause
"""Shows a model as Open3D loads it: show_open3d.py FILE.md2"""
import sys

import numpy
import open3d


def main(path):
    model = open3d.io.read_triangle_model(path)
    for part in model.meshes:
        corners = numpy.asarray(part.mesh.vertices)[numpy.asarray(part.mesh.triangles)].round(4) + 0.0
        # Each triangle from its smallest corner on, then all in order: so neither depends on who read the file.
        triangles = [corner.tolist() for corner in corners]
        triangles = sorted(min(t[i:] + t[:i] for i in range(3)) for t in triangles)
        print(len(triangles), "triangles")
        for triangle in triangles:
            print(triangle)
    for material in model.materials:
        height, width = (numpy.asarray(material.albedo_img).shape + (0, 0))[:2]
        print("skin", f"{width}x{height}")


main(*sys.argv[1:])
