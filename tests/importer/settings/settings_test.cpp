// SPDX-License-Identifier: BSD-3-Clause
// Properties and environment variables: which values are valid, and the errors for all others.
#include "importer/settings/settings.h"
#include "maker/export_settings.h"

#include "importer/base/text.h"
#include "importer/settings/property_table.h"
#include "support/expect.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2::test {
namespace {

Settings settingsOf(const Assimp::Importer& importer, const Environment& environment = {}) {
    return readSettings(importer, environment).value();
}

std::string refusalOf(const Assimp::Importer& importer, const Environment& environment = {}) {
    const auto settings = readSettings(importer, environment);
    return settings ? "" : "MD2: " + settings.error().text;
}

/// The error of an import whose environment has this one variable.
std::string refusalOf(const char* variable, const char* value) {
    return refusalOf(Assimp::Importer(), {{variable, value}});
}

TEST(Settings, HaveTheDefaultsOfTheTable) {
    Environment defaults;
    for (const Property& property : kProperties) {
        defaults[environmentNameOf(property)] = property.defaultValue;
    }
    for (const Environment& environment : {Environment(), defaults}) {
        const Settings settings = settingsOf(Assimp::Importer(), environment);
        EXPECT_EQ(settings.framesPerSecond, 10);
        EXPECT_EQ(settings.clips.mode, ClipMode::Auto);
        EXPECT_EQ(settings.loop.mode, LoopMode::Auto);
        EXPECT_TRUE(settings.loop.names.empty());
        EXPECT_EQ(settings.normals, NormalMode::Auto);
        EXPECT_FALSE(settings.usedFramesOnly);
        EXPECT_EQ(settings.axes, Axes::FrontX);
        EXPECT_FALSE(settings.hasSkeleton);
        EXPECT_EQ(settings.maxBones, 64u);
        EXPECT_EQ(settings.skin, "");
        EXPECT_FALSE(settings.skinsOfFolder);
        EXPECT_EQ(settings.textures, TextureMode::Auto);
        EXPECT_EQ(settings.weapon, "");
        EXPECT_FALSE(settings.strict);
        EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{1024} << 20);
        EXPECT_EQ(settings.maxImageBytes, std::uint64_t{64} << 20);
        EXPECT_FALSE(settings.keyframe);

        const ExportSettings exported = readExportSettings({}, environment).value();
        EXPECT_EQ(exported.framesPerSecond, 10);
        EXPECT_EQ(exported.clips.source, ExportedClips::All);
        EXPECT_TRUE(exported.meshes.empty());
        EXPECT_EQ(exported.scale, 1);
        EXPECT_FALSE(exported.height);
        EXPECT_EQ(exported.offset, (std::array<double, 3>{}));
        EXPECT_EQ(exported.front, ExportedFront::Auto);
        EXPECT_EQ(exported.up, ExportedUp::Auto);
        EXPECT_EQ(exported.skinPath + exported.textures + exported.palette, "");
        EXPECT_FALSE(exported.overwrite);
        EXPECT_TRUE(exported.simplify);
    }
}

TEST(Settings, ComeFromTheEnvironmentWhereNoPropertyIsSet) {
    const Environment environment = {{"ASSIMP_MD2_FPS", "24.5"},         {"ASSIMP_MD2_CLIPS", "idle:0-39"},
                                     {"ASSIMP_MD2_LOOP", "stand,Run"},   {"ASSIMP_MD2_FRAMES", "Used"},
                                     {"ASSIMP_MD2_SKIN", "blue"},        {"ASSIMP_MD2_TEXTURES", "names"},
                                     {"ASSIMP_MD2_WEAPON", "auto"},      {"ASSIMP_MD2_STRICT", "1"},
                                     {"ASSIMP_MD2_MAX_MEMORY_MB", "64"}, {"ASSIMP_MD2_MAX_IMAGE_MB", "1"},
                                     {"ASSIMP_MD2_FRONT", "Z"},          {"ASSIMP_MD2_ANIMATION", "Skeleton"},
                                     {"ASSIMP_MD2_MAX_BONES", "256"},    {"ASSIMP_MD2_KEYFRAME", "7"},
                                     {"ASSIMP_MD2_NORMALS", "Computed"}, {"ASSIMP_MD2_SKINS", "folder"}};
    const auto imports = std::count_if(kProperties.begin(), kProperties.end(), [](const Property& property) {
        return std::string(property.key).rfind("IMPORT_", 0) == 0;
    });
    ASSERT_EQ(environment.size(), static_cast<std::size_t>(imports)) << "each property is read";
    Assimp::Importer importer;
    Settings settings = settingsOf(importer, environment);
    EXPECT_EQ(settings.framesPerSecond, 24.5);
    EXPECT_EQ(settings.clips.mode, ClipMode::List);
    EXPECT_EQ(settings.loop.mode, LoopMode::Chosen);
    EXPECT_EQ(settings.loop.names, (std::vector<std::string>{"stand", "Run"}));
    EXPECT_TRUE(settings.usedFramesOnly);
    EXPECT_EQ(settings.axes, Axes::FrontZ);
    EXPECT_TRUE(settings.hasSkeleton);
    EXPECT_EQ(settings.maxBones, 256u);
    EXPECT_EQ(settings.keyframe, 7);
    EXPECT_EQ(settings.skin, "blue");
    EXPECT_TRUE(settings.skinsOfFolder);
    EXPECT_EQ(settings.textures, TextureMode::Names);
    EXPECT_EQ(settings.maxImageBytes, std::uint64_t{1} << 20);
    EXPECT_EQ(settings.normals, NormalMode::Computed);
    EXPECT_TRUE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{64} << 20);

    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 1);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "none");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all");
    importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, false);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_FRAMES, "all");
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_SKIN, 3);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, 2);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_KEYFRAME, -1);
    settings = settingsOf(importer, environment);
    EXPECT_EQ(settings.framesPerSecond, 1);
    EXPECT_EQ(settings.clips.mode, ClipMode::None);
    EXPECT_EQ(settings.loop.mode, LoopMode::All);
    EXPECT_FALSE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{1} << 20);
    EXPECT_FALSE(settings.usedFramesOnly);
    EXPECT_EQ(settings.skin, "3");
    EXPECT_EQ(settings.textures, TextureMode::Embed);
    EXPECT_EQ(settings.maxImageBytes, std::uint64_t{2} << 20);
    EXPECT_EQ(settings.keyframe, std::nullopt);
}

TEST(Settings, WordsOfTheLoopPropertyStandAlone) {
    const auto sourceOf = [](const char* value) {
        return settingsOf(Assimp::Importer(), {{"ASSIMP_MD2_LOOP", value}}).loop.mode;
    };
    EXPECT_EQ(sourceOf("Auto"), LoopMode::Auto);
    EXPECT_EQ(sourceOf("none"), LoopMode::None);
    EXPECT_EQ(sourceOf("ALL"), LoopMode::All);
    EXPECT_EQ(sourceOf("allwalk"), LoopMode::Chosen);
}

TEST(Settings, AnEmptyVariableCountsAsUnset) {
    EXPECT_EQ(refusalOf("ASSIMP_MD2_FPS", ""), "");
    EXPECT_EQ(refusalOf("ASSIMP_MD2_STRICT", ""), "");
}

TEST(Settings, ARateMustBeAFiniteNumberAboveZero) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::vector<std::pair<float, const char*>> rates = {
        {0.0f, "0"}, {-1.0f, "-1"}, {kInfinity, "inf"}, {std::nanf(""), "nan"}};
    for (const auto& [rate, text] : rates) {
        Assimp::Importer importer;
        importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, rate);
        EXPECT_EQ(refusalOf(importer),
                  std::string("MD2: IMPORT_MD2_FPS is \"") + text + "\", expected a number above 0");
    }
}

TEST(Settings, ARateKeepsEveryBit) {
    Assimp::Importer importer;
    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 29.9700298f);
    EXPECT_EQ(static_cast<float>(settingsOf(importer).framesPerSecond), 29.9700298f);
}

/// Groups digits and has a comma for the point, as in many languages.
class CommaNumbers : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(Settings, NumbersDoNotDependOnTheLocale) {
    const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
    const Settings settings = settingsOf({}, {{"ASSIMP_MD2_FPS", "12.5"}});
    const std::string refusal = refusalOf("ASSIMP_MD2_FPS", "12,5");
    std::locale::global(before);
    EXPECT_EQ(settings.framesPerSecond, 12.5);
    EXPECT_EQ(refusal, "MD2: IMPORT_MD2_FPS is \"12,5\", expected a number above 0");
}

TEST(Settings, NumbersDoNotDependOnTheLocaleOfTheCLibrary) {
#if defined(_WIN32)
    const char* const german = std::setlocale(LC_NUMERIC, "German");
#else
    // Few systems have this locale. The package locales has its source.
    const TemporaryFolder folder;
    ASSERT_EQ(setenv("LOCPATH", folder.path().c_str(), 1), 0);
    const bool isMade = std::system(("localedef -i de_DE -f ISO-8859-1 " + (folder / "de")).c_str()) == 0;
    const char* const german = isMade ? std::setlocale(LC_NUMERIC, "de") : nullptr;
    unsetenv("LOCPATH");
#endif
    if (german == nullptr) {
        GTEST_SKIP() << "localedef cannot make a German locale";
    }
    Assimp::Importer importer;
    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, -0.5f);
    const std::string refusal = refusalOf(importer);
    const std::string large = textOf(-1234567.25, 9);
    const Settings settings = settingsOf({}, {{"ASSIMP_MD2_FPS", "12.5"}});
    const std::string comma = refusalOf("ASSIMP_MD2_FPS", "12,5");
    std::setlocale(LC_NUMERIC, "C");
    EXPECT_EQ(refusal, "MD2: IMPORT_MD2_FPS is \"-0.5\", expected a number above 0");
    EXPECT_EQ(large, "-1234567.25");
    EXPECT_EQ(settings.framesPerSecond, 12.5);
    EXPECT_EQ(comma, "MD2: IMPORT_MD2_FPS is \"12,5\", expected a number above 0");
}

TEST(Settings, AMalformedClipListIsAnError) {
    for (const char* const clips :
         {"idle:", ":0-3", "idle:3-1", "idle:a-b", "idle:0-3@", "idle:0-3@0", "idle:0-3@x", "idle:-1-3",
          "idle:0-", "idle:0-3-5", "a:0-1;b", "idle:0-99999999999", "idle:0-3@inf", ",", " "}) {
        EXPECT_TRUE(contains(refusalOf("ASSIMP_MD2_CLIPS", clips),
                             "expected auto, names, player, single or none, clips of the model"))
            << clips;
    }
}

TEST(Settings, NamesOfClipsAreKeptForTheModel) {
    const Settings settings = settingsOf(Assimp::Importer(), {{"ASSIMP_MD2_CLIPS", " stand,Run , "}});
    EXPECT_EQ(settings.clips.mode, ClipMode::Chosen);
    EXPECT_EQ(settings.clips.chosen, (std::vector<std::string>{"stand", "Run"}));
}

TEST(Settings, InvalidValuesAreReportedWithWhatIsExpected) {
    const struct {
        std::string name;
        std::vector<const char*> values;
        std::string expected;
    } cases[] = {
        {"FPS", {"0", "-5", "ten", "10x", "1e999", "nan", " 10"}, "a number above 0"},
        {"LOOP",
         {"stand,all", "None,run", "auto,attack", ",", " "},
         "auto, none, all, or clips such as stand,run"},
        {"MAX_MEMORY_MB", {"0", "x", "-1", "1.5", "99999999999"}, "a whole number of MiB, 1 or more"},
        {"KEYFRAME", {"two"}, "the index of a frame, from 0"},
    };
    for (const auto& [name, values, expected] : cases) {
        for (const char* const value : values) {
            EXPECT_EQ(refusalOf(("ASSIMP_MD2_" + name).c_str(), value),
                      "MD2: IMPORT_MD2_" + name + " is \"" + value + "\", expected " + expected);
        }
    }
}

bool isForExport(const Property& property) {
    return std::string(property.key).rfind("EXPORT_", 0) == 0;
}

/// The error of an import, or of an export as MD2 for a property of those, after `set`.
template <typename Set>
std::string refusalAfter(const Property& property, Set set) {
    if (!isForExport(property)) {
        Assimp::Importer importer;
        set(importer);
        return refusalOf(importer);
    }
    Assimp::ExportProperties properties;
    set(properties);
    const auto settings = readExportSettings(properties, {});
    return settings ? "" : "MD2: " + settings.error().text;
}

TEST(Settings, EachPropertyOfNumbersOrWordsNamesThem) {
    const std::regex numbersOrWords("(a|three) (whole )?numbers? .*|[-a-z0-9]+(, [-a-z0-9]+)* or [-a-z0-9]+");
    int count = 0;
    for (const Property& property : kProperties) {
        if (std::regex_match(property.values, numbersOrWords)) {
            const Environment environment = {{environmentNameOf(property), "?"}};
            Assimp::Importer importer;
            const auto settings = readSettings(importer, environment);
            const auto ofExport = readExportSettings(Assimp::ExportProperties(), environment);
            ASSERT_TRUE(!settings || !ofExport) << property.key;
            EXPECT_EQ(settings ? ofExport.error().text : settings.error().text,
                      std::string(property.key) + " is \"?\", expected " + property.values);
            ++count;
        }
    }
    EXPECT_GT(count, 15);
}

TEST(Settings, APropertyOfAnotherTypeIsAnError) {
    for (const Property& property : kProperties) {
        const bool takesText =
            property.type == PropertyType::String || property.type == PropertyType::IntegerOrString;
        const auto isAccepted = [&](const char* found, auto set) {
            return refusalAfter(property, set).find(found) == std::string::npos;
        };
        EXPECT_EQ(isAccepted("is set to the string \"10\", expected ",
                             [&](auto& properties) { properties.SetPropertyString(property.key, "10"); }),
                  takesText)
            << property.key;
        EXPECT_EQ(isAccepted("is set to the float 10.5, expected ",
                             [&](auto& properties) { properties.SetPropertyFloat(property.key, 10.5f); }),
                  property.type == PropertyType::Float)
            << property.key;
        EXPECT_EQ(isAccepted("is set to the integer 1, expected ",
                             [&](auto& properties) { properties.SetPropertyInteger(property.key, 1); }),
                  property.type != PropertyType::String)
            << property.key;
    }
}

TEST(Settings, OfAnExportComeFromPropertiesOrTheEnvironment) {
    const Environment environment = {
        {"ASSIMP_MD2_EXPORT_FPS", "5"},          {"ASSIMP_MD2_EXPORT_CLIPS", "Player"},
        {"ASSIMP_MD2_EXPORT_SCALE", "0.5"},      {"ASSIMP_MD2_EXPORT_OVERWRITE", "true"},
        {"ASSIMP_MD2_EXPORT_SKIN_PATH", "a"},    {"ASSIMP_MD2_EXPORT_PALETTE", "b"},
        {"ASSIMP_MD2_EXPORT_FRONT", "X"},        {"ASSIMP_MD2_EXPORT_TEXTURES", "c"},
        {"ASSIMP_MD2_EXPORT_OFFSET", "1,-2,3"},  {"ASSIMP_MD2_EXPORT_UP", "Z"},
        {"ASSIMP_MD2_EXPORT_MESHES", "a*, !b"},  {"ASSIMP_MD2_EXPORT_SIMPLIFY", "0"},
        {"ASSIMP_MD2_EXPORT_MOTION", "In-Place"}};
    Assimp::ExportProperties properties;
    ExportSettings settings = readExportSettings(properties, environment).value();
    EXPECT_EQ(settings.framesPerSecond, 5);
    EXPECT_EQ(settings.clips.source, ExportedClips::Player);
    EXPECT_EQ(settings.scale, 0.5);
    EXPECT_EQ(settings.offset, (std::array<double, 3>{1, -2, 3}));
    EXPECT_TRUE(settings.overwrite);
    EXPECT_EQ(settings.skinPath, "a");
    EXPECT_EQ(settings.palette, "b");
    EXPECT_EQ(settings.textures, "c");
    EXPECT_FALSE(settings.simplify);
    EXPECT_TRUE(settings.isInPlace);
    EXPECT_EQ(settings.front, ExportedFront::X);
    EXPECT_EQ(settings.up, ExportedUp::Z);
    EXPECT_EQ(settings.meshes, (std::vector<std::string>{"a*", "!b"}));
    EXPECT_EQ(settings.height, std::nullopt);

    // The chosen clips, each as clip=animation:frames
    const auto clipsFrom = [&](const char* value) {
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, value);
        settings = readExportSettings(properties, environment).value();
        std::string text;
        for (const ChosenClip& clip : settings.clips.chosen) {
            text += clip.name + "=" + clip.animation;
            text += clip.part.count > 0 ? ":" + textOf(clip.part) + ";" : ";";
        }
        return text;
    };
    EXPECT_EQ(clipsFrom("stand, run = walk"), "stand=stand;run=walk;");
    EXPECT_EQ(settings.clips.source, ExportedClips::Chosen);
    EXPECT_EQ(clipsFrom("Weapon, stand=idle"), "stand=idle;");
    EXPECT_EQ(settings.clips.source, ExportedClips::Weapon);
    EXPECT_EQ(clipsFrom("player,stand="), "stand=;");
    EXPECT_EQ(clipsFrom("player; stand : 0-39; run = Take 001:40; jump=mixamo:jump"),
              "stand=:0-39;run=Take 001:40;jump=mixamo:jump;");
    EXPECT_EQ(settings.clips.source, ExportedClips::Player);
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 56);
    EXPECT_EQ(readExportSettings(properties, {})->height, 56);
    EXPECT_EQ(readExportSettings(properties, environment).error().text,
              "EXPORT_MD2_HEIGHT and EXPORT_MD2_SCALE are both set, expected at most one of them");
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "body,!");
    EXPECT_EQ(readExportSettings(properties, {}).error().text.rfind("EXPORT_MD2_MESHES is \"body,!\"", 0),
              0u);
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "");
    for (const char* const clips : {",", "=walk", "run=", "stand,=", "player,stand", "run:0-3@5"}) {
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        EXPECT_FALSE(readExportSettings(properties, environment)) << clips;
    }
}

} // namespace
} // namespace assimp_md2::test
