// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene/mesh_builder.h"

#include "importer/base/text.h"
#include "importer/scene/scene_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

void addFaces(aiMesh& mesh, std::vector<std::array<std::uint32_t, 3>> triangles) {
    mesh.mFaces = new aiFace[triangles.size()];
    mesh.mNumFaces = static_cast<unsigned int>(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        mesh.mFaces[i].mIndices = new unsigned int[3]{triangles[i][0], triangles[i][1], triangles[i][2]};
        mesh.mFaces[i].mNumIndices = 3;
    }
}

void addTextureCoordinates(aiMesh& mesh, std::vector<TextureCoordinate> coordinates) {
    if (coordinates.empty()) {
        return;
    }
    mesh.mTextureCoords[0] = newVectors(coordinates.size());
    mesh.mNumUVComponents[0] = 2;
    std::transform(
        coordinates.begin(), coordinates.end(), mesh.mTextureCoords[0],
        [](const TextureCoordinate& coordinate) { return aiVector3D(coordinate.u, coordinate.v, 0); });
}

std::unique_ptr<aiMesh> newMesh(Mesh& source, const std::string& name) {
    auto mesh = std::make_unique<aiMesh>();
    mesh->mName = assimpString(name);
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh->mMaterialIndex = static_cast<unsigned int>(source.material);
    addFaces(*mesh, std::move(source.geometry.triangles));
    addTextureCoordinates(*mesh, std::move(source.geometry.textureCoordinates));
    const std::size_t cornerCount = source.geometry.vertices.size();
    mesh->mVertices = newVectors(cornerCount);
    mesh->mNormals = newVectors(cornerCount);
    mesh->mNumVertices = static_cast<unsigned int>(cornerCount);
    return mesh;
}

std::unique_ptr<aiAnimMesh> newAnimMesh(std::string_view frameName, std::size_t cornerCount) {
    auto animMesh = std::make_unique<aiAnimMesh>();
    animMesh->mName = assimpString(utf8FromLatin1(frameName));
    animMesh->mNumVertices = static_cast<unsigned int>(cornerCount);
    animMesh->mVertices = newVectors(cornerCount);
    animMesh->mNormals = newVectors(cornerCount);
    return animMesh;
}

} // namespace

MeshBuilder::MeshBuilder(Mesh& source, const Model& model, bool isStatic)
    : source_(source), model_(model), isStatic_(isStatic), mesh_(newMesh(source, model.name)) {
    if (model.skeleton) {
        addBones(*mesh_, source, *model.skeleton);
    } else if (!isStatic) {
        animMeshes_.reserve(model.frames.size());
    }
}

void MeshBuilder::addFrame(ModelFrames& frames, std::size_t frame) {
    const std::vector<std::uint32_t>& vertices = source_.geometry.vertices;
    if (isStatic_) {
        frames.decode(frame, vertices, mesh_->mVertices, mesh_->mNormals);
    } else {
        animMeshes_.push_back(newAnimMesh(model_.view->frameName(model_.frames[frame]), vertices.size()));
        const aiAnimMesh& animMesh = *animMeshes_.back();
        frames.decode(frame, vertices, animMesh.mVertices, animMesh.mNormals);
        if (frame == 0) {
            std::copy_n(animMesh.mVertices, vertices.size(), mesh_->mVertices);
            std::copy_n(animMesh.mNormals, vertices.size(), mesh_->mNormals);
        }
    }
}

std::unique_ptr<aiMesh> MeshBuilder::take() {
    if (!animMeshes_.empty()) {
        // The weights of a key sum to 1 over absolute targets.
        mesh_->mMethod = static_cast<decltype(mesh_->mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
        attach(std::move(animMeshes_), mesh_->mAnimMeshes, mesh_->mNumAnimMeshes);
    }
    return std::move(mesh_);
}

} // namespace assimp_md2
