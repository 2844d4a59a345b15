// SPDX-License-Identifier: BSD-3-Clause
// Writes an MD2 of version 8 from values, within the limits of the format or of the game.
#pragma once

#include "importer/base/error.h"
#include "importer/md2/layout.h"
#include "maker/md2/frame_encoder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The maximum counts of a model.
struct Md2Limits {
    std::uint64_t vertices;
    std::uint64_t st;
    std::uint64_t triangles;
    std::uint64_t frames;
    std::uint64_t skins;
    std::uint32_t skinHeight; ///< in the header, in pixels
};

/// The limits of Quake II: MAX_VERTS, MAX_TRIANGLES, MAX_FRAMES, MAX_MD2SKINS and MAX_LBM_HEIGHT in its
/// source. The game and its port yquake2 reject larger models. The image of a skin may be larger than the
/// header says.
constexpr Md2Limits kGameLimits = {2048, 2048, 4096, 512, 32, 480};

/// The limits of the format: indices are uint16, counts are positive int32.
/// More frames exceed the largest size of a file, even with a single vertex.
constexpr Md2Limits kFormatLimits = {
    65536, 65536, INT32_MAX, INT32_MAX / (kFrameHeaderSize + kVertexSize), INT32_MAX, INT32_MAX};

/// The counts of one model.
using Md2Counts = Md2Limits;

struct FrameToWrite {
    std::string name; ///< Latin-1, at most 15 bytes, because readers expect a NUL after it
    Grid grid;
    std::vector<std::uint8_t> vertices; ///< kVertexSize bytes each, as packFrame makes them
};

struct ModelToWrite {
    std::int32_t skinWidth = 0; ///< pixels, 1 or more, as skinHeight
    std::int32_t skinHeight = 0;
    std::vector<std::string> skins; ///< Latin-1, at most 63 bytes, because readers expect a NUL after it
    std::vector<St> st;
    std::vector<Triangle> triangles;       ///< wound clockwise
    std::vector<FrameToWrite> frames;      ///< all with the same number of vertices
    std::vector<std::uint32_t> glCommands; ///< as glCommandsOf makes them

    std::size_t vertexCount() const { return frames.front().vertices.size() / kVertexSize; }
    Md2Counts counts() const {
        return {vertexCount(), st.size(),    triangles.size(),
                frames.size(), skins.size(), static_cast<std::uint32_t>(skinHeight)};
    }
};

/// The size of the file in bytes. writeMd2 needs this memory for its result.
std::uint64_t md2FileSize(const ModelToWrite& model);

/// \param namesRemedies whether the error says what makes the counts smaller
///
/// \return AboveLimit with every count above its limit
std::optional<Error> checkLimits(const Md2Counts& counts, const Md2Limits& limits, bool namesRemedies = true);

/// \param model within kFormatLimits (checkLimits), with at least one frame; its grids are finite, and its
///        indices exist
///
/// \return the file, with the sections in the order of id's tools: skins, st, triangles, frames, GL commands;
///         AboveLimit if it would have more than 2^31 − 1 bytes
Result<std::vector<std::uint8_t>> writeMd2(const ModelToWrite& model);

} // namespace assimp_md2::inner
