// SPDX-License-Identifier: BSD-3-Clause
// Writes a scene of this library's importer as glTF 2, without Assimp's glTF exporter.
#include "gltf/exporter.h"

#include "gltf/parts.h"
#include "scene/imported_scene.h"
#include "settings/settings.h"

#include <assimp/scene.h>

namespace assimp_md2 {

std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const Assimp::ExportProperties& properties) {
    if (scene.mRootNode == nullptr) {
        return outputError("glTF: the scene has no root node");
    }
    const Result<Limits> limits = readLimits(properties, processEnvironment());
    if (!limits) {
        return limits.error();
    }
    ExportBudget budget(limits->maxMemoryBytes);
    Document document(budget, isBinary, !writesFiles(files));
    const Nodes nodes(document, scene);
    const Materials materials(document, scene);
    std::vector<Moves> moves = findMoves(document, scene, nodes);
    const Meshes meshes(document, scene, nodes, materials, moves);
    if (budget.error()) {
        return budget.error();
    }
    if (writeAnimations(document, scene, nodes, meshes, moves)) {
        moves[0][0] = true; // the translation of the root
    }
    nodes.write(document, meshes, moves);
    if (!budget.error()) {
        materials.write(SceneImages(scene, path, files), *limits);
        if (scene.mNumCameras + scene.mNumLights > 0) {
            warn("glTF: left out " + std::to_string(scene.mNumCameras) + " cameras and " +
                 std::to_string(scene.mNumLights) + " lights");
        }
    }
    return document.write(files, path);
}

} // namespace assimp_md2
