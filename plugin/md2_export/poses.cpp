// SPDX-License-Identifier: BSD-3-Clause
// The poses that become frames, in the space of an MD2.
#include "md2_export/poses.h"

#include "pose/pose_evaluator.h"
#include "pose/transform.h"
#include "scene/imported_scene.h"

#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace assimp_md2 {
namespace {

/// Assimp's y is up, an MD2's z: (x, y, z) becomes (x, −z, y), the inverse of what the importer does.
void turnUp(float* vectors, std::size_t count, float scale) {
    for (std::size_t i = 0; i < count; ++i) {
        float* const vector = vectors + 3 * i;
        const float y = vector[1];
        vector[0] *= scale;
        vector[1] = -vector[2] * scale;
        vector[2] = y * scale;
    }
}

class ScenePoses : public PoseSource {
public:
    ScenePoses(PoseEvaluator evaluator, double scale)
        : evaluator_(std::move(evaluator)), scale_(static_cast<float>(scale)) {
        for (const PosedMesh& mesh : evaluator_.meshes()) {
            meshes_.push_back({mesh.mesh, mesh.firstVertex, mesh.isMirrored, mesh.mesh->mNormals != nullptr});
        }
    }

    const std::vector<SceneMesh>& meshes() const override { return meshes_; }
    std::size_t vertexCount() const override { return evaluator_.vertexCount(); }

    void evaluate(const Pose& pose, float* positions, float* normals) override {
        evaluator_.evaluate(pose.animation, pose.ticks, positions, normals);
        turnUp(positions, vertexCount(), scale_);
        turnUp(normals, vertexCount(), 1);
    }

private:
    PoseEvaluator evaluator_;
    float scale_;
    std::vector<SceneMesh> meshes_;
};

/// The meshes of an imported MD2, each with the transformation of its node.
class FramePoses : public PoseSource {
public:
    /// \return whether the scene can be read in this way
    bool read(const aiScene& scene, double scale) {
        Transform turned;
        turned.rows = {DoubleVector{scale, 0, 0}, DoubleVector{0, 0, -scale}, DoubleVector{0, scale, 0}};
        // IMPORT_MD2_FRONT=z: (x, y, z) has become (y, z, x).
        const aiMatrix4x4 frontZ(0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);
        if (scene.mRootNode != nullptr && scene.mRootNode->mTransformation == frontZ) {
            turned.rows = {DoubleVector{0, 0, scale}, DoubleVector{scale, 0, 0}, DoubleVector{0, scale, 0}};
        }
        return scene.mRootNode != nullptr && addNode(scene, *scene.mRootNode, turned, 0) && !meshes_.empty();
    }

    const std::vector<SceneMesh>& meshes() const override { return meshes_; }
    std::size_t vertexCount() const override { return vertexCount_; }

    void evaluate(const Pose& pose, float* positions, float* normals) override {
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            const aiMesh& mesh = *meshes_[i].mesh;
            const aiAnimMesh* const frame = mesh.mNumAnimMeshes > 0 ? mesh.mAnimMeshes[pose.frame] : nullptr;
            const aiVector3D* const meshPositions = frame != nullptr ? frame->mVertices : mesh.mVertices;
            const aiVector3D* const meshNormals = frame != nullptr ? frame->mNormals : mesh.mNormals;
            const std::size_t first = 3 * meshes_[i].firstVertex;
            if (std::is_same_v<ai_real, float> && isIdentity(transforms_[i])) {
                // The importer's node and the way back to the space of an MD2 cancel out.
                const std::size_t bytes = mesh.mNumVertices * sizeof(aiVector3D);
                std::memcpy(positions + first, static_cast<const void*>(meshPositions), bytes);
                std::memcpy(normals + first, static_cast<const void*>(meshNormals), bytes);
                continue;
            }
            const NormalTransform normalTransform(transforms_[i]);
            for (std::size_t k = 0; k < mesh.mNumVertices; ++k) {
                put(transforms_[i].apply(toVector(meshPositions[k])), positions + first + 3 * k);
                put(normalTransform.apply(toVector(meshNormals[k])), normals + first + 3 * k);
            }
        }
    }

private:
    /// More nodes on the way to a mesh are not the importer's.
    static constexpr int kMostDepth = 16;

    static bool isIdentity(const Transform& transform) {
        const auto isVector = [](const DoubleVector& vector, double x, double y, double z) {
            return vector.x == x && vector.y == y && vector.z == z;
        };
        return isVector(transform.rows[0], 1, 0, 0) && isVector(transform.rows[1], 0, 1, 0) &&
               isVector(transform.rows[2], 0, 0, 1) && isVector(transform.translation, 0, 0, 0);
    }

    static void put(const DoubleVector& vector, float* target) {
        target[0] = static_cast<float>(vector.x);
        target[1] = static_cast<float>(vector.y);
        target[2] = static_cast<float>(vector.z);
    }

    bool addNode(const aiScene& scene, const aiNode& node, const Transform& parent, int depth) {
        if (depth > kMostDepth) {
            return false;
        }
        const Transform transform = parent * toTransform(node.mTransformation);
        for (unsigned int i = 0; i < node.mNumMeshes; ++i) {
            if (node.mMeshes[i] >= scene.mNumMeshes || !addMesh(*scene.mMeshes[node.mMeshes[i]], transform)) {
                return false;
            }
        }
        for (unsigned int i = 0; i < node.mNumChildren; ++i) {
            if (node.mChildren[i] == nullptr || !addNode(scene, *node.mChildren[i], transform, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    bool addMesh(const aiMesh& mesh, const Transform& transform) {
        const bool isFirst = meshes_.empty();
        if (mesh.mVertices == nullptr || mesh.mNormals == nullptr || mesh.mNumBones > 0 ||
            (!isFirst && mesh.mNumAnimMeshes != meshes_.front().mesh->mNumAnimMeshes)) {
            return false;
        }
        for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
            const aiAnimMesh* const animMesh = mesh.mAnimMeshes[i];
            if (animMesh == nullptr || animMesh->mVertices == nullptr || animMesh->mNormals == nullptr ||
                animMesh->mNumVertices != mesh.mNumVertices) {
                return false;
            }
        }
        meshes_.push_back({&mesh, vertexCount_, transform.determinant() < 0, true});
        transforms_.push_back(transform);
        vertexCount_ += mesh.mNumVertices;
        return true;
    }

    std::vector<SceneMesh> meshes_;
    std::vector<Transform> transforms_;
    std::size_t vertexCount_ = 0;
};

} // namespace

Result<std::unique_ptr<PoseSource>> scenePoses(const aiScene& scene, double scale, Budget& budget,
                                               Repairs& repairs) {
    Result<PoseEvaluator> evaluator = PoseEvaluator::create(scene, budget, repairs);
    if (!evaluator) {
        return tl::unexpected(evaluator.error());
    }
    return std::make_unique<ScenePoses>(std::move(*evaluator), scale);
}

std::unique_ptr<PoseSource> framePoses(const aiScene& scene, double scale) {
    if (!isImportedMd2(scene)) {
        return nullptr;
    }
    auto poses = std::make_unique<FramePoses>();
    return poses->read(scene, scale) ? std::move(poses) : nullptr;
}

} // namespace assimp_md2
