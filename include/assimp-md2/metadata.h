// SPDX-License-Identifier: BSD-3-Clause
// Metadata keys and material properties for values that Assimp's structures have no field for.
//
// Until version 2.0, they keep their keys, types and meaning; there may be more of them.
#pragma once

/// The name of this library's importer. AI_METADATA_SOURCE_FORMAT in the metadata of its scenes, and of
/// copies of these scenes, has this value.
#define ASSIMP_MD2_SOURCE_FORMAT "Quake II Mesh Importer (assimp-md2)"

/// String, in the metadata of the scene: the folder part of the path that the program passed to Assimp, with
/// a slash at its end, or empty if the path has no folder. The path of an image file is this string followed
/// by the path of the texture. Absent for models from memory.
#define ASSIMP_MD2_METADATA_FOLDER "MD2_FOLDER"

/// Vector, in the metadata of the scene: the lod_scale of a version 15 model. The game uses it to choose
/// levels of detail. The importer does not apply it to positions.
#define ASSIMP_MD2_METADATA_LOD_SCALE "MD2_LOD_SCALE"

/// Integers (32 bits, signed), in the metadata of the scene: skinwidth and skinheight of the model. The
/// importer divides texture coordinates by them. An export as MD2 restores them. The metadata of the weapon's
/// node has those of the weapon.
#define ASSIMP_MD2_METADATA_SKIN_WIDTH "MD2_SKINWIDTH"
#define ASSIMP_MD2_METADATA_SKIN_HEIGHT "MD2_SKINHEIGHT"

/// String, in the metadata of the scene: `x` or `z`, the axis that the front of a player faces
/// (ASSIMP_MD2_CONFIG_FRONT). An export as MD2 turns this axis back to the front.
#define ASSIMP_MD2_METADATA_FRONT "MD2_FRONT"

/// String, in the metadata of the scene: the name of the frame that a static mesh shows.
#define ASSIMP_MD2_METADATA_FRAME "MD2_FRAME"

/// Strings, in the metadata of the root node, with a number from 0 appended: the names of the animations with
/// a closing key, which shows the first frame again. An export as MD2 leaves this key out. A glTF export of
/// the scene has the same strings as `extras` of the node.
#define ASSIMP_MD2_METADATA_LOOP "MD2_LOOP"

// In the metadata of a scene that was imported with ASSIMP_MD2_CONFIG_ANIMATION "skeleton": the error of the
// skeleton. A distance is measured between the position of a vertex in a frame and its position when the
// bones move it. A step is the diagonal of the quantisation cell of a frame. If there is a weapon, MD2_BONES
// includes its bones, and each error is the worse of the values of the two skeletons.

/// Integer, 32 bits: the number of bones of all models.
#define ASSIMP_MD2_METADATA_BONES "MD2_BONES"

/// Float, 0 to 1: the share of all positions of all frames that are within one step.
#define ASSIMP_MD2_METADATA_BONES_WITHIN_STEP "MD2_BONES_WITHIN_STEP"

/// Float: the largest distance, in model units.
#define ASSIMP_MD2_METADATA_BONES_MAXIMUM "MD2_BONES_MAXIMUM"

/// Integer, 32 bits: the number of pairs of neighbouring keys, of all clips and closing keys, that swing. Let
/// d be the distance of a vertex, half-way between two keys, from the middle of its two positions. A pair
/// swings if for any vertex d is more than 3 % of the model's size, and also more than half of the distance
/// between the two positions plus 1 % of the size. The size is the median of the diagonals of all frames'
/// bounding boxes. If there is a weapon, the number is the sum for both skeletons.
#define ASSIMP_MD2_METADATA_BONES_SWINGS "MD2_BONES_SWINGS"

/// Material property (integer): the model that the skin belongs to, 0 for the model and 1 for its weapon. The
/// materials of one model are alternatives for all its meshes, except in version 15, where each mesh has its
/// own material.
#define ASSIMP_MD2_MATKEY_MODEL "$md2.model", 0, 0
