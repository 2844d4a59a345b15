// SPDX-License-Identifier: BSD-3-Clause
// The clips that a `.anm` beside the model lists, as UFO: Alien Invasion does.
#include "importer/ufo_files.h"

#include "assimp-md2/properties.h"
#include "support/expect.h"
#include "support/files.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

std::string textOf(const std::vector<ListedClip>& clips) {
    std::string text;
    for (const ListedClip& clip : clips) {
        text += clip.name + ":" + assimp_md2::inner::textOf(clip.frames) +
                (clip.framesPerSecond ? "@" + std::to_string(static_cast<int>(*clip.framesPerSecond)) : "") +
                " ";
    }
    return text;
}

TEST(Anm, ListsClips) {
    const struct {
        const char* claim;
        const char* text;
        const char* clips;
        const char* warning;
    } cases[] = {
        {"names, ranges and rates", "stand0\t0\t3\t1\r\nrun0 4 9 18", "stand0:0-3@1 run0:4-9@18 ", ""},
        {"comments", "// name start\n\nrun 0 1 5 // 2 3 4\n//", "run:0-1@5 ", ""},
        {"an entry on several lines", "run\n0\n1\n5", "run:0-1@5 ", ""},
        {"a rate of 0 is one frame", "dead 3 5 0", "dead:3 ", ""},
        {"ranges overlap", "a 0 9 5 b 3 4 10", "a:0-9@5 b:3-4@10 ", ""},
        {"a last frame beyond the model", "run 8 20 5", "run:8-9@5 ",
         "clips: frames of the .anm that the model does not have (1): run ends with frame 20"},
        {"a clip beyond the model", "run 10 20 5 a 0 0 1", "a:0@1 ",
         "clips: frames of the .anm that the model does not have (1): run ends with frame 20"},
        {"Latin-1", "caf\xE9 0 1 5", "caf\xC3\xA9:0-1@5 ", ""},
        {"nothing", "", "", ""},
    };
    for (const auto& [claim, text, clips, warning] : cases) {
        SCOPED_TRACE(claim);
        Warnings warnings;
        const auto parsed = parseAnm(text, 10, warnings);
        ASSERT_TRUE(parsed.has_value());
        EXPECT_EQ(textOf(*parsed), clips);
        EXPECT_EQ(warnings.empty() ? "" : warnings.lines("").front(), warning);
    }
}

TEST(Anm, ThatDoesNotParseIsAnError) {
    const std::string numbers = ", expected a first frame, a last frame and a rate";
    std::string many;
    for (int i = 0; i < 42; ++i) {
        many += "a 0 99 10\n";
    }
    const struct {
        std::string text;
        std::string message;
    } cases[] = {
        {"run 0 1", "run: the entry ends after 3 words, expected 4"},
        {"run 0 x 5", "run: 0 x 5" + numbers},
        {"run -1 3 5", "run: -1 3 5" + numbers},
        {"run 3 1 5", "run: 3 1 5" + numbers},
        {"run 0 1 -5", "run: 0 1 -5" + numbers},
        {"run 0 99999999999 5", "run: 0 99999999999 5" + numbers},
        {many + many, "the clips have too many frames, expected at most 4496"},
    };
    for (const auto& [text, message] : cases) {
        Warnings warnings;
        const auto parsed = parseAnm(text, 100, warnings);
        ASSERT_FALSE(parsed.has_value()) << text;
        EXPECT_EQ(parsed.error().text, message);
    }
}

using Names = std::vector<std::string>;

class AnmImport : public testing::Test {
protected:
    AnmImport() {
        writeBytes(folder_.path() / "alien.md2",
                   modelWithFrames({"a1", "a2", "b1", "b2", "c1", "c2"}).bytes());
    }

    void write(const std::string& anm) {
        writeBytes(folder_.path() / "alien.anm", Bytes(anm.begin(), anm.end()));
    }

    /// The animations as NAME:FRAMES@RATE.
    Names animations(std::initializer_list<std::pair<const char*, std::string>> properties = {}) {
        const auto importer = makeImporter(properties);
        const WarningLog log;
        const aiScene& scene = *sceneOfFile(*importer, (folder_.path() / "alien.md2").string());
        warnings_.clear();
        for (const std::string& line : log.lines()) {
            warnings_ += line.find("clips") != std::string::npos ? line : "";
        }
        Names names;
        for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
            const aiAnimation& animation = *scene.mAnimations[i];
            names.push_back(std::string(animation.mName.C_Str()) + ":" +
                            std::to_string(animation.mMorphMeshChannels[0]->mNumKeys) + "@" +
                            std::to_string(static_cast<int>(animation.mTicksPerSecond)));
        }
        return names;
    }

    TemporaryFolder folder_;
    std::string warnings_;
};

TEST_F(AnmImport, IsTheFirstSourceOfClipsAndNamesGiveTheRest) {
    write("walk 1 3 20\nstill 2 3 0");
    EXPECT_EQ(animations(), (Names{"walk:4@20", "still:2@10", "a:2@10", "c:2@10"}));
    EXPECT_EQ(animations({{ASSIMP_MD2_CONFIG_CLIPS, "c,walk"}}), (Names{"c:2@10", "walk:4@20"}));
    EXPECT_EQ(animations({{ASSIMP_MD2_CONFIG_CLIPS, "names"}}), (Names{"a:2@10", "b:2@10", "c:2@10"}));
    EXPECT_EQ(warnings_, "");
}

TEST_F(AnmImport, ThatCannotBeUsedGivesAWarning) {
    const Names fromNames = {"a:2@10", "b:2@10", "c:2@10"};
    write("walk 1 3");
    EXPECT_EQ(animations(), fromNames);
    EXPECT_NE(
        warnings_.find("clips: alien.anm: walk: the entry ends after 3 words, expected 4; they come from "
                       "the names of the frames"),
        std::string::npos)
        << warnings_;
    write(std::string((std::size_t{64} << 10) + 1, ' '));
    EXPECT_EQ(animations(), fromNames);
    EXPECT_NE(warnings_.find("clips: the file alien.anm has"), std::string::npos) << warnings_;
}

TEST_F(AnmImport, AModelWhoseFramesAreAllEqualIsStaticUnlessClipsAreChosen) {
    Md2Builder model = modelWithFrames({"a1", "a2", "a3"});
    for (FrameSource& frame : model.frames) {
        const std::string name = frame.name;
        frame = model.frames.front();
        frame.name = name;
    }
    const auto animationsOf = [&](const char* clips, const Bytes& bytes) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, clips}});
        return sceneOf(*importer, bytes)->mNumAnimations;
    };
    EXPECT_EQ(animationsOf("auto", model.bytes()), 0u);
    EXPECT_EQ(animationsOf("names", model.bytes()), 1u);
    EXPECT_EQ(animationsOf("single", model.bytes()), 1u);
    model.frames.back().vertices.front()[0] ^= 1U;
    EXPECT_EQ(animationsOf("auto", model.bytes()), 1u);
}

} // namespace
} // namespace assimp_md2::inner::test
