# SPDX-License-Identifier: BSD-3-Clause
"""Writes an FBX with moving boxes, whose nodes have pre-rotations and pivots: make_fbx.py FILE [scaled]

scaled: the hand does not inherit the scale of the arm, as a joint of Maya"""
import sys

SECOND = 46186158000  # the unit of time


def vector(name, *values):
    return f'P: "{name}", "{name if name.startswith("Lcl") else "Vector3D"}", "", "A",{",".join(map(str, values))}\n'


def array(name, values):
    values = list(values)
    return f"{name}: *{len(values)} {{\na: {','.join(map(str, values))}\n}}\n"


# Name, parent, what does not move, what moves, from where and by how much in a second.
NODES = [
    ("body", 0, vector("Lcl Translation", 0, 8, 0) + vector("PreRotation", -90, 0, 0),
     "Lcl Translation", (0, 8, 0), (2, 0, 3)),
    ("arm", 100, vector("Lcl Translation", 3, 0, 0) + vector("PreRotation", 0, 0, 90), "Lcl Rotation", (0, 0, 0), (40, 60, 0)),
    ("hand", 200, vector("Lcl Translation", 3, 0, 0) + vector("RotationPivot", 0, 1, 0) + vector("RotationOffset", 0, 0, 1),
     "Lcl Rotation", (0, 0, 0), (0, 0, 80)),
]
if sys.argv[2:] == ["scaled"]:
    NODES[1] = (*NODES[1][:2], NODES[1][2] + vector("Lcl Scaling", 2, 2, 2), *NODES[1][3:])
    NODES[2] = (*NODES[2][:2], NODES[2][2] + 'P: "InheritType", "enum", "", "",2\n', *NODES[2][3:])
BOX = [(x, y, z) for x in (-1, 2) for y in (-1, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]

objects = """AnimationStack: 1, "AnimStack::move", "" {
}
AnimationLayer: 2, "AnimLayer::layer", "" {
}
"""
connections = 'C: "OO",2,1\n'
for index, (name, parent, fixed, moved, start, change) in enumerate(NODES):
    model = 100 * (index + 1)
    geometry, node = model + 1, model + 2
    objects += f'Geometry: {geometry}, "Geometry::{name}", "Mesh" {{\n'
    objects += array("Vertices", (value for corner in BOX for value in corner))
    objects += array("PolygonVertexIndex", (value for a, b, c, d in SIDES for value in (a, b, c, ~d)))
    # Without RotationActive, the FBX SDK and Blender ignore the other rotations.
    objects += f'}}\nModel: {model}, "Model::{name}", "Mesh" {{\nVersion: 232\nProperties70:  {{\n'
    objects += f'P: "RotationActive", "bool", "", "",1\n{fixed}}}\n}}\nAnimationCurveNode: {node}, "AnimCurveNode::T", "" {{\n}}\n'
    connections += f'C: "OO",{geometry},{model}\nC: "OO",{model},{parent}\nC: "OO",{node},2\nC: "OP",{node},{model}, "{moved}"\n'
    for axis in range(3):
        curve = model + 3 + axis
        objects += f'AnimationCurve: {curve}, "AnimCurve::", "" {{\n' + array("KeyTime", (SECOND * k // 10 for k in range(11)))
        objects += array("KeyValueFloat", (start[axis] + change[axis] * k / 10 for k in range(11))) + "}\n"
        connections += f'C: "OP",{curve},{node}, "d|{"XYZ"[axis]}"\n'

with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write("; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
               'GlobalSettings:  {\nProperties70:  {\nP: "UnitScaleFactor", "double", "Number", "",100\n'
               'P: "TimeMode", "enum", "", "",14\nP: "CustomFrameRate", "double", "Number", "",10\n}\n}\n'
               f"Objects:  {{\n{objects}}}\nConnections:  {{\n{connections}}}\n")
