// SPDX-License-Identifier: BSD-3-Clause
// The surfaces of a model: corners and triangles, from the triangle list or from the GL commands.
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

/// The part of a model that has one skin.
struct Surface {
    Geometry geometry;
    std::size_t skin; ///< index in the file; 0 in version 8, where the whole model has the chosen skin
};

/// Where the surfaces of a model come from, and how large they are at most. A plan allocates nothing.
struct GeometryPlan {
    bool usesGlCommands = false;
    std::size_t triangleCount = 0; ///< of all surfaces, at most; at least one
    std::size_t surfaceCount = 0;  ///< at most

    /// The memory that readSurfaces needs at the same time, its result included, in bytes.
    std::uint64_t bytes() const;
};

/// Decides where the surfaces of `view` come from. If View::isSplitBySkin, they come from the GL commands
/// whatever `source` is, because st counts pixels of skins of other sizes than the header's.
///
/// \param repairs receives what had to be repaired in the GL commands and in the surfaces of the file
///
/// \return NoTriangles, NoGlCommands, BrokenGlCommands or BadSurfaces when the model has no surface
Result<GeometryPlan> planGeometry(const View& view, GeometrySource source, Repairs& repairs);

/// Reads the surfaces of `view`, in the order of the file: one, or if View::isSplitBySkin, one for each skin
/// that a triangle has.
///
/// \param plan of the same view
/// \param sharedVertices true: one corner for each distinct (vertex, s, t), shared between triangles, in
/// order
///        of first use; false: every triangle has three corners of its own
/// \param repairs receives what had to be repaired in indices
///
/// \return NoTriangles when no triangle has three vertices that exist
Result<std::vector<Surface>> readSurfaces(const View& view, const GeometryPlan& plan, bool sharedVertices,
                                          Repairs& repairs);

/// The memory that these surfaces have, in bytes.
std::uint64_t surfaceBytes(const std::vector<Surface>& surfaces);

} // namespace assimp_md2
