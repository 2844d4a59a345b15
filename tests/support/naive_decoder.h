// SPDX-License-Identifier: BSD-3-Clause
// A second, deliberately naive reading of MD2 files, to hold the importer's against: no sharing of corners,
// no checks but where it must, one value at a time. Shares no code with the library.
#pragma once

#include "support/md2_builder.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::test {

/// Corners are those of the triangles, three each, in the order of the file and wound as there.
struct NaiveModel {
    struct Frame {
        std::string name; ///< Latin-1
        std::vector<std::array<float, 3>> positions;
        std::vector<std::array<float, 3>> normals;
    };
    std::vector<std::array<float, 2>> textureCoordinates; ///< u, v of each corner; empty: the model has none
    std::vector<Frame> frames;
    std::vector<std::string> skins;          ///< Latin-1, as in the file
    std::vector<std::size_t> skinOfTriangle; ///< ascending; 0 in version 8
    bool hasExactNormals = true; ///< those of version 15 are computed, so that readers round differently
};

/// Reads a file; nothing when it is one that must be refused.
/// \param geometry as the property IMPORT_MD2_GEOMETRY has it: auto, triangles or glcommands
std::optional<NaiveModel> decodeNaively(const Bytes& file, const std::string& geometry = "auto");

} // namespace assimp_md2::test
