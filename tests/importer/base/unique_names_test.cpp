// SPDX-License-Identifier: BSD-3-Clause
// Unique names: numbers, chosen variants, and case.
#include "importer/base/text.h"
#include "importer/base/unique_names.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

TEST(UniqueNamesOfBase, SkipTakenVariants) {
    UniqueNames names;
    EXPECT_TRUE(names.take("a_2"));
    EXPECT_FALSE(names.take("a_2"));
    EXPECT_EQ(names.unique("a"), "a");
    EXPECT_EQ(names.unique("a"), "a_3");
    EXPECT_EQ(names.unique("a"), "a_4");
    EXPECT_EQ(names.unique("A"), "A");
}

TEST(UniqueNamesOfBase, MayIgnoreCase) {
    UniqueNames names(lowerCase);
    EXPECT_EQ(names.unique("a"), "a");
    EXPECT_EQ(names.unique("A"), "A_2");
    EXPECT_EQ(names.unique("a"), "a_3");
}

TEST(UniqueNamesOfBase, MayHaveOtherVariants) {
    UniqueNames names;
    const auto variant = [](unsigned int number) { return std::string(number, 'x'); };
    EXPECT_EQ(names.unique("a", variant), "a");
    EXPECT_EQ(names.unique("a", variant), "xx");
    EXPECT_EQ(names.unique("a", variant), "xxx");
}

TEST(UniqueNamesOfBase, KeepTheFirstOfEachNameOfAList) {
    const char* const names[] = {"a", "a", "a_2", "b", "a"};
    EXPECT_EQ(uniqueNames(5, [&](std::size_t i) { return names[i]; }),
              (std::vector<std::string>{"a", "a_3", "a_2", "b", "a_4"}));
}

} // namespace
} // namespace assimp_md2::inner
