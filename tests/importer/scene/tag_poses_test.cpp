// SPDX-License-Identifier: BSD-3-Clause
// A tag is at the centre of its triangle and turns with it.
#include "importer/scene/model_frames.h"

#include "support/md2_builder.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

/// The pose of a tag on the triangle with these corners.
TagPose placeOn(const std::array<std::array<std::uint8_t, 4>, 3>& corners) {
    Md2Builder builder = smallModel(1);
    for (std::size_t i = 0; i < 3; ++i) {
        builder.frames[0].vertices[i] = corners[i];
    }
    builder.frames[0].scale = {1, 1, 1};
    builder.frames[0].translate = {0, 0, 0};
    const Bytes file = builder.bytes();
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    Model model{"tris", &view, {0}};
    model.tags = {{"tag", {0, 1, 2}}};
    Warnings repairs;
    ModelFrames frames(model, Axes::FrontX, repairs);
    return poseOf(model.tags[0], frames, 0);
}

TEST(TagPoses, AreAtTheCentreWithXAlongTheFirstEdgeAndZAlongTheNormal) {
    // Clockwise from above, so the normal is up.
    const TagPose pose = placeOn({{{0, 0, 5, 0}, {0, 9, 5, 0}, {9, 0, 5, 0}}});
    EXPECT_NEAR(pose.position.x, 3, 1e-6);
    EXPECT_NEAR(pose.position.y, 5, 1e-6);
    EXPECT_NEAR(pose.position.z, -3, 1e-6);
    const aiVector3D x = pose.rotation.Rotate(aiVector3D(1, 0, 0));
    const aiVector3D z = pose.rotation.Rotate(aiVector3D(0, 0, 1));
    // The y and z of the model are the -z and y of the scene.
    EXPECT_NEAR(x.z, -1, 1e-6);
    EXPECT_NEAR(z.y, 1, 1e-6);
}

TEST(TagPoses, OnATriangleWithoutAnAreaAreNotTurned) {
    const TagPose pose = placeOn({{{1, 2, 3, 0}, {1, 2, 3, 0}, {1, 2, 3, 0}}});
    EXPECT_NEAR(pose.position.y, 3, 1e-6);
    EXPECT_EQ(pose.rotation, aiQuaternion());
}

} // namespace
} // namespace assimp_md2::test
