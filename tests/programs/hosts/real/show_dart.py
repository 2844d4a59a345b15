# SPDX-License-Identifier: BSD-3-Clause
"""Shows a model as DART loads it: show_dart.py FILE.md2"""
import os
import sys
import tempfile

import dartpy

kRobot = """<robot name="robot"><link name="link">
  <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry><mesh filename="file://{}"/></geometry></visual>
</link></robot>"""


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        robot = os.path.join(folder, "robot.urdf")
        with open(robot, "w", encoding="utf-8") as file:
            file.write(kRobot.format(os.path.abspath(path)))
        skeleton = dartpy.utils.DartLoader().parseSkeleton(robot)
    mesh = skeleton.getBodyNode(0).getShapeNode(0).getShape()
    # Python gets no vertices; these two tell the size of the mesh along each axis.
    print("volume of the bounding box", round(mesh.getVolume(), 5))
    print("its moments of inertia", mesh.computeInertia(1).diagonal().round(5))


main(*sys.argv[1:])
