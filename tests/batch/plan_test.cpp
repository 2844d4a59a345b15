// SPDX-License-Identifier: BSD-3-Clause
// The inputs and outputs of convert.
#include "batch/plan.h"

#include "batch/command_line.h"
#include "command/game_inputs.h"
#include "games/game.h"
#include "support/archives.h"
#include "support/child.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

class ConvertPlan : public testing::Test {
protected:
    ConvertPlan() {
        for (const char* const file :
             {"models/a/tris.md2", "models/b/tris.MD2", "models/b/tris.md2", "models/x.md2"}) {
            folder.put(file, {});
        }
    }

    /// Finds inputs and outputs. In words, a `/` at the start is the folder of the test.
    Plan plan(Lines words, const std::string& extension = ".glb", const Game* game = nullptr) const {
        for (std::string& word : words) {
            word = word.rfind('/', 0) == 0 ? folder / word.substr(1) : word;
        }
        const std::string output = words.back();
        words.pop_back();
        Plan found = findInputs(words, output, inputsOfConvert(game));
        chooseOutputs(found, extension);
        return found;
    }

    std::string errorOf(const Lines& words, const std::string& extension = ".glb") const {
        try {
            plan(words, extension);
        } catch (const CommandError& error) {
            return withoutFolder(error.what());
        }
        return "no error";
    }

    std::string withoutFolder(std::string text) const {
        const std::string start = folder / "";
        for (std::size_t found = 0; (found = text.find(start)) != std::string::npos;) {
            text.replace(found, start.size(), "/");
        }
        return text;
    }

    Lines outputs(const Plan& plan) const {
        Lines all;
        for (const Job& job : plan.jobs) {
            all.push_back(withoutFolder(job.output));
        }
        return all;
    }

    std::string failure(const Plan& plan) const {
        return plan.failures.size() == 1 ? withoutFolder(plan.failures[0]) : "not one failure";
    }

    TemporaryFolder folder;
};

TEST_F(ConvertPlan, ModelsOfAFolderKeepTheirFolders) {
    const Plan found = plan({"/models", "/out"});
    Lines written = outputs(found);
    std::sort(written.begin(), written.end());
    EXPECT_EQ(written, (Lines{"/out/a/tris.glb", "/out/b/tris.glb", "/out/b/tris_2.glb", "/out/x.glb"}));
    ASSERT_EQ(found.warnings.size(), 1U);
    EXPECT_NE(found.warnings[0].find("/out/b/tris_2.glb, because"), std::string::npos);
}

TEST_F(ConvertPlan, AnExistingFolderIsAFolder) {
    EXPECT_EQ(outputs(plan({"/models/x.md2", "/models/a"})), Lines{"/models/a/x.glb"});
    EXPECT_EQ(outputs(plan({"/models/x.md2", "/new/"})), Lines{"/new/x.glb"});
    EXPECT_EQ(outputs(plan({"/models/x.md2", "/new"})), Lines{"/new"});
}

TEST_F(ConvertPlan, HiddenFilesAreNoInputs) {
    for (const char* const file :
         {"hidden/a.md2", "hidden/._a.md2", "hidden/.git/b.md2", "hidden/__MACOSX/c.md2"}) {
        folder.put(file, {});
    }
    EXPECT_EQ(outputs(plan({"/hidden", "/out"})), Lines{"/out/a.glb"});
}

TEST_F(ConvertPlan, MissingInputsDoNotStopTheOthers) {
    const Plan found = plan({"/none.md2", "/models/x.md2", "/no*.md2", "/out/"});
    EXPECT_EQ(outputs(found), Lines{"/out/x.glb"});
    ASSERT_EQ(found.failures.size(), 2U);
    EXPECT_EQ(withoutFolder(found.failures[0]), "/none.md2: there is no such file");
    EXPECT_EQ(withoutFolder(found.failures[1]), "/no*.md2: there is no such file");
}

TEST_F(ConvertPlan, UnreadableFoldersAreFailures) {
    fs::create_directory(folder / "models/c");
    fs::permissions(folder / "models/c", fs::perms::none);
    EXPECT_EQ(asOrdinaryUser([&] {
                  return failure(plan({"/models", "/out"}));
              }),
              "/models/c: the folder cannot be read");
    fs::permissions(folder / "models/c", fs::perms::all);
}

TEST_F(ConvertPlan, ArchivesNeedAGame) {
    folder.put("game/pak0.pak", pakArchive({{"a.md2", {1}}}));
    EXPECT_EQ(failure(plan({"/game/pak0.pak", "/a.glb"})),
              "/game/pak0.pak: is an archive, which is read with --game /game \"*.md2\"");
    EXPECT_EQ(failure(plan({"/game", "/out/"})),
              "/game: the folder contains no .md2 file; those in archives need --game FOLDER \"*.md2\"");
}

TEST_F(ConvertPlan, SeveralInputsNeedAFolder) {
    EXPECT_EQ(
        errorOf({"/models/a/tris.md2", "/models/b/tris.md2", "/several.glb"}),
        "several inputs, a folder or a pattern need a folder as the output, but /several.glb has the name "
        "of a file; /several.glb/ is a folder");
}

TEST_F(ConvertPlan, AnOutputIsNeeded) {
    for (const std::string output : {"", "-"}) {
        EXPECT_EQ(errorOf({"/models", output}),
                  "the output is \"" + output +
                      "\", expected a file or a folder; /dev/stdout is standard output");
    }
}

TEST_F(ConvertPlan, AnInputIsNoOutput) {
    EXPECT_EQ(errorOf({"/models/a", "/models/a"}, ".md2"),
              "/models/a/tris.md2 would be written to /models/a/tris.md2, which is an input");
}

TEST_F(ConvertPlan, TwoOutputsAreNotOneFile) {
    fs::create_directories(folder / "out");
    makeLink("b.glb", folder / "out/a.glb");
    folder.put("from/a.md2", {});
    folder.put("from/b.md2", {});
    const Plan found = plan({"/from", "/out"});
    EXPECT_EQ(outputs(found), (Lines{"/out/a.glb", "/out/b_2.glb"}));
    EXPECT_EQ(found.warnings.size(), 1U);
    fs::create_directories(folder / "into/b");
    makeLink("b", folder / "into/a");
    EXPECT_EQ(outputs(plan({"/models", "/into"})),
              (Lines{"/into/a/tris.glb", "/into/b/tris_2.glb", "/into/b/tris_3.glb", "/into/x.glb"}));
}

TEST_F(ConvertPlan, NamesAndPatternsOfAGameAreInputs) {
    folder.put("game/pak0.pak", pakArchive({{"players/imp/tris.md2", {1}}, {"players/imp/skin.pcx", {1}}}));
    const Game game({folder / "game"});
    EXPECT_EQ(plan({"Players/IMP/tris.md2", "/a.glb"}, ".glb", &game).jobs.at(0).input,
              "players/imp/tris.md2");
    EXPECT_EQ(plan({"/models/x.md2", "/a.glb"}, ".glb", &game).jobs.at(0).input, folder / "models/x.md2");
    // A pattern without an extension takes models only.
    EXPECT_EQ(outputs(plan({"players/*", "/out"}, ".glb", &game)), Lines{"/out/players/imp/tris.glb"});
    EXPECT_EQ(failure(plan({"*.md9", "/out"}, ".glb", &game)), "*.md9: no model of the game has such a name");
}

/// How the names of images begin, for inputs that are converted to the folder `out`.
std::vector<std::string> imageStems(const std::vector<std::string>& inputs, const std::string& extension) {
    Plan plan;
    plan.isFolder = true;
    for (const std::string& input : inputs) {
        plan.jobs.push_back({input, input, "out/" + input});
    }
    chooseOutputs(plan, extension);
    std::vector<std::string> stems;
    for (const Job& job : plan.jobs) {
        stems.push_back(job.imageStem);
    }
    return stems;
}

using Stems = Lines;

TEST(Plan, ImagesOfDifferentOutputsHaveDifferentNames) {
    EXPECT_EQ(imageStems({"a.md2", "b.md2"}, ".obj"), (Stems{"a", "b"}));
    // The image b_c of a would be the image c of a_b.
    EXPECT_EQ(imageStems({"a.md2", "a_b.md2"}, ".obj"), (Stems{"a", "a-b"}));
    EXPECT_EQ(imageStems({"a_b.md2", "A.md2", "c_d.md2"}, ".obj"), (Stems{"a-b", "A", "c_d"}));
    EXPECT_EQ(imageStems({"a.md2", "a_b.md2", "a-b_c.md2"}, ".obj"), (Stems{"a", "a-b", "a-b-c"}));
    EXPECT_EQ(imageStems({"a.md2", "a_b.md2", "a_b_c.md2"}, ".obj"), (Stems{"a", "a-b", "a-b-c"}));
    EXPECT_EQ(imageStems({"a.md2", "_a.md2", "__.md2"}, ".obj"), (Stems{"a", "_a", "__"}));
}

/// All get one stem with a number. When each tried all numbers, this took 16 s.
TEST(Plan, ManyAmbiguousImagesTakeLinearTime) {
    Lines names{"a_.md2"};
    for (int i = 0; i < 4096; ++i) {
        std::string name = "a_" + std::string(200, 'b');
        for (int bit = 0; bit < 12; ++bit) {
            name += (i >> bit & 1) != 0 ? "_b" : "-b";
        }
        names.push_back(name + ".md2");
    }
    const std::clock_t start = std::clock(); // of the processor: other programs may run at the same time
    Stems stems = imageStems(names, ".obj");
    EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);
    for (const std::string& stem : stems) {
        EXPECT_LE(stem.size(), 255U);
    }
    std::sort(stems.begin(), stems.end());
    EXPECT_EQ(std::adjacent_find(stems.begin(), stems.end()), stems.end());
}

TEST(Plan, OutputsInTheCurrentFolderMayBeginWithUnderscores) {
    Plan plan;
    plan.jobs.push_back({"_a_b", "_a_b.md2", "_a_b.obj"});
    chooseOutputs(plan, ".obj");
    EXPECT_EQ(plan.jobs[0].imageStem, "_a_b");
}

TEST(Plan, SpacesInOutputsDoNotMakeImagesAmbiguous) {
    EXPECT_EQ(imageStems({"my a.md2", "my_a.md2"}, ".obj"), (Stems{"my_a", "my_a-2"}));
}

TEST(Plan, OutputsInDifferentFoldersDoNotShareImages) {
    EXPECT_EQ(imageStems({"x/a.md2", "y/a_b.md2"}, ".obj"), (Stems{"a", "a_b"}));
}

TEST(Plan, SkinsOfAnMd2AloneInItsFolderKeepTheirNames) {
    EXPECT_EQ(imageStems({"a.obj"}, ".md2"), (Stems{""}));
    EXPECT_EQ(imageStems({"a.obj", "a_b.obj"}, ".md2"), (Stems{"a", "a-b"}));
    EXPECT_EQ(imageStems({"x/a.obj", "y/a_b.obj"}, ".md2"), (Stems{"", ""}));
}

} // namespace
} // namespace assimp_md2::inner::test
