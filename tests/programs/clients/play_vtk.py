# SPDX-License-Identifier: BSD-3-Clause
"""Plays a glTF file in VTK: python3 play_vtk.py FILE EXPECTED.json SHOWN (see check.mjs)"""
import sys

import numpy
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkVersion
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet
from vtkmodules.vtkIOGeometry import vtkGLTFReader

from shown import read_expected, write_shown


def meshes(block):
    if isinstance(block, vtkMultiBlockDataSet):
        for i in range(block.GetNumberOfBlocks()):
            yield from meshes(block.GetBlock(i))
    elif block is not None:
        yield block


def pose(reader):
    return numpy.concatenate([vtk_to_numpy(mesh.GetPoints().GetData()) for mesh in meshes(reader.GetOutput())])


def main(path, expected_path, output):
    reader = vtkGLTFReader()
    reader.SetFileName(path)
    reader.ApplyDeformationsToGeometryOn()
    reader.UpdateInformation()
    # Without a rate it has no time steps.
    reader.SetFrameRate(60)
    clips = range(reader.GetNumberOfAnimations())
    for clip in clips:
        reader.DisableAnimation(clip)
    reader.Update()
    poses = [pose(reader)]
    for clip, expected in zip(clips, read_expected(expected_path)["clips"]):
        reader.EnableAnimation(clip)
        reader.UpdateInformation()
        for sample in expected["samples"]:
            reader.UpdateTimeStep(sample["time"])
            poses.append(pose(reader))
        reader.DisableAnimation(clip)
    about = {
        "program": "VTK",
        "version": vtkVersion.GetVTKVersion(),
        "clips": [reader.GetAnimationName(clip) for clip in clips],
    }
    write_shown(output, about, poses)


main(*sys.argv[1:])
