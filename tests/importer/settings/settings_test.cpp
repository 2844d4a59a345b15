// SPDX-License-Identifier: BSD-3-Clause
// Properties and texts variables: which values are valid, and the errors for all others.
#include "importer/settings/settings.h"

#include "importer/base/text.h"
#include "importer/settings/property_table.h"
#include "maker/export_properties.h"
#include "support/expect.h"
#include "support/files.h"
#include "support/temporary_folder.h"

#include <assimp/Importer.hpp>

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

Settings settingsOf(const Assimp::Importer& importer, const PropertyTexts& texts = {}) {
    return readSettings(importer, texts).value();
}

std::string refusalOf(const Assimp::Importer& importer, const PropertyTexts& texts = {}) {
    const auto settings = readSettings(importer, texts);
    return settings ? "" : "MD2: " + settings.error().text;
}

/// The error of an import with one property as text.
std::string refusalOf(const char* key, const char* value) {
    Assimp::Importer importer;
    importer.SetPropertyString(key, value);
    return refusalOf(importer);
}

TEST(Settings, HaveTheDefaultsOfTheTable) {
    PropertyTexts defaults;
    for (const Property& property : kProperties) {
        defaults[property.key] = property.defaultValue;
    }
    for (const PropertyTexts& texts : {PropertyTexts(), defaults}) {
        const Settings settings = settingsOf(Assimp::Importer(), texts);
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
    }
}

TEST(Settings, ComeFromTextsWhereNoPropertyIsSet) {
    const PropertyTexts texts = {{"IMPORT_MD2_FPS", "24.5"},         {"IMPORT_MD2_CLIPS", "idle:0-39"},
                                 {"IMPORT_MD2_LOOP", "stand,Run"},   {"IMPORT_MD2_FRAMES", "Used"},
                                 {"IMPORT_MD2_SKIN", "blue"},        {"IMPORT_MD2_TEXTURES", "names"},
                                 {"IMPORT_MD2_WEAPON", "auto"},      {"IMPORT_MD2_STRICT", "1"},
                                 {"IMPORT_MD2_MAX_MEMORY_MB", "64"}, {"IMPORT_MD2_MAX_IMAGE_MB", "1"},
                                 {"IMPORT_MD2_FRONT", "Z"},          {"IMPORT_MD2_ANIMATION", "Skeleton"},
                                 {"IMPORT_MD2_MAX_BONES", "256"},    {"IMPORT_MD2_KEYFRAME", "7"},
                                 {"IMPORT_MD2_NORMALS", "Computed"}, {"IMPORT_MD2_SKINS", "folder"}};
    ASSERT_EQ(texts.size(), kProperties.size()) << "each property is read";
    Assimp::Importer importer;
    Settings settings = settingsOf(importer, texts);
    EXPECT_EQ(settings.framesPerSecond, 24.5);
    EXPECT_EQ(settings.clips.mode, ClipMode::List);
    EXPECT_EQ(settings.loop.mode, LoopMode::Chosen);
    EXPECT_EQ(settings.loop.names, (std::vector<std::string>{"stand", "Run"}));
    EXPECT_TRUE(settings.usedFramesOnly);
    EXPECT_EQ(settings.axes, Axes::FrontZ);
    EXPECT_TRUE(settings.hasSkeleton);
    EXPECT_EQ(settings.maxBones, 256u);
    EXPECT_EQ(settings.keyframe, "7");
    EXPECT_EQ(settings.skin, "blue");
    EXPECT_TRUE(settings.skinsOfFolder);
    EXPECT_EQ(settings.textures, TextureMode::Names);
    EXPECT_EQ(settings.maxImageBytes, std::uint64_t{1} << 20);
    EXPECT_EQ(settings.normals, NormalMode::Computed);
    EXPECT_TRUE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{64} << 20);

    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 1);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "none");
    importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, false);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_SKIN, 3);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_KEYFRAME, -1);
    settings = settingsOf(importer, texts);
    EXPECT_EQ(settings.framesPerSecond, 1);
    EXPECT_EQ(settings.clips.mode, ClipMode::None);
    EXPECT_FALSE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{1} << 20);
    EXPECT_EQ(settings.skin, "3");
    EXPECT_EQ(settings.keyframe, std::nullopt);
}

TEST(Settings, WordsOfTheLoopPropertyStandAlone) {
    const auto sourceOf = [](const char* value) {
        return settingsOf(Assimp::Importer(), {{"IMPORT_MD2_LOOP", value}}).loop.mode;
    };
    EXPECT_EQ(sourceOf("Auto"), LoopMode::Auto);
    EXPECT_EQ(sourceOf("none"), LoopMode::None);
    EXPECT_EQ(sourceOf("ALL"), LoopMode::All);
    EXPECT_EQ(sourceOf("allwalk"), LoopMode::Chosen);
}

TEST(Settings, AnEmptyTextCountsAsUnset) {
    EXPECT_EQ(refusalOf("IMPORT_MD2_FPS", ""), "");
    EXPECT_EQ(refusalOf("IMPORT_MD2_STRICT", ""), "");
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
    const Settings settings = settingsOf({}, {{"IMPORT_MD2_FPS", "12.5"}});
    const std::string refusal = refusalOf("IMPORT_MD2_FPS", "12,5");
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
    const Settings settings = settingsOf({}, {{"IMPORT_MD2_FPS", "12.5"}});
    const std::string comma = refusalOf("IMPORT_MD2_FPS", "12,5");
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
        EXPECT_TRUE(contains(refusalOf("IMPORT_MD2_CLIPS", clips),
                             "expected auto, names, player, single or none, clips of the model"))
            << clips;
    }
}

TEST(Settings, NamesOfClipsAreKeptForTheModel) {
    const Settings settings = settingsOf(Assimp::Importer(), {{"IMPORT_MD2_CLIPS", " stand,Run , "}});
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
        {"MAX_BONES", {"0", "257"}, "a whole number from 1 to 256"},
        {"MAX_MEMORY_MB", {"0", "x", "-1", "1.5", "99999999999"}, "a whole number of MiB, 1 or more"},
    };
    for (const auto& [name, values, expected] : cases) {
        for (const char* const value : values) {
            EXPECT_EQ(refusalOf(("IMPORT_MD2_" + name).c_str(), value),
                      "MD2: IMPORT_MD2_" + name + " is \"" + value + "\", expected " + expected);
        }
    }
}

TEST(Settings, EachPropertyOfNumbersOrWordsNamesThem) {
    const std::regex numbersOrWords("a (whole )?number .*|[-a-z0-9]+(, [-a-z0-9]+)* or [-a-z0-9]+");
    int count = 0;
    for (const Property& property : kProperties) {
        if (std::regex_match(property.values, numbersOrWords)) {
            EXPECT_EQ(refusalOf(property.key, "?"),
                      "MD2: " + std::string(property.key) + " is \"?\", expected " + property.values);
            ++count;
        }
    }
    EXPECT_GE(count, 10);
}

/// The error of an import after `set`.
template <typename Set>
std::string refusalAfter(Set set) {
    Assimp::Importer importer;
    set(importer);
    return refusalOf(importer);
}

TEST(Settings, ANumberOfAnotherTypeIsAnError) {
    for (const Property& property : kProperties) {
        const auto isAccepted = [&](const char* found, auto set) {
            return refusalAfter(set).find(found) == std::string::npos;
        };
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

TEST(Settings, AnyPropertyMayBeSetAsText) {
    for (const Property& property : kProperties) {
        EXPECT_EQ(refusalOf(property.key, property.defaultValue), "") << property.key;
    }
    Assimp::Importer importer;
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_MAX_BONES, "12");
    EXPECT_EQ(settingsOf(importer).maxBones, 12u);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 13);
    EXPECT_EQ(settingsOf(importer).maxBones, 13u) << "a number has precedence";
}

/// The comment of a property in a header, without its slashes.
std::string commentOf(const std::string& header, const std::string& key) {
    const std::size_t define = header.rfind("#define ", header.find("\"" + key + "\""));
    const std::size_t start = header.rfind("\n\n", define) + 2;
    return std::regex_replace(header.substr(start, define - start), std::regex("\n?/// *"), " ");
}

/// properties.h and maker.h describe each property in detail; the tables have what can be listed.
TEST(Settings, HeadersHaveTheTypesAndDefaultsOfTheTables) {
    const std::map<PropertyType, std::string> types = {{PropertyType::Float, "Float"},
                                                       {PropertyType::Integer, "Integer"},
                                                       {PropertyType::Bool, "Bool"},
                                                       {PropertyType::String, "String"},
                                                       {PropertyType::IntegerOrString, "Integer or string"}};
    const std::pair<PropertyTable, const char*> tables[] = {{kProperties, "properties.h"},
                                                            {kExportProperties, "maker.h"}};
    for (const auto& [table, name] : tables) {
        const Bytes bytes = readBytes(std::string(ASSIMP_MD2_HEADERS "/") + name);
        const std::string header(bytes.begin(), bytes.end());
        EXPECT_EQ(std::regex_replace(header, std::regex("#define ASSIMP_MD2_CONFIG_"), "").size(),
                  header.size() - static_cast<std::size_t>(table.end() - table.begin()) * 26)
            << name;
        for (const Property& property : table) {
            const std::string comment = commentOf(header, property.key);
            EXPECT_TRUE(std::regex_search(comment, std::regex("^ " + types.at(property.type) + "\\b")))
                << property.key << comment;
            const std::string value = property.defaultValue;
            const std::string expected = value.empty()
                                             ? "Default: |\\(default\\)"
                                             : "Default:? `?" + value + "`?\\b|" + value +
                                                   "`?( |:((?! - ).)*)\\(default\\)"; // in an item of a list
            EXPECT_TRUE(std::regex_search(comment, std::regex(expected))) << property.key << comment;
        }
    }
}

} // namespace
} // namespace assimp_md2::inner::test
