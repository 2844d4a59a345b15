// SPDX-License-Identifier: BSD-3-Clause
// The table of the properties of imports. Error messages and the options of the assimp-md2 command use the
// table. cmake/properties.cmake generates from it the help and the man page of the command, and
// docs/properties.md. A test compares it with properties.h and with the defaults of Settings.
#pragma once

#include "assimp-md2/properties.h"

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

/// The rows of a table of properties.
class PropertyTable {
public:
    template <std::size_t kCount>
    constexpr PropertyTable(const std::array<Property, kCount>& rows)
        : begin_(rows.data()), end_(rows.data() + kCount) {}
    const Property* begin() const { return begin_; }
    const Property* end() const { return end_; }

private:
    const Property* begin_;
    const Property* end_;
};

// CMake reads these rows: each is {ASSIMP_MD2_CONFIG_…, PropertyType::…, "default", "values", "help"}. A
// comment between rows is the title of the group that follows.
// clang-format off
inline constexpr std::array<Property, 16> kProperties = {{
    // Import
    {ASSIMP_MD2_CONFIG_FPS, PropertyType::Float, "10", "a number above 0",
     "frames per second; one tick is one frame"},
    {ASSIMP_MD2_CONFIG_CLIPS, PropertyType::String, "auto", "auto, names, player, single or none, clips of the model (stand,run), or frame ranges (idle:0-39;run:40-45@12)",
     "how frames become animations"},
    {ASSIMP_MD2_CONFIG_LOOP, PropertyType::String, "auto", "auto, none, all, or clips such as stand,run",
     "clips that end with the first frame again; auto: by name (stand, run)"},
    {ASSIMP_MD2_CONFIG_FRAMES, PropertyType::String, "all", "all or used",
     "frames that become anim meshes: all, or those of the clips"},
    {ASSIMP_MD2_CONFIG_KEYFRAME, PropertyType::IntegerOrString, "", "the index of a frame, from 0, or its name",
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
     "the axis that a player's front faces; convert uses z"},
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
}};
// clang-format on

/// Returns the row of a property.
///
/// \param key of a property in the table
const Property& propertyOf(PropertyTable table, std::string_view key);

/// The environment variable of a property: ASSIMP_MD2_FPS for IMPORT_MD2_FPS, and ASSIMP_MD2_EXPORT_FPS for
/// EXPORT_MD2_FPS.
std::string environmentNameOf(std::string_view key);

/// The values of properties as text, by their keys.
using PropertyTexts = std::map<std::string, std::string>;

/// Looks up an environment variable by its name: the value, or null when it is not set.
using VariableLookup = const char* (*)(const char* name);

/// The values of the environment variables that are set and not empty.
PropertyTexts readVariables(PropertyTable table, VariableLookup variable);

} // namespace assimp_md2::inner
