// SPDX-License-Identifier: BSD-3-Clause
// The checked view: what it accepts, its messages for what it refuses, and that it never leaves the file.
#include "importer/md2/view.h"

#include "importer/base/repairs.h"
#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assimp_md2::inner::test {
namespace {

using namespace field;

View viewOf(const Bytes& bytes) {
    return parse(ByteSlice(bytes.data(), bytes.size())).value();
}

std::string refusalOfFile(const Bytes& bytes) {
    const auto result = parse(ByteSlice(bytes.data(), bytes.size()));
    return result ? "" : "MD2: " + result.error().text;
}

TEST(View, ReadsWhatTheBuilderWrote) {
    const Md2Builder model = smallModel(3);
    const Bytes bytes = model.bytes();
    const View view = viewOf(bytes);
    ASSERT_EQ(view.skinCount(), 2u);
    EXPECT_EQ(view.skinName(0), "models\\small\\skin.pcx");
    ASSERT_EQ(view.stCount(), 5u);
    EXPECT_EQ(view.st(4).s, -8);
    EXPECT_EQ(view.st(4).t, 40);
    ASSERT_EQ(view.triangleCount(), 3u);
    EXPECT_EQ(view.triangle(1).vertex, (std::array<std::uint16_t, 3>{2, 1, 3}));
    EXPECT_EQ(view.triangle(2).st, (std::array<std::uint16_t, 3>{0, 2, 4}));
    ASSERT_EQ(view.frameCount(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const Frame frame = view.frame(i);
        EXPECT_EQ(view.frameName(i), model.frames[i].name);
        EXPECT_EQ(frame.scale, model.frames[i].scale);
        EXPECT_EQ(frame.translate, model.frames[i].translate);
        ASSERT_EQ(frame.vertices.size(), 16u);
        EXPECT_EQ(frame.vertices.u8(15), model.frames[i].vertices[3][3]);
    }
    EXPECT_EQ(view.glCommands().size(), 4 * model.glCommands.size());
    EXPECT_TRUE(view.repairs().lines("MD2: ").empty());
}

TEST(View, NamesEndAtTheirNulOrFillTheirField) {
    Md2Builder model = smallModel(2);
    model.skins = {std::string(64, 'x'), std::string("a.pcx\0garbage", 13)};
    model.frames[0].name = "sixteen-letters!";
    model.frames[0].vertices[0][0] = '?'; // the byte behind the name
    model.frames[1].name = std::string("run1\0garbage", 12);
    const Bytes bytes = model.bytes();
    const View view = viewOf(bytes);
    EXPECT_EQ(view.skinName(0), std::string(64, 'x'));
    EXPECT_EQ(view.skinName(1), "a.pcx");
    EXPECT_EQ(view.frameName(0), "sixteen-letters!");
    EXPECT_EQ(view.frameName(1), "run1");
}

TEST(View, AWrongFramesizeIsRepairedWhenPackedFramesFit) {
    for (const std::int32_t framesize : {0, -1, 55, 7236, std::numeric_limits<std::int32_t>::max()}) {
        Bytes bytes = smallModel(3).bytes();
        patch(bytes, kFramesize, framesize);
        const View view = viewOf(bytes);
        EXPECT_EQ(view.frameName(2), "stand3") << framesize;
        EXPECT_EQ(view.repairs().count(repair::kFrameStride), 1u) << framesize;
    }
}

TEST(View, GlCommandsOutsideTheFileDoNotRefuseIt) {
    struct Case {
        std::int32_t count;
        std::int32_t offset;
        std::size_t expectedWords;
    };
    const Bytes whole = smallModel(1).bytes();
    const std::int32_t words = valueAt(whole, kNumGlcmds);
    const std::int32_t offset = valueAt(whole, kOfsGlcmds);
    for (const Case& c :
         {Case{words + 1, offset, static_cast<std::size_t>(words)},
          Case{words, offset + 2, static_cast<std::size_t>(words) - 1}, Case{-1, offset, 0},
          Case{words, -4, 0}, Case{words, std::numeric_limits<std::int32_t>::max(), 0},
          Case{std::numeric_limits<std::int32_t>::max(), offset, static_cast<std::size_t>(words)}}) {
        Bytes bytes = whole;
        patch(bytes, kNumGlcmds, c.count);
        patch(bytes, kOfsGlcmds, c.offset);
        const View view = viewOf(bytes);
        EXPECT_EQ(view.glCommands().size(), 4 * c.expectedWords) << c.count << " at " << c.offset;
        EXPECT_EQ(view.repairs().count(repair::kGlCommandsOutside), 1u);
    }
}

/// A model whose frames contain CR LF, LF and bytes above 127.
Bytes modelWithLines() {
    Md2Builder model = smallModel(3);
    for (FrameSource& frame : model.frames) {
        frame.vertices[0] = {'\r', '\n', 0xC8, 0};
        frame.vertices[1] = {'\n', 1, 0xC8, 0};
    }
    return model.bytes();
}

Bytes withoutReturns(const Bytes& bytes) {
    Bytes changed;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\r' || bytes[i + 1] != '\n') {
            changed.push_back(bytes[i]);
        }
    }
    return changed;
}

Bytes withReturns(const Bytes& bytes) {
    Bytes changed;
    for (const std::uint8_t byte : withoutReturns(bytes)) {
        if (byte == '\n') {
            changed.push_back('\r');
        }
        changed.push_back(byte);
    }
    return changed;
}

Bytes asUtf8(const Bytes& bytes) {
    Bytes changed;
    for (const std::uint8_t byte : bytes) {
        const Bytes text = byte < 0x80 ? Bytes{byte} : Bytes{0xEF, 0xBF, 0xBD};
        changed.insert(changed.end(), text.begin(), text.end());
    }
    return changed;
}

TEST(View, AFileThatWasChangedAsTextGetsAWarningThatSaysSo) {
    const Bytes whole = modelWithLines();
    EXPECT_TRUE(viewOf(whole).repairs().lines("").empty());
    EXPECT_EQ(viewOf(withoutReturns(whole)).repairs().count(repair::kLineFeedsShortened), 3u);
    EXPECT_EQ(viewOf(withReturns(whole)).repairs().count(repair::kLineFeedsExtended), 6u);
}

TEST(View, TheErrorOfAFileThatWasChangedAsTextSaysSo) {
    Bytes bytes = modelWithLines();
    patch(bytes, kNumFrames, 198);
    EXPECT_EQ(refusalOfFile(withoutReturns(bytes)),
              "MD2: the file was changed as text, so the model is damaged: CR LF became LF (3)");
    EXPECT_EQ(refusalOfFile(withReturns(bytes)),
              "MD2: the file was changed as text, so the model is damaged: LF became CR LF (6)");
    const auto notAscii = std::count_if(bytes.begin(), bytes.end(), [](auto byte) { return byte >= 0x80; });
    EXPECT_EQ(refusalOfFile(asUtf8(bytes)),
              "MD2: the file was changed as text, so the model is damaged: bytes became U+FFFD in UTF-8 (" +
                  std::to_string(notAscii) + ")");
}

TEST(View, ATruncatedFileWasNotChangedAsText) {
    Bytes bytes = modelWithLines();
    bytes.resize(bytes.size() - 20);
    EXPECT_EQ(viewOf(bytes).repairs().lines("").size(), 1u) << "the GL commands";
}

constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();

TEST(View, ACorruptedHeaderIsRefusedWithItsMessage) {
    // skins at 68, st at 196, triangles at 216, frames at 252, GL commands at 420; the file has 544 bytes
    const Bytes whole = smallModel(3).bytes();
    ASSERT_EQ(whole.size(), 544u);
    const struct {
        std::size_t offset;
        std::int32_t value;
        const char* message;
    } cases[] = {
        {kIdent, 0x33504449,
         "header: the file is an MD3 (Quake III, \"IDP3\"), not an MD2; give it the extension .md3, so that "
         "Assimp's own importer reads it"},
        {kIdent, 0x44434241, "header: the file starts with \"ABCD\", an MD2 starts with \"IDP2\""},
        {kIdent, 0x01FF4241, "header: the file starts with \"AB\xFF\x01\", an MD2 starts with \"IDP2\""},
        {kVersion, 7,
         "header: the file is an MD2 of version 7, expected version 8 (Quake II) or 15 (Anachronox)"},
        {kNumVertices, 0, "header: num_vertices is 0, expected 1 or more"},
        {kNumFrames, 0, "frames: num_frames is 0, expected 1 or more"},
        {kNumSkins, -1, "skins: num_skins is -1, expected 0 or more"},
        {kNumSt, -1, "st: num_st is -1, expected 0 or more"},
        {kNumTris, -1, "triangles: num_tris is -1, expected 0 or more"},
        {kOfsSkins, -64, "skins: the offset -64 is negative"},
        {kOfsSt, kMin, "st: the offset -2147483648 is negative"},
        {kOfsTris, -1, "triangles: the offset -1 is negative"},
        {kOfsFrames, -1, "frames: the offset -1 is negative"},
        {kNumSkins, kMax,
         "skins: 2147483647 × 64 bytes at offset 68 need 137438953408 bytes, the file has only 476 bytes "
         "after this offset"},
        {kNumSt, kMax,
         "st: 2147483647 × 4 bytes at offset 196 need 8589934588 bytes, the file has only 348 bytes after "
         "this offset"},
        {kNumTris, 28,
         "triangles: 28 × 12 bytes at offset 216 need 336 bytes, the file has only 328 bytes after this "
         "offset"},
        {kNumFrames, 198,
         "frames: 198 × 56 bytes at offset 252 need 11088 bytes, the file has only 292 bytes after this "
         "offset"},
        {kNumVertices, kMax,
         "frames: 3 × 8589934628 bytes at offset 252 need 25769803884 bytes, the file has only 292 bytes "
         "after this offset"},
        {kOfsFrames, kMax,
         "frames: 3 × 56 bytes at offset 2147483647 need 168 bytes, the file has only 0 bytes after this "
         "offset"},
    };
    for (const auto& [offset, value, message] : cases) {
        Bytes bytes = whole;
        patch(bytes, offset, value);
        EXPECT_EQ(refusalOfFile(bytes), std::string("MD2: ") + message);
    }
}

TEST(View, AnAxisWithoutFinitePositionsIsFlat) {
    constexpr std::int32_t kNotANumber = 0x7FC00000;
    constexpr std::int32_t kInfinite = 0x7F800000;
    constexpr std::int32_t kNearlyInfinite = 0x7F000000; // × 255 is not finite
    Bytes bytes = smallModel(3).bytes();
    patch(bytes, 252 + 4, kNearlyInfinite);
    patch(bytes, 252 + 2 * 56, kNotANumber);
    patch(bytes, 252 + 2 * 56 + 20, kInfinite);
    const View view = viewOf(bytes);
    EXPECT_EQ(view.repairs().count(repair::kFrameNotFinite), 2u);
    EXPECT_EQ(view.frame(0).scale, (std::array<float, 3>{0.5f, 0, 1}));
    EXPECT_EQ(view.frame(0).translate, (std::array<float, 3>{-10, 0, 2.5f}));
    EXPECT_EQ(view.frame(2).scale, (std::array<float, 3>{0, 0.25f, 0}));
    EXPECT_EQ(view.frame(2).translate, (std::array<float, 3>{0, 2, 0}));
}

/// Models of all sizes of vertices, with seven frames.
std::vector<Md2Builder> modelsOfAllVertexSizes() {
    std::vector<Md2Builder> models = {smallModel(7)};
    for (int resolution = 0; resolution < 3; ++resolution) {
        models.push_back(anachronoxModel(resolution));
        for (std::size_t i = 3; i < 7; ++i) {
            models.back().frames.push_back(models.back().frames[0]);
            models.back().frames[i].translate[0] = static_cast<float>(i);
        }
    }
    return models;
}

TEST(View, AGarbageFrameGetsTheNearestGoodFrame) {
    constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    for (const Md2Builder& sound : modelsOfAllVertexSizes()) {
        SCOPED_TRACE(sound.version * 10 + sound.resolution);
        Md2Builder damaged = sound;
        damaged.frames[0].translate[1] = -431602080.0f; // bytes 0xCD
        damaged.frames[0].scale = {0, 0, 0};
        damaged.frames[3].scale[2] = kInfinite;
        damaged.frames[4].translate[0] = kNotANumber;
        const Bytes bytes = damaged.bytes();
        const Bytes soundBytes = sound.bytes();
        const View view = viewOf(bytes);
        const View expected = viewOf(soundBytes);
        const std::array<std::size_t, 7> used = {1, 1, 2, 2, 5, 5, 6};
        for (std::size_t i = 0; i < used.size(); ++i) {
            EXPECT_EQ(view.isGarbage(i), used[i] != i);
            EXPECT_EQ(view.frame(i).scale, expected.frame(used[i]).scale);
            EXPECT_EQ(view.frame(i).translate, expected.frame(used[i]).translate);
            EXPECT_EQ(view.frame(i).vertices.data(), view.frame(used[i]).vertices.data());
            EXPECT_EQ(view.frameName(i), expected.frameName(i));
        }
        EXPECT_EQ(
            view.repairs().lines("MD2: "),
            std::vector<std::string>{
                "MD2: frames: a frame is garbage, with positions that are not finite or beyond 1,000,000 "
                "units; it gets the positions of the nearest frame that is not (3), first: frame 0"});
    }
}

TEST(View, TheEarlierOfTwoEquallyNearFramesIsUsed) {
    Md2Builder model = smallModel(7);
    for (const std::size_t frame : {2u, 3u, 4u}) {
        model.frames[frame].translate[0] = 1e7f;
    }
    const Bytes bytes = model.bytes();
    const View view = viewOf(bytes);
    EXPECT_EQ(view.frame(2).translate, view.frame(1).translate);
    EXPECT_EQ(view.frame(3).translate, view.frame(1).translate);
    EXPECT_EQ(view.frame(4).translate, view.frame(5).translate);
}

TEST(View, HalfOfTheFramesIsNoAccident) {
    for (const std::size_t garbage : {2u, 3u}) {
        Md2Builder model = smallModel(5);
        model.frames.resize(garbage == 2 ? 4 : 5);
        for (std::size_t i = 0; i < garbage; ++i) {
            model.frames[i].translate[0] = 1e7f;
        }
        const Bytes bytes = model.bytes();
        const View view = viewOf(bytes);
        EXPECT_EQ(view.frame(0).translate[0], 1e7f);
        EXPECT_FALSE(view.isGarbage(0));
        EXPECT_TRUE(view.repairs().lines("MD2: ").empty());
    }
}

TEST(View, AFrameIsGarbageIfACornerIsBeyondAMillionUnits) {
    const std::array<std::array<float, 3>, 4> most = {
        {{255, 255, 255}, {255, 255, 255}, {2047, 1023, 2047}, {65535, 65535, 65535}}};
    const std::vector<Md2Builder> models = modelsOfAllVertexSizes();
    for (std::size_t i = 0; i < models.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto isGarbage = [&](float scale, float translate) {
                Md2Builder model = models[i];
                model.frames[3].scale[axis] = scale;
                model.frames[3].translate[axis] = translate;
                const Bytes bytes = model.bytes();
                return viewOf(bytes).isGarbage(3);
            };
            EXPECT_FALSE(isGarbage(0, 1e6f));
            EXPECT_FALSE(isGarbage(0, -1e6f));
            EXPECT_TRUE(isGarbage(0, 1000001.0f));
            EXPECT_TRUE(isGarbage(0, -1000001.0f));
            EXPECT_FALSE(isGarbage(999999.0f / most[i][axis], 0));
            EXPECT_TRUE(isGarbage(1000002.0f / most[i][axis], 0));
            EXPECT_TRUE(isGarbage(-1000002.0f / most[i][axis], 0));
        }
    }
}

TEST(View, AFileThatIsOnlyAHeaderIsReadAsOne) {
    Bytes bytes(68);
    patch(bytes, kIdent, 0x32504449);
    patch(bytes, field::kVersion, 8);
    EXPECT_EQ(refusalOfFile(bytes), "MD2: header: num_vertices is 0, expected 1 or more");
    for (const std::int32_t version : {14, 15}) {
        patch(bytes, field::kVersion, version);
        bytes.resize(95);
        EXPECT_EQ(refusalOfFile(bytes), "MD2: header: needs 96 bytes, the file has 95");
        bytes.resize(96);
        EXPECT_EQ(refusalOfFile(bytes), "MD2: header: num_vertices is 0, expected 1 or more");
    }
}

TEST(View, Version15HasItsOwnSectionsAndVertices) {
    const std::array<std::size_t, 3> sizes = {5, 6, 8};
    for (int resolution = 0; resolution < 3; ++resolution) {
        Md2Builder model = anachronoxModel(resolution);
        model.tags.push_back({"eightlet", 5});
        model.lodScale = {1, 2, 3};
        const Bytes bytes = model.bytes();
        const View view = viewOf(bytes);
        EXPECT_EQ(view.version(), 15);
        EXPECT_TRUE(view.isSplitBySkin());
        EXPECT_FALSE(view.hasKnownNormals());
        EXPECT_EQ(view.vertexSize(), sizes[static_cast<std::size_t>(resolution)]);
        EXPECT_EQ(view.frame(2).vertices.size(), 5 * view.vertexSize());
        EXPECT_EQ(view.frameName(2), "amb_a_005");
        ASSERT_EQ(view.surfaceCount(), 2u);
        EXPECT_EQ(view.primitivesOfSurface(0), 4u);
        EXPECT_EQ(view.primitivesOfSurface(1), 2u);
        ASSERT_EQ(view.tagCount(), 2u);
        EXPECT_EQ(view.tag(0).name, "Hand_R");
        EXPECT_EQ(view.tag(0).triangle, 0);
        EXPECT_EQ(view.tag(1).name, "eightlet");
        EXPECT_EQ(view.tag(1).triangle, 5);
        EXPECT_EQ(view.lodScale(), (std::array<float, 3>{1, 2, 3}));
        EXPECT_TRUE(view.repairs().lines("MD2: ").empty());
    }
    Bytes bytes = anachronoxModel(0).bytes();
    patch(bytes, field::kVersion, 15 | 3 << 16);
    EXPECT_EQ(refusalOfFile(bytes), "MD2: header: the resolution of the vertices is 3, expected 0, 1 or 2");
}

/// The largest component of a vertex depends on the version and the resolution.
TEST(View, AnAxisIsFlatWhenItsLargestComponentGivesNoFinitePosition) {
    const auto repairsOf = [](Md2Builder model, float most, float factor) {
        model.frames.resize(1); // one of several frames would be garbage
        model.frames[0].scale[1] = std::numeric_limits<float>::max() / most * factor;
        const Bytes bytes = model.bytes();
        return viewOf(bytes).repairs().count(repair::kFrameNotFinite);
    };
    const std::array<std::pair<Md2Builder, float>, 4> models = {{{smallModel(1), 255.0f},
                                                                 {anachronoxModel(0), 255.0f},
                                                                 {anachronoxModel(1), 1023.0f},
                                                                 {anachronoxModel(2), 65535.0f}}};
    for (const auto& [model, most] : models) {
        EXPECT_EQ(repairsOf(model, most, 0.9f), 0u) << most;
        EXPECT_EQ(repairsOf(model, most, 1.1f), 1u) << most;
    }
}

TEST(View, ReportsHowShortAFileIs) {
    EXPECT_NE(refusalOfFile({'I', 'D', 'P', '3'}).find("MD3"), std::string::npos);
    EXPECT_EQ(refusalOfFile({'I', 'D', 'P', '2', 8, 0, 0, 0}), "MD2: header: needs 68 bytes, the file has 8");
    EXPECT_EQ(refusalOfFile({}), "MD2: header: needs 68 bytes, the file has 0");
    EXPECT_EQ(refusalOfFile({'I', 'D', 'P'}), "MD2: header: needs 68 bytes, the file has 3");
}

TEST(Layout, LoadsAreLittleEndianWhateverTheAlignment) {
    const Bytes bytes = {0xFF, 0x01, 0x02, 0x83, 0x84, 0x00, 0x00, 0x80, 0xBF};
    const ByteSlice slice(bytes.data(), bytes.size());
    EXPECT_EQ(slice.u16(1), 0x0201);
    EXPECT_EQ(slice.i16(2), static_cast<std::int16_t>(0x8302));
    EXPECT_EQ(slice.u32(1), 0x84830201u);
    EXPECT_EQ(slice.i32(1), static_cast<std::int32_t>(0x84830201u));
    EXPECT_EQ(slice.f32(5), -1.0f);
    EXPECT_TRUE(slice.contains(9, 0));
    EXPECT_FALSE(slice.contains(9, 1));
    EXPECT_FALSE(slice.contains(1, std::numeric_limits<std::uint64_t>::max()));
}

} // namespace
} // namespace assimp_md2::inner::test
