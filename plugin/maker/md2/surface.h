// SPDX-License-Identifier: BSD-3-Clause
// The triangles of all meshes of a scene.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/md2/layout.h"
#include "maker/md2/frame_encoder.h"
#include "maker/md2/gl_commands_writer.h"
#include "maker/pose/pose_evaluator.h"

#include <assimp/color4.h>

#include <array>
#include <cstdint>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

struct TextureUv {
    float u = 0; ///< to the right
    float v = 0; ///< down, as in an MD2
};

/// A texture coordinate on the skin, in pixels of the size in the header and as in GL commands.
struct SkinCoordinate {
    St st;
    GlCoordinate gl;
};

/// A triangle with clockwise winding, as in an MD2.
struct SurfaceTriangle {
    std::array<std::uint32_t, 3> vertices; ///< of a pose
    std::array<TextureUv, 3> uvs;
    std::uint32_t material;                 ///< of the scene
    bool hasUvs;                            ///< the mesh has texture coordinates, and they are finite
    aiColor4D colour{1, 1, 1, 1};           ///< the mean of its vertices' colours
    std::uint32_t place = 0;                ///< index in ExportedSkins::places
    std::array<SkinCoordinate, 3> onSkin{}; ///< set by setSkinCoordinates
};

/// Vectors at the corners of a triangle.
using CornerVectors = std::array<DoubleVector, 3>;

/// \param vectors three floats for each vertex of a pose: positions or normals
CornerVectors cornersOf(const std::vector<float>& vectors, const SurfaceTriangle& triangle);

/// The bounds of the vertices that triangles use.
///
/// \param positions three floats for each vertex of a pose
Bounds boundsOf(const std::vector<float>& positions, const std::vector<SurfaceTriangle>& triangles);

/// The normal below a triangle of clockwise winding, twice as long as the area.
inline DoubleVector normalOf(const CornerVectors& at) {
    return (at[1] - at[0]) ^ (at[2] - at[0]);
}

/// A place of a triangle, as shares of its corners, which sum to 1.
using Shares = std::array<double, 3>;

/// Calls `use` with places of a triangle at equal distances.
template <typename Use>
void forEachPlace(int steps, Use use) {
    for (int i = 0; i < steps; ++i) {
        for (int j = 0; i + j < steps; ++j) {
            const double a = (i + 1 / 3.0) / steps;
            const double b = (j + 1 / 3.0) / steps;
            use(Shares{a, b, 1 - a - b});
        }
    }
}

/// An upper bound, which takes no memory and little time for a mesh of many nodes.
double mostTriangles(const std::vector<PosedMesh>& meshes);

/// Takes the meshes of a scene and returns their triangles. A polygon becomes a fan; aiProcess_Triangulate
/// divides polygons that are not convex. The transform of the material's texture is applied to texture
/// coordinates. Points, lines, and faces with a vertex that does not exist are left out.
///
/// \param warnings receives what is left out
///
/// \return Other: there is no triangle
Result<std::vector<SurfaceTriangle>> readSurface(const aiScene& scene, const std::vector<PosedMesh>& meshes,
                                                 Warnings& warnings);

/// Adds backs with the same skin to triangles of two-sided materials, such as wings, unless their piece of
/// the surface is closed or nearly so.
///
/// \param positions of all vertices of a pose
/// \param most triangles; if there would be more, `warnings` receives a line instead
void addBacks(const aiScene& scene, const std::vector<float>& positions, std::uint64_t most,
              std::vector<SurfaceTriangle>& triangles, Warnings& warnings);

} // namespace assimp_md2::inner
