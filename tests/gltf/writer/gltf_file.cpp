// SPDX-License-Identifier: BSD-3-Clause
// Reads exported files naively, without code of the writer.
#include "gltf/writer/gltf_file.h"

#include "support/files.h"

#include <cstdint>
#include <cstring>

namespace assimp_md2::inner::test {
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

} // namespace assimp_md2::inner::test
