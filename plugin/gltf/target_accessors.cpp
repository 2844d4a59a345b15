// SPDX-License-Identifier: BSD-3-Clause
// The differences between morph targets and their mesh, as glTF accessors; knows no scene and no file.
#include "gltf/target_accessors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace assimp_md2 {
namespace {

// Numbers of the glTF specification.
constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;
constexpr int kArrayBuffer = 34962;

/// An object that is going to be filled key by key. There are two accessors for each frame, and a list in
/// braces is copied, key and value.
Json objectOf(std::size_t keys) {
    Json object = Json::object();
    object.get_ref<Json::object_t&>().reserve(keys);
    return object;
}

Json newAccessor(std::size_t count) {
    constexpr std::size_t kMostKeys = 7;
    Json accessor = objectOf(kMostKeys);
    accessor["componentType"] = kFloat;
    accessor["count"] = count;
    accessor["type"] = "VEC3";
    return accessor;
}

Json placeOf(const GrowingView& view) {
    Json place = objectOf(3);
    place["bufferView"] = view.index;
    place["byteOffset"] = view.bytes.size();
    return place;
}

/// Appends `count` elements, of which valueOf(i) is the i-th.
template <typename ValueOf>
void appendEach(std::vector<std::uint8_t>& bytes, std::size_t count, ValueOf valueOf) {
    using Value = decltype(valueOf(0));
    const std::size_t begin = bytes.size();
    bytes.resize(begin + count * sizeof(Value));
    for (std::size_t i = 0; i < count; ++i) {
        const Value value = valueOf(i);
        std::memcpy(bytes.data() + begin + i * sizeof(Value), &value, sizeof(Value));
    }
}

template <typename Integer>
void appendAs(std::vector<std::uint8_t>& bytes, const std::vector<std::size_t>& values) {
    appendEach(bytes, values.size(), [&](std::size_t i) { return static_cast<Integer>(values[i]); });
}

} // namespace

void TargetAccessors::reserve(std::size_t count) {
    reserved_ += count * sizeof(Vector);
}

std::optional<std::size_t> TargetAccessors::addPositions(const aiVector3D* target, const aiVector3D* base,
                                                         std::size_t count) {
    if (target == nullptr || base == nullptr ||
        !subtract([target](std::size_t i) { return target[i]; }, base, count, 0)) {
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
    const auto unit = [target](std::size_t i) { return aiVector3D(target[i]).NormalizeSafe(); };
    if (!subtract(unit, base, count, kRounding)) {
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
/// \param target gives the i-th vector
template <typename Target>
bool TargetAccessors::subtract(Target target, const aiVector3D* base, std::size_t count, float rounding) {
    // What is not a number cannot be written in JSON, nor drawn.
    const auto movement = [rounding](ai_real value) {
        const float length = std::abs(static_cast<float>(value));
        return length > rounding && length <= std::numeric_limits<float>::max() ? static_cast<float>(value)
                                                                                : 0.0f;
    };
    differences_.resize(count);
    moved_.resize(count);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const aiVector3D difference = target(i) - base[i];
        differences_[i] = {movement(difference.x), movement(difference.y), movement(difference.z)};
        // Without a branch: which vertices move is nothing a processor can guess.
        moved_[moved] = i;
        moved += differences_[i] != Vector{};
    }
    moved_.resize(moved);
    return moved > 0;
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
    Json& sparse = accessor["sparse"] = objectOf(3);
    sparse["count"] = moved_.size();
    sparse["indices"] = placeOf(*sparseIndices_);
    sparse["indices"]["componentType"] = indexType;
    sparse["values"] = placeOf(*sparseValues_);
    if (indexSize == 1) {
        appendAs<std::uint8_t>(indices, moved_);
    } else if (indexSize == 2) {
        appendAs<std::uint16_t>(indices, moved_);
    } else {
        appendAs<std::uint32_t>(indices, moved_);
    }
    appendEach(sparseValues_->bytes, moved_.size(), [&](std::size_t i) { return differences_[moved_[i]]; });
}

} // namespace assimp_md2
