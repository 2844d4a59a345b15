// SPDX-License-Identifier: BSD-3-Clause
// The table of the properties of exports as MD2. cmake/properties.cmake generates from it the table in
// README.md. A test compares it with maker.h and with the defaults of ExportSettings.
#pragma once

#include "assimp-md2/maker.h"
#include "importer/settings/property_table.h"

namespace assimp_md2::inner {

// Rows as in importer/settings/property_table.h
// clang-format off
inline constexpr std::array<Property, 14> kExportProperties = {{
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

} // namespace assimp_md2::inner
