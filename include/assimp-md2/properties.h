// SPDX-License-Identifier: BSD-3-Clause
// The properties of an import, set through Assimp::Importer::SetProperty… or aiSetImportProperty…; knows
// nothing of how they are used.
//
// For programs that set none, each is taken from an environment variable: ASSIMP_MD2_ in place of IMPORT_MD2_
// (IMPORT_MD2_FPS from ASSIMP_MD2_FPS). A property that is set wins; an empty string is as good as not set. A
// value that makes no sense ends the import with an error that names the property, the value and what is
// allowed.
#pragma once

/// Float (or integer), above 0 and finite: frames, which are ticks, a second. Default 10, the game's.
#define ASSIMP_MD2_CONFIG_FPS "IMPORT_MD2_FPS"

/// String: how frames become animations.
///   auto    the game's table for players and their weapons, frame names for all else (default)
///   names   frame names
///   player  the game's table
///   single  one animation of all frames, named after the model
///   none    no animation; the frames are there as animation meshes
///   a list  idle:0-39;run:40-45@12;jump:46: a name, first and last frame, both inclusive, or one frame, and
///           after @ a rate of its own
#define ASSIMP_MD2_CONFIG_CLIPS "IMPORT_MD2_CLIPS"

/// String: empty (default), `all`, or names of clips with commas between, compared without regard to case.
/// These clips get a closing key: the first frame again at the tick after the last.
#define ASSIMP_MD2_CONFIG_LOOP "IMPORT_MD2_LOOP"

/// String: where the surface comes from.
///   auto        the triangle list, or the GL commands where triangles or texture coordinates are missing
///   (default) triangles   the triangle list glcommands  the GL commands
#define ASSIMP_MD2_CONFIG_GEOMETRY "IMPORT_MD2_GEOMETRY"

/// Bool: true (default): triangles share vertices that agree in position and texture coordinate in every
/// frame; false: each triangle has three of its own.
#define ASSIMP_MD2_CONFIG_SHARED_VERTICES "IMPORT_MD2_SHARED_VERTICES"

/// Integer or string: the skin whose material the mesh gets, by its index in the file, from 0, or by the stem
/// of its name (`models/pear/blue.pcx` is `blue`), compared without regard to case. Default 0.
#define ASSIMP_MD2_CONFIG_SKIN "IMPORT_MD2_SKIN"

/// String: what becomes of the image of a skin.
///   auto       a PCX is decoded and embedded as PNG, other images are referenced by their path relative to
///   the
///              model's folder (default)
///   embed      every image found is embedded: PNG and JPEG byte for byte, all else as PNG
///   reference  every image found is referenced
///   names      the names of the file, untouched; nothing is searched for
#define ASSIMP_MD2_CONFIG_TEXTURES "IMPORT_MD2_TEXTURES"

/// Bool: true: whatever would be repaired with a warning is an error. Default false.
#define ASSIMP_MD2_CONFIG_STRICT "IMPORT_MD2_STRICT"

/// Integer, 1 or more: MiB that the scene may take. A larger scene, or a larger file, is refused before
/// memory for it is allocated. Default 1024.
#define ASSIMP_MD2_CONFIG_MAX_MEMORY_MB "IMPORT_MD2_MAX_MEMORY_MB"
