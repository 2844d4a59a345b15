// SPDX-License-Identifier: BSD-3-Clause
// A second reader of MD2 files, deliberately naive, to compare the importer with: no shared corners, only the
// necessary checks, one value at a time. Shares no code with the library except the table of normals.
#pragma once

#include "support/md2_builder.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// Three corners for each triangle, in the order and with the winding of the file.
struct NaiveModel {
    struct Frame {
        std::string name; ///< Latin-1
        std::vector<std::array<float, 3>> positions;
        std::vector<std::array<float, 3>> normals;
        std::vector<std::array<float, 3>> packed; ///< positions as the file has them, whole numbers
        std::array<double, 3> scale;              ///< of packed positions
    };
    std::vector<std::array<float, 2>> textureCoordinates; ///< u, v of each corner; empty: the model has none
    std::vector<Frame> frames;
    std::vector<std::string> skins;          ///< Latin-1, as in the file
    std::vector<std::size_t> skinOfTriangle; ///< ascending; 0 in version 8
    bool hasExactNormals = true; ///< those of version 15 are computed, so that readers round differently
};

/// Reads a file; nothing when the file must be refused.
/// \param geometry auto, as the importer chooses; or triangles
/// \param normals as the property IMPORT_MD2_NORMALS has it: auto, file or computed
std::optional<NaiveModel> decodeNaively(const Bytes& file, const std::string& geometry = "auto",
                                        const std::string& normals = "file");

} // namespace assimp_md2::inner::test
