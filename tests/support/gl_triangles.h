// SPDX-License-Identifier: BSD-3-Clause
// The triangles of a surface and of its GL commands, to compare them bit by bit.
#pragma once

#include "importer/md2/gl_commands.h"
#include "importer/md2/view.h"
#include "maker/md2/gl_commands_writer.h"
#include "support/md2_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace assimp_md2::inner::test {

/// GL commands for texture coordinates that are known in pixels only.
inline std::vector<std::uint32_t> glCommandsAtCentres(const std::vector<Triangle>& triangles,
                                                      const std::vector<St>& st, int width, int height) {
    std::vector<GlCoordinate> corners;
    for (const Triangle& triangle : triangles) {
        for (const std::uint16_t index : triangle.st) {
            corners.push_back({(static_cast<float>(st[index].s) + 0.5f) / static_cast<float>(width),
                               (static_cast<float>(st[index].t) + 0.5f) / static_cast<float>(height)});
        }
    }
    return glCommandsOf(triangles, st, corners);
}

/// A vertex, and the bits of s and t.
using GlCorner = std::array<std::uint32_t, 3>;

/// Each triangle from the corner on that makes it the smallest, which keeps the winding.
class GlTriangles {
public:
    explicit GlTriangles(ByteSlice commands) {
        forEachGlTriangle(commands, [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
            add([&](std::size_t k) { return cornerOf(vertices[k].vertex, vertices[k].s, vertices[k].t); });
        });
    }
    GlTriangles(const std::vector<Triangle>& triangles, const std::vector<St>& coordinates, int width,
                int height) {
        for (const Triangle& triangle : triangles) {
            add([&](std::size_t k) {
                const St& st = coordinates[triangle.st[k]];
                return cornerOf(triangle.vertex[k],
                                (static_cast<float>(st.s) + 0.5f) / static_cast<float>(width),
                                (static_cast<float>(st.t) + 0.5f) / static_cast<float>(height));
            });
        }
    }

    bool operator==(const GlTriangles& other) const { return triangles_ == other.triangles_; }

private:
    static GlCorner cornerOf(std::uint32_t vertex, float s, float t) {
        return {vertex, static_cast<std::uint32_t>(word(s)), static_cast<std::uint32_t>(word(t))};
    }

    template <typename CornerAt>
    void add(CornerAt at) {
        using Corners = std::array<GlCorner, 3>;
        triangles_.insert(std::min(
            {Corners{at(0), at(1), at(2)}, Corners{at(1), at(2), at(0)}, Corners{at(2), at(0), at(1)}}));
    }

    std::multiset<std::array<GlCorner, 3>> triangles_;
};

} // namespace assimp_md2::inner::test
