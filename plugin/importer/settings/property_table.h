// SPDX-License-Identifier: BSD-3-Clause
// The table of the properties of imports and exports. Error messages and the options of the assimp-md2
// command use the table. cmake/properties.cmake generates from it the help and the man page of the command,
// and docs/properties.md.
#pragma once

#include "assimp-md2/properties.h"
#include "importer/base/environment.h"

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace assimp_md2::inner {

/// The types of property values. Assimp stores a Bool as an integer.
enum class PropertyType { Float, Integer, Bool, String, IntegerOrString };

struct Property {
    const char* key;
    PropertyType type;
    const char* defaultValue; ///< as text, for the documentation; empty for none
    const char* values;       ///< completes "expected …"
    const char* help;         ///< one line
};

// CMake reads these rows: each is {ASSIMP_MD2_CONFIG_…, PropertyType::…, "default", "values", "help"}. A
// comment between rows is the title of the group that follows.
// clang-format off
inline constexpr std::array<Property, 30> kProperties = {{
    // Import
    {ASSIMP_MD2_CONFIG_FPS, PropertyType::Float, "10", "a number above 0",
     "frames per second; one tick is one frame"},
    {ASSIMP_MD2_CONFIG_CLIPS, PropertyType::String, "auto", "auto, names, player, single or none, clips of the model (stand,run), or frame ranges (idle:0-39;run:40-45@12)",
     "how frames become animations"},
    {ASSIMP_MD2_CONFIG_LOOP, PropertyType::String, "auto", "auto, none, all, or clips such as stand,run",
     "clips that end with the first frame again; auto: by name (stand, run)"},
    {ASSIMP_MD2_CONFIG_FRAMES, PropertyType::String, "all", "all or used",
     "frames that become anim meshes: all, or those of the clips"},
    {ASSIMP_MD2_CONFIG_KEYFRAME, PropertyType::Integer, "", "the index of a frame, from 0",
     "one frame, which is imported as a static mesh"},
    {ASSIMP_MD2_CONFIG_ANIMATION, PropertyType::String, "morph", "morph or skeleton",
     "anim meshes and morph channels, or bones"},
    {ASSIMP_MD2_CONFIG_MAX_BONES, PropertyType::Integer, "64", "a whole number from 1 to 256",
     "maximum number of bones of a model and its weapon together"},
    {ASSIMP_MD2_CONFIG_NORMALS, PropertyType::String, "auto", "auto, file or computed",
     "normals; auto: repaired if they do not agree with the surface"},
    {ASSIMP_MD2_CONFIG_WEAPON, PropertyType::String, "", "auto or a file name such as w_shotgun.md2",
     "the weapon that is imported with the model"},
    {ASSIMP_MD2_CONFIG_FRONT, PropertyType::String, "x", "x or z",
     "the axis that a player's front faces; convert uses z, except to MD2"},
    {ASSIMP_MD2_CONFIG_STRICT, PropertyType::Bool, "false", "true or false",
     "treat every repair as an error"},
    // Skins
    {ASSIMP_MD2_CONFIG_SKIN, PropertyType::IntegerOrString, "", "the index or the name of a skin, or the path of an image",
     "the skin that the mesh uses; if not set, the first with an image"},
    {ASSIMP_MD2_CONFIG_SKINS, PropertyType::String, "named", "named or folder",
     "skins of the scene: those of the file, or also all with icons beside it"},
    {ASSIMP_MD2_CONFIG_TEXTURES, PropertyType::String, "auto", "auto, embed, reference or names",
     "how the images of skins are stored"},
    // Limits
    {ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, PropertyType::Integer, "1024", "a whole number of MiB, 1 or more",
     "memory that an import or export may take, in MiB"},
    {ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, PropertyType::Integer, "64", "a whole number of MiB, 1 or more",
     "decoded pixels of all embedded images of a model, in MiB"},
    // MD2 export
    {ASSIMP_MD2_CONFIG_EXPORT_FPS, PropertyType::Float, "10", "a number above 0",
     "frames per second; the game plays 10"},
    {ASSIMP_MD2_CONFIG_EXPORT_CLIPS, PropertyType::String, "", "player or weapon, also with animations (player,stand=idle), or animations of the scene (stand,run=walk); frames of an animation follow a colon (stand:0-39;run=walk:40-45)",
     "animations that are written; all if it is not set"},
    {ASSIMP_MD2_CONFIG_EXPORT_MOTION, PropertyType::String, "keep", "keep or in-place",
     "in-place: clips that repeat (stand, run) do not travel"},
    {ASSIMP_MD2_CONFIG_EXPORT_MESHES, PropertyType::String, "", "names of meshes or nodes with * and ?; a ! excludes (body*,!*sword*)",
     "meshes that are written; all if it is not set"},
    {ASSIMP_MD2_CONFIG_EXPORT_SCALE, PropertyType::Float, "1", "a number above 0",
     "factor for the size"},
    {ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, PropertyType::Float, "", "a number above 0",
     "height of the first frame in MD2 units, instead of a scale; 56 for a player"},
    {ASSIMP_MD2_CONFIG_EXPORT_OFFSET, PropertyType::String, "0,0,0", "three numbers such as 0,0,-24",
     "x,y,z added to all positions, in MD2 units; z is up"},
    {ASSIMP_MD2_CONFIG_EXPORT_FRONT, PropertyType::String, "auto", "auto, x, z, -x or -z",
     "axis that the scene's front faces; auto: by its format, mostly +Z"},
    {ASSIMP_MD2_CONFIG_EXPORT_UP, PropertyType::String, "auto", "auto, y or z",
     "axis of the scene that points up; auto: by its format, mostly +Y"},
    {ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, PropertyType::String, "", "a folder below the game root, or a path that ends in .pcx",
     "where a game looks for the skin; if not set, derived from the output folder"},
    {ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, PropertyType::String, "", "a folder",
     "where textures are, besides the current folder and the output folder"},
    {ASSIMP_MD2_CONFIG_EXPORT_PALETTE, PropertyType::String, "", "a PCX file with 256 colours",
     "palette for the skins, which are then written as PCX"},
    {ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, PropertyType::Bool, "false", "true or false",
     "replace images that have the names of skins and differ from them"},
    {ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, PropertyType::Bool, "true", "true or false",
     "reduce a mesh to the game's limits; false: only the format's limits hold"},
}};
// clang-format on

/// Returns the row of a property.
///
/// \param key of a property in the table
const Property& propertyOf(std::string_view key);

/// The environment variable of a property: ASSIMP_MD2_FPS for IMPORT_MD2_FPS, and ASSIMP_MD2_EXPORT_FPS for
/// EXPORT_MD2_FPS.
std::string environmentNameOf(std::string_view key);
inline std::string environmentNameOf(const Property& property) {
    return environmentNameOf(property.key);
}

/// The environment variables of the properties, by their names. Variables that are not set or empty are
/// absent.
using Environment = std::map<std::string, std::string>;

/// Looks up the variables of all properties.
///
/// \param variable looks up a variable in the environment
Environment readEnvironment(VariableLookup variable);

/// The environment of the process. The first call reads the environment; later calls return the same object.
/// The object is never destroyed, because importers and exporters may be used while the process ends.
///
/// \param variable the environment, used by the first call only
const Environment& processEnvironment(VariableLookup variable = environmentVariable);

} // namespace assimp_md2::inner
