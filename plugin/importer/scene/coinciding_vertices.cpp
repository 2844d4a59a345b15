// SPDX-License-Identifier: BSD-3-Clause
// Moves vertices apart that coincide in the base mesh and part in another frame.
//
// JoinIdenticalVertices, FindDegenerates and FindInvalidData look neither at anim meshes nor at the weights
// of bones. JoinIdenticalVertices joins vertices whose positions and normals differ by less than 1e-5.
// FindDegenerates and FindInvalidData look for equal positions. Assimp 5.2 to 6.0.
#include "importer/scene/scene_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

namespace assimp_md2 {
namespace {

/// A corner of a base mesh.
struct Corner {
    aiMesh* mesh;
    std::uint32_t index;
    std::uint32_t vertex; ///< of the file
    aiVector3D position;
};

std::vector<Corner> cornersOf(const Scene& scene, std::size_t model, const Objects<aiMesh>& meshes) {
    std::vector<Corner> corners;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const std::vector<std::uint32_t>& vertices = scene.meshes[i].geometry.vertices;
        if (scene.meshes[i].model == model) {
            corners.reserve(corners.size() + vertices.size());
            for (std::uint32_t index = 0; index < vertices.size(); ++index) {
                corners.push_back({meshes[i].get(), index, vertices[index], meshes[i]->mVertices[index]});
            }
        }
    }
    return corners;
}

/// 2^-23 of the largest coordinate: at least the distance between neighbouring floats at each corner. It is
/// never denormal, because readers of text formats refuse denormal numbers.
ai_real unitOf(const std::vector<Corner>& corners) {
    ai_real largest = std::numeric_limits<float>::min() * 0x1p23F;
    for (const Corner& corner : corners) {
        const auto& [x, y, z] = corner.position;
        largest = std::max({largest, std::abs(x), std::abs(y), std::abs(z)});
    }
    return largest * ai_real(0x1p-23);
}

/// A number below `count`, the same for equal positions.
std::size_t bucketOf(const aiVector3D& position, std::size_t count) {
    // The 0 at the end turns -0 into 0.
    const auto sum = static_cast<float>(position.x + 3 * position.y + 7 * position.z + 0);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &sum, sizeof bits);
    return static_cast<std::size_t>(std::uint64_t{bits * 0x9E3779B1U} * count >> 32);
}

/// Removes most corners of vertices that have a place of their own, because sorting them would take longer.
void removeLone(std::vector<Corner>& corners) {
    constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
    constexpr std::uint32_t kSeveral = 0xFFFFFFFE;
    std::vector<std::uint32_t> buckets(4 * corners.size(), kEmpty); // a vertex in each
    for (const Corner& corner : corners) {
        std::uint32_t& bucket = buckets[bucketOf(corner.position, buckets.size())];
        bucket = bucket == kEmpty || bucket == corner.vertex ? corner.vertex : kSeveral;
    }
    const auto isLone = [&buckets](const Corner& corner) {
        return buckets[bucketOf(corner.position, buckets.size())] != kSeveral;
    };
    corners.erase(std::remove_if(corners.begin(), corners.end(), isLone), corners.end());
}

/// Orders the vertices of one place by what moves them: their weights, or their positions in the frames.
bool movesBefore(const Corner& a, const Corner& b, const ModelSkeleton* skeleton) {
    if (skeleton != nullptr) {
        const auto weightsOf = [skeleton](const Corner& corner) {
            const VertexWeights& weights = skeleton->skeleton.weights[skeleton->vertexOf[corner.vertex]];
            return std::tie(weights.count, weights.bone, weights.weight);
        };
        return weightsOf(a) < weightsOf(b);
    }
    for (unsigned int frame = 1; a.vertex != b.vertex && frame < a.mesh->mNumAnimMeshes; ++frame) {
        const aiVector3D& position = a.mesh->mAnimMeshes[frame]->mVertices[a.index];
        const aiVector3D& other = b.mesh->mAnimMeshes[frame]->mVertices[b.index];
        if (position != other) {
            return position < other;
        }
    }
    return false;
}

/// Moves a corner by `number` units, and turns its normal by `number` × 2e-5. From 256 on, the numbers form a
/// grid, which keeps both small.
void move(const Corner& corner, std::uint32_t number, ai_real unit) {
    const auto column = static_cast<ai_real>(number % 256);
    const auto row = static_cast<ai_real>(number / 256);
    // Towards the origin, where the distance between floats is smaller.
    aiVector3D& position = corner.mesh->mVertices[corner.index];
    position.x -= std::copysign(column * unit, position.x);
    position.y -= std::copysign(row * unit, position.y);
    aiVector3D& normal = corner.mesh->mNormals[corner.index];
    const aiVector3D axis = std::abs(normal.x) < ai_real(0.5) ? aiVector3D(1, 0, 0) : aiVector3D(0, 1, 0);
    const aiVector3D across = (normal ^ axis).Normalize();
    normal = (normal + ai_real(2e-5) * (column * across + row * (normal ^ across))).Normalize();
}

} // namespace

void separateCoincidingVertices(const Scene& scene, std::size_t model, const Objects<aiMesh>& meshes) {
    const std::optional<ModelSkeleton>& bones = scene.models[model].skeleton;
    const ModelSkeleton* const skeleton = bones ? &*bones : nullptr;
    std::vector<Corner> corners = cornersOf(scene, model, meshes);
    const ai_real unit = unitOf(corners);
    removeLone(corners);
    std::sort(corners.begin(), corners.end(), [skeleton](const Corner& a, const Corner& b) {
        return a.position != b.position ? a.position < b.position : movesBefore(a, b, skeleton);
    });
    std::uint32_t number = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const bool isSamePlace = corners[i].position == corners[i - 1].position;
        number = isSamePlace ? number + (movesBefore(corners[i - 1], corners[i], skeleton) ? 1 : 0) : 0;
        if (number > 0) {
            move(corners[i], number, unit);
        }
    }
}

} // namespace assimp_md2
