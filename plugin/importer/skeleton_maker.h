// SPDX-License-Identifier: BSD-3-Clause
// The hook through which the product `skeleton` gives models bones. The importer alone has none.
#pragma once

#include "importer/import_memory.h"
#include "importer/md2/axes.h"
#include "importer/model_part.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace assimp_md2 {

/// What the maker of skeletons needs besides the parts.
struct SkeletonSettings {
    std::size_t maxBones; ///< 1 to kMaximumBones
    Axes axes;            ///< of the skeletons: Scene::axes
    const ImportMemory& memory;
};

/// Gives a model and its weapon skeletons, which together have at most `maxBones` bones, but at least one
/// each. `addSkeletons` (skeleton/model_skeleton.h) is one.
///
/// \param parts the model, then its weapon if there is one; without skeletons
/// \param progress is called with the share that is done, 0 to 1
///
/// \return an error if the skeletons need more memory than the import may take
using SkeletonMaker = std::optional<Error> (*)(std::vector<ModelPart>& parts,
                                               const SkeletonSettings& settings, const PartContext& context,
                                               const std::function<void(double)>& progress);

} // namespace assimp_md2
