// SPDX-License-Identifier: BSD-3-Clause
// The skins of an exported model: their names and images, and the mapping of texture coordinates to pixels.
#pragma once

#include "base/budget.h"
#include "base/error.h"
#include "format/gl_commands_writer.h"
#include "format/layout.h"
#include "format/md2_writer.h"
#include "image/image.h"
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

/// Where the triangles of a material are on the skin, in pixels of the size in the header.
struct MaterialPlace {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
    bool isPart = false;  ///< true: the place is part of an atlas; texture coordinates are clamped to it
    bool isPatch = false; ///< true: the place has one colour; all texture coordinates are set to its centre
};

struct ExportedSkins {
    std::int32_t width = 0; ///< in the header, as height; the image may be larger
    std::int32_t height = 0;
    /// The size in the header of the imported MD2 if `width` and `height` are smaller; otherwise 0 × 0.
    ImageSize reducedFrom{0, 0};
    std::vector<std::string> names; ///< Latin-1, at most 63 bytes
    std::vector<ImageToWrite> images;
    std::vector<MaterialPlace> places; ///< of each material of the scene
};

/// The skins of a scene.
///
/// - An imported MD2 whose triangles use one material keeps the names and the size of its skins.
/// - One texture is used as it is.
/// - Several textures, and materials without one, become an atlas.
///
/// Images are read from the scene and from the files that the import of an MD2 has found. Other images are
/// looked for by texture path and by file name in ExportSettings::textures. For scenes of other importers,
/// they are also looked for in the output folder and in the current folder. Skins are written as PNG, or as
/// PCX with ExportSettings::palette.
///
/// No file of a texture is replaced, except by the same bytes: if another skin would have the file name of a
/// texture, `_skin` is added to the name of the skin. A skin of a scene without a texture is one colour; if
/// its file exists, it is kept, because someone may have painted it.
///
/// The images of an imported MD2 that keeps its skin names do not replace files with other bytes either: such
/// a file may be the skin that was imported, or an image of the same name in a higher resolution. An atlas of
/// an imported MD2 does not get the name of one of its skins, whatever the extension.
///
/// The game rejects models whose header has a greater skin height than `limits` allows. If the image is
/// taller, the size in the header is smaller than the image, with the same aspect ratio. A PCX has the size
/// in the header, at most 640 × 480 pixels with ExportSettings::gameLimits, because the original game rejects
/// larger ones.
///
/// \param outputPath path of the exported model; skin names are derived from its folder and file name
/// \param isImportedMd2 true: the scene is an imported MD2
/// \param budget is charged for the images, and temporarily for working memory
///
/// \return BadProperty: the palette cannot be read; AboveLimit: an imported MD2 has more skins than `limits`
///         allow
/// \throws OverBudget
Result<ExportedSkins> exportSkins(const aiScene& scene, const std::vector<SurfaceTriangle>& triangles,
                                  bool isImportedMd2, const std::string& outputPath,
                                  const Assimp::IOSystem& output, const ExportSettings& settings,
                                  const Md2Limits& limits, Budget& budget, Warnings& warnings);

/// The texture coordinates of three corners for each triangle.
struct SkinCoordinates {
    std::vector<St> st;
    std::vector<GlCoordinate> gl; ///< empty for an imported MD2 that keeps its size in pixels
};

/// Takes triangles and the skins and returns the texture coordinates of each corner in pixels of the size in
/// the header. If the texture coordinates of a triangle are outside 0 … 1, the function shifts them by whole
/// units if that brings them inside.
///
/// \param isImportedMd2 true: texture coordinates are not shifted, because they come from an MD2
/// \param budget is charged for the result
/// \param warnings receives textures that repeat within a triangle
SkinCoordinates skinCoordinates(const std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins,
                                bool isImportedMd2, Budget& budget, Warnings& warnings);

/// The folder of the skins below the game root: `players/knight` for `…/baseq2/players/knight/tris.md2`. The
/// path starts after the last folder with the name of a known game root (such as `baseq2`). If there is none,
/// it starts at the last folder called `players` or `models`. Otherwise the result is empty.
std::string skinFolderOf(const std::string& outputPath);

} // namespace assimp_md2
