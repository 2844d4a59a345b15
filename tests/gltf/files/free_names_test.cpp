// SPDX-License-Identifier: BSD-3-Clause
// Names for new files: free, taken or an error; numbers, lengths and time.
#include "gltf/files/file_names.h"

#include <gtest/gtest.h>

#include <string>

namespace assimp_md2::inner {
namespace {

const auto kTaken = [](const std::string&) { return false; };

TEST(FreeNamesOfBase, GetTheNextNumberAlsoWhereCaseDoesNotMatter) {
    FreeNames names(kMostFileNameBytes);
    EXPECT_TRUE(names.take("SKIN_3.png"));
    EXPECT_EQ(names.find("skin", ".png"), "skin.png");
    EXPECT_EQ(names.find("Skin", ".png"), "Skin_2.png");
    EXPECT_EQ(names.find("skin", ".png"), "skin_4.png");
    EXPECT_EQ(names.find("skin", ".jpg"), "skin.jpg");
    EXPECT_EQ(names.find("other/skin", ".png"), "other/skin.png");
}

TEST(FreeNamesOfBase, AreThoseThatTheCallerFindsFree) {
    FreeNames names(kMostFileNameBytes, [](unsigned int number) { return std::string(number, '-'); });
    const auto isFree = [](const std::string& name) { return name != "a" && name != "a--"; };
    EXPECT_EQ(names.find("a", "", isFree), "a---");
}

TEST(FreeNamesOfBase, AnErrorEndsTheSearch) {
    FreeNames names(kMostFileNameBytes);
    int calls = 0;
    const auto found = names.find("a", ".png", [&](const std::string&) -> Result<bool> {
        ++calls;
        return failure("the folder may not be searched");
    });
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().text, "the folder may not be searched");
    EXPECT_EQ(calls, 1);
}

TEST(FreeNamesOfBase, ASearchEndsWhenAllAreTaken) {
    FreeNames names(kMostFileNameBytes);
    const auto found = names.find("a", ".png", kTaken);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().text, "no name is free: a.png and 4095 numbered ones exist");
}

TEST(FreeNamesOfBase, AreCutAtACharacterBeforeTheEnding) {
    FreeNames names(kMostFileNameBytes);
    const std::string stem = "folder/" + std::string(250, 'x') + "\xC3\xA9" + "abc";
    EXPECT_EQ(names.find(stem, ".png"), "folder/" + std::string(250, 'x') + ".png");
    EXPECT_EQ(names.find(stem, ".png"), "folder/" + std::string(249, 'x') + "_2.png");
    const std::string bytes(300, '\xFF'); // no UTF-8
    EXPECT_EQ(names.find(bytes, ".png"), bytes.substr(0, 251) + ".png");
}

/// A hundred thousand names, of which each is tried once. Trying all for each would take an hour.
TEST(FreeNamesOfBase, TakeLinearTime) {
    FreeNames names(kMostFileNameBytes);
    std::size_t calls = 0;
    const auto count = [&](const std::string&) {
        ++calls;
        return true;
    };
    const std::string stem(300, 'a');
    for (int i = 0; i < 100'000; ++i) {
        ASSERT_TRUE(names.find(stem + std::to_string(i), ".png", count));
    }
    EXPECT_EQ(calls, 100'000U);
}

} // namespace
} // namespace assimp_md2::inner
