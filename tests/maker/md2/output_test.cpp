// SPDX-License-Identifier: BSD-3-Clause
// The export as a program calls it: registration, invalid scenes, output that cannot be written, and scenes
// above the limits of the game.
#include "maker/md2/export_fixture.h"

namespace assimp_md2::inner::test {
namespace {

class Md2Output : public Md2Export {};

TEST_F(Md2Output, TheFormatIsListedOnce) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    registerMd2Exporter(exporter);
    int found = 0;
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc& format = *exporter.GetExportFormatDescription(i);
        if (std::string(format.id) == "md2") {
            ++found;
            EXPECT_STREQ(format.fileExtension, "md2");
        }
    }
    EXPECT_EQ(found, 1);
}

TEST_F(Md2Output, InvalidScenesAreErrors) {
    auto empty = emptyScene();
    EXPECT_NE(exportScene(*empty), "");
    auto outside = movingSquare({});
    outside->mMeshes[0]->mFaces[0].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), ""); // the face is left out
    outside->mMeshes[0]->mFaces[1].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), "MD2: triangles: the scene has no triangle to be written");
    auto rootless = movingSquare({});
    aiNode* const root = std::exchange(rootless->mRootNode, nullptr);
    Assimp::DefaultIOSystem files;
    const auto error = exportMd2(folder_ / "tris.md2", files, *rootless, properties_);
    rootless->mRootNode = root;
    ASSERT_TRUE(error);
    EXPECT_EQ(error->text, "the scene has no root node");
}

TEST_F(Md2Output, AFolderThatDoesNotExistIsAnError) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", folder_ / "none/tris.md2"), aiReturn_FAILURE);
    EXPECT_TRUE(contains(exporter.GetErrorString(),
                         "cannot be written: the folder " + folder_ / "none does not exist"));
    EXPECT_FALSE(exists("none"));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "none");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a folder that exists"), std::string::npos);
}

TEST_F(Md2Output, ABlobHasTheModelAndTheSkin) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    const auto scene = movingSquare({});
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "md2");
    ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
    const auto* const data = static_cast<const std::uint8_t*>(blob->data);
    EXPECT_EQ(brokenGameRules(Bytes(data, data + blob->size)), Strings{});
    ASSERT_NE(blob->next, nullptr);
}

class Md2ExportLimits : public Md2Export {};

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

TEST_F(Md2ExportLimits, OnlyWhatSimplificationCannotFixIsReportedWithARemedy) {
    const auto scene = sceneOf(sphere(60, 60));
    setPositions(addChannel(addAnimation(*scene, "walk", 60), "node"), {{0, {0, 0, 0}}, {60, {0, 9, 0}}});
    EXPECT_EQ(
        exportScene(*scene),
        "MD2: 601 frames, expected at most 512; lower the frame rate (EXPORT_MD2_FPS) or choose fewer clips "
        "(EXPORT_MD2_CLIPS)");
    EXPECT_EQ(filesBesideModel(), Strings{});
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    EXPECT_EQ(frameNames(written(*scene)).size(), 601u);
}

TEST_F(Md2ExportLimits, VerticesThatDifferInTheirNormalAreMergedAboveTheLimit) {
    const WarningLog log;
    const auto scene = sceneOf(sphere(30, 40));
    const Bytes file = written(*scene);
    EXPECT_LE(viewOf(file).vertexCount(), 2048u);
    EXPECT_GT(viewOf(file).vertexCount(), 29u * 40 + 2) << "all that fit are kept";
    EXPECT_TRUE(hasOneLineWith(log, "vertices that differ only in their normal are merged"));
    const auto model = decodeNaively(file, "triangles").value();
    for (std::size_t i = 0; i < model.frames[0].positions.size(); ++i) {
        const auto& position = model.frames[0].positions[i];
        const auto& normal = model.frames[0].normals[i];
        const float length = std::hypot(position[0], position[1], position[2]);
        if (std::abs(position[2]) > 9.9f) {
            continue; // perhaps the normal of a triangle without area at a pole
        }
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

/// Cubes with a roof of small squares, which is almost flat: smooth edges are given up before those of a
/// cube.
TEST_F(Md2ExportLimits, TheSharpestEdgesAreKept) {
    constexpr int kSquares = 32;
    std::vector<Corners> triangles;
    const auto at = [](int x, int y) { // a low hill
        const double a = x - 16;
        const double b = y - 16;
        return Point{a + 16, b + 16, 20 - 0.2 * (a * a + b * b)};
    };
    for (int x = 0; x < kSquares; ++x) {
        for (int y = 0; y < kSquares; ++y) {
            addQuad(triangles, {at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
        }
    }
    for (int i = 0; i < 30; ++i) {
        const double x = 2.0 * i;
        const auto corner = [&](int number) {
            return Point{x + (number & 1), -5.0 - (number >> 1 & 1), static_cast<double>(number >> 2)};
        };
        for (const auto& [a, b, c, d] :
             {std::array{0, 1, 5, 4}, std::array{3, 2, 6, 7}, std::array{2, 0, 4, 6}, std::array{1, 3, 7, 5},
              std::array{4, 5, 7, 6}, std::array{2, 3, 1, 0}}) {
            addQuad(triangles, {corner(a), corner(b), corner(c), corner(d)});
        }
    }
    const WarningLog log;
    const auto model = decodeNaively(written(*sceneOf(triangles)), "triangles").value();
    EXPECT_TRUE(hasOneLineWith(log, " are left, and edges of up to "));
    const auto& frame = model.frames[0];
    std::map<std::array<long, 3>, std::set<std::array<float, 3>>> normals; // of the cubes' corners
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        if (frame.positions[i][2] < -1) { // y of the scene
            normals[{std::lround(frame.positions[i][0]), std::lround(frame.positions[i][1]),
                     std::lround(frame.positions[i][2])}]
                .insert(frame.normals[i]);
        }
    }
    for (const auto& [place, ofPlace] : normals) {
        EXPECT_EQ(ofPlace.size(), 3u);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
