// SPDX-License-Identifier: BSD-3-Clause
// The poses that become frames, in the space of an MD2.
#pragma once

#include "base/error.h"
#include "base/warnings.h"
#include "md2_export/surface.h"
#include "pose/pose_evaluator.h"
#include "pose/transform.h"
#include "settings/settings.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Selects a pose of a scene.
struct Pose {
    /// Index of the animation; std::nullopt for the scene without animation.
    std::optional<std::size_t> animation;
    double ticks = 0;
    std::size_t frame = 0; ///< index of the anim mesh; used only by a source of frames
};

/// The conversion from the axes of a scene to those of an MD2.
struct SceneAxes {
    double scale = 1;
    ExportedFront front = ExportedFront::Z; ///< not Auto
    std::array<double, 3> offset{};         ///< added after the scale and the rotation
    Transform up{};                         ///< turns the scene before everything else, so that y is up
};

/// The axes of a scene. If ExportSettings::front is Auto, the front of an imported MD2 is taken from its
/// metadata, that of MD3, MDL and IQM is +X, that of MDL of Half-Life is -Z, and that of any other scene is
/// +Z. If ExportSettings::up is Auto, scenes of BLEND and SMD have z up, and an FBX scene is turned by its
/// metadata, unless Assimp has turned its root node already (as version 6 does).
SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings);

/// Whether the frames of a scene are its anim meshes: this library's importer made the scene, no mesh has
/// bones, all meshes have the same number of anim meshes, and all of them have positions and normals.
bool hasFrames(const aiScene& scene);

/// Computes positions in the space of an MD2: z up, scaled and moved.
class PoseSource {
public:
    /// \param choice Animations evaluates any scene at a time of an animation. Frames takes the anim mesh
    ///        Pose::frame of each mesh, for a scene for which hasFrames is true
    /// \param repairs receives what is ignored in the scene
    static Result<PoseSource> create(const aiScene& scene, const SceneAxes& axes, PoseChoice choice,
                                     Warnings& repairs);

    /// Keeps the meshes that ExportSettings::meshes chooses. Poses still contain all vertices.
    ///
    /// \param warnings receives names that match nothing
    /// \return an error if no mesh is left
    std::optional<Error> keepMeshes(const std::vector<std::string>& patterns, Warnings& warnings);

    /// Scales and moves all later poses, so that one of them has a height.
    ///
    /// \param axes of this source, with a scale of 1; receive the scale and the offset
    /// \param feet the lowest z in the pose before the offset is added; std::nullopt: the scene is not moved
    /// \return how many units the kept meshes are above the lowest point of the scene; an error if the pose
    ///         is flat
    Result<double> fitHeight(SceneAxes& axes, double height, std::optional<double> feet, const Pose& pose);

    const std::vector<PosedMesh>& meshes() const { return meshes_; }
    std::size_t vertexCount() const { return evaluator_.vertexCount(); }

    /// \param positions receives 3 floats for each vertex of all meshes
    /// \param normals receives 3 floats for each vertex; a zero vector for a vertex without a normal;
    ///        may be null
    void evaluate(const Pose& pose, float* positions, float* normals);

    /// Whether all keys of an animation are equal.
    bool isConstant(std::size_t animation) const { return evaluator_.isConstant(animation); }

private:
    PoseSource(PoseEvaluator evaluator, PoseChoice choice);

    PoseEvaluator evaluator_;
    PoseChoice choice_;
    std::vector<PosedMesh> meshes_;
};

} // namespace assimp_md2
