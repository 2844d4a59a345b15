// SPDX-License-Identifier: BSD-3-Clause
// Scenes above the limits of the game, of the format or of the memory.
#include "exporters/md2/export_fixture.h"

namespace assimp_md2::test {
namespace {

class Md2ExportLimits : public Md2Export {};

TEST_F(Md2ExportLimits, LimitsNameCountLimitAndRemedy) {
    const auto scene = movingSquare({"walk"});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 600);
    EXPECT_EQ(exportScene(*scene),
              "MD2: 601 frames, expected at most 512; lower the frame rate (EXPORT_MD2_FPS) "
              "or choose fewer clips (EXPORT_MD2_CLIPS)");
    EXPECT_EQ(filesBesideModel(), Strings{});
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    EXPECT_EQ(frameNames(written(*scene)).size(), 601u);
}

TEST_F(Md2ExportLimits, WithoutSimplificationAWarningNamesTheLimitsOfTheGame) {
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    const WarningLog log;
    const Bytes file = written(*sceneOf(sphere(60, 60)));
    EXPECT_EQ(viewOf(file).triangleCount(), 7200u);
    EXPECT_EQ(
        log.lines(),
        Strings{"MD2: the game does not load this model: " + std::to_string(viewOf(file).vertexCount()) +
                " vertices, expected at most 2048; 7200 triangles, expected at most 4096"});
}

TEST_F(Md2ExportLimits, OnlyWhatSimplificationCannotFixIsReported) {
    const auto scene = sceneOf(sphere(60, 60));
    setPositions(addChannel(addAnimation(*scene, "walk", 60), "node"), {{0, {0, 0, 0}}, {60, {0, 9, 0}}});
    EXPECT_EQ(
        exportScene(*scene),
        "MD2: 601 frames, expected at most 512; lower the frame rate (EXPORT_MD2_FPS) or choose fewer clips "
        "(EXPORT_MD2_CLIPS)");
}

TEST_F(Md2ExportLimits, VerticesThatDifferInTheirNormalAreMergedAboveTheLimit) {
    const WarningLog log;
    const auto scene = sceneOf(sphere(30, 40));
    const Bytes file = written(*scene);
    EXPECT_LE(viewOf(file).vertexCount(), 29u * 40 + 2);
    EXPECT_TRUE(hasOneLineWith(log, "vertices that differ only in their normal are merged"));
    const auto model = decodeNaively(file, "triangles").value();
    for (std::size_t i = 0; i < model.frames[0].positions.size(); ++i) {
        const auto& position = model.frames[0].positions[i];
        const auto& normal = model.frames[0].normals[i];
        const float length = std::hypot(position[0], position[1], position[2]);
        EXPECT_GT((position[0] * normal[0] + position[1] * normal[1] + position[2] * normal[2]) / length,
                  0.95)
            << i;
    }
    // Positions that differ less than a step of the grid are equal.
    auto noisy = sphere(30, 40);
    for (std::size_t i = 0; i < noisy.size(); ++i) {
        for (auto& corner : noisy[i]) {
            corner = {corner[0] * (1 + 1e-6 * static_cast<double>(i % 7)), corner[1], corner[2]};
        }
    }
    EXPECT_EQ(viewOf(written(*sceneOf(noisy))).triangleCount(), viewOf(file).triangleCount());
    // Within the limit they stay.
    EXPECT_GT(viewOf(written(*sceneOf(sphere(12, 20)))).vertexCount(), 500u);
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    EXPECT_GT(viewOf(written(*scene)).vertexCount(), 2048u);
}

} // namespace
} // namespace assimp_md2::test
