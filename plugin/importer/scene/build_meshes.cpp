// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiMeshes of a scene, one frame after the other.
#include "importer/scene/scene_parts.h"

#include "importer/base/text.h"

namespace assimp_md2::inner {
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

/// A mesh without frames. The triangles and texture coordinates of `source` are freed as soon as they are
/// copied, before the frames are allocated, which need most of the memory.
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

std::unique_ptr<aiAnimMesh> newAnimMesh(const Model& model, std::size_t frame, ModelFrames& frames,
                                        const std::vector<std::uint32_t>& vertices) {
    auto animMesh = std::make_unique<aiAnimMesh>();
    animMesh->mName = assimpString(utf8FromLatin1(model.view->frameName(model.frames[frame])));
    animMesh->mNumVertices = static_cast<unsigned int>(vertices.size());
    animMesh->mVertices = newVectors(vertices.size());
    animMesh->mNormals = newVectors(vertices.size());
    frames.decode(frame, vertices, animMesh->mVertices, animMesh->mNormals);
    return animMesh;
}

/// Gives a mesh its anim meshes. The mesh itself shows the first one.
void addAnimMeshes(aiMesh& mesh, Objects<aiAnimMesh> animMeshes) {
    std::copy_n(animMeshes[0]->mVertices, mesh.mNumVertices, mesh.mVertices);
    std::copy_n(animMeshes[0]->mNormals, mesh.mNumVertices, mesh.mNormals);
    // The weights of a key sum to 1 over absolute targets.
    mesh.mMethod = static_cast<decltype(mesh.mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
    attach(std::move(animMeshes), mesh.mAnimMeshes, mesh.mNumAnimMeshes);
}

} // namespace

std::vector<TagPoses> buildMeshes(aiScene& target, Scene& scene, Warnings& repairs) {
    Objects<aiMesh> meshes;
    std::vector<Objects<aiAnimMesh>> animMeshes(scene.meshes.size());
    for (Mesh& source : scene.meshes) {
        const Model& model = scene.models[source.model];
        meshes.push_back(newMesh(source, model.name));
        if (model.skeleton) {
            addBones(*meshes.back(), source, *model.skeleton);
        } else if (!scene.isStatic) {
            animMeshes[meshes.size() - 1].reserve(model.frames.size());
        }
    }
    std::vector<TagPoses> poses;
    for (std::size_t m = 0; m < scene.models.size(); ++m) {
        const Model& model = scene.models[m];
        poses.emplace_back(model.tags.size(), std::vector<TagPose>(model.frames.size()));
        ModelFrames frames(model, scene.axes, repairs);
        for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
            for (std::size_t i = 0; i < meshes.size(); ++i) {
                if (scene.meshes[i].model != m || model.skeleton) {
                    continue;
                }
                const std::vector<std::uint32_t>& vertices = scene.meshes[i].geometry.vertices;
                if (scene.isStatic) {
                    frames.decode(frame, vertices, meshes[i]->mVertices, meshes[i]->mNormals);
                } else {
                    animMeshes[i].push_back(newAnimMesh(model, frame, frames, vertices));
                }
            }
            for (std::size_t tag = 0; tag < model.tags.size(); ++tag) {
                poses[m][tag][frame] = frames.poseOf(model.tags[tag], frame);
            }
        }
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (!animMeshes[i].empty()) {
            addAnimMeshes(*meshes[i], std::move(animMeshes[i]));
        }
    }
    for (std::size_t m = 0; !scene.isStatic && m < scene.models.size(); ++m) {
        separateCoincidingVertices(scene, m, meshes);
    }
    attach(std::move(meshes), target.mMeshes, target.mNumMeshes);
    return poses;
}

} // namespace assimp_md2::inner
