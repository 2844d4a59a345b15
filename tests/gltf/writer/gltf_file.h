// SPDX-License-Identifier: BSD-3-Clause
// Reads exported files naively, without code of the writer.
#pragma once

#include <nlohmann/json.hpp>

#include <assimp/cexport.h>

#include <array>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

struct GltfFile {
    nlohmann::json json;
    std::string buffer;

    /// The values of an accessor of floats.
    std::vector<float> floats(std::size_t accessor) const;
    /// The bytes of a bufferView.
    std::string bytes(std::size_t bufferView) const;
};

GltfFile readGlb(const std::string& bytes);
GltfFile readGlb(const aiExportDataBlob& blob);

std::string readFile(const std::string& path);
void writeFile(const std::string& path, const std::string& bytes);

} // namespace assimp_md2::inner::test
