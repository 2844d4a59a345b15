// SPDX-License-Identifier: BSD-3-Clause
// Written GL commands: every triangle once, with its winding and texture coordinates, in few strips and fans.
#include "maker/md2/gl_commands_writer.h"

#include "importer/md2/gl_commands.h"
#include "support/gl_triangles.h"
#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner::test {
namespace {

struct Surface {
    std::vector<Triangle> triangles;
    std::vector<St> st;
};

/// \return words, after a check that they cover the surface
std::vector<std::uint32_t> covering(const Surface& surface) {
    const auto words = glCommandsAtCentres(surface.triangles, surface.st, 64, 32);
    const Bytes bytes = bytesOf({words.begin(), words.end()});
    const GlCommandsSummary summary = checkGlCommands(ByteSlice(bytes.data(), bytes.size()), 65536);
    EXPECT_EQ(summary.state, GlCommandsSummary::State::Whole);
    EXPECT_EQ(summary.offset, bytes.size() - 4); // nothing after the terminator
    EXPECT_EQ(summary.triangleCount, surface.triangles.size());
    EXPECT_TRUE(GlTriangles(ByteSlice(bytes.data(), bytes.size())) ==
                GlTriangles(surface.triangles, surface.st, 64, 32));
    return words;
}

/// A surface whose vertices have one texture coordinate each.
Surface surfaceOf(const std::vector<std::array<std::uint16_t, 3>>& triangles, std::uint16_t vertexCount) {
    Surface surface;
    for (const auto& triangle : triangles) {
        surface.triangles.push_back({triangle, triangle});
    }
    for (std::uint16_t i = 0; i < vertexCount; ++i) {
        surface.st.push_back({static_cast<std::int16_t>(i % 64), static_cast<std::int16_t>(i / 64)});
    }
    return surface;
}

/// A sheet of squares, two triangles each.
Surface sheet(std::uint16_t columns, std::uint16_t rows) {
    std::vector<std::array<std::uint16_t, 3>> triangles;
    const auto vertex = [&](int row, int column) {
        return static_cast<std::uint16_t>(row * (columns + 1) + column);
    };
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            triangles.push_back({vertex(row + 1, column), vertex(row, column), vertex(row + 1, column + 1)});
            triangles.push_back({vertex(row + 1, column + 1), vertex(row, column), vertex(row, column + 1)});
        }
    }
    return surfaceOf(triangles, static_cast<std::uint16_t>((columns + 1) * (rows + 1)));
}

Surface wheel(std::uint16_t spokes, bool isClosed) {
    std::vector<std::array<std::uint16_t, 3>> triangles;
    for (std::uint16_t i = 0; i < spokes; ++i) {
        const auto next = static_cast<std::uint16_t>(isClosed ? (i + 1) % spokes : i + 1);
        triangles.push_back({0, static_cast<std::uint16_t>(i + 1), static_cast<std::uint16_t>(next + 1)});
    }
    return surfaceOf(triangles, static_cast<std::uint16_t>(spokes + 2));
}

TEST(GlCommandsWriter, ATriangleIsOnePrimitive) {
    EXPECT_EQ(covering(surfaceOf({{0, 1, 2}}, 3)).size(), 1u + 9 + 1);
}

TEST(GlCommandsWriter, ARowOfSquaresIsOneStrip) {
    const auto words = covering(sheet(20, 1));
    EXPECT_EQ(words.front(), 42u);
    EXPECT_EQ(words.size(), 1u + 3 * 42 + 1);
}

TEST(GlCommandsWriter, AWheelIsOneFan) {
    for (const bool isClosed : {false, true}) {
        const auto words = covering(wheel(12, isClosed));
        EXPECT_EQ(static_cast<std::int32_t>(words.front()), -14);
        EXPECT_EQ(words.size(), 1u + 3 * 14 + 1);
    }
}

TEST(GlCommandsWriter, StripsOfAnyLengthKeepTheWinding) {
    // Starting in the middle and on either side, with even and odd lengths.
    for (std::size_t count = 1; count <= 12; ++count) {
        Surface strip = sheet(6, 1);
        for (std::size_t first = 0; first + count <= 12; ++first) {
            Surface part = strip;
            part.triangles.assign(strip.triangles.begin() + static_cast<std::ptrdiff_t>(first),
                                  strip.triangles.begin() + static_cast<std::ptrdiff_t>(first + count));
            std::reverse(part.triangles.begin(), part.triangles.end());
            covering(part);
        }
    }
}

TEST(GlCommandsWriter, ASeamOfTextureCoordinatesEndsAStrip) {
    Surface surface = sheet(2, 1);
    ASSERT_EQ(covering(surface).size(), 1u + 3 * 6 + 1);
    // The second square has texture coordinates of its own.
    for (std::size_t i = 2; i < 4; ++i) {
        for (std::uint16_t& st : surface.triangles[i].st) {
            surface.st.push_back({static_cast<std::int16_t>(surface.st[st].s + 20), surface.st[st].t});
            st = static_cast<std::uint16_t>(surface.st.size() - 1);
        }
    }
    EXPECT_EQ(covering(surface).size(), 2u * (1 + 3 * 4) + 1);
}

TEST(GlCommandsWriter, TextureCoordinatesThatAreEqualMakeNoSeam) {
    Surface surface = sheet(2, 1);
    surface.st.insert(surface.st.end(), surface.st.begin(), surface.st.begin() + 6);
    for (std::uint16_t& st : surface.triangles[2].st) {
        st = static_cast<std::uint16_t>(st + 6);
    }
    EXPECT_EQ(covering(surface).size(), 1u + 3 * 6 + 1);
}

TEST(GlCommandsWriter, UnusualSurfacesAreCovered) {
    covering(surfaceOf({{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}, 2));            // without area
    covering(surfaceOf({{0, 1, 2}, {0, 1, 2}, {0, 2, 1}}, 3));            // the same twice, and its back
    covering(surfaceOf({{0, 1, 2}, {1, 0, 3}, {1, 0, 4}, {0, 1, 5}}, 6)); // four at one edge
    covering(surfaceOf({{0, 1, 2}, {2, 1, 0}}, 3));                       // a closed surface of two triangles
    covering(surfaceOf({{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {3, 2, 1}}, 4)); // a tetrahedron
    covering(surfaceOf({{0, 1, 2}, {0, 1, 3}}, 4));                       // neighbours of opposite winding
}

TEST(GlCommandsWriter, ASheetNeedsFewWords) {
    // The best real files have 4.5 words a triangle.
    const Surface surface = sheet(40, 25);
    const auto words = covering(surface);
    EXPECT_LT(static_cast<double>(words.size()) / static_cast<double>(surface.triangles.size()), 4.5);
}

} // namespace
} // namespace assimp_md2::inner::test
