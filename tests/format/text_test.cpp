// SPDX-License-Identifier: BSD-3-Clause
// Latin-1 names.
#include "format/text.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

TEST(Text, Latin1BecomesUtf8) {
    EXPECT_EQ(utf8FromLatin1("skin"), "skin");
    EXPECT_EQ(utf8FromLatin1("caf\xE9"), "caf\xC3\xA9");
    EXPECT_EQ(utf8FromLatin1("\x80\xFF"), "\xC2\x80\xC3\xBF");
}

TEST(Text, LowerCaseChangesOnlyLettersFromAToZ) {
    EXPECT_EQ(lowerCase("Stand_01Z[@"), "stand_01z[@");
    EXPECT_EQ(lowerCase("\xC9"), "\xC9");
}

} // namespace
} // namespace assimp_md2::test
