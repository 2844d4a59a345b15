// SPDX-License-Identifier: BSD-3-Clause
// The skins of an exported model: names, images, and where texture coordinates are on them.
#pragma once

#include "format/error.h"
#include "format/layout.h"
#include "io/budget.h"
#include "md2_export/surface.h"
#include "md2_export/warnings.h"
#include "settings/settings.h"

#include <cstdint>
#include <string>
#include <vector>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// A file to be written next to the model.
struct ImageToWrite {
    std::string fileName;
    std::vector<std::uint8_t> bytes;
};

/// Where the triangles of a material are on the skin, in pixels.
struct MaterialPlace {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
    bool isPart = false;  ///< of an atlas: texture coordinates must not leave it
    bool isPatch = false; ///< of one colour: all texture coordinates are in its middle
};

struct ExportedSkins {
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<std::string> names; ///< Latin-1, at most 63 bytes
    std::vector<ImageToWrite> images;
    std::vector<MaterialPlace> places; ///< of each material of the scene
};

/// The skins of a scene.
///
/// - A scene of this library's importer with one model keeps the names and the size of its skins.
/// - One texture is used as it is.
/// - Several textures, and materials without one, become an atlas.
///
/// Images are read from the scene, from the files that the import of an MD2 has found, from
/// ExportSettings::textures and below it, and, for scenes of other importers, from the folder of the output,
/// the current folder, and below them. They are written as PNG, or as PCX with ExportSettings::palette.
///
/// \param outputPath of the model: its folder and name decide the names of skins
/// \param isImportedMd2 the scene is one of this library's importer
/// \param budget is charged for the images, and lends the memory to make them
///
/// \return BadProperty: the palette cannot be read; OverBudget
Result<ExportedSkins> exportSkins(const aiScene& scene, const std::vector<SurfaceTriangle>& triangles,
                                  bool isImportedMd2, const std::string& outputPath,
                                  const Assimp::IOSystem& output, const ExportSettings& settings,
                                  Budget& budget, Warnings& warnings);

/// Takes triangles and the skins, returns the texture coordinates of each corner in pixels. Triangles whose
/// texture coordinates are outside 0 … 1 are moved by whole units where that brings them inside.
///
/// \param isImportedMd2 texture coordinates stay where they are, because they were those of an MD2
/// \param budget is charged for the result
/// \param warnings receives textures that repeat within a triangle
Result<std::vector<St>> skinCoordinates(const std::vector<SurfaceTriangle>& triangles,
                                        const ExportedSkins& skins, bool isImportedMd2, Budget& budget,
                                        Warnings& warnings);

/// The folder of the skins below the game root: `players/knight` for `…/baseq2/players/knight/tris.md2`. The
/// path begins after the last folder that is the root of a known game, or else at the last folder called
/// `players` or `models`. Empty when there is neither.
std::string skinFolderOf(const std::string& outputPath);

} // namespace assimp_md2
