// SPDX-License-Identifier: BSD-3-Clause
// The triangles of all meshes of a scene.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/md2/layout.h"
#include "maker/md2/gl_commands_writer.h"
#include "maker/pose/pose_evaluator.h"

#include <array>
#include <cstddef>
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
    std::array<SkinCoordinate, 3> onSkin{}; ///< set by setSkinCoordinates
};

/// An upper bound, which takes no memory and little time for a mesh of many nodes.
double mostTriangles(const std::vector<PosedMesh>& meshes);

/// Takes the meshes of a scene and returns their triangles. Polygons are triangulated by ear clipping, which
/// takes linear time: if a polygon crosses itself or has many thousands of corners, its triangles may
/// overlap. A convex polygon becomes a fan. The transform of the material's texture is applied to texture
/// coordinates. Points, lines, and faces with a vertex that does not exist are left out.
///
/// \param warnings receives what is left out, and polygons whose triangles may overlap
///
/// \return Other: there is no triangle
Result<std::vector<SurfaceTriangle>> readSurface(const aiScene& scene, const std::vector<PosedMesh>& meshes,
                                                 Warnings& warnings);

} // namespace assimp_md2::inner
