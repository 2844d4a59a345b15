// SPDX-License-Identifier: BSD-3-Clause
// GL commands: strips, fans, terminators and damage.
#include "md2/gl_commands.h"

#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <limits>

namespace assimp_md2::test {
namespace {

using State = GlCommandsSummary::State;

Bytes bytesOf(const std::vector<std::int32_t>& words) {
    Bytes bytes(4 * words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        patch(bytes, 4 * i, words[i]);
    }
    return bytes;
}

std::vector<std::int32_t> packet(std::int32_t command, const std::vector<std::int32_t>& vertices) {
    std::vector<std::int32_t> words = {command};
    for (const std::int32_t vertex : vertices) {
        words.insert(words.end(), {word(0.5f), word(0.25f), vertex});
    }
    return words;
}

GlCommandsSummary check(const std::vector<std::int32_t>& words, std::size_t vertexCount = 10) {
    const Bytes bytes = bytesOf(words);
    return checkGlCommands(ByteSlice(bytes.data(), bytes.size()), vertexCount);
}

std::vector<std::array<std::uint32_t, 3>> trianglesOf(const std::vector<std::int32_t>& words) {
    const Bytes bytes = bytesOf(words);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    forEachGlTriangle(ByteSlice(bytes.data(), bytes.size()),
                      [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
                          triangles.push_back({vertices[0].vertex, vertices[1].vertex, vertices[2].vertex});
                      });
    return triangles;
}

TEST(GlCommands, AStripReversesEverySecondTriangle) {
    auto words = packet(5, {0, 1, 2, 3, 4});
    words.push_back(0);
    EXPECT_EQ(check(words).state, State::Whole);
    EXPECT_EQ(check(words).triangleCount, 3u);
    EXPECT_EQ(trianglesOf(words),
              (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(GlCommands, AFanTurnsAroundItsFirstVertex) {
    auto words = packet(-5, {0, 1, 2, 3, 4});
    words.push_back(0);
    EXPECT_EQ(check(words).triangleCount, 3u);
    EXPECT_EQ(trianglesOf(words),
              (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(GlCommands, EndAtTheirTerminator) {
    using Words = std::vector<std::int32_t>;
    const auto joined = [](Words words, const Words& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const Words triangle = packet(3, {0, 1, 2});
    const struct {
        const char* claim;
        Words words;
        State state;
        std::size_t triangles;
    } cases[] = {
        {"an empty section", {}, State::Missing, 0},
        {"a terminator alone", {0}, State::Whole, 0},
        {"without a terminator", triangle, State::Unended, 1},
        {"words after the terminator", joined(triangle, {0, 77, 88}), State::Whole, 1},
        {"packets without a triangle", joined(joined(packet(2, {0, 1}), packet(-1, {0})), {0}), State::Whole,
         0},
    };
    for (const auto& [claim, words, state, triangles] : cases) {
        EXPECT_EQ(check(words).state, state) << claim;
        EXPECT_EQ(check(words).triangleCount, triangles) << claim;
        EXPECT_EQ(trianglesOf(words).size(), triangles) << claim;
    }
}

TEST(GlCommands, DamagedOnesHaveNoCounts) {
    auto cutOff = packet(3, {0, 1, 2});
    const auto whole = cutOff;
    cutOff.insert(cutOff.end(), whole.begin(), whole.end() - 1);
    auto badIndex = packet(3, {0, 1, 2});
    const auto bad = packet(3, {0, 10, 2});
    badIndex.insert(badIndex.end(), bad.begin(), bad.end());
    for (const auto& words : {cutOff, badIndex}) {
        EXPECT_EQ(check(words).state, State::Broken);
        EXPECT_EQ(check(words).triangleCount, 0u);
        EXPECT_EQ(check(words).primitiveCount, 0u);
    }
}

TEST(GlCommands, StripsAndFansAreCountedAndNumbered) {
    auto words = packet(4, {0, 1, 2, 3});
    const auto point = packet(1, {0});
    const auto fan = packet(-3, {0, 1, 2});
    words.insert(words.end(), point.begin(), point.end());
    words.insert(words.end(), fan.begin(), fan.end());
    EXPECT_EQ(check(words).primitiveCount, 3u);
    EXPECT_EQ(check(words).offset, 4 * words.size());
    const Bytes bytes = bytesOf(words);
    std::vector<std::size_t> primitives;
    forEachGlTriangle(ByteSlice(bytes.data(), bytes.size()),
                      [&](const std::array<GlVertex, 3>& vertices, std::size_t primitive) {
                          EXPECT_EQ(vertices[0].s, 0.5f);
                          EXPECT_EQ(vertices[0].t, 0.25f);
                          primitives.push_back(primitive);
                      });
    EXPECT_EQ(primitives, (std::vector<std::size_t>{0, 0, 2}));
}

TEST(GlCommands, DamageIsReportedWithItsOffset) {
    auto cutOff = packet(3, {0, 1, 2});
    cutOff.pop_back();
    EXPECT_EQ(check(cutOff).state, State::Broken);
    EXPECT_EQ(check(cutOff).offset, 0u);

    const auto badIndex = packet(3, {0, 10, 2});
    EXPECT_EQ(check(badIndex).state, State::Broken);
    EXPECT_EQ(check(badIndex).offset, 16u);
    EXPECT_EQ(check(packet(3, {0, -1, 2})).state, State::Broken);

    auto notANumber = packet(3, {0, 1, 2});
    notANumber[1] = word(std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(check(notANumber).state, State::Broken);
    notANumber = packet(3, {0, 1, 2});
    notANumber[8] = word(std::numeric_limits<float>::infinity());
    EXPECT_EQ(check(notANumber).offset, 28u);

    for (const std::int32_t count :
         {4, -4, std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()}) {
        EXPECT_EQ(check(packet(count, {0, 1, 2})).state, State::Broken) << count;
    }
}

} // namespace
} // namespace assimp_md2::test
