// SPDX-License-Identifier: BSD-3-Clause
// The table of normals, by the symmetry that it must have.
#include "importer/md2/normals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner::test {
namespace {

TEST(Normals, AreUnitVectorsToSixDecimals) {
    for (const auto& normal : kNormals) {
        EXPECT_NEAR(std::hypot(std::hypot(normal[0], normal[1]), normal[2]), 1.0, 2e-6);
    }
}

TEST(Normals, AreDistinctAndClosedUnderChangeOfSign) {
    for (std::size_t i = 0; i < kNormals.size(); ++i) {
        EXPECT_EQ(std::count(kNormals.begin(), kNormals.end(), kNormals[i]), 1) << i;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            auto mirrored = kNormals[i];
            mirrored[axis] = 0.0f - mirrored[axis];
            EXPECT_EQ(std::count(kNormals.begin(), kNormals.end(), mirrored), 1) << i << " axis " << axis;
        }
    }
}

TEST(Normals, AreInTheOrderOfTheFormat) {
    // The first, the last, and the one that points up.
    EXPECT_EQ(kNormals[0], (std::array<float, 3>{-0.525731f, 0.0f, 0.850651f}));
    EXPECT_EQ(kNormals[5], (std::array<float, 3>{0, 0, 1}));
    EXPECT_EQ(kNormals[161], (std::array<float, 3>{-0.688191f, -0.587785f, -0.425325f}));
}

TEST(Normals, BytesThatAreNotAnIndexHaveTheLastOne) {
    const NormalOfByte file = rotatedNormals(NormalSource::File, Axes::FrontX);
    const NormalOfByte negated = rotatedNormals(NormalSource::Negated, Axes::FrontX);
    const NormalOfByte exchanged = rotatedNormals(NormalSource::Exchanged, Axes::FrontX);
    for (std::size_t byte = 0; byte < 256; ++byte) {
        const auto& [x, y, z] = kNormals[std::min(byte, kNormals.size() - 1)];
        EXPECT_EQ(file[byte], (std::array<float, 4>{x, z, -y, 0})) << byte;
        EXPECT_EQ(negated[byte], (std::array<float, 4>{-x, -z, y, 0})) << byte;
        EXPECT_EQ(exchanged[byte], (std::array<float, 4>{x, y, -z, 0})) << byte;
    }
}

} // namespace
} // namespace assimp_md2::inner::test
