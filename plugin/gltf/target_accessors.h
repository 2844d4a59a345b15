// SPDX-License-Identifier: BSD-3-Clause
// The differences between morph targets and their mesh, as glTF accessors; knows no scene and no file.
#pragma once

#include "gltf/document.h"

#include <assimp/types.h>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace assimp_md2 {

/// Writes the differences of a target, all of them in one bufferView.
///
/// No accessor is sparse, although a tenth of the bytes could be saved: VTK 9.1 reads arbitrary memory for a
/// sparse accessor without a bufferView, and Babylon.js 9 writes the sparse values into the bufferView, so
/// that accessors could not share one of zeros. Only targets that do not move at all share zeros.
class TargetAccessors {
public:
    explicit TargetAccessors(Document& document) : document_(document) {}

    /// The accessor of target − base; none when no vertex moves, or one of the two is null.
    std::optional<std::size_t> addPositions(const aiVector3D* target, const aiVector3D* base,
                                            std::size_t count);
    std::optional<std::size_t> addNormals(const aiVector3D* target, const aiVector3D* base,
                                          std::size_t count);

    /// The accessor of `count` vertices that do not move.
    std::size_t zeros(std::size_t count);

private:
    using Vector = std::array<float, 3>;

    template <typename Target>
    bool subtract(Target target, const aiVector3D* base, std::size_t count, float rounding);
    void addRange(Json& accessor) const;
    std::size_t addDifferences(Json accessor);

    Document& document_;
    GrowingView* view_ = nullptr;
    std::map<std::size_t, std::size_t> zerosOfCount_;
    std::vector<Vector> differences_; ///< of the target at hand
};

} // namespace assimp_md2
