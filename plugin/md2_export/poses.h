// SPDX-License-Identifier: BSD-3-Clause
// The poses that become frames, in the space of an MD2.
#pragma once

#include "format/error.h"
#include "io/budget.h"
#include "md2_export/surface.h"
#include "settings/settings.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Selects a pose of a scene.
struct Pose {
    /// Index of the animation; std::nullopt for the scene without animation.
    std::optional<std::size_t> animation;
    double ticks = 0;
    std::size_t frame = 0; ///< index of the anim mesh; used only by framePoses
};

/// Computes positions in the space of an MD2: z up, scaled and moved.
class PoseSource {
public:
    virtual ~PoseSource() = default;

    virtual const std::vector<SceneMesh>& meshes() const = 0;
    virtual std::size_t vertexCount() const = 0;

    /// \param positions receives 3 floats for each vertex of all meshes
    /// \param normals receives 3 floats for each vertex; a zero vector for a vertex without a normal;
    ///        may be null
    virtual void evaluate(const Pose& pose, float* positions, float* normals) = 0;

    /// \return true if it is known, without evaluating poses, that nothing moves in an animation
    virtual bool isConstant(std::size_t animation) const = 0;
};

/// The conversion from the axes of a scene to those of an MD2.
struct SceneAxes {
    double scale = 1;
    ExportedFront front = ExportedFront::Z; ///< not Auto
    std::array<double, 3> offset{};         ///< added after the scale and the rotation
};

/// The axes of a scene. If ExportSettings::front is Auto, the front of an imported MD2 is derived from the
/// transformation of its root node, and the front of any other scene is +Z.
SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings);

/// The poses of any scene, evaluated by plugin/pose.
///
/// \param budget is charged until the source is destroyed, and must live longer
/// \param repairs receives what is ignored in the scene
Result<std::unique_ptr<PoseSource>> scenePoses(const aiScene& scene, const SceneAxes& axes, Budget& budget,
                                               Repairs& repairs);

/// A scene of this library's importer whose frames are its anim meshes: Pose::frame chooses one of them.
///
/// \return null if the scene is not of this kind, if its meshes have different numbers of anim meshes, if a
///         mesh has bones, if a mesh or an anim mesh has no positions or normals, or if an anim mesh has
///         another number of vertices than its mesh
std::unique_ptr<PoseSource> framePoses(const aiScene& scene, const SceneAxes& axes);

} // namespace assimp_md2
