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

namespace assimp_md2::inner {
namespace {

/// The places of all vertices in the frame that the base meshes show, in the axes of the file. They are those
/// of the file also if there are bones: rest positions are fitted, so that those of one place differ by
/// rounding, and JoinIdenticalVertices joins them all the same.
std::vector<std::array<float, 3>> placesOf(const Model& model) {
    std::vector<float> coordinates(3 * model.view->vertexCount());
    const std::size_t frame = model.skeleton ? model.skeleton->skeleton.restFrame : 0;
    decodePositions(*model.view, model.frames[frame], coordinates.data());
    std::vector<std::array<float, 3>> places(model.view->vertexCount());
    static_assert(sizeof places[0] == 3 * sizeof(float));
    std::memcpy(places.data(), coordinates.data(), coordinates.size() * sizeof(float));
    return places;
}

/// A corner of a base mesh.
struct Corner {
    aiMesh* mesh;
    std::uint32_t index;
    std::uint32_t vertex; ///< of the file
};

std::vector<Corner> cornersOf(const Scene& scene, std::size_t model, const Objects<aiMesh>& meshes) {
    std::vector<Corner> corners;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const std::vector<std::uint32_t>& vertices = scene.meshes[i].geometry.vertices;
        for (std::uint32_t index = 0; scene.meshes[i].model == model && index < vertices.size(); ++index) {
            corners.push_back({meshes[i].get(), index, vertices[index]});
        }
    }
    return corners;
}

/// 2^-23 of the largest coordinate: at least the distance between neighbouring floats at each place. Vertices
/// that no triangle uses do not count, because the model may be far smaller than they are away. It is never
/// denormal, because readers of text formats refuse denormal numbers.
float unitOf(const std::vector<Corner>& corners, const std::vector<std::array<float, 3>>& places) {
    float largest = std::numeric_limits<float>::min() * 0x1p23F;
    for (const Corner& corner : corners) {
        for (const float coordinate : places[corner.vertex]) {
            largest = std::max(largest, std::abs(coordinate));
        }
    }
    return largest * 0x1p-23F;
}

/// Whether the vertices of two corners, which have one place, are ever apart: they have different weights, or
/// their positions in a frame differ.
bool part(const Corner& a, const Corner& b, const std::optional<ModelSkeleton>& bones) {
    if (bones) {
        const VertexWeights& weights = bones->skeleton.weights[bones->vertexOf[a.vertex]];
        const VertexWeights& others = bones->skeleton.weights[bones->vertexOf[b.vertex]];
        return weights.bone != others.bone || weights.weight != others.weight;
    }
    for (unsigned int frame = 0; a.vertex != b.vertex && frame < a.mesh->mNumAnimMeshes; ++frame) {
        if (a.mesh->mAnimMeshes[frame]->mVertices[a.index] !=
            b.mesh->mAnimMeshes[frame]->mVertices[b.index]) {
            return true;
        }
    }
    return false;
}

/// Moves a corner by `number` units, and turns its normal by `number` × 2e-5. From 256 on, the numbers form a
/// grid, which keeps both small.
void moveCorner(const Corner& corner, std::uint32_t number, float unit) {
    const std::uint32_t rowNumber = number / 256;
    const auto column = static_cast<ai_real>(number % 256);
    const auto row = static_cast<ai_real>(rowNumber);
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
    const std::vector<std::array<float, 3>> places = placesOf(scene.models[model]);
    std::vector<Corner> corners = cornersOf(scene, model, meshes);
    std::sort(corners.begin(), corners.end(), [&places](const Corner& a, const Corner& b) {
        return std::tie(places[a.vertex], a.vertex) < std::tie(places[b.vertex], b.vertex);
    });
    const float unit = unitOf(corners, places);
    std::uint32_t number = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const Corner& previous = corners[i - 1];
        const bool isSamePlace = places[corners[i].vertex] == places[previous.vertex];
        const bool arePart = isSamePlace && part(previous, corners[i], scene.models[model].skeleton);
        number = isSamePlace ? number + (arePart ? 1 : 0) : 0;
        if (number > 0) {
            moveCorner(corners[i], number, unit);
        }
    }
}

} // namespace assimp_md2::inner
