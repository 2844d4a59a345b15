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

/// Whether the root node is that of an import with IMPORT_MD2_FRONT=z, where (x, y, z) has become (y, z, x).
/// A program may have scaled and moved it.
bool isFrontZ(const Transform& root) {
    const std::array<DoubleVector, 3> rows = {DoubleVector{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    return std::equal(rows.begin(), rows.end(), root.rows.begin(), [](const auto& row, const auto& ofRoot) {
        return dot(row, unitOrZero(ofRoot)) > 1 - 1e-6;
    });
}

/// The transformation from a scene, where y is up, to an MD2: the front becomes x, the left becomes y, and up
/// becomes z. It is the inverse of the importer's transformation.
Transform transformOf(const SceneAxes& axes) {
    const bool isX = axes.front == ExportedFront::X || axes.front == ExportedFront::MinusX;
    const bool isMinus = axes.front == ExportedFront::MinusX || axes.front == ExportedFront::MinusZ;
    const double scale = isMinus ? -axes.scale : axes.scale;
    Transform transform;
    transform.rows[0] = isX ? DoubleVector{scale, 0, 0} : DoubleVector{0, 0, scale};
    transform.rows[1] = isX ? DoubleVector{0, 0, -scale} : DoubleVector{scale, 0, 0};
    transform.rows[2] = {0, axes.scale, 0};
    transform.translation = {axes.offset[0], axes.offset[1], axes.offset[2]};
    return transform;
}

class ScenePoses : public PoseSource {
public:
    explicit ScenePoses(PoseEvaluator evaluator) : evaluator_(std::move(evaluator)) {
        for (const PosedMesh& mesh : evaluator_.meshes()) {
            meshes_.push_back({mesh.mesh, mesh.firstVertex, mesh.isMirrored, mesh.mesh->mNormals != nullptr});
        }
    }

    const std::vector<SceneMesh>& meshes() const override { return meshes_; }
    std::size_t vertexCount() const override { return evaluator_.vertexCount(); }

    void evaluate(const Pose& pose, float* positions, float* normals) override {
        evaluator_.evaluate(pose.animation, pose.ticks, positions, normals);
    }

    bool isConstant(std::size_t animation) const override { return evaluator_.isConstant(animation); }

private:
    PoseEvaluator evaluator_;
    std::vector<SceneMesh> meshes_;
};

/// The meshes of an imported MD2, each with the transformation of its node.
class FramePoses : public PoseSource {
public:
    /// \return whether the scene can be read in this way
    bool read(const aiScene& scene, const SceneAxes& axes) {
        return scene.mRootNode != nullptr && addNode(scene, *scene.mRootNode, transformOf(axes), 0) &&
               !meshes_.empty();
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
                if (normals != nullptr) {
                    std::memcpy(normals + first, static_cast<const void*>(meshNormals), bytes);
                }
                continue;
            }
            for (std::size_t k = 0; k < mesh.mNumVertices; ++k) {
                put(transforms_[i].apply(toVector(meshPositions[k])), positions + first + 3 * k);
            }
            const NormalTransform normalTransform(transforms_[i]);
            for (std::size_t k = 0; k < mesh.mNumVertices && normals != nullptr; ++k) {
                put(normalTransform.apply(toVector(meshNormals[k])), normals + first + 3 * k);
            }
        }
    }

    /// Its frames are the anim meshes; animations are not used.
    bool isConstant(std::size_t /*animation*/) const override { return false; }

private:
    /// The maximum depth of a node. The importer does not make deeper hierarchies.
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

SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings) {
    if (settings.front != ExportedFront::Auto) {
        return {settings.scale, settings.front, settings.offset};
    }
    const bool isX = isImportedMd2(scene) && scene.mRootNode != nullptr &&
                     !isFrontZ(toTransform(scene.mRootNode->mTransformation));
    return {settings.scale, isX ? ExportedFront::X : ExportedFront::Z, settings.offset};
}

Result<std::unique_ptr<PoseSource>> scenePoses(const aiScene& scene, const SceneAxes& axes, Budget& budget,
                                               Repairs& repairs) {
    Result<PoseEvaluator> evaluator = PoseEvaluator::create(scene, budget, repairs, transformOf(axes));
    if (!evaluator) {
        return tl::unexpected(evaluator.error());
    }
    return std::make_unique<ScenePoses>(std::move(*evaluator));
}

std::unique_ptr<PoseSource> framePoses(const aiScene& scene, const SceneAxes& axes) {
    if (!isImportedMd2(scene)) {
        return nullptr;
    }
    auto poses = std::make_unique<FramePoses>();
    return poses->read(scene, axes) ? std::move(poses) : nullptr;
}

} // namespace assimp_md2
