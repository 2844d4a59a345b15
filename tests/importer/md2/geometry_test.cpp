// SPDX-License-Identifier: BSD-3-Clause
// The surface: shared and own corners, the two sources, and repairs of indices.
#include "importer/md2/geometry.h"

#include "importer/base/repairs.h"
#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace assimp_md2::inner::test {
namespace {

/// The first surface of a model, or why there is none.
struct Read {
    Result<Geometry> result;
    Warnings repairs;

    const Geometry& geometry() const { return *result; }
    std::string refusal() const { return result ? "" : "MD2: " + result.error().text; }
};

Read read(const Bytes& bytes) {
    const auto view = parse(ByteSlice(bytes.data(), bytes.size()));
    Warnings repairs;
    auto surfaces = readSurfaces(*view, repairs);
    if (!surfaces) {
        return {tl::unexpected(surfaces.error()), repairs};
    }
    return {std::move(surfaces->front().geometry), repairs};
}

/// Each triangle as its corners in space, rotated so that the smallest comes first: equal for equal winding.
std::multiset<std::array<std::array<float, 3>, 3>> surfaceOf(const Geometry& geometry) {
    std::multiset<std::array<std::array<float, 3>, 3>> surface;
    for (const auto& triangle : geometry.triangles) {
        std::array<std::array<float, 3>, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const TextureCoordinate& coordinate = geometry.textureCoordinates.at(triangle[k]);
            corners[k] = {static_cast<float>(geometry.vertices[triangle[k]]), coordinate.u, coordinate.v};
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        surface.insert(corners);
    }
    return surface;
}

TEST(Geometry, CornersAreUniqueAndInOrderOfFirstUse) {
    const Read result = read(smallModel().bytes());
    // Vertex 2 has st 2 in all triangles; vertex 3 has st 3 and st 4.
    EXPECT_EQ(result.geometry().vertices, (std::vector<std::uint32_t>{0, 1, 2, 3, 3}));
    EXPECT_EQ(result.geometry().triangles,
              (std::vector<std::array<std::uint32_t, 3>>{{2, 1, 0}, {3, 1, 2}, {4, 2, 0}}));
    EXPECT_EQ(result.geometry().textureCoordinates[4].u, -8.0f / 64);
    EXPECT_EQ(result.geometry().textureCoordinates[4].v, 1 - 40.0f / 32);
    EXPECT_TRUE(result.repairs.lines("MD2: ").empty());
}

TEST(Geometry, EqualTextureCoordinatesUnderTwoIndicesAreOneCorner) {
    Md2Builder model = smallModel();
    model.st[4] = model.st[3];
    EXPECT_EQ(read(model.bytes()).geometry().vertices.size(), 4u);
}

TEST(Geometry, VerticesWithEqualPositionsStaySeparate) {
    Md2Builder model = smallModel();
    for (FrameSource& frame : model.frames) {
        frame.vertices[1] = frame.vertices[0];
    }
    model.st[1] = model.st[0];
    EXPECT_EQ(read(model.bytes()).geometry().vertices.size(), 5u);
}

TEST(Geometry, ATriangleWithAVertexThatDoesNotExistIsDropped) {
    Md2Builder model = smallModel();
    model.triangles[0].vertex[1] = 4;
    model.triangles[2].vertex[2] = 0xFFFF;
    const Read result = read(model.bytes());
    EXPECT_EQ(result.geometry().triangles.size(), 1u);
    EXPECT_EQ(result.repairs.count(repair::kTriangleDropped), 2u);
    EXPECT_EQ(
        result.repairs.lines("MD2: "),
        (std::vector<std::string>{"MD2: triangles: a vertex index is out of range; the triangle is left out "
                                  "(2)"}));
}

TEST(Geometry, ATextureCoordinateThatDoesNotExistIsReplacedByTheLast) {
    Md2Builder model = smallModel();
    model.triangles[0].st = {5, 0xFFFF, 2};
    const Read result = read(model.bytes());
    EXPECT_EQ(result.repairs.count(repair::kStClamped), 2u);
    EXPECT_EQ(result.geometry().textureCoordinates[0].u, -8.0f / 64);
    EXPECT_EQ(result.geometry().textureCoordinates[1].u, -8.0f / 64);
}

TEST(Geometry, WithoutASkinSizeTextureCoordinatesStayInPixels) {
    for (const std::int32_t width : {0, -5}) {
        Md2Builder model = smallModel();
        model.skinwidth = width;
        const Read result = read(model.bytes());
        EXPECT_EQ(result.repairs.count(repair::kNoSkinSize), 1u);
        EXPECT_EQ(result.geometry().textureCoordinates[1].u, 32.0f);
        EXPECT_EQ(result.geometry().textureCoordinates[2].v, 1 - 16.0f);
        model.st.clear();
        model.glCommands.clear();
        EXPECT_TRUE(read(model.bytes()).repairs.lines("MD2: ").empty()) << "there are none";
    }
}

TEST(Geometry, GlCoordinatesThatDifferInTheirLastBitAreTwoCorners) {
    Md2Builder model = smallModel();
    const float value = 0.1f;
    model.glCommands.clear();
    for (const float s : {value, std::nextafter(value, 1.0f), 0.0f, -0.0f}) {
        model.glCommands.push_back(3);
        for (const std::int32_t vertex : {0, 1, 2}) {
            model.glCommands.insert(model.glCommands.end(), {word(s), word(0.5f), vertex});
        }
    }
    model.glCommands.push_back(0);
    model.triangles.clear();
    EXPECT_EQ(read(model.bytes()).geometry().vertices.size(), 9u);
}

TEST(Geometry, WithoutTrianglesOrTextureCoordinatesTheGlCommandsAreUsed) {
    const auto expected = surfaceOf(read(smallModel().bytes()).geometry());
    for (const bool hasTriangles : {false, true}) {
        Md2Builder model = smallModel();
        if (hasTriangles) {
            model.st.clear();
        } else {
            model.triangles.clear();
        }
        const Read result = read(model.bytes());
        EXPECT_EQ(surfaceOf(result.geometry()), expected);
        EXPECT_EQ(result.repairs.count(repair::kBuiltFromGlCommands), 1u);
    }
}

TEST(Geometry, WithoutTextureCoordinatesAndCommandsTheMeshHasNone) {
    Md2Builder model = smallModel();
    model.st.clear();
    model.glCommands.clear();
    const Read result = read(model.bytes());
    EXPECT_EQ(result.geometry().triangles.size(), 3u);
    EXPECT_TRUE(result.geometry().textureCoordinates.empty());
    EXPECT_TRUE(result.repairs.lines("MD2: ").empty());
}

TEST(Geometry, NoSurfaceIsAnError) {
    Md2Builder model = smallModel();
    model.glCommands = {0};
    model.triangles.clear();
    EXPECT_EQ(read(model.bytes()).refusal(), "MD2: triangles: there is no surface: num_tris is 0");
    model.triangles = {{{0, 1, 9}, {0, 0, 0}}, {{9, 9, 9}, {0, 0, 0}}};
    EXPECT_EQ(read(model.bytes()).refusal(),
              "MD2: triangles: there is no surface: none of the 2 triangles has three vertices that exist");
}

TEST(Geometry, DamagedGlCommandsAreNotUsed) {
    Md2Builder model = smallModel();
    model.glCommands[3] = 99;
    EXPECT_EQ(read(model.bytes()).repairs.count(repair::kGlCommandsBroken), 1u);
    model.st.clear();
    EXPECT_TRUE(read(model.bytes()).geometry().textureCoordinates.empty());
    model.triangles.clear();
    EXPECT_EQ(read(model.bytes()).refusal(), "MD2: triangles: there is no surface: num_tris is 0");
    model.glCommands = smallModel().glCommands;
    model.glCommands.pop_back(); // without a terminator
    EXPECT_EQ(read(model.bytes()).refusal(), "MD2: triangles: there is no surface: num_tris is 0");
}

TEST(Geometry, UnusedTextureCoordinatesTakeNoMemory) {
    Md2Builder model = smallModel();
    model.st.resize(152169);
    const Read result = read(model.bytes());
    EXPECT_EQ(result.geometry().vertices.size(), 5u);
    EXPECT_LT(result.geometry().textureCoordinates.capacity(), 100u);
}

/// Real files have tens of skins. A damaged one counts millions of surfaces without primitives.
TEST(Surfaces, WithoutPrimitivesCostNothing) {
    Md2Builder model = anachronoxModel(1);
    model.surfaces = {0, 4, 0, 0, 2, 0};
    model.surfaces.resize(200'000);
    const Bytes bytes = model.bytes();
    const auto view = parse(ByteSlice(bytes.data(), bytes.size()));
    Warnings repairs;
    const auto surfaces = readSurfaces(*view, repairs);
    ASSERT_TRUE(surfaces.has_value());
    ASSERT_EQ(surfaces->size(), 2u);
    EXPECT_EQ(surfaces->at(0).skin, 1u);
    EXPECT_EQ(surfaces->at(0).geometry.triangles.size(), 4u);
    EXPECT_EQ(surfaces->at(1).skin, 4u);
    EXPECT_EQ(surfaces->at(1).geometry.triangles.size(), 2u);
}

} // namespace
} // namespace assimp_md2::inner::test
