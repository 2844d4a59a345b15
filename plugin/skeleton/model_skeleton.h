// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to the frames of a model and its weapon.
#pragma once

#include "importer/import_memory.h"
#include "importer/model_part.h"
#include "importer/scene/axes.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace assimp_md2 {

/// What a fit needs besides the parts.
struct SkeletonSettings {
    std::size_t maxBones; ///< 1 to kMaximumBones
    Axes axes;            ///< of the skeletons: Scene::meshAxes
    const ImportMemory& memory;
};

/// Gives a model and its weapon skeletons, which together have at most `maxBones` bones, but at least one
/// each. The skeletons are fitted to Model::frames and the vertices that meshes use.
///
/// The weapon is fitted first, because it is small and often rigid. It gets at most its share of the bones by
/// the number of vertices. The model gets all bones that are left. If the weapon uses its whole share, and
/// the model leaves bones, the weapon is fitted again with these bones as well.
///
/// \param parts the model, then its weapon if there is one; without skeletons
/// \param progress is called with the share that is done, 0 to 1
///
/// \return an error if a fit needs more memory than the import may take, or in a build without skeletons
std::optional<Error> addSkeletons(std::vector<ModelPart>& parts, const SkeletonSettings& settings,
                                  const PartContext& context, const std::function<void(double)>& progress);

} // namespace assimp_md2
