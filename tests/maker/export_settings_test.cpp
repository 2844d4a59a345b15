// SPDX-License-Identifier: BSD-3-Clause
// The properties of an export as MD2: which values are valid, and the errors for all others.
#include "maker/export_settings.h"

#include "maker/export_properties.h"
#include "support/expect.h"

#include <assimp/Exporter.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

using Texts = std::vector<std::pair<const char*, const char*>>;

Assimp::ExportProperties propertiesOf(const Texts& texts) {
    Assimp::ExportProperties properties;
    for (const auto& [key, text] : texts) {
        properties.SetPropertyString(key, text);
    }
    return properties;
}

std::string refusalOfExport(const char* key, const char* text) {
    const auto settings = readExportSettings(propertiesOf({{key, text}}));
    return settings ? "" : settings.error().text;
}

TEST(ExportSettings, HaveTheDefaultsOfTheTable) {
    Texts defaults;
    for (const Property& property : kExportProperties) {
        defaults.emplace_back(property.key, property.defaultValue);
    }
    for (const Texts& texts : {Texts(), defaults}) {
        const ExportSettings exported = readExportSettings(propertiesOf(texts)).value();
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
        EXPECT_EQ(exported.maxMemoryBytes, std::uint64_t{1024} << 20);
    }
}

TEST(ExportSettings, AnInvalidTextIsReportedWithWhatIsExpected) {
    for (const char* const key :
         {ASSIMP_MD2_CONFIG_EXPORT_FPS, ASSIMP_MD2_CONFIG_EXPORT_MOTION, ASSIMP_MD2_CONFIG_EXPORT_SCALE,
          ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, ASSIMP_MD2_CONFIG_EXPORT_OFFSET, ASSIMP_MD2_CONFIG_EXPORT_FRONT,
          ASSIMP_MD2_CONFIG_EXPORT_UP, ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE,
          ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY}) {
        EXPECT_EQ(refusalOfExport(key, "?"),
                  std::string(key) + " is \"?\", expected " + propertyOf(kExportProperties, key).values);
    }
    for (const char* const offset : {"1,2", "1,2,3,4", "a,b,c", "1,2,inf"}) {
        EXPECT_NE(refusalOfExport(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, offset), "") << offset;
    }
}

TEST(ExportSettings, ComeFromProperties) {
    const Texts texts = {
        {"EXPORT_MD2_FPS", "5"},          {"EXPORT_MD2_CLIPS", "Player"},  {"EXPORT_MD2_SCALE", "0.5"},
        {"EXPORT_MD2_OVERWRITE", "true"}, {"EXPORT_MD2_SKIN_PATH", "a"},   {"EXPORT_MD2_PALETTE", "b"},
        {"EXPORT_MD2_FRONT", "X"},        {"EXPORT_MD2_TEXTURES", "c"},    {"EXPORT_MD2_OFFSET", "1,-2,3"},
        {"EXPORT_MD2_UP", "Z"},           {"EXPORT_MD2_MESHES", "a*, !b"}, {"EXPORT_MD2_SIMPLIFY", "0"},
        {"EXPORT_MD2_MOTION", "In-Place"}};
    Assimp::ExportProperties properties = propertiesOf(texts);
    ExportSettings settings = readExportSettings(properties).value();
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
        settings = readExportSettings(properties).value();
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
    EXPECT_EQ(readExportSettings(properties).error().text,
              "EXPORT_MD2_HEIGHT and EXPORT_MD2_SCALE are both set, expected at most one of them");
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SCALE, "");
    EXPECT_EQ(readExportSettings(properties)->height, 56);
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "body,!");
    EXPECT_EQ(readExportSettings(properties).error().text.rfind("EXPORT_MD2_MESHES is \"body,!\"", 0), 0u);
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "");
    for (const char* const clips : {",", "=walk", "run=", "stand,=", "player,stand", "run:0-3@5"}) {
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        EXPECT_FALSE(readExportSettings(properties)) << clips;
    }
}

} // namespace
} // namespace assimp_md2::inner::test
