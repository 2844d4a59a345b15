// SPDX-License-Identifier: BSD-3-Clause
// Properties and environment variables: which values make sense, and what is said of the others.
#include "importer/settings.h"

#include "assimp-md2/properties.h"

#include <assimp/Importer.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace assimp_md2::test {
namespace {

class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Environment() { unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};

std::string complaint(const Assimp::Importer& importer) {
    const auto settings = readSettings(importer);
    const std::string* const bad = std::get_if<std::string>(&settings);
    return bad == nullptr ? "" : *bad;
}

TEST(Settings, HaveTheDefaultsOfTheHeader) {
    const Assimp::Importer importer;
    const auto settings = std::get<Settings>(readSettings(importer));
    EXPECT_EQ(settings.framesPerSecond, 10);
    EXPECT_EQ(settings.clips, ClipSource::Auto);
    EXPECT_FALSE(settings.loop.all);
    EXPECT_TRUE(settings.loop.names.empty());
    EXPECT_EQ(settings.geometry, GeometrySource::Auto);
    EXPECT_TRUE(settings.sharedVertices);
    EXPECT_FALSE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{1024} << 20);
    EXPECT_FALSE(settings.keyframe);
}

TEST(Settings, ComeFromTheEnvironmentWhereNoPropertyIsSet) {
    const Environment fps("ASSIMP_MD2_FPS", "24.5");
    const Environment clips("ASSIMP_MD2_CLIPS", "idle:0-39");
    const Environment loop("ASSIMP_MD2_LOOP", "stand,Run");
    const Environment geometry("ASSIMP_MD2_GEOMETRY", "triangles");
    const Environment shared("ASSIMP_MD2_SHARED_VERTICES", "No");
    const Environment strict("ASSIMP_MD2_STRICT", "1");
    const Environment memory("ASSIMP_MD2_MAX_MEMORY_MB", "64");
    Assimp::Importer importer;
    auto settings = std::get<Settings>(readSettings(importer));
    EXPECT_EQ(settings.framesPerSecond, 24.5);
    EXPECT_EQ(settings.clips, ClipSource::List);
    EXPECT_EQ(settings.loop.names, (std::vector<std::string>{"stand", "run"}));
    EXPECT_EQ(settings.geometry, GeometrySource::Triangles);
    EXPECT_FALSE(settings.sharedVertices);
    EXPECT_TRUE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{64} << 20);

    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 1);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "none");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_GEOMETRY, "auto");
    importer.SetPropertyBool(ASSIMP_MD2_CONFIG_SHARED_VERTICES, true);
    importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, false);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    settings = std::get<Settings>(readSettings(importer));
    EXPECT_EQ(settings.framesPerSecond, 1);
    EXPECT_EQ(settings.clips, ClipSource::None);
    EXPECT_TRUE(settings.loop.all);
    EXPECT_EQ(settings.geometry, GeometrySource::Auto);
    EXPECT_TRUE(settings.sharedVertices);
    EXPECT_FALSE(settings.strict);
    EXPECT_EQ(settings.maxMemoryBytes, std::uint64_t{1} << 20);
}

TEST(Settings, AnEmptyVariableIsAsGoodAsNone) {
    const Environment fps("ASSIMP_MD2_FPS", "");
    const Environment strict("ASSIMP_MD2_STRICT", "");
    EXPECT_EQ(complaint(Assimp::Importer()), "");
}

TEST(Settings, ARateMustBeAFiniteNumberAboveZero) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float rate : {0.0f, -1.0f, kInfinity, std::nanf("")}) {
        Assimp::Importer importer;
        importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, rate);
        EXPECT_NE(complaint(importer), "") << rate;
    }
    for (const char* const rate : {"0", "-5", "ten", "10x", "1e999", "nan", " 10"}) {
        const Environment fps("ASSIMP_MD2_FPS", rate);
        EXPECT_EQ(complaint(Assimp::Importer()),
                  std::string("MD2: IMPORT_MD2_FPS is \"") + rate + "\", allowed is a number above 0");
    }
}

TEST(Settings, AClipListMustBeOne) {
    for (const char* const clips :
         {"idle", "idle:", ":0-3", "idle:3-1", "idle:a-b", "idle:0-3@", "idle:0-3@0", "idle:0-3@x",
          "idle:-1-3", "idle:0-", "idle:0-3-5", "a:0-1;b", "idle:0-99999999999", "idle:0-3@inf"}) {
        Assimp::Importer importer;
        importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, clips);
        EXPECT_NE(complaint(importer).find("allowed is auto, names, player, single, none or a list such as"),
                  std::string::npos)
            << clips;
    }
}

TEST(Settings, OtherWordsAreNamedWithWhatIsAllowed) {
    Assimp::Importer geometry;
    geometry.SetPropertyString(ASSIMP_MD2_CONFIG_GEOMETRY, "glcmds");
    EXPECT_EQ(complaint(geometry),
              "MD2: IMPORT_MD2_GEOMETRY is \"glcmds\", allowed is auto, triangles or glcommands");

    Assimp::Importer memory;
    memory.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 0);
    EXPECT_EQ(
        complaint(memory),
        "MD2: IMPORT_MD2_MAX_MEMORY_MB is \"0\", allowed is a whole number of MiB from 1 to 2147483647");
    for (const char* const megabytes : {"x", "-1", "1.5", "99999999999"}) {
        const Environment variable("ASSIMP_MD2_MAX_MEMORY_MB", megabytes);
        EXPECT_NE(complaint(Assimp::Importer()), "") << megabytes;
    }
    const Environment strict("ASSIMP_MD2_STRICT", "maybe");
    EXPECT_EQ(complaint(Assimp::Importer()), "MD2: IMPORT_MD2_STRICT is \"maybe\", allowed is true or false");
}

} // namespace
} // namespace assimp_md2::test
