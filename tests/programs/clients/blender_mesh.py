# SPDX-License-Identifier: BSD-3-Clause
"""What Blender shows of a mesh."""
import bpy
import numpy


def world_positions(item):
    """Three arrays: x, y and z of the vertices in Blender's world, as modifiers move them."""
    evaluated = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    local = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", local)
    evaluated.to_mesh_clear()
    matrix = numpy.array(evaluated.matrix_world)
    return (local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]).T
