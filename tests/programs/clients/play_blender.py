# SPDX-License-Identifier: BSD-3-Clause
"""Plays a GLB in Blender: blender -b --factory-startup -P play_blender.py -- FILE EXPECTED.json SHOWN (see check.mjs)"""
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from shown import read_expected, write_shown  # noqa: E402

# Blender 3.4's importer uses a name that NumPy 1.24, which Debian 12 has, dropped.
if "bool" not in numpy.__dict__:
    numpy.bool = bool


def positions(item):
    """The positions in the world, as modifiers move them, as glTF has it: y up."""
    evaluated = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    local = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", local)
    evaluated.to_mesh_clear()
    matrix = numpy.array(evaluated.matrix_world)
    x, y, z = (local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]).T
    return numpy.stack([x, z, -y], axis=1)


def pose(instances):
    return numpy.concatenate([positions(instance) for instance in instances])


def animated(instance):
    """What the clips animate: the armature of an object, or else its shape keys."""
    return instance.find_armature() or instance.data.shape_keys


def tracks_of(instance):
    """The actions of an object by clip: each clip is a track with one strip."""
    target = animated(instance)
    if not target or not target.animation_data:
        return {}
    for track in target.animation_data.nla_tracks:
        track.mute = True
    return {track.name: track.strips[0].action for track in target.animation_data.nla_tracks}


def play(instances, tracks, clip):
    """Only the clip that is to be seen becomes the action; without one, every object is at rest."""
    for instance, actions in zip(instances, tracks):
        target = animated(instance)
        if target and target.animation_data:
            target.animation_data.action = actions.get(clip)
        armature = instance.find_armature()
        for bone in armature.pose.bones if armature else []:
            bone.matrix_basis.identity()
        keys = instance.data.shape_keys
        for block in keys.key_blocks if keys else []:
            block.value = 0


def skin_of(mesh):
    for node in mesh.materials[0].node_tree.nodes if mesh.materials else []:
        if node.type == "TEX_IMAGE" and node.image:
            return node.image.name
    return None


def main(path, expected_path, output):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    scene = bpy.context.scene
    instances = [item for item in scene.objects if item.type == "MESH"]
    tracks = [tracks_of(instance) for instance in instances]
    clips = list(tracks[0])
    play(instances, tracks, None)
    poses = [pose(instances)]
    expected = read_expected(expected_path)["clips"]
    for clip in expected:
        if clip["name"] not in clips:
            continue
        play(instances, tracks, clip["name"])
        for sample in clip["samples"]:
            frame = sample["time"] * scene.render.fps
            scene.frame_set(int(frame), subframe=frame % 1)
            poses.append(pose(instances))
    # It sorts tracks its own way, and makes names unique.
    names = [clip["name"] for clip in expected]
    about = {
        "program": "Blender",
        "version": bpy.app.version_string,
        "clips": sorted(clips, key=lambda name: names.index(name) if name in names else len(names)),
        "skin": skin_of(instances[0].data),
        "between": 0.01,
    }
    write_shown(output, about, poses)


main(*sys.argv[sys.argv.index("--") + 1:])
