// SPDX-License-Identifier: BSD-3-Clause
// Imports any bytes and exports the scene to a GLB in memory. Every scene must export, and the lengths in the
// GLB must be right.
#include "assimp-md2/gltf.h"
#include "assimp-md2/properties.h"
#include "fuzz/require.h"
#include "support/import.h"

#include <assimp/Exporter.hpp>

#include <nlohmann/json.hpp>

namespace {

using namespace assimp_md2::inner::test;

using Json = nlohmann::json;

std::size_t numberIn(const Json& object, const char* key) {
    return object.value(key, std::size_t{0});
}

std::size_t elementSize(std::size_t componentType, const std::string& type) {
    const std::size_t component = componentType == 5126 || componentType == 5125   ? 4
                                  : componentType == 5122 || componentType == 5123 ? 2
                                                                                   : 1;
    const std::size_t width = type == "SCALAR" ? 1
                              : type == "VEC2" ? 2
                              : type == "VEC3" ? 3
                              : type == "VEC4" ? 4
                                               : 16;
    return component * width;
}

/// The accessor has `count` elements inside its view.
void checkInView(const Json& gltf, const Json& accessor, std::size_t count, std::size_t size) {
    const Json& view = gltf["bufferViews"].at(accessor["bufferView"].get<std::size_t>());
    const std::size_t stride = view.value("byteStride", size);
    require(count > 0 && stride >= size, "an accessor has elements, and a stride that holds one");
    require(numberIn(accessor, "byteOffset") + stride * (count - 1) + size <=
                view["byteLength"].get<std::size_t>(),
            "an accessor lies inside its view");
}

void checkAccessors(const Json& gltf) {
    for (const Json& accessor : gltf["accessors"]) {
        const std::size_t count = accessor["count"].get<std::size_t>();
        const std::size_t size =
            elementSize(accessor["componentType"].get<std::size_t>(), accessor["type"].get<std::string>());
        if (accessor.contains("bufferView")) {
            checkInView(gltf, accessor, count, size);
        }
    }
}

void checkPrimitives(const Json& gltf) {
    for (const Json& mesh : gltf["meshes"]) {
        for (const Json& primitive : mesh["primitives"]) {
            const std::size_t positions = primitive["attributes"]["POSITION"].get<std::size_t>();
            const Json& count = gltf["accessors"].at(positions)["count"];
            for (const Json& target : primitive.value("targets", Json::array())) {
                for (const Json& accessor : target) {
                    require(gltf["accessors"].at(accessor.get<std::size_t>())["count"] == count,
                            "a target has as many vertices as its mesh");
                }
            }
        }
    }
}

void checkGlb(const Bytes& glb) {
    constexpr std::size_t kHeaderAndChunkHeader = 20;
    constexpr std::size_t kChunkHeader = 8;
    require(glb.size() >= kHeaderAndChunkHeader, "the GLB has a header");
    require(static_cast<std::size_t>(valueAt(glb, 8)) == glb.size(), "the GLB's length is its size");
    const auto jsonSize = static_cast<std::size_t>(valueAt(glb, 12));
    const std::size_t binary = kHeaderAndChunkHeader + jsonSize;
    require(binary + kChunkHeader <= glb.size(), "the JSON chunk lies inside, and a binary one follows");
    const auto binarySize = static_cast<std::size_t>(valueAt(glb, binary));
    require(binary + kChunkHeader + binarySize == glb.size(), "the binary chunk ends the GLB");
    const auto jsonStart = glb.begin() + static_cast<std::ptrdiff_t>(kHeaderAndChunkHeader);
    const Json gltf =
        Json::parse(jsonStart, jsonStart + static_cast<std::ptrdiff_t>(jsonSize), nullptr, false);
    require(!gltf.is_discarded() && gltf["buffers"].size() == 1, "the JSON is valid, and has one buffer");
    const std::size_t bufferSize = gltf["buffers"][0]["byteLength"].get<std::size_t>();
    require(bufferSize <= binarySize, "the buffer lies inside its chunk");
    for (const Json& view : gltf["bufferViews"]) {
        require(numberIn(view, "byteOffset") + view["byteLength"].get<std::size_t>() <= bufferSize,
                "a view lies inside the buffer");
    }
    checkAccessors(gltf);
    checkPrimitives(gltf);
}

/// One importer and one exporter for all runs: making them costs more than most runs.
struct Tools {
    std::unique_ptr<Assimp::Importer> importer = makeImporterOfMd2Alone();
    Assimp::Exporter exporter;

    Tools() {
        assimp_md2::registerExporters(exporter);
        importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 4);
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Tools tools;
    const aiScene* const scene = importBytes(*tools.importer, Bytes(data, data + size));
    if (scene == nullptr) {
        return 0;
    }
    const aiExportDataBlob* const blob = tools.exporter.ExportToBlob(scene, "glb2");
    require(blob != nullptr, tools.exporter.GetErrorString());
    const auto* const start = static_cast<const std::uint8_t*>(blob->data);
    checkGlb(Bytes(start, start + blob->size));
    return 0;
}
