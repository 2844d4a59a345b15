"""Writes knight.gltf, a triangle on a moving node, and files with animations, most of them for it. smile.gltf has a
target, and frames.md3 two frames. imp.md5mesh and imp.b3d have 21 frames at 10 and at the default of 60. ticks.x
and frames.x have a second in ticks and in frames, without a rate."""
import base64
import json
import struct

floats = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0) + struct.pack("<2f", 0, 1) + struct.pack("<6f", 0, 0, 0, 0, 2, 0)
buffer = {"byteLength": len(floats), "uri": "data:application/octet-stream;base64," + base64.b64encode(floats).decode()}
views = [{"buffer": 0, "byteOffset": at, "byteLength": size} for at, size in ((0, 36), (36, 8), (44, 24))]
accessors = [
    {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
    {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
    {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"},
]


def write(name, clip, nodes, path="translation"):
    """A file whose animation moves each of these nodes."""
    animation = {
        "name": clip,
        "samplers": [{"input": 1, "output": 2 if path == "translation" else 1}],
        "channels": [{"sampler": 0, "target": {"node": i, "path": path}} for i in range(len(nodes))],
    }
    primitive = {"attributes": {"POSITION": 0}}
    if path == "weights":
        primitive["targets"] = [{"POSITION": 0}]
    scene = {
        "asset": {"version": "2.0"},
        "buffers": [buffer],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": [{"primitives": [primitive]}],
        "nodes": [{"name": node, "mesh": 0} for node in nodes],
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "scene": 0,
        "animations": [animation],
    }
    with open(name + ".gltf", "w", encoding="utf-8") as file:
        json.dump(scene, file)


write("knight", "stand", ["body", "head"])
write("ogre", "stand", ["body", "Mace.001"])
write("idle", "Armature|mixamo.com|Layer0", ["body", "head", "tail"])
write("run", "sprint", ["body"])
write("take", "Take 001", ["head"])
write("unnamed", "", ["head"])
write("nod", "HEAD", ["head"])
write("other", "sprint", ["leg", "arm"])
write("smile", "smile", ["head"], "weights")
with open("smile.gltf", encoding="utf-8") as file:
    packed = json.load(file)
packed["accessors"].append({"bufferView": 0, "componentType": 5121, "normalized": True, "count": 2, "type": "SCALAR"})
packed["animations"][0]["samplers"][0]["output"] = 3
with open("packed.gltf", "w", encoding="utf-8") as file:
    json.dump(packed, file)


def write_body(name, hips, leg, arm, rest, reach, names=("hips", "LeftLeg", "arm")):
    """Hips that rise from their height to the double, a leg, and an arm that grows to its reach. Without animation, the
    hips are at another height."""
    with open("knight.gltf", encoding="utf-8") as file:
        body = json.load(file)
    keys = struct.pack("<18f", 0, hips, 0, 0, 2 * hips, 0, 0, -leg, 0, 0, -leg, 0, arm, 0, 0, reach, 0, 0)
    uri = "data:application/octet-stream;base64," + base64.b64encode(keys).decode()
    body["buffers"].append({"byteLength": len(keys), "uri": uri})
    body["bufferViews"] += [{"buffer": 1, "byteOffset": 24 * i, "byteLength": 24} for i in range(3)]
    body["accessors"] += [{"bufferView": 3 + i, "componentType": 5126, "count": 2, "type": "VEC3"} for i in range(3)]
    body["nodes"] = [
        {"name": names[0], "translation": [0, rest, 0], "children": [1, 2]},
        {"name": names[1], "translation": [0, -leg, 0]},
        {"name": names[2], "translation": [arm, 0, 0], "mesh": 0},
    ]
    body["scenes"] = [{"nodes": [0]}]
    body["animations"][0]["name"] = name
    body["animations"][0]["samplers"] = [{"input": 1, "output": 3 + i} for i in range(3)]
    body["animations"][0]["channels"] = [
        {"sampler": i, "target": {"node": i, "path": "translation"}} for i in range(3)
    ]
    with open(name + ".gltf", "w", encoding="utf-8") as file:
        json.dump(body, file)


write_body("dwarf", 1, 0.5, 0.5, 1, 0.5)
write_body("giant", 10, 5, 3, 7, 4)
write_body("stretching", 1, 0.5, 0.5, 1, 0.75)
write_body("hundredfold", 100, 50, 50, 70, 75, ("rig:Hips", "mixamorig1LeftLeg", "mixamorigARM"))
# As Blender saves an FBX: the node above the bones is turned, and the top bone back.
write_body("turned", 1, 0.5, 0.5, 1, 0.75)
with open("turned.gltf", encoding="utf-8") as file:
    turned = json.load(file)
turned["nodes"][0].update(translation=[0, 0, -1], rotation=[-0.5 ** 0.5, 0, 0, 0.5 ** 0.5])
turned["nodes"].append({"name": "Armature", "rotation": [0.5 ** 0.5, 0, 0, 0.5 ** 0.5], "children": [0]})
turned["scenes"] = [{"nodes": [3]}]
keys = struct.pack("<18f", 0, 0, -1, 0, 0, -2, 0, -0.5, 0, 0, -0.5, 0, 0.5, 0, 0, 0.75, 0, 0)
turned["buffers"][1]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(keys).decode()
with open("turned.gltf", "w", encoding="utf-8") as file:
    json.dump(turned, file)

def product(a, b):
    """Of quaternions x, y, z, w."""
    return [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
            a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]]


def write_limbs(name, axes):
    """Hips and a leg that turn in the world, whose bones have these axes in the world."""
    with open("knight.gltf", encoding="utf-8") as file:
        limbs = json.load(file)
    back = [-axes[0], -axes[1], -axes[2], axes[3]]
    turns = [[0, 0, 0, 1], [0.6, 0, 0, 0.8]], [[0, 0, 0, 1], [0, 0, 0.8, 0.6]]  # of the hips and the leg, by their parents
    keys = [product(turn, axes) for turn in turns[0]] + [product(product(back, turn), axes) for turn in turns[1]]
    keys = struct.pack("<16f", *(value for key in keys for value in key))
    uri = "data:application/octet-stream;base64," + base64.b64encode(keys).decode()
    limbs["buffers"].append({"byteLength": len(keys), "uri": uri})
    limbs["bufferViews"] += [{"buffer": 1, "byteOffset": 32 * i, "byteLength": 32} for i in range(2)]
    limbs["accessors"] += [{"bufferView": 3 + i, "componentType": 5126, "count": 2, "type": "VEC4"} for i in range(2)]
    leg = product(product(back, [0, -0.5, 0, 0]), axes)[:3]
    limbs["nodes"] = [
        {"name": "hips", "translation": [0, 1, 0], "rotation": axes, "children": [1]},
        {"name": "leg", "translation": leg, "children": [2]},
        {"name": "box", "rotation": back, "mesh": 0},
    ]
    limbs["scenes"] = [{"nodes": [0]}]
    limbs["animations"][0].update(
        name=name,
        samplers=[{"input": 1, "output": 3 + i} for i in range(2)],
        channels=[{"sampler": i, "target": {"node": i, "path": "rotation"}} for i in range(2)],
    )
    with open(name + ".gltf", "w", encoding="utf-8") as file:
        json.dump(limbs, file)


write_limbs("limbs", [0, 0, 0, 1])
write_limbs("axes", [0.5, 0.5, 0.5, 0.5])

name = bytes(64)
header = struct.pack("<4si64s9i", b"IDP3", 15, name, 0, 2, 0, 1, 0, 108, 220, 220, 424)
frame = bytes(56)
sizes = struct.pack("<10i", 0, 2, 1, 3, 1, 176, 108, 188, 212, 260)
surface = struct.pack("<4s64s", b"IDP3", name) + sizes + bytes(68) + struct.pack("<3i", 0, 1, 2) + bytes(24)
vertices = struct.pack("<3h2x", 0, 0, 0) + struct.pack("<3h2x", 64, 0, 0) + struct.pack("<3h2x", 0, 64, 0)
with open("frames.md3", "wb") as file:
    file.write(header + 2 * frame + surface + 2 * vertices)

vertices = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
fields = [2, 124 + 24 + 20 + 12 + 36 + 1, 0, 1, 216, 1, 124, 1, 3, 148, 1, 168] + 7 * [0] + [101] + 7 * [0]
with open("frames.iqm", "wb") as file:
    file.write(b"INTERQUAKEMODEL\0" + struct.pack("<27I", *fields) + struct.pack("<6I", 0, 0, 0, 3, 0, 1))
    file.write(struct.pack("<5I", 0, 0, 7, 3, 180) + struct.pack("<3I", 0, 1, 2) + vertices + b"\0")
with open("box.ogex", "w", encoding="utf-8") as file:
    file.write('GeometryNode $node1 { Name {string {"box"}} ObjectRef {ref {$geometry1}} }\n'
               'GeometryObject $geometry1 { Mesh (primitive = "triangles") {\n'
               'VertexArray (attrib = "position") { float[3] { {0, 0, 0}, {1, 0, 0}, {0, 1, 0} } }\n'
               'IndexArray { unsigned_int32[3] { {0, 1, 2} } } } }\n')
with open("imp.md5mesh", "w", encoding="utf-8") as file:
    file.write("""MD5Version 10
commandline ""

numJoints 1
numMeshes 1

joints {
\t"origin" -1 ( 0 0 0 ) ( 0 0 0 )
}

mesh {
\tshader "red"

\tnumverts 3
\tvert 0 ( 0 0 ) 0 1
\tvert 1 ( 1 0 ) 1 1
\tvert 2 ( 0 1 ) 2 1

\tnumtris 1
\ttri 0 0 1 2

\tnumweights 3
\tweight 0 0 1 ( 0 0 0 )
\tweight 1 0 1 ( 4 0 0 )
\tweight 2 0 1 ( 0 0 4 )
}
""")
with open("imp.md5anim", "w", encoding="utf-8") as file:
    file.write("""MD5Version 10
commandline ""

numFrames 21
numJoints 1
frameRate 10
numAnimatedComponents 1

hierarchy {
\t"origin" -1 1 0
}

bounds {
""" + 21 * "\t( 0 0 0 ) ( 9 9 9 )\n" + """}

baseframe {
\t( 0 0 0 ) ( 0 0 0 )
}
""" + "".join(f"\nframe {i} {{\n\t{i}\n}}\n" for i in range(21)))

for kind, end in ("mesh", None), ("anim", "\nframe 1 {"):
    with open("imp.md5" + kind, encoding="utf-8") as file:
        text = file.read().split(end)[0] if end else file.read()
    with open("tpose.md5" + kind, "w", encoding="utf-8") as file:
        file.write(text.replace("numFrames 21", "numFrames 1").replace(20 * "\t( 0 0 0 ) ( 9 9 9 )\n", ""))


def chunk(name, content):
    return name + struct.pack("<i", len(content)) + content


place = struct.pack("<10f", 0, 0, 0, 1, 1, 1, 1, 0, 0, 0)
mesh = struct.pack("<i", -1)
mesh += chunk(b"VRTS", struct.pack("<3i", 0, 0, 0) + struct.pack("<9f", 0, 0, 0, 4, 0, 0, 0, 4, 0))
mesh += chunk(b"TRIS", struct.pack("<4i", -1, 0, 2, 1))
keys = struct.pack("<i", 1) + b"".join(struct.pack("<i3f", 1 + i, i, 0, 0) for i in range(21))
node = b"imp\0" + place + chunk(b"MESH", mesh) + chunk(b"ANIM", struct.pack("<2if", 0, 21, 0)) + chunk(b"KEYS", keys)
with open("imp.b3d", "wb") as file:
    file.write(chunk(b"BB3D", struct.pack("<i", 1) + chunk(b"NODE", node)))


def part(x, *chunks):
    """A node with a triangle from x to x + 4."""
    vertices = struct.pack("<9f", x, 0, 0, x + 4, 0, 0, x, 4, 0)
    triangle = chunk(b"VRTS", struct.pack("<3i", 0, 0, 0) + vertices) + chunk(b"TRIS", struct.pack("<4i", -1, 0, 2, 1))
    return chunk(b"NODE", b"part\0" + place + chunk(b"MESH", struct.pack("<i", -1) + triangle) + b"".join(chunks))


def bone(x):
    """A bone that is away by x in all 21 frames."""
    weights = b"".join(struct.pack("<if", i, 1) for i in range(3))
    keys = struct.pack("<i", 1) + b"".join(struct.pack("<i3f", 1 + i, x, 0, 0) for i in range(21))
    return chunk(b"NODE", b"hand\0" + place + chunk(b"BONE", weights) + chunk(b"KEYS", keys))


# A part of another skeleton each, which bring the triangles to the same place.
animations = [chunk(b"ANIM", struct.pack("<2if", 0, frames, 0)) for frames in (0, 21)]
parts = part(0, animations[0]) + part(10, animations[1], bone(-10)) + part(-5, animations[1], bone(5))
brushes = chunk(b"BRUS", struct.pack("<i", 1) + b"none\0" + bytes(28) + struct.pack("<i", 0))
with open("parts.b3d", "wb") as file:
    file.write(chunk(b"BB3D", struct.pack("<i", 1) + brushes + chunk(b"NODE", b"root\0" + place + parts)))

for name, end in ("ticks", 4800), ("frames", 25):
    with open(name + ".x", "w", encoding="utf-8") as file:
        file.write("xof 0303txt 0032\nFrame imp {\nMesh { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3; 0, 1, 2;; }\n}\n"
                   "AnimationSet swim { Animation { {imp}\n"
                   f"AnimationKey {{ 2; 2; 0; 3; 0, 0, 0;;, {end}; 3; 4, 0, 0;;; }} }} }}\n")

with open("walk.bvh", "w", encoding="utf-8") as file:
    file.write("HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
               "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n1 0 0\n")
with open("walk.smd", "w", encoding="utf-8") as file:
    file.write('version 1\nnodes\n0 "hips" -1\n1 "leg" 0\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\n1 0 1 0 0 0 0\n'
               "time 1\n0 1 0 0 0 0 0\n1 0 1 0 0 0 0\nend\n")
with open("channel1.dae", "w", encoding="utf-8") as file:
    file.write("""<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_images><image id="red"><init_from>red.tga</init_from></image></library_images>
<library_effects><effect id="effect"><profile_COMMON>
<newparam sid="surface"><surface type="2D"><init_from>red</init_from></surface></newparam>
<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
<technique sid="common"><lambert><diffuse><texture texture="sampler" texcoord="CHANNEL1"/></diffuse></lambert>
</technique></profile_COMMON></effect></library_effects>
<library_materials><material id="skin"><instance_effect url="#effect"/></material></library_materials>
<library_geometries><geometry id="body"><mesh>
<source id="places"><float_array id="p" count="9">0 0 0 1 0 0 0 1 0</float_array>
<technique_common><accessor source="#p" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="uvs"><float_array id="u" count="6">0 0 1 0 0 1</float_array>
<technique_common><accessor source="#u" count="3" stride="2"><param name="S" type="float"/><param name="T" type="float"/>
</accessor></technique_common></source>
<vertices id="vertices"><input semantic="POSITION" source="#places"/></vertices>
<triangles material="skin" count="1"><input semantic="VERTEX" source="#vertices" offset="0"/>
<input semantic="TEXCOORD" source="#uvs" offset="1" set="1"/><p>0 0 1 1 2 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="body-node"><instance_geometry url="#body"><bind_material>
<technique_common><instance_material symbol="skin" target="#skin"/></technique_common></bind_material></instance_geometry>
</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>
""")
