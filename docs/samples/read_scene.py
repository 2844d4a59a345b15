# SPDX-License-Identifier: BSD-3-Clause
"""Reads an MD2 through Assimp's C API and prints the mesh, its frames and the clips. Needs no Python packages.

usage: assimp-md2 python3 read_scene.py MODEL [LIBASSIMP]

LIBASSIMP is the shared library of Assimp, by default the one that the system finds.
"""
import ctypes
import ctypes.util
import sys
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_float, c_uint, c_void_p


# The structures of Assimp 5.2 to 6, up to the last member that this program reads.
class String(Structure):
    _fields_ = [("length", c_uint), ("data", c_char * 1024)]

    def __str__(self):
        return self.data.decode("utf-8")


class Vector(Structure):
    _fields_ = [("x", c_float), ("y", c_float), ("z", c_float)]


class AnimMesh(Structure):
    _fields_ = [("mName", String), ("mVertices", POINTER(Vector))]


class Mesh(Structure):
    _fields_ = [
        ("mPrimitiveTypes", c_uint), ("mNumVertices", c_uint), ("mNumFaces", c_uint),
        ("mVertices", POINTER(Vector)), ("mNormals", POINTER(Vector)), ("mTangents", c_void_p),
        ("mBitangents", c_void_p), ("mColors", c_void_p * 8), ("mTextureCoords", c_void_p * 8),
        ("mNumUVComponents", c_uint * 8), ("mFaces", c_void_p), ("mNumBones", c_uint), ("mBones", c_void_p),
        ("mMaterialIndex", c_uint), ("mName", String), ("mNumAnimMeshes", c_uint),
        ("mAnimMeshes", POINTER(POINTER(AnimMesh))),
    ]


class Animation(Structure):
    _fields_ = [("mName", String), ("mDuration", c_double), ("mTicksPerSecond", c_double)]


class Scene(Structure):
    _fields_ = [
        ("mFlags", c_uint), ("mRootNode", c_void_p), ("mNumMeshes", c_uint), ("mMeshes", POINTER(POINTER(Mesh))),
        ("mNumMaterials", c_uint), ("mMaterials", c_void_p), ("mNumAnimations", c_uint),
        ("mAnimations", POINTER(POINTER(Animation))),
    ]


def read(assimp, path):
    assimp.aiImportFile.argtypes = [c_char_p, c_uint]
    assimp.aiImportFile.restype = POINTER(Scene)
    assimp.aiReleaseImport.argtypes = [POINTER(Scene)]
    assimp.aiGetErrorString.restype = c_char_p
    imported = assimp.aiImportFile(path.encode(), 0)
    if not imported:
        sys.exit(f"{path}: {assimp.aiGetErrorString().decode()}")
    scene = imported.contents
    mesh = scene.mMeshes[0].contents
    print(f"mesh {mesh.mName}: {mesh.mNumVertices} vertices, {mesh.mNumAnimMeshes} frames")
    for i in range(mesh.mNumAnimMeshes):
        top = max(mesh.mAnimMeshes[i].contents.mVertices[v].z for v in range(mesh.mNumVertices))
        print(f"frame {mesh.mAnimMeshes[i].contents.mName}: top at {top:.3f}")
    for i in range(scene.mNumAnimations):
        print(f"clip {scene.mAnimations[i].contents.mName}: {scene.mAnimations[i].contents.mDuration:g} ticks")
    assimp.aiReleaseImport(imported)


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit("usage: assimp-md2 python3 read_scene.py MODEL [LIBASSIMP]")
    library = arguments[1] if len(arguments) == 2 else ctypes.util.find_library("assimp")
    if library is None:
        sys.exit("read_scene.py: the system has no shared library of Assimp, expected libassimp.so")
    try:
        assimp = ctypes.CDLL(library)
    except OSError as error:
        sys.exit(f"read_scene.py: {error}")
    read(assimp, arguments[0])


main(sys.argv[1:])
