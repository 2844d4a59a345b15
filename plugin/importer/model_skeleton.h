// SPDX-License-Identifier: BSD-3-Clause
// Fits a skeleton to the frames of a model.
#pragma once

#include "format/error.h"
#include "importer/animations.h"
#include "importer/model_name.h"
#include "io/budget.h"
#include "scene/scene.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace assimp_md2 {

/// The skeleton of a model, fitted to Model::frames and the vertices that its meshes use.
///
/// \param model without a skeleton yet
/// \param meshes of the model
/// \param animations their clips become SkeletonInput::clips
/// \param maxBones 1 to kMaximumBones
/// \param nodeNames of the scene
/// \param budget is charged for the skeleton
/// \param progress is called with the share that is done, 0 to 1
///
/// \return OverBudget, or the errors of fitSkeleton
Result<ModelSkeleton> skeletonOf(const Model& model, const std::vector<Mesh>& meshes,
                                 const Animations& animations, std::size_t maxBones, UniqueNames& nodeNames,
                                 Budget& budget, const std::function<void(double)>& progress);

} // namespace assimp_md2
