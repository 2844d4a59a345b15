// SPDX-License-Identifier: BSD-3-Clause
// The names under which an imported scene carries what Assimp's structures have no field for.
#pragma once

/// The name of this library's importer. A scene that it has made has this text as AI_METADATA_SOURCE_FORMAT
/// in its metadata; so have its copies.
#define ASSIMP_MD2_SOURCE_FORMAT "Quake II Mesh Importer (assimp-md2)"

/// String, in the metadata of the scene: the folder of the model, as the program wrote it in the path that it
/// passed to Assimp. Absent for models from memory.
#define ASSIMP_MD2_METADATA_FOLDER "MD2_FOLDER"

/// Vector, in the metadata of the scene: the lod_scale of a version 15 model, by which the game chooses
/// levels of detail. Positions are not scaled by it.
#define ASSIMP_MD2_METADATA_LOD_SCALE "MD2_LOD_SCALE"

/// Integers (32 bits, signed), in the metadata of the scene: skinwidth and skinheight of the model, by which
/// its texture coordinates were divided. An export as MD2 gives them back.
#define ASSIMP_MD2_METADATA_SKIN_WIDTH "MD2_SKINWIDTH"
#define ASSIMP_MD2_METADATA_SKIN_HEIGHT "MD2_SKINHEIGHT"

/// String, in the metadata of the scene: the name of the frame that a static mesh shows.
#define ASSIMP_MD2_METADATA_FRAME "MD2_FRAME"

/// Strings, in the metadata of the scene, with a number from 0 appended: scale and translate of each frame,
/// 48 hexadecimal digits each, 20 frames in a string. Present for models with vertices that no triangle uses:
/// their bounding box tells the grid no more, and an export as MD2 would move the other vertices to another
/// one.
#define ASSIMP_MD2_METADATA_GRIDS "MD2_GRIDS"
#define ASSIMP_MD2_GRIDS_PER_STRING 20

// In the metadata of a scene that was imported with ASSIMP_MD2_CONFIG_ANIMATION "skeleton": how far the
// skeleton is from the frames. Distances are between a position of a frame and the same vertex, moved by the
// bones. A step is the diagonal of the quantisation cell of a frame. If there is a weapon, its bones count as
// well, and errors are those of the less accurate of both.

/// Integer, 32 bits: bones of all models.
#define ASSIMP_MD2_METADATA_BONES "MD2_BONES"

/// Float: the root of the mean squared distance, in model units, and divided by the mean step.
#define ASSIMP_MD2_METADATA_BONES_RMS "MD2_BONES_RMS"
#define ASSIMP_MD2_METADATA_BONES_RMS_STEPS "MD2_BONES_RMS_STEPS"

/// Float: the largest distance, in model units, and in steps of its frame.
#define ASSIMP_MD2_METADATA_BONES_MAXIMUM "MD2_BONES_MAXIMUM"
#define ASSIMP_MD2_METADATA_BONES_MAXIMUM_STEPS "MD2_BONES_MAXIMUM_STEPS"

/// Float, 0 to 1: the share of all positions of all frames that are within one step.
#define ASSIMP_MD2_METADATA_BONES_WITHIN_STEP "MD2_BONES_WITHIN_STEP"

/// Material property (four unsigned 64-bit integers as a buffer): device and inode, or volume and file index,
/// then size and modification time of the image file that a texture path of the material refers to. Present
/// where the import has found that file in the file system. An export reads the file again only when it is
/// still this one and unchanged, so no other file can take its place.
#define ASSIMP_MD2_MATKEY_FILE_IDENTITY "$md2.file", 0, 0

/// Material property (integer): whose skin it is, 0 for the model and 1 for its weapon. Materials of one
/// model are alternatives for its meshes, except in version 15.
#define ASSIMP_MD2_MATKEY_MODEL "$md2.model", 0, 0
