// SPDX-License-Identifier: BSD-3-Clause
// Written files: read back by the view, the rules of games, and the limits.
#include "maker/md2/md2_writer.h"

#include "importer/md2/view.h"
#include "support/game_rules.h"
#include "support/gl_triangles.h"
#include "support/md2_builder.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

/// Two squares that share an edge, two frames.
ModelToWrite twoSquares() {
    ModelToWrite model;
    model.skinWidth = 64;
    model.skinHeight = 32;
    model.skins = {"players/square/square.pcx", "players/square/other.pcx"};
    model.st = {{0, 0}, {32, 0}, {64, 0}, {0, 32}, {32, 32}, {64, 32}};
    for (const auto& indices : {std::array<std::uint16_t, 3>{0, 1, 3}, {3, 1, 4}, {1, 2, 4}, {4, 2, 5}}) {
        model.triangles.push_back({indices, indices});
    }
    for (int i = 0; i < 2; ++i) {
        FrameToWrite frame;
        frame.name = "stand" + std::to_string(i + 1);
        frame.grid = {{0.5f, 1, 2}, {-10, static_cast<float>(i), 3}};
        for (std::uint8_t vertex = 0; vertex < 6; ++vertex) {
            frame.vertices.insert(frame.vertices.end(),
                                  {static_cast<std::uint8_t>(40 * vertex), static_cast<std::uint8_t>(255 - i),
                                   vertex, static_cast<std::uint8_t>(161 - vertex)});
        }
        model.frames.push_back(frame);
    }
    model.glCommands = glCommandsAtCentres(model.triangles, model.st, model.skinWidth, model.skinHeight);
    return model;
}

Bytes written(const ModelToWrite& model) {
    return writeMd2(model).value();
}

TEST(Md2Writer, TheRulesOfGamesCanBeBroken) {
    using Broken = std::vector<std::string>;
    ModelToWrite model = twoSquares();
    model.skins[0] = "/absolute.png";
    EXPECT_EQ(brokenGameRules(written(model)),
              (Broken{"skins end in .pcx", "skins are below the game root"}));
    model = twoSquares();
    model.glCommands.pop_back();
    EXPECT_EQ(brokenGameRules(written(model)), Broken{"GL commands end with a 0 at their last word"});
    model = twoSquares();
    std::swap(model.triangles[1].vertex[0], model.triangles[1].vertex[1]);
    EXPECT_EQ(brokenGameRules(written(model)), Broken{"GL commands cover every triangle once"});
    model = twoSquares();
    model.frames[1].vertices[3] = 162;
    EXPECT_EQ(brokenGameRules(written(model)), Broken{"normals exist"});
    model = twoSquares();
    model.st.push_back({1, 1});
    EXPECT_EQ(brokenGameRules(written(model)), Broken{"every texture coordinate is used"});
    Bytes file = written(twoSquares());
    patch(file, field::kNumFrames, 513);
    EXPECT_EQ(brokenGameRules(file), Broken{"1 to 512 frames"});
}

TEST(Md2Writer, LimitsAreInclusiveAndTheirErrorsNameARemedy) {
    EXPECT_FALSE(checkLimits(kGameLimits, kGameLimits));
    Md2Counts counts = kGameLimits;
    for (auto* const count :
         {&counts.vertices, &counts.st, &counts.triangles, &counts.frames, &counts.skins}) {
        ++*count;
    }
    const auto error = checkLimits(counts, kGameLimits);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::AboveLimit);
    EXPECT_EQ(error->text,
              "2049 vertices, expected at most 2048; 4097 triangles, expected at most 4096; "
              "513 frames, expected at most 512; 2049 texture coordinates, expected at most 2048; "
              "33 skins, expected at most 32; simplify the mesh or leave meshes out (EXPORT_MD2_MESHES); "
              "lower the frame rate (EXPORT_MD2_FPS) or choose fewer clips (EXPORT_MD2_CLIPS); "
              "use fewer skins");
}

TEST(Md2Writer, LongestNamesFit) {
    ModelToWrite model = twoSquares();
    model.skins[0] = std::string(59, 'x') + ".pcx";
    model.frames[0].name = std::string(15, 'y');
    EXPECT_EQ(brokenGameRules(written(model)), std::vector<std::string>{});
}

} // namespace
} // namespace assimp_md2::inner::test
