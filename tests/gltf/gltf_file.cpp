// SPDX-License-Identifier: BSD-3-Clause
// Reads exported files naively, without code of the writer.
#include "gltf/gltf_file.h"

#include "support/files.h"

#include <cstdint>
#include <cstring>

namespace assimp_md2::test {
namespace {

/// glTF is little-endian.
std::uint32_t bitsAt(const std::string& bytes, std::size_t offset, std::size_t size) {
    std::uint32_t bits = 0;
    for (std::size_t i = size; i-- > 0;) {
        bits = bits << 8 | static_cast<unsigned char>(bytes.at(offset + i));
    }
    return bits;
}

float floatAt(const std::string& bytes, std::size_t offset) {
    const std::uint32_t bits = bitsAt(bytes, offset, sizeof bits);
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::size_t indexAt(const std::string& bytes, int componentType, std::size_t offset, std::size_t number) {
    const std::size_t size = componentType == 5121 ? 1 : componentType == 5123 ? 2 : 4;
    return bitsAt(bytes, offset + size * number, size);
}

std::size_t componentCount(const std::string& type) {
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "MAT4" ? 16 : 4;
}

} // namespace

std::string GltfFile::bytes(std::size_t bufferView) const {
    const nlohmann::json& view = json["bufferViews"].at(bufferView);
    return buffer.substr(view.value("byteOffset", std::size_t{0}), view["byteLength"].get<std::size_t>());
}

std::vector<float> GltfFile::floats(std::size_t number) const {
    const nlohmann::json& accessor = json["accessors"].at(number);
    const std::size_t width = componentCount(accessor["type"].get<std::string>());
    std::vector<float> values(width * accessor["count"].get<std::size_t>());
    if (accessor.contains("bufferView")) {
        const std::string data = bytes(accessor["bufferView"].get<std::size_t>())
                                     .substr(accessor.value("byteOffset", std::size_t{0}));
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = floatAt(data, i * sizeof(float));
        }
    }
    if (accessor.contains("sparse")) {
        const nlohmann::json& sparse = accessor["sparse"];
        const std::string indices = bytes(sparse["indices"]["bufferView"].get<std::size_t>());
        const std::string sparseValues = bytes(sparse["values"]["bufferView"].get<std::size_t>());
        for (std::size_t i = 0; i < sparse["count"].get<std::size_t>(); ++i) {
            const std::size_t index = indexAt(indices, sparse["indices"]["componentType"].get<int>(),
                                              sparse["indices"].value("byteOffset", std::size_t{0}), i);
            for (std::size_t axis = 0; axis < width; ++axis) {
                values.at(index * width + axis) =
                    floatAt(sparseValues, sparse["values"].value("byteOffset", std::size_t{0}) +
                                              (i * width + axis) * sizeof(float));
            }
        }
    }
    return values;
}

GltfFile readGlb(const std::string& file) {
    const std::uint32_t jsonSize = bitsAt(file, 12, 4);
    GltfFile gltf;
    gltf.json = nlohmann::json::parse(file.substr(20, jsonSize));
    gltf.buffer = file.substr(20 + jsonSize + 8);
    return gltf;
}

GltfFile readGlb(const aiExportDataBlob& blob) {
    return readGlb(std::string(static_cast<const char*>(blob.data), blob.size));
}

std::string readFile(const std::string& path) {
    const std::vector<std::uint8_t> bytes = readBytes(path);
    return {bytes.begin(), bytes.end()};
}

void writeFile(const std::string& path, const std::string& bytes) {
    writeBytes(path, {bytes.begin(), bytes.end()});
}

} // namespace assimp_md2::test
