// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to the frames of a model and its weapon.
#pragma once

#include "importer/model_part.h"
#include "scene/axes.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace assimp_md2 {

/// \return an error in a build without skeletons
std::optional<Error> checkSkeletons();

/// Gives a model and its weapon skeletons, which together have at most `maxBones` bones, but at least one
/// each. The skeletons are fitted to Model::frames and the vertices that meshes use.
///
/// The weapon is fitted first, because it is small and often rigid. It gets at most its share of the bones by
/// the number of vertices. The model gets all bones that are left. If the weapon uses its whole share, and
/// the model leaves bones, the weapon is fitted again with these bones as well.
///
/// \param parts the model, then its weapon if there is one; without skeletons
/// \param maxBones 1 to kMaximumBones
/// \param axes of the skeletons: Scene::meshAxes
/// \param context its budget is charged for the skeletons, and for what the parts need in the aiScene
/// \param progress is called with the share that is done, 0 to 1
///
/// \throws OverBudget. The parts and the budget are then as before
void addSkeletons(std::vector<ModelPart>& parts, std::size_t maxBones, Axes axes, const PartContext& context,
                  const std::function<void(double)>& progress);

} // namespace assimp_md2
