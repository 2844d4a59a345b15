// SPDX-License-Identifier: BSD-3-Clause
// Checks the GL commands, which describe strips and fans, and visits their triangles.
#pragma once

#include "importer/base/bytes.h"

#include <array>

namespace assimp_md2::inner {

/// The bytes of a vertex in the commands: float s, float t, uint32 vertex.
constexpr std::size_t kGlVertexSize = 12;

/// One vertex of a strip or fan. s and t are already divided by the size of the skin.
struct GlVertex {
    float s;
    float t;
    std::uint32_t vertex;
};

/// The result of checkGlCommands. A packet is one strip or fan: its vertex count and its vertices.
struct GlCommandsSummary {
    enum class State {
        Missing, ///< there are no words
        Whole,   ///< every packet is complete and the terminator follows
        Unended, ///< every packet is complete, the terminator is missing (12 of 3,344 files)
        Broken   ///< a packet is truncated, or has a vertex index out of range or a texture coordinate that
                 ///< is not finite; see `offset`
    };
    State state = State::Missing;
    std::size_t triangleCount = 0;  ///< of the packets, when they are complete
    std::size_t primitiveCount = 0; ///< strips and fans, when they are complete
    std::size_t offset = 0;         ///< where the damage is, in bytes from the start of the words
};

/// Checks the words.
///
/// \param words a whole number of 32-bit words
/// \param vertexCount the number of vertices in a frame; indices must be less than this
GlCommandsSummary checkGlCommands(ByteSlice words, std::size_t vertexCount);

/// Calls visit(std::array<GlVertex, 3>, primitive) for every triangle of `words`, with the winding of
/// the file's triangles; `primitive` is the index of its strip or fan. checkGlCommands must have found the
/// words whole or unended.
template <typename Visit>
void forEachGlTriangle(ByteSlice words, Visit visit) {
    const auto vertexAt = [&](std::size_t at) {
        return GlVertex{words.f32(at), words.f32(at + 4), words.u32(at + 8)};
    };
    std::size_t at = 0;
    std::size_t primitive = 0;
    while (words.contains(at, 4) && words.i32(at) != 0) {
        const bool strip = words.i32(at) > 0;
        const auto count = static_cast<std::size_t>(strip ? words.i32(at) : -words.i32(at));
        const std::size_t first = at + 4;
        for (std::size_t i = 0; i + 2 < count; ++i) {
            // Every second triangle of a strip swaps its first two vertices.
            const std::size_t a = strip ? i + i % 2 : 0;
            const std::size_t b = strip ? i + 1 - i % 2 : i + 1;
            visit(std::array<GlVertex, 3>{vertexAt(first + kGlVertexSize * a),
                                          vertexAt(first + kGlVertexSize * b),
                                          vertexAt(first + kGlVertexSize * (i + 2))},
                  primitive);
        }
        ++primitive;
        at = first + kGlVertexSize * count;
    }
}

} // namespace assimp_md2::inner
