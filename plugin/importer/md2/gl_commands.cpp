// SPDX-License-Identifier: BSD-3-Clause
#include "importer/md2/gl_commands.h"

#include "importer/base/finite.h"

#include <cmath>
#include <cstdlib>

namespace assimp_md2::inner {

GlCommandsSummary checkGlCommands(ByteSlice words, std::size_t vertexCount) {
    using State = GlCommandsSummary::State;
    if (words.size() == 0) {
        return {};
    }
    std::size_t triangleCount = 0;
    std::size_t primitiveCount = 0;
    std::size_t at = 0;
    while (words.contains(at, 4)) {
        const std::int64_t command = words.i32(at);
        if (command == 0) {
            return {State::Whole, triangleCount, primitiveCount, at};
        }
        const auto count = static_cast<std::uint64_t>(std::abs(command));
        if (!words.contains(at + 4, kGlVertexSize * count)) {
            return {State::Broken, 0, 0, at};
        }
        const std::size_t end = at + 4 + kGlVertexSize * static_cast<std::size_t>(count);
        for (std::size_t vertex = at + 4; vertex < end; vertex += kGlVertexSize) {
            if (words.u32(vertex + 8) >= vertexCount || !isFinite(words.f32(vertex)) ||
                !isFinite(words.f32(vertex + 4))) {
                return {State::Broken, 0, 0, vertex};
            }
        }
        triangleCount += count > 2 ? static_cast<std::size_t>(count - 2) : 0;
        ++primitiveCount;
        at = end;
    }
    return {State::Unended, triangleCount, primitiveCount, at};
}

} // namespace assimp_md2::inner
