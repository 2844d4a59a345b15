// SPDX-License-Identifier: BSD-3-Clause
// Packed frames: positions within half a step, the nearest normal, and imported frames that keep their bytes.
#include "maker/md2/frame_encoder.h"

#include "importer/md2/frame_decoder.h"
#include "importer/md2/normals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

using Packed = std::vector<std::uint8_t>;

Packed pack(const Grid& grid, const std::vector<float>& positions) {
    std::vector<float> normals(positions.size());
    for (std::size_t i = 2; i < normals.size(); i += 3) {
        normals[i] = 1;
    }
    Packed vertices(positions.size() / 3 * 4);
    packFrame(grid, positions.data(), normals.data(), positions.size() / 3, vertices.data());
    return vertices;
}

Grid gridAround(const std::vector<float>& positions) {
    Bounds bounds;
    bounds.add(positions.data(), positions.size() / 3);
    return gridOf(bounds);
}

std::uint8_t nearestOfAll(float x, float y, float z) {
    std::uint8_t best = 0;
    double bestDot = -std::numeric_limits<double>::infinity();
    for (std::uint8_t i = 0; i < 162; ++i) {
        const double dot =
            double{kNormals[i][0]} * x + double{kNormals[i][1]} * y + double{kNormals[i][2]} * z;
        if (dot > bestDot) {
            best = i;
            bestDot = dot;
        }
    }
    return best;
}

TEST(FrameEncoder, GridSpansTheBounds) {
    const Grid grid = gridAround({-10, 0, 5, 245, 51, 5, 0, 25, 5});
    EXPECT_EQ(grid.scale, (std::array<float, 3>{1, 0.2f, 0}));
    EXPECT_EQ(grid.translate, (std::array<float, 3>{-10, 0, 5}));
}

TEST(FrameEncoder, PositionsAreRoundedToTheNearestStep) {
    const Grid grid = {{1, 0.5f, 2}, {-10, 0, 100}};
    EXPECT_EQ(pack(grid, {-10, 0, 100, -9.51f, 0.24f, 102.9f, -9.49f, 0.26f, 103.1f, 245, 127.5f, 610}),
              (Packed{0, 0, 0, 5, 0, 0, 1, 5, 1, 1, 2, 5, 255, 255, 255, 5}));
}

TEST(FrameEncoder, EqualPositionsGetEqualBytesWhereverTheyAre) {
    // Between two steps, so that each rounding error counts.
    const Grid grid = gridAround({-10, 0, 0, 90, 61.75f, 94});
    for (int step = 0; step < 255; ++step) {
        std::vector<float> positions;
        for (std::size_t i = 0; i < 9; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                positions.push_back((static_cast<float>(step) + 0.5f) * grid.scale[axis] +
                                    grid.translate[axis]);
            }
        }
        const Packed vertices = pack(grid, positions);
        for (std::size_t i = 4; i < vertices.size(); ++i) {
            ASSERT_EQ(vertices[i], vertices[i - 4]) << step;
        }
    }
}

TEST(FrameEncoder, PositionsOutsideTheGridAreMovedToItsEnds) {
    EXPECT_EQ(pack({{1, 1, 0}, {0, 0, 0}}, {-5, 300, 7}), (Packed{0, 255, 255, 5}));
    EXPECT_EQ(pack({{1, 1, 0}, {0, 0, 0}}, {-5, 300, 7, 9, 9, 0}), (Packed{0, 255, 255, 5, 9, 9, 0, 5}));
}

TEST(FrameEncoder, AFrameThatSpansItsGridKeepsItsBytes) {
    std::mt19937 random(2);
    std::uniform_int_distribution<int> byte(0, 255);
    std::uniform_int_distribution<int> normal(0, 161);
    std::uniform_real_distribution<float> exponent(-3, 3);
    std::uniform_real_distribution<float> offset(-500, 500);
    for (int round = 0; round < 200; ++round) {
        Packed vertices;
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < 300; ++i) {
            order.push_back(i);
            for (int k = 0; k < 3; ++k) {
                vertices.push_back(static_cast<std::uint8_t>(i == 0 ? 0 : i == 1 ? 255 : byte(random)));
            }
            vertices.push_back(static_cast<std::uint8_t>(normal(random)));
        }
        const float scale = std::pow(10.0f, exponent(random));
        const Frame frame{{scale, scale / 3, scale * 7},
                          {offset(random), offset(random), offset(random)},
                          ByteSlice(vertices.data(), vertices.size())};
        std::vector<float> positions(3 * order.size());
        std::vector<float> normals(positions.size());
        decodeFrame(frame, order.data(), order.size(), positions.data(), normals.data(),
                    rotatedNormals(NormalSource::File, Axes::FrontX), Axes::FrontX);
        for (std::vector<float>* const values : {&positions, &normals}) {
            for (std::size_t i = 0; i < values->size(); i += 3) { // back to the axes of the model
                std::swap((*values)[i + 1], (*values)[i + 2]);
                (*values)[i + 1] = -(*values)[i + 1];
            }
        }
        Packed packed(vertices.size());
        packFrame(gridAround(positions), positions.data(), normals.data(), order.size(), packed.data());
        EXPECT_EQ(packed, vertices);
    }
}

TEST(FrameEncoder, NormalsAreTheNearestOfAll) {
    std::mt19937 random(3);
    std::normal_distribution<float> coordinate;
    for (int i = 0; i < 200000; ++i) {
        float vector[3] = {coordinate(random), coordinate(random), coordinate(random)};
        if (i % 5 == 0) {
            vector[i / 5 % 3] = 0; // on a plane of symmetry
        }
        const auto& found = kNormals[nearestNormal(vector[0], vector[1], vector[2])];
        const auto& best = kNormals[nearestOfAll(vector[0], vector[1], vector[2])];
        const auto dot = [&](const std::array<float, 3>& normal) {
            return double{normal[0]} * vector[0] + double{normal[1]} * vector[1] +
                   double{normal[2]} * vector[2];
        };
        // Between two normals that are equally near, rounding decides.
        ASSERT_NEAR(dot(found), dot(best), 2e-6) << vector[0] << " " << vector[1] << " " << vector[2];
    }
}

TEST(FrameEncoder, NormalsWithoutADirectionPointUp) {
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const auto& [x, y, z] :
         {std::array<float, 3>{0, 0, 0}, {infinity, 0, 0}, {1, nan, 0}, {1, 0, nan}}) {
        EXPECT_EQ(kNormals[nearestNormal(x, y, z)], (std::array<float, 3>{0, 0, 1}));
    }
    EXPECT_EQ(nearestNormal(0, 0, 1e-40f), 5); // as small as floats get
}

TEST(FrameEncoder, BoundsFindEachNumberThatIsNotFinite) {
    const float infinity = std::numeric_limits<float>::infinity();
    for (std::size_t count = 1; count < 6; ++count) {
        std::vector<float> positions(3 * count);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            positions[i] = static_cast<float>(i);
        }
        Bounds bounds;
        EXPECT_TRUE(bounds.add(positions.data(), count));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(bounds.min[axis], positions[axis]);
            EXPECT_EQ(bounds.max[axis], positions[3 * count - 3 + axis]);
        }
        for (const float bad : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
            for (float& position : positions) {
                const float before = std::exchange(position, bad);
                EXPECT_FALSE(Bounds().add(positions.data(), count));
                position = before;
            }
        }
    }
}

TEST(FrameEncoder, LargeBoundsAreNotFinite) {
    EXPECT_TRUE(isFinite(gridAround({-1e30f, 0, 0, 1e30f, 0, 0})));
    EXPECT_TRUE(isFinite(gridAround({0, 0, 0})));
    EXPECT_FALSE(isFinite(gridAround({std::numeric_limits<float>::infinity(), 0, 0})));
    EXPECT_FALSE(isFinite(gridOf(Bounds{})));
}

} // namespace
} // namespace assimp_md2::inner::test
