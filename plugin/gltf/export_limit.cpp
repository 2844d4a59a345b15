// SPDX-License-Identifier: BSD-3-Clause
// How much memory an export may take; knows nothing of what it is taken for.
#include "gltf/export_limit.h"

#include "assimp-md2/properties.h"
#include "gltf/source.h"
#include "settings/settings.h"

#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <limits>
#include <stdexcept>
#include <string>

namespace assimp_md2 {
std::uint64_t exportLimit(const Assimp::ExportProperties& properties, const aiScene& scene) {
    if (!isImportedMd2(scene) && !properties.HasPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB)) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    const Result<Limits> limits = readLimits(properties, processEnvironment());
    if (!limits) {
        throw std::runtime_error("glTF: " + description(limits.error()));
    }
    return limits->maxMemoryBytes;
}

std::uint64_t assimpsShare(const aiScene& scene) {
    // A vertex: position, normal, texture coordinate; an index. Each is in a buffer that grows by half, in
    // its predecessor, and in what is captured.
    constexpr std::uint64_t kCopies = 3;
    constexpr std::uint64_t kVertex = (3 + 3 + 2) * sizeof(float);
    constexpr std::uint64_t kFace = 3 * sizeof(std::uint32_t);
    constexpr std::uint64_t kMaterial = 8192;
    std::uint64_t bytes = kMaterial * scene.mNumMaterials;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        bytes += kCopies * (kVertex * scene.mMeshes[i]->mNumVertices + kFace * scene.mMeshes[i]->mNumFaces);
    }
    return bytes;
}

} // namespace assimp_md2
