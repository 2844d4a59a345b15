// SPDX-License-Identifier: BSD-3-Clause
// How much memory an export may take; knows nothing of what it is taken for.
#include "gltf/export_limit.h"

#include "assimp-md2/properties.h"
#include "gltf/source.h"

#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <string>

namespace assimp_md2 {
namespace {

constexpr std::uint64_t kDefaultMegabytes = 1024;
constexpr const char* kVariable = "ASSIMP_MD2_MAX_MEMORY_MB";

/// ASSIMP_MD2_MAX_MEMORY_MB. It needs no destructor, since exports may run while the process ends.
struct MemoryVariable {
    bool isSet = false;
    std::uint64_t megabytes = 0; ///< 0 for a value that makes no sense
};

MemoryVariable readMemoryVariable(VariableLookup variable) {
    const char* const value = variable(kVariable);
    const std::string text = value != nullptr ? value : "";
    const bool isNumber = text.size() <= 10 &&
                          std::all_of(text.begin(), text.end(),
                                      [](unsigned char character) { return std::isdigit(character) != 0; });
    const std::uint64_t megabytes = isNumber && !text.empty() ? std::stoull(text) : 0;
    return {!text.empty(), megabytes <= std::numeric_limits<int>::max() ? megabytes : 0};
}

const MemoryVariable& memoryVariable(VariableLookup variable) {
    static const MemoryVariable kValue = readMemoryVariable(variable);
    return kValue;
}

std::uint64_t bytesOrThrow(const char* name, std::uint64_t megabytes) {
    if (megabytes < 1) {
        throw std::runtime_error("glTF: " + std::string(name) +
                                 ": expected a whole number of MiB, 1 or more");
    }
    return megabytes << 20;
}

} // namespace

void readExportEnvironment(VariableLookup variable) {
    memoryVariable(variable);
}

std::uint64_t exportLimit(const Assimp::ExportProperties& properties, const aiScene& scene) {
    if (properties.HasPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB)) {
        const int megabytes = properties.GetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB);
        return bytesOrThrow(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB,
                            static_cast<std::uint64_t>(std::max(megabytes, 0)));
    }
    if (!isImportedMd2(scene)) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    const MemoryVariable& variable = memoryVariable(environmentVariable);
    return variable.isSet ? bytesOrThrow(kVariable, variable.megabytes) : kDefaultMegabytes << 20;
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
