// SPDX-License-Identifier: BSD-3-Clause
// The surfaces of a model: corners and triangles, from the triangle list or from the GL commands.
#pragma once

#include "importer/md2/view.h"

namespace assimp_md2::inner {

/// A texture coordinate as in Assimp: u to the right, v up, 1 is the size of the skin.
struct TextureCoordinate {
    float u;
    float v;
};

/// A corner is a vertex of the frames together with a texture coordinate. Each corner becomes one vertex of
/// the aiMesh.
struct Geometry {
    std::vector<std::uint32_t> vertices; ///< of each corner
    /// Of each corner; empty if the model has no texture coordinates.
    std::vector<TextureCoordinate> textureCoordinates;
    std::vector<std::array<std::uint32_t, 3>> triangles; ///< three corners, wound counter-clockwise
};

/// The part of a model that has one skin.
struct Surface {
    Geometry geometry;
    /// Index of the skin in the file. In version 8 it is 0: IMPORT_MD2_SKIN selects the skin of the whole
    /// model.
    std::size_t skin;
};

/// Reads the surfaces of `view` from the triangle list; or from undamaged GL commands if the triangle list or
/// the texture coordinates are missing. If View::isSplitBySkin, they always come from the GL commands,
/// because st are in pixels of the individual skins, whose sizes are not in the file.
///
/// There is one surface, or, if View::isSplitBySkin, one for each skin that has triangles, in the order of
/// the file. There is one corner for each distinct (vertex, s, t), shared between triangles, in order of
/// first use.
///
/// \param repairs receives what had to be repaired in the GL commands, in the surfaces of the file and in
///        indices
///
/// \return the surfaces, or an error if there is none or no triangle has three valid vertex indices
Result<std::vector<Surface>> readSurfaces(const View& view, Warnings& repairs);

} // namespace assimp_md2::inner
