// SPDX-License-Identifier: BSD-3-Clause
// What the importer tells the exporters about the skin of a material and its image.
#pragma once

/// Material property (two unsigned 64-bit integers as a buffer): size and modification time of the image file
/// that a texture path of the material refers to. Present only if the import found the file in the file
/// system. An export reads the file again only if these values have not changed. The name does not end with
/// `.file`, because PyAssimp would take the property for the path of a texture.
#define ASSIMP_MD2_MATKEY_FILE_IDENTITY "$md2.identity", 0, 0

/// Material property (integer, 1): the import has not found the image and has logged a warning, so an export
/// does not warn again.
#define ASSIMP_MD2_MATKEY_NOT_FOUND "$md2.notfound", 0, 0

/// Material property (string): the name of the skin, without folder and extension. Present only if it is not
/// the name of the material, because a node or another material has this name.
#define ASSIMP_MD2_MATKEY_SKIN "$md2.skin", 0, 0
