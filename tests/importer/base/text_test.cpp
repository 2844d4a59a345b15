// SPDX-License-Identifier: BSD-3-Clause
// Latin-1 names, UTF-8, and text for terminals.
#include "importer/base/text.h"

#include <gtest/gtest.h>

#include <numeric>

namespace assimp_md2::inner::test {
namespace {

TEST(Text, Latin1BecomesUtf8) {
    EXPECT_EQ(utf8FromLatin1("skin"), "skin");
    EXPECT_EQ(utf8FromLatin1("caf\xE9"), "caf\xC3\xA9");
    EXPECT_EQ(utf8FromLatin1("\x80\xFF"), "\xC2\x80\xC3\xBF");
}

TEST(Text, Utf8BecomesLatin1) {
    EXPECT_EQ(latin1FromUtf8("caf\xC3\xA9 \xC2\x80\xC3\xBF"), "caf\xE9 \x80\xFF");
    EXPECT_EQ(latin1FromUtf8("\xC4\x80 \xE2\x82\xAC \xF0\x9F\x98\x80"), "? ? ?"); // not in Latin-1
    EXPECT_EQ(latin1FromUtf8("\xA9s \xC3s \xC1\x81"), "?s ?s ??");                // not UTF-8
    std::string all(256, '\0');
    std::iota(all.begin(), all.end(), '\0');
    EXPECT_EQ(latin1FromUtf8(utf8FromLatin1(all)), all);
}

TEST(Text, CharactersOfUtf8HaveOneToFourBytes) {
    EXPECT_EQ(utf8CharacterSize("ab"), 1u);
    EXPECT_EQ(utf8CharacterSize("\xC3\xA9s"), 2u);
    EXPECT_EQ(utf8CharacterSize("\xE2\x82\xAC"), 3u);
    EXPECT_EQ(utf8CharacterSize("\xF4\x8F\xBF\xBF"), 4u);
    for (const char* const invalid : {"\xA9", "\xC3", "\xC3s", "\xC1\x81", "\xE0\x80\x80", "\xED\xA0\x80",
                                      "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF8\x80\x80\x80\x80"}) {
        EXPECT_EQ(utf8CharacterSize(invalid), 0u) << invalid;
    }
}

TEST(Text, IsPrintedWithoutCharactersThatTerminalsObey) {
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(printable("models/caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80.md2"),
              "models/caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80.md2");
    EXPECT_EQ(printable("a\x1B[31m\n\x7F"), "a\\x1B[31m\\x0A\\x7F");
    EXPECT_EQ(printable("a\xC2\x9B"
                        "31m"),
              "a\\u009B31m");                                           // CSI as one character
    EXPECT_EQ(printable("a\xE2\x80\xAEgpj.exe"), "a\\u202Egpj.exe");    // right-to-left override
    EXPECT_EQ(printable("\xE2\x81\xA6\xE2\x80\xA8"), "\\u2066\\u2028"); // isolate, line separator
    EXPECT_EQ(printable("\xF3\xA0\x80\x81"), "\\U000E0001");            // language tag
    EXPECT_EQ(printable("caf\xE9\xC3"), "caf\\xE9\\xC3");               // not UTF-8
}

TEST(Text, LowerCaseChangesOnlyLettersFromAToZ) {
    EXPECT_EQ(lowerCase("Stand_01Z[@"), "stand_01z[@");
    EXPECT_EQ(lowerCase("\xC9"), "\xC9");
}

TEST(Text, CaseDoesNotMatterWhereItIsIgnored) {
    EXPECT_TRUE(equalWithoutCase("Stand", "sTAND"));
    EXPECT_FALSE(equalWithoutCase("stand", "stands"));
    EXPECT_FALSE(equalWithoutCase("[", "{"));
}

TEST(Text, TrimmingLeavesWhatIsInside) {
    EXPECT_EQ(trimmed(" a b\t ", " \t"), "a b");
    EXPECT_EQ(trimmed("a", " "), "a");
    EXPECT_EQ(trimmed("  ", " "), "");
    EXPECT_EQ(trimmed("", " "), "");
}

TEST(Text, WildcardsStandForCharacters) {
    EXPECT_TRUE(matchesWildcards("*sword*", "Long Sword.001"));
    EXPECT_TRUE(matchesWildcards("SWORD?", "sword2"));
    EXPECT_TRUE(matchesWildcards("*", ""));
    EXPECT_TRUE(matchesWildcards("*b*c", "abbbcbc"));
    EXPECT_FALSE(matchesWildcards("sword", "sword2"));
    EXPECT_FALSE(matchesWildcards("", "a"));
    EXPECT_FALSE(matchesWildcards("sword?", "sword"));
}

TEST(Text, NumbersHaveAtMostTheirDigits) {
    EXPECT_EQ(textOf(0.2187, 2), "0.22");
    EXPECT_EQ(textOf(0.5, 17), "0.5");
    EXPECT_EQ(textOf(-1234.5, 2), "-1.2e+03");
}

TEST(Parts, AreWhatIsBetweenSeparators) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(partsBetween(",", "a,b"), (Parts{"a", "b"}));
    EXPECT_EQ(partsBetween("/\\", "/a\\/b c/"), (Parts{"a", "b c"}));
    EXPECT_EQ(partsBetween(",", "a"), Parts{"a"});
    EXPECT_EQ(partsBetween(",", ","), Parts());
    EXPECT_EQ(partsBetween(",", ""), Parts());
}

TEST(Text, TheDistanceOfTextsIsTheNumberOfEdits) {
    EXPECT_EQ(editDistance("death103", "death103"), 0u);
    EXPECT_EQ(editDistance("deth103", "death103"), 1u);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
    EXPECT_EQ(editDistance("", "run"), 3u);
}

} // namespace
} // namespace assimp_md2::inner::test
