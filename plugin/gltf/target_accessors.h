// SPDX-License-Identifier: BSD-3-Clause
// The differences between morph targets and their mesh, as glTF accessors; knows no scene and no file.
#pragma once

#include "gltf/document.h"

#include <assimp/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace assimp_md2 {

/// Writes each difference in the smaller of the two ways that glTF has. All of one kind share a bufferView.
class TargetAccessors {
public:
    explicit TargetAccessors(Document& document) : document_(document) {}

    /// Makes room for as many differences as there may be.
    void reserve(std::size_t count);

    /// The accessor of target − base, or none if no vertex moves.
    std::optional<std::size_t> addPositions(const aiVector3D* target, const aiVector3D* base,
                                            std::size_t count);
    std::optional<std::size_t> addNormals(const aiVector3D* target, const aiVector3D* base,
                                          std::size_t count);

    /// The accessor of `count` vertices that do not move.
    std::size_t still(std::size_t count);

private:
    using Vector = std::array<float, 3>;

    template <typename Target>
    bool subtract(Target target, const aiVector3D* base, std::size_t count, float rounding);
    std::size_t addSmaller(Json accessor);
    void addRange(Json& accessor) const;
    void addDense(Json& accessor);
    void addSparse(Json& accessor, std::size_t indexSize);

    Document& document_;
    GrowingView* sparseIndices_ = nullptr;
    GrowingView* sparseValues_ = nullptr;
    GrowingView* dense_ = nullptr;
    std::size_t reserved_ = 0;
    std::map<std::size_t, std::size_t> still_;
    /// Of the target at hand: the differences, and the vertices whose difference is not 0.
    std::vector<Vector> differences_;
    std::vector<std::size_t> moved_;
};

} // namespace assimp_md2
