// SPDX-License-Identifier: BSD-3-Clause
// Converts poses, triangles and skins to the values of an MD2.
#pragma once

#include "importer/base/error.h"
#include "maker/md2/frames.h"
#include "maker/md2/md2_writer.h"
#include "maker/md2/skins.h"
#include "maker/md2/surface.h"
#include "maker/pose/pose_evaluator.h"

#include <vector>

namespace assimp_md2::inner {

/// What a model is built from.
struct ModelParts {
    PoseEvaluator& poses;
    FramePlan plan;
    std::vector<SurfaceTriangle> triangles; ///< their vertices are indices into the vertices of a pose
    ExportedSkins skins;
    /// The frames of a clip share one quantisation grid.
    bool sharesGrids;
    /// If there are too many vertices, those that differ only in their normal are merged at the flattest
    /// edges, with computed normals and a warning.
    bool mergesNormals;
    /// Normals are computed from the triangles, because those of the scene belong to others.
    bool computesNormals = false;
};

/// Evaluates and packs the poses. Merges vertices that are equal in every frame, and texture coordinates that
/// fall on the same pixel. Vertices without a normal get that of the triangles around them.
///
/// \return AboveLimit with all counts that `limits` do not allow; Other: a position is not finite
Result<ModelToWrite> buildModel(const ModelParts& parts, const Md2Limits& limits, Warnings& warnings);

} // namespace assimp_md2::inner
