// SPDX-License-Identifier: BSD-3-Clause
// The names of nodes are unique.
#include "importer/model_name.h"

#include "base/unique_names.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

TEST(UniqueNames, GetTheFirstNumberThatIsNotTaken) {
    UniqueNames names;
    EXPECT_EQ(names.unique("tag"), "tag");
    EXPECT_EQ(names.unique("tag_3"), "tag_3");
    EXPECT_EQ(names.unique("tag"), "tag_2");
    EXPECT_EQ(names.unique("tag"), "tag_4");
    EXPECT_EQ(names.unique("tag_2"), "tag_2_2");
    EXPECT_EQ(names.unique("tag"), "tag_5");
    EXPECT_EQ(names.unique("other"), "other");
}

/// Names that are taken in advance do not make other names search for a number from 2 again.
TEST(UniqueNames, OfManyNodesDifferInLinearTime) {
    constexpr int kNames = 200'000;
    UniqueNames names;
    for (int i = 0; i < kNames; ++i) {
        names.unique("tag_" + std::to_string(i));
    }
    EXPECT_EQ(names.unique("tag"), "tag");
    EXPECT_EQ(names.unique("tag"), "tag_" + std::to_string(kNames));
    for (int i = 1; i < kNames; ++i) {
        names.unique("tag");
    }
    EXPECT_EQ(names.unique("tag"), "tag_" + std::to_string(2 * kNames));
}

} // namespace
} // namespace assimp_md2::test
