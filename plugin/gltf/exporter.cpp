// SPDX-License-Identifier: BSD-3-Clause
// Implements exporter.h.
#include "gltf/exporter.h"

#include "ai_scene/imported_scene.h"
#include "assimp-md2/metadata.h"
#include "base/paths.h"
#include "files/log.h"
#include "files/output_files.h"
#include "gltf/parts.h"
#include "settings/settings.h"

#include <assimp/scene.h>

#include <algorithm>
#include <string_view>

namespace assimp_md2 {
namespace {

/// Writes the accuracy of bones, which the importer has recorded, for programs that show the model.
void writeAccuracy(JsonText& extras, const aiMetadata& metadata) {
    for (unsigned int i = 0; i < metadata.mNumProperties; ++i) {
        const std::string_view key = metadata.mKeys[i].C_Str();
        std::int32_t count = 0;
        float number = 0;
        // A program may have added keys with characters that JSON escapes.
        if (key.rfind(ASSIMP_MD2_METADATA_BONES, 0) != 0 ||
            key.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != std::string_view::npos) {
            continue;
        }
        if (metadata.Get(i, count)) {
            extras.member(key, count);
        } else if (metadata.Get(i, number)) {
            extras.member(key, finite(number));
        }
    }
}

} // namespace

std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const Assimp::ExportProperties& properties) {
    if (scene.mRootNode == nullptr) {
        return Error{ErrorCode::Other, "the scene has no root node"};
    }
    const Result<ResourceLimits> limits = readLimits(properties, processEnvironment());
    if (!limits) {
        return limits.error();
    }
    Budget budget(limits->maxMemoryBytes);
    Document document(budget, isBinary, !isFileSystem(files));
    const Nodes nodes(document, scene);
    const Materials materials(document, scene);
    std::vector<Moves> moves = findMoves(document, scene, nodes);
    const Meshes meshes(document, scene, nodes, materials, moves);
    if (writeAnimations(document, scene, nodes, meshes, moves)) {
        moves[0][0] = true; // the translation of the root
    }
    nodes.write(document, scene, meshes, moves);
    if (scene.mMetaData != nullptr) {
        writeAccuracy(document.extras, *scene.mMetaData);
    }
    budget.take(SceneImages::mostBytes(scene));
    materials.write(SceneImages(scene, path, files), *limits);
    if (scene.mNumCameras + scene.mNumLights > 0) {
        document.warnings.note("left out " + std::to_string(scene.mNumCameras) + " cameras and " +
                               std::to_string(scene.mNumLights) + " lights");
    }
    logWarnings(path, "glTF: ", limits->removed);
    logWarnings(path, "glTF: ", document.warnings);
    return document.write(files, path, binaryPathOf(path));
}

std::string binaryPathOf(const std::string& path) {
    const std::string_view name = fileNameOf(path);
    const std::size_t folderSize = path.size() - name.size();
    return path.substr(0, folderSize + std::min(name.rfind(".gltf"), name.size())) + ".bin";
}

} // namespace assimp_md2
