// SPDX-License-Identifier: BSD-3-Clause
// The command line of assimp-md2: options and the errors in them, and those of convert.
#include "batch/options.h"

#include "batch/process.h"
#include "command/programs.h"
#include "importer/base/environment.h"
#include "importer/settings/property_table.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace assimp_md2::test {
namespace {

using Arguments = std::vector<std::string>;

std::string errorOfCommand(const std::function<void()>& command) {
    try {
        command();
    } catch (const CommandError& error) {
        return std::to_string(error.code) + ": " + messageOf(error.what());
    }
    return "no error";
}

/// Removes the variables that options have set.
class Options : public testing::Test {
protected:
    void TearDown() override {
        for (const std::string& variable : variables()) {
            if (variable.rfind("ASSIMP_MD2_", 0) == 0) {
                unsetenv(variable.substr(0, variable.find('=')).c_str());
            }
        }
    }

    static std::string valueOf(const std::string& variable) {
        const char* const value = environmentVariable(variable.c_str());
        return value != nullptr ? value : "not set";
    }

    static std::string errorOf(const Arguments& arguments) {
        return errorOfCommand([&] { readOptions(arguments, ReadOptions::BeforeFirstWord); });
    }

    TemporaryFolder folder;
};

TEST_F(Options, EachPropertyHasAnOption) {
    for (const Property& property : kProperties) {
        const std::string option = optionOf(property.key);
        const std::string variable = environmentNameOf(property.key);
        const Words words = readOptions({option + "=a=b"}, ReadOptions::Everywhere);
        EXPECT_EQ(words.properties, Arguments{property.key});
        EXPECT_EQ(valueOf(variable), "a=b");
        const bool isSwitch = property.type == PropertyType::Bool;
        readOptions(isSwitch ? Arguments{option} : Arguments{option, "c d"}, ReadOptions::Everywhere);
        EXPECT_EQ(valueOf(variable), isSwitch ? "true" : "c d");
    }
    EXPECT_EQ(optionOf("EXPORT_MD2_SKIN_PATH"), "--export-skin-path");
}

TEST_F(Options, MalformedOptionsAreErrors) {
    EXPECT_EQ(errorOf({"--clip=run"}),
              "125: unknown option --clip; the nearest is --clips, and assimp-md2 --help lists all");
    EXPECT_EQ(errorOf({"--clips"}), "125: --clips needs a value");
    EXPECT_EQ(errorOf({"--strict", "false"}), "125: --strict needs a = before its value: --strict=false");
    EXPECT_EQ(errorOf({"--game"}), "125: --game needs a folder");
}

TEST_F(Options, OfAProgramEndAtItsName) {
    const Words words = readOptions({"--fps", "5", "tool", "--clips=run"}, ReadOptions::BeforeFirstWord);
    EXPECT_EQ(words.words, (Arguments{"tool", "--clips=run"}));
    EXPECT_FALSE(words.isAfterDashes);
    EXPECT_EQ(valueOf("ASSIMP_MD2_FPS"), "5");
    EXPECT_EQ(valueOf("ASSIMP_MD2_CLIPS"), "not set");
}

TEST_F(Options, OfConvertMayFollowItsFiles) {
    const Words words = readOptions({"a", "--fps=5", "b", "--", "--c"}, ReadOptions::Everywhere);
    EXPECT_EQ(words.words, (Arguments{"a", "b", "--c"}));
    EXPECT_EQ(valueOf("ASSIMP_MD2_FPS"), "5");
}

TEST_F(Options, DashesMakeAWordTheNameOfAProgram) {
    const Words words = readOptions({"--fps=5", "--", "list"}, ReadOptions::BeforeFirstWord);
    EXPECT_EQ(words.words, Arguments{"list"});
    EXPECT_TRUE(words.isAfterDashes);
}

TEST_F(Options, FoldersOfAGameBecomeOneVariable) {
    folder.put("mod/a", {});
    folder.put("baseq2/a", {});
    readOptions({"--game", folder / "mod", "--game=" + folder / "baseq2"}, ReadOptions::Everywhere);
    EXPECT_EQ(valueOf("ASSIMP_MD2_GAME"), folder / "mod" + ":" + folder / "baseq2");
}

TEST_F(Options, AGameIsAFolder) {
    folder.put("baseq2/pak0.pak", {});
    folder.put("a:b/c", {});
    EXPECT_EQ(errorOf({"--game="}), "125: --game needs a folder");
    EXPECT_EQ(errorOf({"--game=nowhere"}), "125: --game nowhere: there is no such folder");
    EXPECT_EQ(errorOf({"--game", folder / "a:b"}),
              "125: --game cannot name a folder with a colon: " + folder / "a:b");
    EXPECT_EQ(errorOf({"--game", folder / "baseq2/pak0.pak"}),
              "125: --game " + folder / "baseq2/pak0.pak" +
                  " is a file; archives are found in their folder: --game " + folder / "baseq2");
}

TEST_F(Options, MessagesNameOptionsForProperties) {
    EXPECT_EQ(messageOf("IMPORT_MD2_FPS is \"?\", expected a number above 0"),
              "--fps is \"?\", expected a number above 0");
    EXPECT_EQ(messageOf("IMPORT_MD2_FPS=0, EXPORT_MD2_CLIPS or IMPORT_MD2_X"),
              "--fps=0, --export-clips or IMPORT_MD2_X");
}

TEST_F(Options, ASimilarWordIsSuggested) {
    EXPECT_EQ(similarWord("cnvert"), "convert");
    EXPECT_EQ(similarWord("lst"), "list");
    EXPECT_EQ(similarWord("python3"), "");
}

TEST_F(Options, UnknownVariablesGiveAWarning) {
    const auto warning = [] {
        testing::internal::CaptureStderr();
        warnOfUnknownVariables();
        return testing::internal::GetCapturedStderr();
    };
    setVariable("ASSIMP_MD2_CLIPS", "run");
    EXPECT_EQ(warning(), "");
    setVariable("ASSIMP_MD2_CLIP", "run");
    EXPECT_EQ(warning(),
              "assimp-md2: the variable ASSIMP_MD2_CLIP is unknown; the nearest is ASSIMP_MD2_CLIPS\n");
    setVariable("ASSIMP_MD2_QUIET", "1");
    EXPECT_EQ(warning(), "");
}

/// Errors before anything is written
class ConvertOptions : public Options {
protected:
    std::string errorOf(Arguments arguments) const {
        for (std::string& argument : arguments) {
            argument = std::regex_replace(argument, std::regex("^/"), folder / "");
        }
        return errorOfCommand([&] { runConvert(arguments); });
    }
};

TEST_F(ConvertOptions, InvalidValuesAreErrors) {
    EXPECT_EQ(errorOf({"--job=2", "a.md2", "a.glb"}),
              "125: unknown option --job; the nearest is --jobs, and assimp-md2 --help lists all");
    EXPECT_EQ(errorOf({"--jobs=0", "a.md2", "a.glb"}),
              "125: --jobs is \"0\", expected a whole number above 0");
    EXPECT_EQ(errorOf({"--timeout=1s", "a.md2", "a.glb"}),
              "125: --timeout is \"1s\", expected a whole number above 0");
    EXPECT_EQ(errorOf({"--dry-run=no", "a.md2", "a.glb"}),
              "125: --dry-run is \"no\", expected true or false");
}

TEST_F(ConvertOptions, AnOutputHasAFormat) {
    EXPECT_NE(
        errorOf({"a.md2", "a.xyz"}).find("125: \"xyz\" is not a format that Assimp writes; these are: "),
        std::string::npos);
    EXPECT_EQ(errorOf({"a.md2", "a"}), "125: a has no extension, and --to is not set; a folder ends in /");
    for (const char* const format :
         {"3mf", "pbrt"}) { // Assimp may lose the file, or makes a folder by itself
        EXPECT_EQ(errorOf({"a.md2", std::string("--to=") + format, "a"}).find("125: convert does not write "),
                  0U);
    }
}

TEST_F(ConvertOptions, WithoutAnEffectAreErrors) {
    folder.put("a.md2", {});
    folder.put("b.obj", {});
    folder.put("c.model", {'I', 'D', 'P', '2'});
    EXPECT_EQ(errorOf({"/a.md2", "/a.glb", "--export-clips=player"}),
              "125: --export-clips has no effect, because the output is glb2, not an MD2");
    EXPECT_EQ(errorOf({"/b.obj", "/b.glb", "--clips=run"}),
              "125: --clips has no effect, because no input is an MD2");
    const Arguments dry = {"--dry-run", "/b.obj", "/out/"};
    for (const Arguments& allowed :
         {Arguments{"--clips=run", "/a.md2"}, Arguments{"--clips=run", "/c.model"},
          Arguments{"--max-memory-mb=1000"}, Arguments{"--to=md2", "--export-fps=5"}}) {
        Arguments arguments = allowed;
        arguments.insert(arguments.end(), dry.begin(), dry.end());
        EXPECT_EQ(errorOf(arguments), "no error") << allowed.front();
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_F(ConvertOptions, AFileOfClipsMustExist) {
    folder.put("a.obj", {});
    EXPECT_EQ(errorOf({"/a.obj", "/a.glb", "--add-clips=none.fbx", "--dry-run"}),
              "1: --add-clips=none.fbx: there is no such file");
}

} // namespace
} // namespace assimp_md2::test
