// SPDX-License-Identifier: BSD-3-Clause
// Reads exported files naively, without code of the writer.
#include "gltf/gltf_file.h"

#include "support/files.h"

#include <cstdint>
#include <cstring>

namespace assimp_md2::test {
namespace {

template <typename Value>
Value valueAt(const std::string& bytes, std::size_t offset) {
    Value value;
    std::memcpy(&value, bytes.substr(offset).c_str(), sizeof value);
    return value;
}

std::size_t indexAt(const std::string& bytes, int componentType, std::size_t offset, std::size_t number) {
    switch (componentType) {
    case 5121:
        return valueAt<std::uint8_t>(bytes, offset + number);
    case 5123:
        return valueAt<std::uint16_t>(bytes, offset + 2 * number);
    default:
        return valueAt<std::uint32_t>(bytes, offset + 4 * number);
    }
}

std::size_t componentCount(const std::string& type) {
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : 4;
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
        std::memcpy(values.data(), data.data(), values.size() * sizeof(float));
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
                    valueAt<float>(sparseValues, sparse["values"].value("byteOffset", std::size_t{0}) +
                                                     (i * width + axis) * sizeof(float));
            }
        }
    }
    return values;
}

GltfFile readGlb(const std::string& file) {
    const auto jsonSize = valueAt<std::uint32_t>(file, 12);
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
