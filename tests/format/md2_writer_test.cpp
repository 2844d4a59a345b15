// SPDX-License-Identifier: BSD-3-Clause
// Written files: read back by the view and by the naive decoder, the rules of games, and the limits.
#include "format/md2_writer.h"

#include "format/gl_commands_writer.h"
#include "format/view.h"
#include "support/game_rules.h"
#include "support/md2_builder.h"
#include "support/naive_decoder.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
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
    model.glCommands = glCommandsOf(model.triangles, model.st, model.skinWidth, model.skinHeight);
    return model;
}

Bytes written(const ModelToWrite& model, const Md2Limits& limits = kGameLimits) {
    const auto result = writeMd2(model, limits);
    if (!result) {
        ADD_FAILURE() << "MD2: " + result.error().text;
        return {};
    }
    return *result;
}

std::string refusalOf(const ModelToWrite& model, const Md2Limits& limits = kGameLimits) {
    const auto result = writeMd2(model, limits);
    return result ? "" : "MD2: " + result.error().text;
}

TEST(Md2Writer, TheViewReadsWhatIsWritten) {
    const ModelToWrite model = twoSquares();
    const Bytes file = written(model);
    EXPECT_EQ(file.size(), md2FileSize(model));
    const auto parsed = parse(ByteSlice(file.data(), file.size()));
    ASSERT_TRUE(parsed);
    const View& view = *parsed;
    EXPECT_TRUE(view.repairs().lines("MD2: ").empty());
    EXPECT_EQ(view.header().skinwidth, 64);
    EXPECT_EQ(view.header().skinheight, 32);
    EXPECT_EQ(view.header().ofs_end, static_cast<std::int32_t>(file.size()));
    ASSERT_EQ(view.skinCount(), 2u);
    EXPECT_EQ(view.skinName(1), "players/square/other.pcx");
    ASSERT_EQ(view.stCount(), 6u);
    EXPECT_EQ(view.st(5).s, 64);
    EXPECT_EQ(view.st(5).t, 32);
    ASSERT_EQ(view.triangleCount(), 4u);
    EXPECT_EQ(view.triangle(3).vertex, model.triangles[3].vertex);
    EXPECT_EQ(view.triangle(3).st, model.triangles[3].st);
    ASSERT_EQ(view.frameCount(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        const Frame frame = view.frame(i);
        EXPECT_EQ(view.frameName(i), model.frames[i].name);
        EXPECT_EQ(frame.scale, model.frames[i].grid.scale);
        EXPECT_EQ(frame.translate, model.frames[i].grid.translate);
        EXPECT_EQ(Bytes(frame.vertices.data(), frame.vertices.data() + frame.vertices.size()),
                  model.frames[i].vertices);
    }
    EXPECT_EQ(view.glCommands().size(), 4 * model.glCommands.size());
}

TEST(Md2Writer, TheNaiveDecoderReadsWhatIsWritten) {
    const Bytes file = written(twoSquares());
    const auto triangles = decodeNaively(file, "triangles");
    const auto commands = decodeNaively(file, "glcommands");
    ASSERT_TRUE(triangles && commands);
    EXPECT_EQ(triangles->skins, twoSquares().skins);
    ASSERT_EQ(triangles->frames.size(), 2u);
    EXPECT_EQ(triangles->frames[1].name, "stand2");
    ASSERT_EQ(triangles->frames[1].positions.size(), 12u);
    EXPECT_EQ(triangles->frames[1].positions[1], (std::array<float, 3>{10, 255, 5}));
    EXPECT_EQ(commands->frames[1].positions.size(), 12u);
}

TEST(Md2Writer, TheRulesOfGamesHold) {
    EXPECT_EQ(brokenGameRules(written(twoSquares())), std::vector<std::string>{});
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

struct Refusal {
    const char* name;
    void (*change)(ModelToWrite& model);
    const char* message;
};

class Unwritable : public testing::TestWithParam<Refusal> {};

TEST_P(Unwritable, IsRefusedWithItsMessage) {
    ModelToWrite model = twoSquares();
    GetParam().change(model);
    EXPECT_EQ(refusalOf(model), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Unwritable,
    testing::Values(
        Refusal{"NoTriangles", [](ModelToWrite& model) { model.triangles.clear(); },
                "MD2: triangles: there is no triangle"},
        Refusal{"NoFrames", [](ModelToWrite& model) { model.frames.clear(); },
                "MD2: frames: there is no frame with a vertex"},
        Refusal{"NoVertices",
                [](ModelToWrite& model) {
                    model.frames[0].vertices.clear();
                    model.frames[1].vertices.clear();
                },
                "MD2: frames: there is no frame with a vertex"},
        Refusal{"OtherVertexCount", [](ModelToWrite& model) { model.frames[1].vertices.resize(20); },
                "MD2: frames: the frames have different numbers of vertices"},
        Refusal{"NotFinite",
                [](ModelToWrite& model) {
                    model.frames[1].grid.scale = {3e38f, 1, 1};
                },
                "MD2: frames: the positions of stand2 are not finite"},
        Refusal{"LongFrameName", [](ModelToWrite& model) { model.frames[0].name = "sixteen-letters!"; },
                "MD2: frames: the name sixteen-letters! has 16 bytes, expected at most 15"},
        Refusal{"LongSkinName", [](ModelToWrite& model) { model.skins[0] = std::string(64, 'x'); },
                "MD2: skins: the name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx has "
                "64 bytes, "
                "expected at most 63"},
        Refusal{"NoSkinSize", [](ModelToWrite& model) { model.skinHeight = 0; },
                "MD2: header: the skin has 64 × 0 pixels, expected 1 or more on each side"},
        Refusal{"VertexOutOfRange", [](ModelToWrite& model) { model.triangles[2].vertex[1] = 6; },
                "MD2: triangles: a triangle names a vertex or texture coordinate that does not exist"},
        Refusal{"StOutOfRange", [](ModelToWrite& model) { model.triangles[2].st[1] = 6; },
                "MD2: triangles: a triangle names a vertex or texture coordinate that does not exist"}),
    [](const auto& refusal) { return refusal.param.name; });

ModelToWrite withVertices(std::size_t count) {
    ModelToWrite model = twoSquares();
    for (FrameToWrite& frame : model.frames) {
        frame.vertices.resize(4 * count);
    }
    return model;
}

ModelToWrite withTriangles(std::size_t count) {
    ModelToWrite model = twoSquares();
    model.triangles.resize(count, model.triangles.front());
    return model;
}

ModelToWrite withFrames(std::size_t count) {
    ModelToWrite model = twoSquares();
    model.frames.resize(count, model.frames.front());
    return model;
}

ModelToWrite withSkinHeight(std::int32_t height) {
    ModelToWrite model = twoSquares();
    model.skinHeight = height;
    return model;
}

ModelToWrite withSkins(std::size_t count) {
    ModelToWrite model = twoSquares();
    model.skins.resize(count, model.skins.front());
    return model;
}

ModelToWrite withSt(std::size_t count) {
    ModelToWrite model = twoSquares();
    model.st.resize(count);
    return model;
}

TEST(Md2Writer, LimitsAreInclusiveAndTheirErrorsNameARemedy) {
    EXPECT_EQ(refusalOf(withVertices(2048)), "");
    EXPECT_EQ(refusalOf(withVertices(2049)), "MD2: header: 2049 vertices, expected at most 2048; simplify "
                                             "the mesh or leave meshes out (EXPORT_MD2_MESHES)");
    EXPECT_EQ(refusalOf(withTriangles(4096)), "");
    EXPECT_EQ(refusalOf(withTriangles(4097)), "MD2: header: 4097 triangles, expected at most 4096; simplify "
                                              "the mesh or leave meshes out (EXPORT_MD2_MESHES)");
    EXPECT_EQ(refusalOf(withFrames(512)), "");
    EXPECT_EQ(
        refusalOf(withFrames(513)),
        "MD2: header: 513 frames, expected at most 512; lower the frame rate (EXPORT_MD2_FPS) or choose "
        "fewer clips (EXPORT_MD2_CLIPS)");
    EXPECT_EQ(refusalOf(withSkins(32)), "");
    EXPECT_EQ(refusalOf(withSkins(33)), "MD2: header: 33 skins, expected at most 32; use fewer skins");
    EXPECT_EQ(refusalOf(withSt(2048)), "");
    EXPECT_EQ(refusalOf(withSt(2049)),
              "MD2: header: 2049 texture coordinates, expected at most 2048; simplify the "
              "mesh or leave meshes out (EXPORT_MD2_MESHES)");
    EXPECT_EQ(refusalOf(withSkinHeight(480)), "");
    EXPECT_EQ(refusalOf(withSkinHeight(481)),
              "MD2: header: 481 lines of the skin, expected at most 480; use a smaller skin");
}

TEST(Md2Writer, AllLimitsAreInOneMessage) {
    const auto error = checkLimits({7060, 3000, 9000, 601, 33, 480}, kGameLimits);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::AboveLimit);
    EXPECT_EQ(error->text,
              "header: 7060 vertices, expected at most 2048; 9000 triangles, expected at most 4096; "
              "601 frames, expected at most 512; 3000 texture coordinates, expected at most 2048; "
              "33 skins, expected at most 32; simplify the mesh or leave meshes out (EXPORT_MD2_MESHES); "
              "lower the frame rate "
              "(EXPORT_MD2_FPS) or choose fewer clips (EXPORT_MD2_CLIPS); use fewer skins");
}

TEST(Md2Writer, TheFormatAllowsMoreThanTheGame) {
    EXPECT_EQ(refusalOf(withVertices(65536), kFormatLimits), "");
    EXPECT_EQ(refusalOf(withVertices(65537), kFormatLimits),
              "MD2: header: 65537 vertices, expected at most 65536; simplify the mesh or leave meshes out "
              "(EXPORT_MD2_MESHES)");
    EXPECT_EQ(refusalOf(withTriangles(5000), kFormatLimits), "");
    EXPECT_EQ(refusalOf(withFrames(5000), kFormatLimits), "");
    EXPECT_EQ(refusalOf(withSkins(5000), kFormatLimits), "");
    EXPECT_EQ(refusalOf(withSt(65536), kFormatLimits), "");
    EXPECT_NE(refusalOf(withSt(65537), kFormatLimits), "");
    EXPECT_EQ(refusalOf(withSkinHeight(16384), kFormatLimits), "");
}

TEST(Md2Writer, LongestNamesFit) {
    ModelToWrite model = twoSquares();
    model.skins[0] = std::string(59, 'x') + ".pcx";
    model.frames[0].name = std::string(15, 'y');
    EXPECT_EQ(brokenGameRules(written(model)), std::vector<std::string>{});
}

} // namespace
} // namespace assimp_md2::test
