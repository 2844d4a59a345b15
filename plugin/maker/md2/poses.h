// SPDX-License-Identifier: BSD-3-Clause
// The space of an MD2, and the meshes of a scene that are exported.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "maker/export_settings.h"
#include "maker/md2/surface.h"
#include "maker/pose/pose_evaluator.h"
#include "maker/pose/transform.h"

#include <array>
#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

/// The metadata of a scene whose front is -Z although its format has another one.
inline constexpr const char* kFrontMinusZ = "assimp-md2:FrontMinusZ";

/// The conversion from the axes of a scene to those of an MD2.
struct SceneAxes {
    double scale = 1;
    ExportedFront front = ExportedFront::Z; ///< not Auto
    std::array<double, 3> offset{};         ///< added after the scale and the rotation
    Transform up{};                         ///< turns the scene before everything else, so that y is up
};

/// The axes of a scene. If ExportSettings::front is Auto, the front of an imported MD2 is taken from its
/// metadata, that of MD3, MDL, IQM and MD5 is +X, that of B3D, MDL of Half-Life, Blockbench, and X whose root
/// mirrors is -Z, and that of any other scene is +Z. If ExportSettings::up is Auto, scenes of BLEND, SMD, STL
/// and PLY have z up, and an FBX scene is turned by its metadata, unless Assimp has turned its root node
/// already (as version 6 does).
SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings);

/// The transformation from a scene, where y is up, to an MD2: the front becomes x, the left becomes y, and up
/// becomes z. It is the inverse of the importer's transformation.
Transform transformOf(const SceneAxes& axes);

/// The meshes that ExportSettings::meshes chooses.
///
/// \param warnings receives names that match nothing
/// \return an error if no mesh is left
Result<std::vector<PosedMesh>> keptMeshes(const std::vector<PosedMesh>& meshes,
                                          const std::vector<std::string>& patterns, Warnings& warnings);

} // namespace assimp_md2::inner
