// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/surface.h"

#include "gltf/scene/imported_scene.h"
#include "importer/base/finite.h"
#include "maker/md2/pieces.h"
#include "maker/md2/textures.h"

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// An affine map of texture coordinates, as in an aiMesh: v is up.
struct UvMap {
    float uu = 1, uv = 0, u = 0; ///< u' = uu × u + uv × v + u
    float vu = 0, vv = 1, v = 0;

    TextureUv operator()(const aiVector3D& from) const {
        const auto x = static_cast<float>(from.x);
        const auto y = static_cast<float>(from.y);
        return {uu * x + uv * y + u, 1 - (vu * x + vv * y + v)};
    }
};

/// What aiProcess_TransformUVCoords does: a translation, then rotation and scale around the middle.
///
/// \param isGltf the transform of KHR_texture_transform, which Assimp 5's importer of glTF converts to an
///        aiUVTransform in a way that no formula of Assimp undoes: with v down, offset + rotation × scale ×
///        uv
UvMap affineMapOf(const aiUVTransform& transform, bool isGltf) {
    const auto scaleU = static_cast<float>(transform.mScaling.x);
    const auto scaleV = static_cast<float>(transform.mScaling.y);
    const auto x = static_cast<float>(transform.mTranslation.x);
    const auto y = static_cast<float>(transform.mTranslation.y);
    const float cosine = std::cos(static_cast<float>(transform.mRotation));
    const float turn = std::sin(static_cast<float>(transform.mRotation));
    if (!isGltf) {
        const float u = x - 0.5f;
        const float v = y - 0.5f;
        return {scaleU * cosine, -scaleU * turn,  scaleU * (cosine * u - turn * v) + 0.5f,
                scaleV * turn,   scaleV * cosine, scaleV * (turn * u + cosine * v) + 0.5f};
    }
    const float sine = -turn; // the importer negates the angle
    const float offsetU = x - 0.5f * scaleU * (1 - cosine + sine);
    const float offsetV = 0.5f * scaleV * (sine + cosine - 1) + 1 - scaleV - y;
    // From v down to v up: v = 1 - v on both sides.
    return {scaleU * cosine, -scaleV * sine,  scaleV * sine + offsetU,
            scaleU * sine,   scaleV * cosine, 1 - scaleV * cosine - offsetV};
}

/// The texture coordinates of a mesh that the material's texture uses.
struct Uvs {
    const aiVector3D* of = nullptr; ///< each vertex
    UvMap map{};

    Uvs(const aiScene& scene, const aiMesh& mesh) {
        int channel = 0;
        aiUVTransform transform;
        if (mesh.mMaterialIndex < scene.mNumMaterials) {
            const aiMaterial& material = *scene.mMaterials[mesh.mMaterialIndex];
            getOfTexture(material, _AI_MATKEY_UVWSRC_BASE, channel);
            if (getOfTexture(material, _AI_MATKEY_UVTRANSFORM_BASE, transform)) {
                map = affineMapOf(transform, isImportedGltf(scene));
            }
        }
        // Collada's importer counts the channels of meshes anew, but not those of materials.
        of = mesh.mTextureCoords[mesh.HasTextureCoords(static_cast<unsigned int>(channel)) ? channel : 0];
    }
};

SurfaceTriangle triangleOf(const PosedMesh& source, const aiFace& face, const Uvs& uvs,
                           std::array<unsigned int, 3> corners) {
    if (!source.isMirrored) {
        std::swap(corners[0], corners[2]);
    }
    const aiColor4D* const colours = source.mesh->mColors[0];
    aiColor4D sum(0, 0, 0, 0);
    SurfaceTriangle triangle{{}, {}, source.mesh->mMaterialIndex, uvs.of != nullptr};
    for (std::size_t k = 0; k < 3; ++k) {
        const unsigned int index = face.mIndices[corners[k]];
        triangle.vertices[k] = static_cast<std::uint32_t>(source.firstVertex + index);
        sum = colours != nullptr ? sum + colours[index] : sum;
        if (uvs.of != nullptr) {
            triangle.uvs[k] = uvs.map(uvs.of[index]);
            triangle.hasUvs = triangle.hasUvs && isFinite(triangle.uvs[k].u) && isFinite(triangle.uvs[k].v);
        }
    }
    if (colours != nullptr && isFinite(sum.r + sum.g + sum.b + sum.a)) {
        triangle.colour = sum * (ai_real(1) / 3);
    }
    return triangle;
}

} // namespace

CornerVectors cornersOf(const std::vector<float>& vectors, const SurfaceTriangle& triangle) {
    CornerVectors corners;
    for (std::size_t k = 0; k < 3; ++k) {
        const float* const from = &vectors[std::size_t{3} * triangle.vertices[k]];
        corners[k] = {from[0], from[1], from[2]};
    }
    return corners;
}

Bounds boundsOf(const std::vector<float>& positions, const std::vector<SurfaceTriangle>& triangles) {
    Bounds bounds;
    for (const SurfaceTriangle& triangle : triangles) {
        for (const std::uint32_t vertex : triangle.vertices) {
            bounds.add(&positions[std::size_t{3} * vertex], 1);
        }
    }
    return bounds;
}

void addBacks(const aiScene& scene, const std::vector<float>& positions, std::uint64_t most,
              std::vector<SurfaceTriangle>& triangles, Warnings& warnings) {
    std::vector<bool> areTwoSided;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        int isTwoSided = 0;
        scene.mMaterials[i]->Get(AI_MATKEY_TWOSIDED, isTwoSided);
        areTwoSided.push_back(isTwoSided != 0);
    }
    const auto isTwoSided = [&](const SurfaceTriangle& triangle) {
        return triangle.material < areTwoSided.size() && areTwoSided[triangle.material];
    };
    if (std::none_of(triangles.begin(), triangles.end(), isTwoSided)) {
        return;
    }
    const Pieces pieces(positions, triangles);
    std::vector<SurfaceTriangle> backs;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        if (isTwoSided(triangles[i]) && pieces.isOpenAt(i)) {
            SurfaceTriangle& back = backs.emplace_back(triangles[i]);
            std::swap(back.vertices[0], back.vertices[2]);
            std::swap(back.onSkin[0], back.onSkin[2]);
        }
    }
    if (!backs.empty() && triangles.size() + backs.size() > most) {
        warnings.note("wings, hair and other sheets cannot be seen from behind, because their backs have " +
                      std::to_string(backs.size()) + " triangles, and the model has " +
                      std::to_string(triangles.size()) + " of at most " + std::to_string(most));
        return;
    }
    triangles.insert(triangles.end(), backs.begin(), backs.end());
}

double mostTriangles(const std::vector<PosedMesh>& meshes) {
    std::unordered_map<const aiMesh*, double> ofMesh;
    double count = 0;
    for (const PosedMesh& source : meshes) {
        const auto [entry, isNew] = ofMesh.try_emplace(source.mesh, 0);
        for (unsigned int i = 0; isNew && i < source.mesh->mNumFaces; ++i) {
            entry->second += source.mesh->mFaces[i].mNumIndices;
        }
        count += entry->second;
    }
    return count;
}

Result<std::vector<SurfaceTriangle>> readSurface(const aiScene& scene, const std::vector<PosedMesh>& meshes,
                                                 Warnings& warnings) {
    std::vector<SurfaceTriangle> triangles;
    for (const PosedMesh& source : meshes) {
        const aiMesh& mesh = *source.mesh;
        const Uvs uvs(scene, mesh);
        for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            if (face.mNumIndices < 3) {
                warnings.add("points and lines are left out");
            } else if (std::any_of(face.mIndices, face.mIndices + face.mNumIndices,
                                   [&](unsigned int index) { return index >= mesh.mNumVertices; })) {
                warnings.add("faces with a vertex that does not exist are left out");
            } else {
                for (unsigned int k = 2; k < face.mNumIndices; ++k) {
                    triangles.push_back(triangleOf(source, face, uvs, {0, k - 1, k}));
                }
            }
        }
    }
    if (triangles.empty()) {
        return tl::unexpected(Error{ErrorCode::Other, "triangles: the scene has no triangle to be written"});
    }
    return triangles;
}

} // namespace assimp_md2::inner
