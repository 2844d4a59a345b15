// SPDX-License-Identifier: BSD-3-Clause
// The table of the properties of imports and exports. Error messages use it; cmake/properties.cmake makes
// from it the options and the help of the assimp-md2 command, its man page, and the table in the README.
#pragma once

#include "assimp-md2/properties.h"

#include <array>
#include <string>
#include <string_view>

namespace assimp_md2 {

/// The types that a property may be set with. A Bool is an integer to Assimp.
enum class PropertyType { Float, Integer, Bool, String, IntegerOrString };

struct Property {
    const char* key;
    PropertyType type;
    const char* defaultValue; ///< as text; empty for none
    const char* values;       ///< completes "expected …"
    const char* help;         ///< one line
};

// CMake reads these rows: each is {ASSIMP_MD2_CONFIG_…, PropertyType::…, "default", "values", "help"}.
// clang-format off
inline constexpr std::array<Property, 14> kProperties = {{
    {ASSIMP_MD2_CONFIG_FPS, PropertyType::Float, "10", "a number above 0",
     "frames per second; one tick is one frame"},
    {ASSIMP_MD2_CONFIG_CLIPS, PropertyType::String, "auto", "auto, names, player, single, none, clips of the model such as stand,run, or a list such as idle:0-39;run:40-45@12",
     "how frames become animations"},
    {ASSIMP_MD2_CONFIG_LOOP, PropertyType::String, "", "all or clips such as stand,run",
     "clips that end with their first frame again"},
    {ASSIMP_MD2_CONFIG_FRAMES, PropertyType::String, "all", "all or used",
     "frames that become anim meshes: all, or those that the clips use"},
    {ASSIMP_MD2_CONFIG_GEOMETRY, PropertyType::String, "auto", "auto, triangles or glcommands",
     "where the triangles come from"},
    {ASSIMP_MD2_CONFIG_SHARED_VERTICES, PropertyType::Bool, "true", "true or false",
     "false: each triangle has three vertices of its own"},
    {ASSIMP_MD2_CONFIG_SKIN, PropertyType::IntegerOrString, "0", "the index or the stem of a skin",
     "the skin whose material the mesh gets"},
    {ASSIMP_MD2_CONFIG_TEXTURES, PropertyType::String, "auto", "auto, embed, reference or names",
     "whether the images of skins are embedded"},
    {ASSIMP_MD2_CONFIG_WEAPON, PropertyType::String, "", "auto or a file name such as w_shotgun.md2",
     "the weapon that is imported with the model"},
    {ASSIMP_MD2_CONFIG_FRONT, PropertyType::String, "x", "x or z",
     "the axis that the front of a player faces: +X, or +Z as in glTF"},
    {ASSIMP_MD2_CONFIG_STRICT, PropertyType::Bool, "false", "true or false",
     "true: every repair is an error"},
    {ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, PropertyType::Integer, "1024", "a whole number of MiB, 1 or more",
     "memory that an import or export may take"},
    {ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE, PropertyType::Integer, "4096", "a whole number of pixels from 1 to 16384",
     "longest side of an image that is embedded"},
    {ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, PropertyType::Integer, "64", "a whole number of MiB, 1 or more",
     "decoded pixels of all embedded images of a model"},
}};
// clang-format on

/// \param key of a property in the table
const Property& propertyOf(std::string_view key);

/// The environment variable of a property: ASSIMP_MD2_FPS for IMPORT_MD2_FPS, and ASSIMP_MD2_EXPORT_FPS for
/// EXPORT_MD2_FPS.
std::string environmentNameOf(const Property& property);

} // namespace assimp_md2
