// SPDX-License-Identifier: BSD-3-Clause
// The differences between morph targets and their mesh, as glTF accessors; knows no scene and no file.
#include "gltf/target_accessors.h"

#include "gltf/little_endian.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace assimp_md2 {
namespace {

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

} // namespace

std::optional<std::size_t> TargetAccessors::addPositions(const aiVector3D* target, const aiVector3D* base,
                                                         std::size_t count) {
    if (target == nullptr || base == nullptr ||
        !subtract([target](std::size_t i) { return target[i]; }, base, count, 0)) {
        return std::nullopt;
    }
    Json accessor = newAccessor(count);
    addRange(accessor); // glTF requires it of positions
    return addDifferences(std::move(accessor));
}

/// Assimp has brought the base's normals to unit length, so the target's must be as well. Smaller differences
/// than kRounding come from that and are no movement.
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
    return addDifferences(newAccessor(count));
}

std::size_t TargetAccessors::zeros(std::size_t count) {
    const auto [accessor, isNew] = zerosOfCount_.try_emplace(count);
    if (isNew) {
        differences_.assign(count, Vector{});
        Json json = newAccessor(count);
        addRange(json);
        accessor->second = addDifferences(std::move(json));
    }
    return accessor->second;
}

/// Whether any vertex moves by more than `rounding`.
/// \param target gives the i-th vector
template <typename Target>
bool TargetAccessors::subtract(Target target, const aiVector3D* base, std::size_t count, float rounding) {
    // What is not a number can be neither written in JSON nor drawn.
    const auto movement = [rounding](ai_real value) {
        const auto length = std::abs(static_cast<float>(value));
        const bool isMovement = length > rounding && length <= std::numeric_limits<float>::max();
        return isMovement ? static_cast<float>(value) : 0.0f;
    };
    differences_.resize(count);
    bool moves = false;
    for (std::size_t i = 0; i < count; ++i) {
        const aiVector3D difference = target(i) - base[i];
        differences_[i] = {movement(difference.x), movement(difference.y), movement(difference.z)};
        moves = moves || differences_[i] != Vector{};
    }
    return moves;
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

std::size_t TargetAccessors::addDifferences(Json accessor) {
    if (view_ == nullptr) {
        view_ = &document_.addView({{"byteStride", sizeof(Vector)}, {"target", kArrayBuffer}});
    }
    accessor["bufferView"] = view_->index();
    accessor["byteOffset"] = view_->size();
    std::uint8_t* to = view_->add(differences_.size() * sizeof(Vector));
    for (const Vector& difference : differences_) {
        for (const float component : difference) {
            store(to, component);
            to += sizeof(float);
        }
    }
    return document_.addAccessor(std::move(accessor));
}

} // namespace assimp_md2
