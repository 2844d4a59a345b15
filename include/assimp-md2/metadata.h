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

/// Material property (four unsigned 64-bit integers as a buffer): device and inode, or volume and file index,
/// then size and modification time of the image file that a texture path of the material refers to. Present
/// where the import has found that file in the file system. An export reads the file again only when it is
/// still this one and unchanged, so no other file can take its place.
#define ASSIMP_MD2_MATKEY_FILE_IDENTITY "$md2.file", 0, 0

/// Material property (integer): whose skin it is, 0 for the model and 1 for its weapon. Materials of one
/// model are alternatives for its meshes, except in version 15.
#define ASSIMP_MD2_MATKEY_MODEL "$md2.model", 0, 0
