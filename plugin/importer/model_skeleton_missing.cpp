// SPDX-License-Identifier: BSD-3-Clause
// Implements model_skeleton.h in a build without ASSIMP_MD2_SKELETON.
#include "assimp-md2/properties.h"
#include "importer/base/missing_part.h"
#include "skeleton/model_skeleton.h"

namespace assimp_md2 {

std::optional<Error> addSkeletons(std::vector<ModelPart>& /*parts*/, const SkeletonSettings& /*settings*/,
                                  const PartContext& /*context*/,
                                  const std::function<void(double)>& /*progress*/) {
    return Error{ErrorCode::Other, ASSIMP_MD2_CONFIG_ANIMATION " is \"skeleton\", but " +
                                       missingPart("bones", "ASSIMP_MD2_SKELETON")};
}

} // namespace assimp_md2
