# SPDX-License-Identifier: BSD-3-Clause
"""Writes a binary FBX with moving boxes, whose nodes have pre-rotations and pivots: make_fbx.py FILE"""
import struct
import sys

SECOND = 46186158000  # the unit of time


class Id(int):
    """The number of an object, which has 64 bits."""


def packed(value):
    """A property of a record. Lists are arrays of one type."""
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return struct.pack("<cI", b"S", len(value)) + value
    if isinstance(value, Id):
        return struct.pack("<cq", b"L", value)
    if isinstance(value, int):
        return struct.pack("<ci", b"I", value)
    if isinstance(value, float):
        return struct.pack("<cd", b"D", value)
    kind, *numbers = value
    data = struct.pack(f"<{len(numbers)}{'q' if kind == 'l' else kind}", *numbers)
    return struct.pack("<cIII", kind.encode(), len(numbers), 0, len(data)) + data


def record(start, name, values, children):
    """A record that begins at an offset of the file."""
    data = b"".join(packed(value) for value in values)
    head = 13 + len(name)
    body = b""
    for child in children:
        body += record(start + head + len(data) + len(body), *child)
    body += bytes(13) if children else b""
    end = start + head + len(data) + len(body)
    return struct.pack("<IIIB", end, len(values), len(data), len(name)) + name.encode() + data + body


def named(name, kind):
    return name.encode() + b"\0\1" + kind.encode()


def properties(values):
    second = {"double": "Number", "int": "Integer"}
    return ("Properties70", [], [
        ("P", [name, kind, second.get(kind, ""), "", *value], []) for name, kind, *value in values
    ])


def vector(name, *value):
    return (name, name if name.startswith("Lcl") else "Vector3D", *map(float, value))


# Name, parent, what does not move, and what moves by how much in a second.
NODES = [
    ("body", None, [vector("Lcl Translation", 0, 8, 0), vector("PreRotation", -90, 0, 0)], "Lcl Translation", (2, 0, 3)),
    ("arm", "body", [vector("Lcl Translation", 3, 0, 0), vector("PreRotation", 0, 0, 90)], "Lcl Rotation", (40, 60, 0)),
    ("hand", "arm", [vector("Lcl Translation", 3, 0, 0), vector("RotationPivot", 0, 1, 0), vector("RotationOffset", 0, 0, 1)],
     "Lcl Rotation", (0, 0, 80)),
]
BOX = [(x, y, z) for x in (-1, 2) for y in (-1, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]

objects = [
    ("AnimationStack", [Id(1), named("move", "AnimStack"), ""], [("Version", [100], [])]),
    ("AnimationLayer", [Id(2), named("layer", "AnimLayer"), ""], [("Version", [100], [])]),
]
connections = [("OO", 2, 1)]
ids = {None: 0}
for index, (name, parent, fixed, moved, change) in enumerate(NODES):
    model = 100 * (index + 1)
    ids[name] = model
    geometry, node = model + 1, model + 2
    objects += [
        ("Geometry", [Id(geometry), named(name, "Geometry"), "Mesh"], [
            ("Vertices", [["d"] + [float(value) for corner in BOX for value in corner]], []),
            ("PolygonVertexIndex", [["i"] + [value for a, b, c, d in SIDES for value in (a, b, c, ~d)]], []),
        ]),
        ("Model", [Id(model), named(name, "Model"), "Mesh"], [
            ("Version", [232], []),
            # Without RotationActive, the FBX SDK and Blender ignore the other rotations.
            properties([("RotationActive", "bool", 1), *fixed]),
        ]),
        ("AnimationCurveNode", [Id(node), named(moved[4], "AnimCurveNode"), ""],
         [properties([("d|" + axis, "Number", 0.0) for axis in "XYZ"])]),
    ]
    connections += [("OO", geometry, model), ("OO", model, ids[parent]), ("OO", node, 2), ("OP", node, model, moved)]
    base = next((value[2:] for value in fixed if value[0] == moved), (0, 0, 0))
    for axis in range(3):
        curve = model + 3 + axis
        keys = range(11)
        objects.append(("AnimationCurve", [Id(curve), named("", "AnimCurve"), ""], [
            ("KeyTime", [["l"] + [SECOND * key // 10 for key in keys]], []),
            ("KeyValueFloat", [["f"] + [base[axis] + change[axis] * key / 10 for key in keys]], []),
        ]))
        connections.append(("OP", curve, node, "d|" + "XYZ"[axis]))

root = [
    ("FBXHeaderExtension", [], [("FBXHeaderVersion", [1003], []), ("FBXVersion", [7400], [])]),
    ("GlobalSettings", [], [properties([
        *[(name, "int", value) for name, value in (
            ("UpAxis", 1), ("UpAxisSign", 1), ("FrontAxis", 2), ("FrontAxisSign", 1), ("CoordAxis", 0),
            ("CoordAxisSign", 1))],
        ("UnitScaleFactor", "double", 100.0), ("TimeMode", "enum", 14), ("CustomFrameRate", "double", 10.0),
    ])]),
    ("Definitions", [], [("Version", [100], [])]),
    ("Objects", [], objects),
    ("Connections", [], [("C", [kind, Id(child), Id(parent), *name], []) for kind, child, parent, *name in connections]),
]
file = b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7400)
for part in root:
    file += record(len(file), *part)
with open(sys.argv[1], "wb") as output:
    output.write(file + bytes(13))
