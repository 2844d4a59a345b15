// SPDX-License-Identifier: BSD-3-Clause
// The poses that become frames, in the space of an MD2.
#pragma once

#include "format/error.h"
#include "io/budget.h"
#include "md2_export/surface.h"
#include "settings/settings.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Which pose of a scene.
struct Pose {
    std::optional<std::size_t> animation; ///< of the scene; nothing for the scene as it stands
    double ticks = 0;
    std::size_t frame = 0; ///< of FramePoses: the anim mesh
};

/// Where positions come from. They are in the space of an MD2: z up, scaled.
class PoseSource {
public:
    virtual ~PoseSource() = default;

    virtual const std::vector<SceneMesh>& meshes() const = 0;
    virtual std::size_t vertexCount() const = 0;

    /// \param positions receives 3 floats for each vertex of all meshes
    /// \param normals as positions; 0 where there is none
    virtual void evaluate(const Pose& pose, float* positions, float* normals) = 0;
};

/// From the axes of a scene to those of an MD2.
struct SceneAxes {
    double scale = 1;
    ExportedFront front = ExportedFront::Z; ///< not Auto
};

/// The axes of a scene. A scene of this library's importer says what its front is; that of others is +Z
/// unless the settings say otherwise.
SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings);

/// Any scene, posed by plugin/pose.
///
/// \param budget is charged until the source is destroyed, and must live longer
/// \param repairs receives what is ignored in the scene
Result<std::unique_ptr<PoseSource>> scenePoses(const aiScene& scene, const SceneAxes& axes, Budget& budget,
                                               Repairs& repairs);

/// A scene of this library's importer whose frames are its anim meshes: Pose::frame chooses one of them.
///
/// \return null for other scenes, and where a mesh has not as many anim meshes as the first, or one of them
///         lacks positions or normals
std::unique_ptr<PoseSource> framePoses(const aiScene& scene, const SceneAxes& axes);

} // namespace assimp_md2
