// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to the frames of a model and its weapon.
#pragma once

#include "importer/model_part.h"

namespace assimp_md2::inner {

/// The SkeletonMaker of this product. The skeletons are fitted to Model::frames and the vertices that meshes
/// use.
///
/// The weapon is fitted first, because it is small and often rigid. It gets at most its share of the bones by
/// the number of vertices. The model gets all bones that are left. If the weapon uses its whole share, and
/// the model leaves bones, the weapon is fitted again with these bones as well.
std::optional<Error> addSkeletons(std::vector<ModelPart>& parts, const PartContext& context,
                                  const std::function<void(double)>& progress);

} // namespace assimp_md2::inner
