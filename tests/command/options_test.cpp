// SPDX-License-Identifier: BSD-3-Clause
// The options of assimp-md2 and the errors in them, and those of convert.
#include "command/options.h"

#include "batch/process.h"
#include "command/programs.h"
#include "importer/settings/property_table.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

using Arguments = std::vector<std::string>;

std::string errorOfCommand(const std::function<void()>& command) {
    try {
        command();
    } catch (const CommandError& error) {
        return std::to_string(error.code) + ": " + messageOf(thisProgram(), error.what());
    }
    return "no error";
}

/// Removes the variables that a test has set.
class CommandOptions : public testing::Test {
protected:
    void TearDown() override {
        for (const auto& [name, value] : variables()) {
            if (name.rfind("ASSIMP_MD2_", 0) == 0) {
                unsetenv(name.c_str());
            }
        }
    }

    static std::string errorOf(const Arguments& arguments) {
        return errorOfCommand([&] { readCommandOptions(arguments, ReadOptions::BeforeFirstWord); });
    }

    static std::string valueOf(const Options& options, const std::string& key) {
        const auto value = options.properties.find(key);
        return value == options.properties.end() ? "not set" : value->second;
    }

    TemporaryFolder folder;
};

TEST_F(CommandOptions, EachPropertyHasAnOption) {
    for (const Property& property : kProperties) {
        const std::string option = optionOf(property);
        EXPECT_EQ(valueOf(readCommandOptions({option + "=a=b"}, ReadOptions::Everywhere), property.key),
                  "a=b");
        const bool isSwitch = property.type == PropertyType::Bool;
        const Options options = readCommandOptions(isSwitch ? Arguments{option} : Arguments{option, "c d"},
                                                   ReadOptions::Everywhere);
        EXPECT_EQ(valueOf(options, property.key), isSwitch ? "true" : "c d");
        EXPECT_EQ(options.words.options, Arguments{option + (isSwitch ? "=true" : "=c d")});
    }
}

TEST_F(CommandOptions, OfFormerVersionsNameTheirSuccessors) {
    EXPECT_EQ(errorOf({"--add-clips=idle.fbx"}), "125: --add-clips is now md2-maker player --clips");
    EXPECT_EQ(errorOf({"--export-fps", "5"}), "125: --export-fps is now md2-maker model --fps");
}

TEST_F(CommandOptions, MalformedOptionsAreErrors) {
    EXPECT_EQ(errorOf({"--clip=run"}),
              "125: unknown option --clip; the nearest is --clips, and assimp-md2 --help lists all");
    EXPECT_EQ(errorOf({"--clips"}), "125: --clips needs a value");
    EXPECT_EQ(errorOf({"--strict", "false"}), "125: --strict needs a = before its value: --strict=false");
    EXPECT_EQ(errorOf({"--game"}), "125: --game needs a value");
}

TEST_F(CommandOptions, OfAProgramEndAtItsName) {
    const Options options =
        readCommandOptions({"--fps", "5", "tool", "--clips=run"}, ReadOptions::BeforeFirstWord);
    EXPECT_EQ(options.words.words, (Arguments{"tool", "--clips=run"}));
    EXPECT_FALSE(options.words.isAfterDashes);
    EXPECT_EQ(valueOf(options, "IMPORT_MD2_FPS"), "5");
    EXPECT_EQ(valueOf(options, "IMPORT_MD2_CLIPS"), "not set");
}

TEST_F(CommandOptions, OfConvertMayFollowItsFiles) {
    const Options options = readCommandOptions({"a", "--fps=5", "b", "--", "--c"}, ReadOptions::Everywhere);
    EXPECT_EQ(options.words.words, (Arguments{"a", "b", "--c"}));
    EXPECT_EQ(valueOf(options, "IMPORT_MD2_FPS"), "5");
}

TEST_F(CommandOptions, DashesMakeAWordTheNameOfAProgram) {
    const Words words = readCommandOptions({"--fps=5", "--", "list"}, ReadOptions::BeforeFirstWord).words;
    EXPECT_EQ(words.words, Arguments{"list"});
    EXPECT_TRUE(words.isAfterDashes);
}

TEST_F(CommandOptions, ThePluginGetsThemAsVariables) {
    folder.put("mod/a", {});
    folder.put("baseq2/a", {});
    const Options options = readCommandOptions(
        {"--fps=5", "--game", folder / "mod", "--game=" + folder / "baseq2"}, ReadOptions::Everywhere);
    EXPECT_EQ(
        variablesOf(options),
        (Variables{{"ASSIMP_MD2_FPS", "5"}, {"ASSIMP_MD2_GAME", folder / "mod" + ":" + folder / "baseq2"}}));
}

TEST_F(CommandOptions, PrecedeVariables) {
    setenv("ASSIMP_MD2_FPS", "5", 1);
    setenv("ASSIMP_MD2_CLIPS", "run", 1);
    setenv("ASSIMP_MD2_FRONT", "", 1);
    const Options options = readCommandOptions({"--fps=7"}, ReadOptions::Everywhere);
    EXPECT_EQ(options.properties, (PropertyTexts{{"IMPORT_MD2_FPS", "7"}, {"IMPORT_MD2_CLIPS", "run"}}));
    EXPECT_EQ(options.words.options,
              Arguments{"--fps=7"}); // of a child process, which has the variables, too
}

TEST_F(CommandOptions, AGameIsAFolder) {
    folder.put("baseq2/pak0.pak", {});
    folder.put("a:b/c", {});
    for (const std::string& game : {std::string(), std::string("nowhere"), folder / "baseq2/pak0.pak"}) {
        EXPECT_EQ(errorOf({"--game=" + game}),
                  "125: --game is \"" + game + "\", expected a folder, in which archives are found");
    }
    EXPECT_EQ(errorOf({"--game", folder / "a:b"}),
              "125: --game cannot name " + folder / "a:b" + ", because : separates folders");
}

TEST_F(CommandOptions, MessagesNameOptionsForProperties) {
    EXPECT_EQ(messageOf(thisProgram(), "IMPORT_MD2_FPS is \"?\", expected a number above 0"),
              "--fps is \"?\", expected a number above 0");
    EXPECT_EQ(messageOf(thisProgram(), "IMPORT_MD2_FPS=0, IMPORT_MD2_CLIPS or IMPORT_MD2_X"),
              "--fps=0, --clips or IMPORT_MD2_X");
}

TEST_F(CommandOptions, UnknownVariablesGiveAWarning) {
    const auto warning = [] {
        testing::internal::CaptureStderr();
        warnOfUnknownVariables();
        return testing::internal::GetCapturedStderr();
    };
    setenv("ASSIMP_MD2_CLIPS", "run", 1);
    EXPECT_EQ(warning(), "");
    setenv("ASSIMP_MD2_CLIP", "run", 1);
    EXPECT_EQ(warning(),
              "assimp-md2: the variable ASSIMP_MD2_CLIP is unknown; the nearest is ASSIMP_MD2_CLIPS\n");
    setenv("ASSIMP_MD2_QUIET", "1", 1);
    EXPECT_EQ(warning(), "");
}

/// Errors before anything is written
class ConvertOptions : public CommandOptions {
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
    for (const std::string scale : {"0", "-1", "1e-300", "1e300", "nan"}) {
        EXPECT_EQ(errorOf({"--scale=" + scale, "a.md2", "a.glb"}),
                  "125: --scale is \"" + scale + "\", expected a number above 0");
    }
    EXPECT_EQ(errorOf({"--timeout=1s", "a.md2", "a.glb"}),
              "125: --timeout is \"1s\", expected a whole number above 0");
    EXPECT_EQ(errorOf({"--dry-run=no", "a.md2", "a.glb"}),
              "125: --dry-run is \"no\", expected true or false");
}

TEST_F(ConvertOptions, AnOutputHasAFormat) {
    const std::string formats = errorOf({"a.md2", "a.xyz"});
    EXPECT_EQ(formats.find("125: \"xyz\" is not a format that Assimp writes; these are: "), 0U) << formats;
    EXPECT_EQ(errorOf({"a.md2", "a"}), "125: a has no extension, and --to is not set; a folder ends in /");
    for (const char* const format :
         {"3mf", "pbrt"}) { // Assimp may lose the file, or makes a folder by itself
        if (formats.find(format) != std::string::npos) { // It is built with this exporter.
            EXPECT_EQ(
                errorOf({"a.md2", std::string("--to=") + format, "a"}).find("125: convert does not write "),
                0U);
        }
    }
}

TEST_F(ConvertOptions, OtherProgramsWriteAndReadOtherFiles) {
    folder.put("a.md2", {});
    folder.put("b.obj", {});
    folder.put("c.model", {'I', 'D', 'P', '2'});
    const std::string noMd2 = "125: convert writes every format but MD2; md2-maker model writes MD2";
    EXPECT_EQ(errorOf({"/a.md2", "/b.md2"}), noMd2);
    EXPECT_EQ(errorOf({"/a.md2", "/out/", "--to=md2"}), noMd2);
    testing::internal::CaptureStderr();
    EXPECT_EQ(errorOf({"--dry-run", "/b.obj", "/a.md2", "/c.model", "/out/"}), "no error");
    const std::string text = testing::internal::GetCapturedStderr();
    const std::string other = "b.obj: is not an MD2; md2-maker makes one of it, assimp export another format";
    EXPECT_NE(text.find(other), std::string::npos) << text;
    EXPECT_NE(text.find("1 of 3 inputs failed"), std::string::npos) << text;
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

} // namespace
} // namespace assimp_md2::inner::test
