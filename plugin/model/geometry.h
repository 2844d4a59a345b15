// SPDX-License-Identifier: BSD-3-Clause
// The surface of a model: corners and triangles, from the triangle list or from the GL commands. Knows the
// view, nothing of frames in motion or of scenes.
#pragma once

#include "format/error.h"
#include "format/view.h"

#include <array>
#include <cstdint>
#include <vector>

namespace assimp_md2 {

/// Where the surface is taken from.
enum class GeometrySource {
    Auto,      ///< the triangle list, or, where it or texture coordinates are missing, whole GL commands
    Triangles, ///< the triangle list
    GlCommands ///< the GL commands
};

/// u to the right, v up, 1 for the whole skin.
struct TextureCoordinate {
    float u;
    float v;
};

/// A corner is a vertex of the frames with its texture coordinate.
struct Geometry {
    std::vector<std::uint32_t> vertices;                 ///< of each corner
    std::vector<TextureCoordinate> textureCoordinates;   ///< of each corner, or empty: the model has none
    std::vector<std::array<std::uint32_t, 3>> triangles; ///< three corners, wound counter-clockwise
};

/// The surface of `view`, in the order of the file.
/// \param sharedVertices true: corners are the unique (vertex, s, t) in order of first use; false: every
///        triangle has three of its own
/// \param repairs receives what had to be repaired in indices and in GL commands
/// \return NoTriangles, NoGlCommands or BrokenGlCommands when the model has no surface
Result<Geometry> readGeometry(const View& view, GeometrySource source, bool sharedVertices, Repairs& repairs);

/// The part of a model that has one skin.
struct Surface {
    Geometry geometry;
    std::size_t skin; ///< index in the file; 0 in version 8, where the whole model has the chosen skin
};

/// The surfaces of `view`: one in version 8, as readGeometry returns it. In version 15 all skins are used
/// at once, each by the GL primitives that its surface counts; geometry and texture coordinates come from the
/// GL commands whatever `source` is, because st counts pixels of skins of other sizes than the header's.
/// \return as readGeometry, and BadSurfaces
Result<std::vector<Surface>> readSurfaces(const View& view, GeometrySource source, bool sharedVertices,
                                          Repairs& repairs);

} // namespace assimp_md2
