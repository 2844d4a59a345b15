// SPDX-License-Identifier: BSD-3-Clause
// Implements poses.h.
#include "md2_export/poses.h"

#include "pose/transform.h"
#include "scene/imported_scene.h"

#include <assimp/scene.h>

#include <algorithm>
#include <utility>

namespace assimp_md2 {
namespace {

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

} // namespace

SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings) {
    if (settings.front != ExportedFront::Auto) {
        return {settings.scale, settings.front, settings.offset};
    }
    const bool isX = isImportedMd2(scene) && !isFrontZ(scene);
    return {settings.scale, isX ? ExportedFront::X : ExportedFront::Z, settings.offset};
}

bool hasFrames(const aiScene& scene) {
    if (!isImportedMd2(scene) || scene.mNumMeshes == 0) {
        return false;
    }
    return std::all_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, [&](const aiMesh* mesh) {
        return mesh->mVertices != nullptr && mesh->mNormals != nullptr && mesh->mNumBones == 0 &&
               mesh->mNumAnimMeshes == scene.mMeshes[0]->mNumAnimMeshes &&
               std::all_of(mesh->mAnimMeshes, mesh->mAnimMeshes + mesh->mNumAnimMeshes,
                           [&](const aiAnimMesh* frame) {
                               return frame->mVertices != nullptr && frame->mNormals != nullptr &&
                                      frame->mNumVertices == mesh->mNumVertices;
                           });
    });
}

Result<PoseSource> PoseSource::create(const aiScene& scene, const SceneAxes& axes, PoseChoice choice,
                                      Budget& budget, Repairs& repairs) {
    Result<PoseEvaluator> evaluator =
        PoseEvaluator::create(scene, budget, repairs, transformOf(axes), choice);
    if (!evaluator) {
        return tl::unexpected(evaluator.error());
    }
    budget.take(evaluator->meshes().size() * sizeof(SceneMesh));
    return PoseSource(std::move(*evaluator), choice);
}

PoseSource::PoseSource(PoseEvaluator evaluator, PoseChoice choice)
    : evaluator_(std::move(evaluator)), choice_(choice) {
    meshes_.reserve(evaluator_.meshes().size());
    for (const PosedMesh& mesh : evaluator_.meshes()) {
        meshes_.push_back({mesh.mesh, mesh.firstVertex, mesh.isMirrored, mesh.mesh->mNormals != nullptr});
    }
}

void PoseSource::evaluate(const Pose& pose, float* positions, float* normals) {
    if (choice_ == PoseChoice::Frames) {
        evaluator_.evaluateFrame(pose.frame, positions, normals);
    } else {
        evaluator_.evaluate(pose.animation, pose.ticks, positions, normals);
    }
}

} // namespace assimp_md2
