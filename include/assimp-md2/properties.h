// SPDX-License-Identifier: BSD-3-Clause
// The properties of an import, set through Assimp::Importer::SetProperty… or aiSetImportProperty….
//
// For programs that set none, each is taken from an environment variable: ASSIMP_MD2_ in place of IMPORT_MD2_
// (IMPORT_MD2_FPS from ASSIMP_MD2_FPS). The environment is read once in a process. A property that is set has
// precedence; an empty string counts as unset. An invalid value is an error, and so is a value of another type.
// The message names the property, the value and the allowed values.
#pragma once

/// Float (or integer), above 0 and finite: frames per second; one tick is one frame. Default 10, the game's rate.
#define ASSIMP_MD2_CONFIG_FPS "IMPORT_MD2_FPS"

/// String: how frames become animations.
///
/// - `auto`: the game's table for players and their weapons, frame names for other models (default)
/// - `names`: frame names
/// - `player`: the game's table
/// - `single`: one animation of all frames, named after the model
/// - `none`: no animation; the frames are there as anim meshes
/// - `stand,run`: these clips of those that `auto` gives, in this order, compared without regard to case
/// - `idle:0-39;run:40-45@12;jump:46`: a list; each entry has a name and the first and last frame, both
///   inclusive, or one frame, and may have a rate of its own after @
///
/// A model of one frame has no animation unless a list is given.
#define ASSIMP_MD2_CONFIG_CLIPS "IMPORT_MD2_CLIPS"

/// String: empty (default), `all`, or names of clips with commas between, compared without regard to case.
/// These clips get a closing key: the first frame again at the tick after the last.
#define ASSIMP_MD2_CONFIG_LOOP "IMPORT_MD2_LOOP"

/// String: which frames become anim meshes.
///
/// - `all`: every frame (default)
/// - `used`: those that the clips use, in file order, for consumers that take only a few morph targets
///
/// Without clips, `used` gives every frame.
#define ASSIMP_MD2_CONFIG_FRAMES "IMPORT_MD2_FRAMES"

/// String: where the surface comes from.
///
/// - `auto`: the triangle list, or the GL commands where triangles or texture coordinates are missing
///   (default)
/// - `triangles`: the triangle list
/// - `glcommands`: the GL commands
#define ASSIMP_MD2_CONFIG_GEOMETRY "IMPORT_MD2_GEOMETRY"

/// Bool: true (default): one vertex for each distinct pair of a vertex of the file and a texture coordinate,
/// shared between triangles; false: each triangle has three vertices of its own.
#define ASSIMP_MD2_CONFIG_SHARED_VERTICES "IMPORT_MD2_SHARED_VERTICES"

/// Integer or string: the skin whose material the mesh gets, by its index in the file, from 0, or by the stem
/// of its name (`models/pear/blue.pcx` is `blue`), compared without regard to case. Default 0.
#define ASSIMP_MD2_CONFIG_SKIN "IMPORT_MD2_SKIN"

/// String: what becomes of the image of a skin.
///
/// - `auto`: a PCX is decoded and embedded as PNG; other images are referenced by their path relative to the
///   model's folder (default)
/// - `embed`: every image that is found is embedded: PNG and JPEG byte for byte, all others as PNG
/// - `reference`: every image that is found is referenced
/// - `names`: the names in the file, unchanged; nothing is searched for
#define ASSIMP_MD2_CONFIG_TEXTURES "IMPORT_MD2_TEXTURES"

/// String: the weapon that a player holds, a second MD2 with the same frames.
///
/// - empty: the model alone (default)
/// - `auto`: `weapon.md2` in the model's folder, where it exists, without regard to case
/// - a file name, relative to the model's folder: an error when it does not exist or cannot be read
///
/// The weapon is a second mesh under a node of its own with the materials of its own skins; every animation
/// has a second morph channel. Frames are matched by index. If the weapon has fewer frames, its last frame is
/// held.
#define ASSIMP_MD2_CONFIG_WEAPON "IMPORT_MD2_WEAPON"

/// String: the axis of the scene that the front of a player faces. Models that face +X in the game, as players
/// do, face this axis after the transformation of the root node.
///
/// - `x`: +X, as with Assimp's own importer (default)
/// - `z`: +Z, which is the front of a glTF asset: viewers such as model-viewer and f3d then show the face
///
/// Both are rotations of the root node; meshes, tags and animations are the same.
#define ASSIMP_MD2_CONFIG_FRONT "IMPORT_MD2_FRONT"

/// Bool: true: everything that would be repaired with a warning is an error. Default false.
#define ASSIMP_MD2_CONFIG_STRICT "IMPORT_MD2_STRICT"

/// Integer, 1 or more: MiB that an import may take for the file, the scene and everything in between. A file
/// that needs more is refused before that memory is allocated. Default 1024. An export of an imported model
/// has the same limit, set in Assimp::ExportProperties under the same key.
#define ASSIMP_MD2_CONFIG_MAX_MEMORY_MB "IMPORT_MD2_MAX_MEMORY_MB"

/// Integer, 1 to 16384: pixels of the longest side of an image that is embedded. A larger image stays a
/// reference, with a warning. Default 4096.
#define ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE "IMPORT_MD2_MAX_IMAGE_SIDE"

/// Integer, 1 or more: MiB of decoded pixels that the embedded skins of a model may have together. A skin
/// beyond that stays a reference, with a warning. Default 64.
#define ASSIMP_MD2_CONFIG_MAX_IMAGE_MB "IMPORT_MD2_MAX_IMAGE_MB"
