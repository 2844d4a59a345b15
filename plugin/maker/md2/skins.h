// SPDX-License-Identifier: BSD-3-Clause
// The skins of an exported model: their names, images and places.
#pragma once

#include "importer/base/error.h"
#include "importer/image/image.h"
#include "maker/md2/md2_task.h"
#include "maker/md2/skin_files.h"
#include "maker/md2/surface.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// Where triangles are on the skin, in pixels of the size in the header.
struct SkinPlace {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
    bool isPart = false;  ///< true: the place is part of an atlas; texture coordinates are clamped to it
    bool isPatch = false; ///< true: the place has one colour; all texture coordinates are set to its centre
};

struct ExportedSkins {
    ImageSize size{0, 0}; ///< in the header; the image may be larger
    /// The size in the header of the imported MD2 if `size` is smaller; otherwise 0 × 0.
    ImageSize reducedFrom{0, 0};
    std::vector<std::string> names; ///< Latin-1, at most 63 bytes
    std::vector<ExportedSkinFile> files;
    std::vector<std::string> textures; ///< paths of the files that were read
    std::vector<SkinPlace> places;     ///< of SurfaceTriangle::place
};

/// The skins of a scene.
///
/// - An imported MD2 whose triangles use one material keeps the names and the size of its skins. If the scene
///   has a weapon as well, these are the skins of the model that is written.
/// - One texture is used as it is.
/// - Several textures, and materials without one, become an atlas.
/// - Colours of vertices are painted: without a texture one colour for each triangle, otherwise the mean of
/// the
///   material, which colours its texture.
/// - What is transparent becomes opaque (transparency.h).
///
/// Images are read from the scene and from the files that the import of an MD2 has found. Other images are
/// looked for by texture path and by file name in ExportSettings::textures. For scenes of other importers,
/// they are also looked for in the current folder and in the output folder. Skins are written as PNG, or as
/// PCX with ExportSettings::palette.
///
/// SkinFiles names the files. An atlas of an imported MD2 does not get the name of one of its skins, whatever
/// the extension.
///
/// The game rejects models whose header has a greater skin height than its limit. If the image is
/// taller, the size in the header is smaller than the image, with the same aspect ratio. A PCX has the size
/// in the header, at most 640 × 480 pixels with ExportSettings::simplify, because the original game rejects
/// larger ones.
///
/// \return Other: the palette cannot be read, or the textures do not fit into one image
/// \param positions of all vertices in the first frame
/// \param triangles receive their places; those that are mostly clear are removed
Result<ExportedSkins> exportSkins(const Md2Task& task, const std::vector<float>& positions,
                                  std::vector<SurfaceTriangle>& triangles);

/// Sets SurfaceTriangle::onSkin. If the texture coordinates of a triangle are outside 0 … 1, the function
/// shifts them by whole units if that brings them inside.
///
/// \param isImported true: texture coordinates are not shifted, because they come from an MD2
/// \param warnings receives textures that repeat within a triangle
void setSkinCoordinates(std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins, bool isImported,
                        Warnings& warnings);

} // namespace assimp_md2::inner
