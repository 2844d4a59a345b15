// SPDX-License-Identifier: BSD-3-Clause
// The differences between morph targets and their mesh, as glTF accessors; knows no scene and no file.
#include "gltf/target_accessors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assimp_md2 {
namespace {

// Numbers of the glTF specification.
constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;
constexpr int kArrayBuffer = 34962;

Json newAccessor(std::size_t count) {
    return {{"componentType", kFloat}, {"count", count}, {"type", "VEC3"}};
}

template <typename Integer>
void appendAs(std::vector<std::uint8_t>& bytes, const std::vector<std::size_t>& values) {
    for (const std::size_t value : values) {
        const auto integer = static_cast<Integer>(value);
        append(bytes, &integer, sizeof integer);
    }
}

} // namespace

void TargetAccessors::reserve(std::size_t count) {
    reserved_ += count * sizeof(Vector);
}

std::optional<std::size_t> TargetAccessors::addPositions(const aiVector3D* target, const aiVector3D* base,
                                                         std::size_t count) {
    if (target == nullptr || base == nullptr || !subtract(target, base, count, 0)) {
        return std::nullopt;
    }
    Json accessor = newAccessor(count);
    addRange(accessor); // glTF asks for it where positions are concerned
    return addSmaller(std::move(accessor));
}

/// Assimp has brought the base's normals to unit length, so the target's are as well. What that leaves
/// between equal normals is not a movement.
std::optional<std::size_t> TargetAccessors::addNormals(const aiVector3D* target, const aiVector3D* base,
                                                       std::size_t count) {
    constexpr float kRounding = 1e-6f;
    if (target == nullptr || base == nullptr) {
        return std::nullopt;
    }
    std::vector<aiVector3D> normals(target, target + count);
    for (aiVector3D& normal : normals) {
        normal.NormalizeSafe();
    }
    if (!subtract(normals.data(), base, count, kRounding)) {
        return std::nullopt;
    }
    return addSmaller(newAccessor(count));
}

/// It lists one vertex all the same: Assimp's importer refuses an accessor without any data.
std::size_t TargetAccessors::still(std::size_t count) {
    const auto known = still_.find(count);
    if (known != still_.end()) {
        return known->second;
    }
    differences_.assign(1, Vector{});
    moved_.assign(1, 0);
    Json accessor = newAccessor(count);
    addRange(accessor);
    addSparse(accessor, 1);
    return still_[count] = document_.addAccessor(std::move(accessor));
}

/// Whether any vertex moves by more than `rounding`.
bool TargetAccessors::subtract(const aiVector3D* target, const aiVector3D* base, std::size_t count,
                               float rounding) {
    // What is not a number cannot be written in JSON, nor drawn.
    const auto movement = [rounding](ai_real value) {
        const auto narrow = static_cast<float>(value);
        return std::isfinite(narrow) && std::abs(narrow) > rounding ? narrow : 0.0f;
    };
    differences_.resize(count);
    moved_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const aiVector3D difference = target[i] - base[i];
        differences_[i] = {movement(difference.x), movement(difference.y), movement(difference.z)};
        if (differences_[i] != Vector{}) {
            moved_.push_back(i);
        }
    }
    return !moved_.empty();
}

std::size_t TargetAccessors::addSmaller(Json accessor) {
    const std::size_t count = differences_.size();
    const std::size_t indexSize = count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : 4;
    if (moved_.size() * (indexSize + sizeof(Vector)) < count * sizeof(Vector)) {
        addSparse(accessor, indexSize);
    } else {
        addDense(accessor);
    }
    return document_.addAccessor(std::move(accessor));
}

void TargetAccessors::addRange(Json& accessor) const {
    Vector least = differences_[0];
    Vector most = differences_[0];
    for (const Vector& difference : differences_) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            least[axis] = std::min(least[axis], difference[axis]);
            most[axis] = std::max(most[axis], difference[axis]);
        }
    }
    accessor["min"] = least;
    accessor["max"] = most;
}

void TargetAccessors::addDense(Json& accessor) {
    if (dense_ == nullptr) {
        dense_ = &document_.addView({{"byteStride", sizeof(Vector)}, {"target", kArrayBuffer}});
    }
    dense_->bytes.reserve(reserved_);
    accessor["bufferView"] = dense_->index;
    accessor["byteOffset"] = dense_->bytes.size();
    append(dense_->bytes, differences_.data(), differences_.size() * sizeof(Vector));
}

void TargetAccessors::addSparse(Json& accessor, std::size_t indexSize) {
    if (sparseIndices_ == nullptr) {
        sparseIndices_ = &document_.addView();
        sparseValues_ = &document_.addView();
    }
    std::vector<std::uint8_t>& indices = sparseIndices_->bytes;
    indices.resize((indices.size() + indexSize - 1) / indexSize * indexSize);
    const int indexType = indexSize == 1 ? kUnsignedByte : indexSize == 2 ? kUnsignedShort : kUnsignedInt;
    accessor["sparse"] = {
        {"count", moved_.size()},
        {"indices",
         {{"bufferView", sparseIndices_->index},
          {"byteOffset", indices.size()},
          {"componentType", indexType}}},
        {"values", {{"bufferView", sparseValues_->index}, {"byteOffset", sparseValues_->bytes.size()}}}};
    if (indexSize == 1) {
        appendAs<std::uint8_t>(indices, moved_);
    } else if (indexSize == 2) {
        appendAs<std::uint16_t>(indices, moved_);
    } else {
        appendAs<std::uint32_t>(indices, moved_);
    }
    for (const std::size_t vertex : moved_) {
        append(sparseValues_->bytes, &differences_[vertex], sizeof(Vector));
    }
}

} // namespace assimp_md2
