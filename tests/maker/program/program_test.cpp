// SPDX-License-Identifier: BSD-3-Clause
// What md2-maker makes, and the errors of its command line.
#include "importer/files/local_files.h"
#include "importer/image/image_type.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/view.h"
#include "maker/program/look.h"
#include "maker/program/make.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

using Arguments = std::vector<std::string>;

std::string errorOf(const Arguments& arguments) {
    try {
        readMakerOptions(arguments, false);
    } catch (const CommandError& error) {
        return messageOf(thisProgram(), error.what());
    }
    return "no error";
}

TEST(MakerOptions, ErrorsSayWhatIsMissing) {
    EXPECT_EQ(errorOf({}), "player, monster, model or look is missing; md2-maker --help describes them");
    EXPECT_EQ(errorOf({"plyer", "a.glb"}),
              "\"plyer\" is not player, monster, model or look; did you mean player?");
    EXPECT_EQ(errorOf({"player", "a.glb"}),
              "player needs -o, which says where the files go: md2-maker player CHARACTER -o FOLDER");
    EXPECT_EQ(errorOf({"player", "-o", "x"}),
              "player needs one source: md2-maker player CHARACTER -o FOLDER");
    EXPECT_EQ(errorOf({"model", "a.glb", "-o", "x.md2", "--clips=none.fbx"}),
              "--clips=none.fbx: there is no such file");
    EXPECT_EQ(errorOf({"--height=5", "player", "a.glb"}),
              "player, monster, model or look is missing before --height=5; md2-maker --help describes them");
    EXPECT_EQ(errorOf({"look", "a.glb", "--height=5"}), "--height belongs to another subcommand");
    EXPECT_EQ(errorOf({"player", "a.glb", "-o", "x", "--hight=5"}),
              "unknown option --hight; the nearest is --height, and md2-maker player --help lists all");
    EXPECT_EQ(errorOf({"model", "a.glb", "-o", "x.md2", "--fps=fast"}),
              "--fps is \"fast\", expected a number above 0");
}

TEST(MakerOptions, DefaultsAreThoseOfTheSubcommand) {
    const ExportSettings player = readMakerOptions({"player", "a.glb", "-o", "x"}, false).settings;
    EXPECT_EQ(player.clips.source, ExportedClips::Player);
    EXPECT_EQ(player.height, 56);
    EXPECT_EQ(player.feet, -24);
    EXPECT_TRUE(player.isInPlace);
    const ExportSettings monster = readMakerOptions({"monster", "a.glb", "-o", "x"}, false).settings;
    EXPECT_EQ(monster.clips.source, ExportedClips::All);
    EXPECT_EQ(monster.height, std::nullopt);
    EXPECT_EQ(monster.feet, -24);
    const ExportSettings model = readMakerOptions({"model", "a.glb", "-o", "x"}, false).settings;
    EXPECT_EQ(model.feet, std::nullopt);
    EXPECT_FALSE(model.isInPlace);
}

TEST(MakerOptions, ListsOfAPlayerNeedNoWordBeforeThem) {
    const auto clipsOf = [](const std::string& list) {
        return readMakerOptions({"player", "a.glb", "-o", "x", "--use=" + list}, false).settings.clips;
    };
    EXPECT_EQ(clipsOf("stand=Idle,run=Walk:0-20").source, ExportedClips::Player);
    ASSERT_EQ(clipsOf("stand=Idle,run=Walk:0-20").chosen.size(), 2U);
    EXPECT_EQ(clipsOf("stand=Idle,run=Walk:0-20").chosen[1].part.count, 21U);
    ASSERT_EQ(clipsOf("stand=A, b;run=C").chosen.size(), 2U);
    EXPECT_EQ(clipsOf("stand=A, b;run=C").chosen[0].animation, "A, b");
}

TEST(MakerOptions, HelpFitsOnOneScreen) {
    constexpr std::size_t kMostLines = 28;
    constexpr std::size_t kMostColumns = 100;
    for (const char* const verb : {"player", "monster", "model", "look", "program"}) {
        const std::string help = helpText(verb);
        EXPECT_LE(std::count(help.begin(), help.end(), '\n'), kMostLines) << help;
        for (std::size_t start = 0, end = 0; (end = help.find('\n', start)) < help.size(); start = end + 1) {
            EXPECT_LE(end - start, kMostColumns) << help.substr(start, end - start);
        }
    }
}

class MadeFiles : public testing::Test {
protected:
    MadeFiles() {
        folder_.put("source/tris.md2", sampleModel().bytes());
        for (const SampleFile& file : filesBesideSampleModel()) {
            folder_.put("source/" + file.name, file.bytes);
        }
        std::filesystem::create_directories(folder_.path() / "out");
    }

    /// Runs a subcommand as a child process does.
    std::string run(const Arguments& arguments, const std::string& output,
                    const std::string& input = "source/tris.md2") const {
        const MakerOptions options = readMakerOptions(arguments, true);
        const Job job{"", folder_ / input, output.empty() ? "" : folder_ / output};
        return options.verb == Verb::Look     ? look(options, job)
               : options.verb == Verb::Player ? makePlayer(options, job)
                                              : makeModel(options, job);
    }

    std::set<std::string> written() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out")) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }

    Bytes bytesOf(const std::string& name) const { return readBytes(folder_.path() / name); }

    /// The lowest and the highest z of a frame.
    static std::pair<float, float> heightOf(const Bytes& file, std::size_t frame) {
        const auto view = parse({file.data(), file.size()});
        std::vector<float> positions(3 * view->vertexCount());
        decodePositions(*view, frame, positions.data());
        float low = positions[2];
        float high = low;
        for (std::size_t i = 2; i < positions.size(); i += 3) {
            low = std::min(low, positions[i]);
            high = std::max(high, positions[i]);
        }
        return {low, high};
    }

    TemporaryFolder folder_;
};

TEST_F(MadeFiles, APlayerIsCompleteAndHasTheSizeOfOne) {
    run({"player", "--weapon=" + folder_ / "source/weapon.md2"}, "out/tris.md2");
    std::set<std::string> names = written();
    EXPECT_EQ(names.count("tris.md2") + names.count("weapon.md2"), 2U);
    for (const std::string& skin : {std::string("moss"), std::string("ember")}) {
        for (const char* const rest : {".png", ".pcx", "_i.png", "_i.pcx"}) {
            EXPECT_EQ(names.count(skin + rest), 1U) << skin << rest;
        }
    }
    const Bytes player = bytesOf("out/tris.md2");
    EXPECT_EQ(parse({player.data(), player.size()})->frameCount(), 198U);
    const auto [low, high] = heightOf(player, 0);
    EXPECT_NEAR(low, -24, 2);
    EXPECT_NEAR(high - low, 56, 3);
    const Bytes icon = bytesOf("out/moss_i.pcx");
    EXPECT_EQ(imageSize({icon.data(), icon.size()}), (ImageSize{32, 32}));
}

TEST_F(MadeFiles, ImagesThatAreThereAreKept) {
    run({"player"}, "out/tris.md2");
    for (const char* const image : {"out/moss.pcx", "out/moss.png"}) {
        folder_.put(image, {1, 2, 3});
        run({"player"}, "out/tris.md2");
        EXPECT_EQ(bytesOf(image), (Bytes{1, 2, 3})) << image;
        run({"player", "--overwrite"}, "out/tris.md2");
        EXPECT_NE(bytesOf(image), (Bytes{1, 2, 3})) << image;
    }
}

TEST_F(MadeFiles, FilesOfTheSourceAreNeverReplaced) {
    folder_.put("source/body.md2", sampleModel().bytes());
    std::vector<std::pair<std::string, Bytes>> before;
    for (const SampleFile& file : filesBesideSampleModel()) {
        before.emplace_back("source/" + file.name, file.bytes);
    }
    run({"player", "--overwrite"}, "source/tris.md2", "source/body.md2");
    for (const auto& [name, bytes] : before) {
        EXPECT_EQ(bytesOf(name), bytes) << name;
    }
}

TEST_F(MadeFiles, AModelHasAllFramesOfAnMd2) {
    run({"model"}, "out/a.md2");
    const Bytes made = bytesOf("out/a.md2");
    EXPECT_EQ(parse({made.data(), made.size()})->frameCount(), 58U);
    EXPECT_EQ(heightOf(made, 0), heightOf(sampleModel().bytes(), 0));
}

TEST_F(MadeFiles, AMonsterStandsOnTheFloor) {
    run({"monster", "--height=40"}, "out/tris.md2");
    const auto [low, high] = heightOf(bytesOf("out/tris.md2"), 0);
    EXPECT_NEAR(low, -24, 2);
    EXPECT_NEAR(high - low, 40, 3);
}

TEST_F(MadeFiles, LookEndsWithACommandLineAndWritesNothing) {
    const std::string text = run({"look"}, "");
    EXPECT_NE(text.find("clips of a player: stand, run"), std::string::npos) << text;
    EXPECT_NE(text.find("from similar clips: flip=jump"), std::string::npos) << text;
    const std::string last = text.substr(text.rfind('\n') + 1);
    EXPECT_EQ(last.rfind("md2-maker player ", 0), 0U) << last;
    EXPECT_TRUE(written().empty());
}

TEST_F(MadeFiles, ASourceIsNotReplaced) {
    try {
        run({"model"}, "source/weapon.md2", "source/weapon.md2");
        FAIL();
    } catch (const CommandError& error) {
        EXPECT_NE(std::string(error.what()).find("it is a part of the input"), std::string::npos);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
