// SPDX-License-Identifier: BSD-3-Clause
// Warnings: one line for each kind, with a count and examples, that a log can show.
#include "importer/base/warnings.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using Lines = std::vector<std::string>;

TEST(Warnings, AreOneLineForEachKind) {
    Warnings warnings;
    EXPECT_TRUE(warnings.empty());
    warnings.add("faces are left out", 2);
    warnings.add("files are left out", 1, "a");
    warnings.add("faces are left out");
    warnings.add("files are left out", 1, "b");
    warnings.note("the skin is smaller");
    warnings.note("the skin is smaller");
    EXPECT_EQ(warnings.lines("MD2: "),
              (Lines{"MD2: faces are left out (3)", "MD2: files are left out (2): a; b",
                     "MD2: the skin is smaller"}));
    EXPECT_EQ(warnings.count("faces are left out"), 3U);
    EXPECT_EQ(warnings.count("nothing"), 0U);
    EXPECT_FALSE(warnings.empty());
}

TEST(Warnings, IgnoreACountOfZero) {
    Warnings warnings;
    warnings.add("faces are left out", 0, "a");
    EXPECT_TRUE(warnings.empty());
}

TEST(Warnings, SayThatThereAreMoreThanTheExamples) {
    Warnings warnings;
    warnings.add("a frame is garbage", 3, "frame 7");
    EXPECT_EQ(warnings.lines(""), Lines{"a frame is garbage (3), first: frame 7"});
}

TEST(Warnings, AreAddedWithTheNameOfTheirFile) {
    Warnings image;
    image.add("lines are missing", 19, "line 3");
    image.note("a note");
    Warnings sum;
    sum.addAll(image, "a.pcx");
    sum.addAll(Warnings(), "b.pcx");
    sum.addAll(image, "c.pcx");
    EXPECT_EQ(sum.lines(""), (Lines{"lines are missing (38), first: a.pcx; c.pcx", "a note"}));
}

TEST(Warnings, KeepTheirExamplesAndCountsInASum) {
    Warnings one;
    one.add("missing", 1, "a");
    one.add("missing", 1, "b");
    one.add("wrong", 4);
    Warnings sum;
    sum.addAll(one);
    EXPECT_EQ(sum.lines(""), one.lines(""));
    sum.addAll(one);
    EXPECT_EQ(sum.lines(""), (Lines{"missing (4): a; b; a; b", "wrong (8)"}));
}

/// Assimp leaves out lines of more than 1024 bytes.
TEST(Warnings, FitIntoALineOfTheLog) {
    Warnings warnings;
    for (int i = 0; i < 100; ++i) {
        warnings.add("many", 1, std::string(50, static_cast<char>('a' + i % 26)));
        warnings.add("long", 1, std::string(5000, 'x'));
        warnings.add("escaped", 1, std::string(900, '\n'));
    }
    warnings.note(std::string(5000, 'y'));
    for (const std::string& line : warnings.lines("MD2: ")) {
        EXPECT_LE(line.size(), kMostWarningBytes);
        EXPECT_GT(line.size(), 900U);
    }
    EXPECT_EQ(warnings.lines("")[0].rfind("many (100), first: " + std::string(50, 'a') + "; bbb", 0), 0U);
}

TEST(Warnings, AreCutBetweenCharacters) {
    std::string text = "a";
    for (int i = 0; i < 1000; ++i) {
        text += "é";
    }
    Warnings warnings;
    warnings.note(text);
    EXPECT_EQ(warnings.lines("")[0], text.substr(0, 999));
}

TEST(Warnings, ArePrintable) {
    Warnings warnings;
    warnings.add("a\x1B", 1, "b\n");
    EXPECT_EQ(warnings.lines(""), Lines{"a\\x1B (1): b\\x0A"});
}

TEST(ListOf, EndsWithTheNumberOfTheOthers) {
    const auto list = [](const Lines& names) {
        return listOf(names.size(), [&](std::size_t i) { return names[i]; });
    };
    EXPECT_EQ(list({}), "");
    EXPECT_EQ(list({"a", "b"}), "a, b");
    const std::string name(700, 'x');
    EXPECT_EQ(list({name, name, "c", "d"}), name + ", " + name + " and 2 more");
}

} // namespace
} // namespace assimp_md2::inner
