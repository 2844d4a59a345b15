// SPDX-License-Identifier: BSD-3-Clause
// Frames as floats. Built twice: with the instructions of the processor and with the portable loop.
#include "importer/md2/frame_decoder.h"

#include "importer/md2/gl_commands.h"
#include "importer/md2/normals.h"
#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

struct Decoded {
    std::vector<float> positions;
    std::vector<float> normals;
    std::uint64_t normalsOutOfRange;
};

/// Turns vectors of Axes::FrontX back to the axes of the model.
template <typename Values>
void turnBack(Values& values) {
    for (std::size_t i = 0; i < values.size(); i += 3) {
        std::swap(values[i + 1], values[i + 2]);
        values[i + 1] = -values[i + 1];
    }
}

/// Decodes into buffers of exactly the size, so that a sanitizer sees a write past the end.
Decoded decode(const Bytes& file, std::size_t frame, const std::vector<std::uint32_t>& vertices) {
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    Decoded result{std::vector<float>(3 * vertices.size()), std::vector<float>(3 * vertices.size()), 0};
    result.normalsOutOfRange =
        decodeFrame(view.frame(frame), vertices.data(), vertices.size(), result.positions.data(),
                    result.normals.data(), rotatedNormals(NormalSource::File, Axes::FrontX), Axes::FrontX);
    turnBack(result.positions);
    turnBack(result.normals);
    return result;
}

Md2Builder modelOfVertices(const FrameSource& frame) {
    Md2Builder model = smallModel(1);
    model.frames = {frame};
    model.triangles = {{{0, 0, 0}, {0, 0, 0}}};
    model.glCommands.clear();
    return model;
}

/// Every byte on every axis, with every normal; scales that need rounding.
TEST(FrameDecoder, ComputesEveryByteOnEveryAxis) {
    FrameSource frame;
    frame.scale = {0.1f, -3.7e-5f, 1e30f};
    frame.translate = {-12.3f, 1.0f / 3, -1e32f};
    std::vector<std::uint32_t> vertices;
    for (unsigned int byte = 0; byte < 256; ++byte) {
        frame.vertices.push_back({static_cast<std::uint8_t>(byte), static_cast<std::uint8_t>(255 - byte),
                                  static_cast<std::uint8_t>(byte * 7),
                                  static_cast<std::uint8_t>(byte % 162)});
        vertices.push_back(255 - byte);
    }
    const Decoded decoded = decode(modelOfVertices(frame).bytes(), 0, vertices);
    EXPECT_EQ(decoded.normalsOutOfRange, 0u);
    for (std::size_t corner = 0; corner < vertices.size(); ++corner) {
        const auto& vertex = frame.vertices[vertices[corner]];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // Two operations, each of which rounds, on every machine.
            const float scaled = static_cast<float>(vertex[axis]) * frame.scale[axis];
            EXPECT_EQ(decoded.positions[3 * corner + axis], scaled + frame.translate[axis]);
            EXPECT_EQ(decoded.normals[3 * corner + axis], kNormals[vertex[3]][axis]);
        }
    }
}

TEST(FrameDecoder, WritesAnyNumberOfCorners) {
    FrameSource frame;
    frame.vertices = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const Bytes file = modelOfVertices(frame).bytes();
    for (std::size_t corners = 1; corners < 9; ++corners) {
        std::vector<std::uint32_t> vertices(corners, 1);
        vertices.back() = 0;
        const Decoded decoded = decode(file, 0, vertices);
        EXPECT_EQ(decoded.positions[3 * corners - 3], 1);
        EXPECT_EQ(decoded.positions[3 * corners - 1], 3);
        EXPECT_EQ(decoded.positions[0], corners == 1 ? 1 : 5);
    }
}

TEST(FrameDecoder, CountsTheVerticesWhoseNormalDoesNotExist) {
    FrameSource frame;
    frame.vertices = {{0, 0, 0, 161}, {0, 0, 0, 162}, {0, 0, 0, 255}};
    const Bytes file = modelOfVertices(frame).bytes();
    EXPECT_EQ(decode(file, 0, {0, 0}).normalsOutOfRange, 0u) << "no corner uses one";
    for (const std::vector<std::uint32_t>& vertices :
         {std::vector<std::uint32_t>{0, 1}, std::vector<std::uint32_t>{2, 0},
          std::vector<std::uint32_t>{1}}) {
        const Decoded decoded = decode(file, 0, vertices);
        EXPECT_EQ(decoded.normalsOutOfRange, 2u);
        EXPECT_EQ(decoded.normals.back(), kNormals[161][2]);
    }
}

ModelNormals computedNormals(const View& view) {
    ModelNormals normals{NormalSource::Computed};
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& corners, std::size_t) {
        normals.triangles.push_back({corners[0].vertex, corners[1].vertex, corners[2].vertex});
    });
    return normals;
}

TEST(FrameDecoder, Version15HasUnitNormalsHoweverSmallTheModel) {
    for (const float scale : {1e-30f, 1e-6f, 1e30f}) {
        Md2Builder model = anachronoxModel(0);
        for (FrameSource& frame : model.frames) {
            frame.scale = {scale, scale, scale};
            frame.translate = {0, 0, 0};
        }
        const Bytes file = model.bytes();
        const View view = parse(ByteSlice(file.data(), file.size())).value();
        const std::array<std::uint32_t, 2> vertices = {0, 4};
        std::array<float, 6> positions{};
        std::array<float, 6> normals{};
        const ModelNormals computed = computedNormals(view);
        FrameDecoder(view, computed, Axes::FrontX)
            .decode(0, vertices.data(), 2, positions.data(), normals.data());
        turnBack(normals);
        EXPECT_LT(normals[2], 0) << "a corner of the base";
        EXPECT_NEAR(std::hypot(normals[0], normals[1], normals[2]), 1, 1e-5);
        EXPECT_NEAR(normals[5], 1, 0.01) << "the apex";
    }
}

} // namespace
} // namespace assimp_md2::inner::test
