// SPDX-License-Identifier: BSD-3-Clause
// GL commands: strips, fans, terminators and damage.
#include "importer/md2/gl_commands.h"

#include "support/md2_builder.h"

#include <gtest/gtest.h>

#include <limits>

namespace assimp_md2::inner::test {
namespace {

using State = GlCommandsSummary::State;
using Words = std::vector<std::int32_t>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

Words packet(std::int32_t command, const Words& vertices) {
    Words words = {command};
    for (const std::int32_t vertex : vertices) {
        words.insert(words.end(), {word(0.5f), word(0.25f), vertex});
    }
    return words;
}

Words joined(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Of a model of ten vertices.
GlCommandsSummary check(const Words& words) {
    const Bytes bytes = bytesOf(words);
    return checkGlCommands(ByteSlice(bytes.data(), bytes.size()), 10);
}

Triangles trianglesOf(const Words& words) {
    const Bytes bytes = bytesOf(words);
    Triangles triangles;
    forEachGlTriangle(ByteSlice(bytes.data(), bytes.size()),
                      [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
                          triangles.push_back({vertices[0].vertex, vertices[1].vertex, vertices[2].vertex});
                      });
    return triangles;
}

TEST(GlCommands, AStripReversesEverySecondTriangle) {
    EXPECT_EQ(trianglesOf(packet(5, {0, 1, 2, 3, 4})), (Triangles{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(GlCommands, AFanTurnsAroundItsFirstVertex) {
    EXPECT_EQ(trianglesOf(packet(-5, {0, 1, 2, 3, 4})), (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(GlCommands, EndAtTheirTerminator) {
    const Words triangle = packet(3, {0, 1, 2});
    const struct {
        const char* claim;
        Words words;
        State state;
        std::size_t triangles;
    } cases[] = {
        {"an empty section", {}, State::Missing, 0},
        {"a terminator alone", {0}, State::Whole, 0},
        {"a strip", joined(packet(5, {0, 1, 2, 3, 4}), {0}), State::Whole, 3},
        {"a fan", joined(packet(-5, {0, 1, 2, 3, 4}), {0}), State::Whole, 3},
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

TEST(GlCommands, StripsAndFansAreCountedAndNumbered) {
    const Words words = joined(joined(packet(4, {0, 1, 2, 3}), packet(1, {0})), packet(-3, {0, 1, 2}));
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

TEST(GlCommands, DamagedOnesHaveAnOffsetAndNoCounts) {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
    const Words triangle = packet(3, {0, 1, 2});
    Words cutOff = triangle;
    cutOff.pop_back();
    Words notANumber = triangle;
    notANumber[1] = word(std::numeric_limits<float>::quiet_NaN());
    Words infinite = triangle;
    infinite[8] = word(std::numeric_limits<float>::infinity());
    const struct {
        const char* claim;
        Words words;
        std::size_t offset;
    } cases[] = {
        {"cut off", cutOff, 0},
        {"a vertex that does not exist", packet(3, {0, 10, 2}), 16},
        {"a negative vertex", packet(3, {0, -1, 2}), 16},
        {"not a number", notANumber, 4},
        {"infinite", infinite, 28},
        {"a strip beyond the end", packet(4, {0, 1, 2}), 0},
        {"a fan beyond the end", packet(-4, {0, 1, 2}), 0},
        {"the longest strip", packet(kMost, {0, 1, 2}), 0},
        {"the longest fan", packet(kLeast, {0, 1, 2}), 0},
    };
    for (const auto& [claim, words, offset] : cases) {
        for (const Words& before : {Words(), triangle}) {
            const GlCommandsSummary summary = check(joined(before, words));
            EXPECT_EQ(summary.state, State::Broken) << claim;
            EXPECT_EQ(summary.offset, 4 * before.size() + offset) << claim;
            EXPECT_EQ(summary.triangleCount, 0u) << claim;
            EXPECT_EQ(summary.primitiveCount, 0u) << claim;
        }
    }
}

} // namespace
} // namespace assimp_md2::inner::test
