// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/poses.h"

#include "assimp-md2/maker.h"
#include "assimp-md2/metadata.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/text.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// Up is +Z, the front −Y.
const Transform kFromZUp(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);

/// The turn that the metadata of an FBX scene asks for; nothing if it has none, or if it is not a rotation.
std::optional<Transform> turnOfFbx(const aiScene& scene) {
    if (scene.mRootNode == nullptr || importerOf(scene) != kFbxImporter) {
        return std::nullopt;
    }
    Transform turn;
    const std::array<std::pair<const char*, const char*>, 3> keys = {
        {{"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}}};
    for (unsigned int row = 0; row < keys.size(); ++row) {
        std::int32_t axis = 0;
        std::int32_t sign = 0;
        if (!scene.mMetaData->Get(keys[row].first, axis) || !scene.mMetaData->Get(keys[row].second, sign) ||
            axis < 0 || axis > 2 || (sign != 1 && sign != -1)) {
            return std::nullopt;
        }
        std::fill_n(turn[row], 3, 0.0);
        turn[row][axis] = sign;
    }
    return turn.Determinant() == 1 ? std::optional(turn) : std::nullopt;
}

/// Whether the root node has the rotation of a turn, at any scale.
bool hasRotation(const aiNode& root, const Transform& turn) {
    constexpr double kTolerance = 1e-8;
    const Transform own = toTransform(root.mTransformation);
    return own.Determinant() > 0 &&
           std::abs(dot(decompose(own).rotation, decompose(turn).rotation)) > 1 - kTolerance;
}

/// Whether one of some importers has made a scene.
bool isOf(const aiScene& scene, std::initializer_list<std::string_view> importers) {
    const std::string importer = importerOf(scene);
    return std::any_of(importers.begin(), importers.end(), [&](std::string_view start) {
        return importer.substr(0, start.size()) == start; // Blender's has its address after its name
    });
}

Transform upOf(const aiScene& scene, ExportedUp up) {
    const bool isAuto = up == ExportedUp::Auto;
    if (up == ExportedUp::Z || (isAuto && isOf(scene, {"Blender 3D Importer", "Valve SMD Importer",
                                                       "Stereolithography (STL) Importer",
                                                       "Stanford Polygon Library (PLY) Importer"}))) {
        return kFromZUp;
    }
    const std::optional<Transform> turn = isAuto ? turnOfFbx(scene) : std::nullopt;
    return turn && !hasRotation(*scene.mRootNode, *turn) ? *turn : Transform();
}

} // namespace

SceneAxes axesOf(const aiScene& scene, const ExportSettings& settings) {
    ExportedFront front = settings.front;
    if (front == ExportedFront::Auto) {
        const bool isX = isImportedMd2(scene)
                             ? metadataText(scene, ASSIMP_MD2_METADATA_FRONT) != "z"
                             : isOf(scene, {"Quake III Mesh Importer", "Inter-Quake Model Importer",
                                            "Quake Mesh / 3D GameStudio Mesh Importer", kMd5Importer});
        const std::string generator = metadataText(scene, AI_METADATA_SOURCE_GENERATOR).value_or("");
        const bool isMinusZ =
            generator.rfind("Blockbench", 0) == 0 || // its models look to the north
            // The importer of MDL turns Half-Life models, unlike those of Quake.
            scene.mRootNode->mName == aiString("<MDL_root>") ||
            // Blender's exporter of X turns its front (-Y) by a root that exchanges y and z.
            (isOf(scene, {kXImporter}) && scene.mRootNode->mTransformation.Determinant() < 0) ||
            isOf(scene, {kB3dImporter}) || metadataText(scene, kFrontMinusZ);
        front = isMinusZ ? ExportedFront::MinusZ : isX ? ExportedFront::X : ExportedFront::Z;
    }
    return {settings.scale, front, settings.offset, upOf(scene, settings.up)};
}

Transform transformOf(const SceneAxes& axes) {
    const bool isX = axes.front == ExportedFront::X || axes.front == ExportedFront::MinusX;
    const bool isMinus = axes.front == ExportedFront::MinusX || axes.front == ExportedFront::MinusZ;
    const double scale = isMinus ? -axes.scale : axes.scale;
    const auto& [x, y, z] = axes.offset;
    const Transform fromX(scale, 0, 0, x, 0, 0, -scale, y, 0, axes.scale, 0, z, 0, 0, 0, 1);
    const Transform fromZ(0, 0, scale, x, scale, 0, 0, y, 0, axes.scale, 0, z, 0, 0, 0, 1);
    return (isX ? fromX : fromZ) * axes.up;
}

Result<std::vector<PosedMesh>> keptMeshes(const std::vector<PosedMesh>& meshes,
                                          const std::vector<std::string>& patterns, Warnings& warnings) {
    const auto excludes = [](const std::string& pattern) { return pattern.front() == '!'; };
    const bool startsWithAll = std::all_of(patterns.begin(), patterns.end(), excludes);
    std::vector<bool> isUsed(patterns.size());
    std::vector<PosedMesh> kept;
    for (const PosedMesh& posed : meshes) {
        bool isChosen = startsWithAll;
        bool isExcluded = false;
        for (std::size_t k = 0; k < patterns.size(); ++k) {
            const std::string_view pattern =
                std::string_view(patterns[k]).substr(excludes(patterns[k]) ? 1 : 0);
            if (matchesWildcards(pattern, posed.mesh->mName.C_Str()) ||
                matchesWildcards(pattern, posed.node->mName.C_Str())) {
                isUsed[k] = true;
                (excludes(patterns[k]) ? isExcluded : isChosen) = true;
            }
        }
        if (isChosen && !isExcluded) {
            kept.push_back(posed);
        }
    }
    if (kept.empty()) {
        return failure("no mesh is chosen; the scene has these nodes and meshes: " +
                       listOf(meshes.size(), [&](std::size_t i) {
                           return meshes[i].node->mName.C_Str() +
                                  (" (" + std::string(meshes[i].mesh->mName.C_Str())) + ")";
                       }));
    }
    for (std::size_t k = 0; k < patterns.size(); ++k) {
        warnings.add("meshes: names that no mesh has", isUsed[k] ? 0 : 1, patterns[k]);
    }
    return kept;
}

} // namespace assimp_md2::inner
