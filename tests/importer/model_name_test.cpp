// SPDX-License-Identifier: BSD-3-Clause
// The names of nodes: of a model in memory, and unique ones.
#include "importer/model_part.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"

#include <gtest/gtest.h>

#include <utility>

namespace assimp_md2::inner::test {
namespace {

TEST(ModelName, OfAModelInMemoryIsTheSameWithEveryHint) {
    for (const char* const hint :
         {"", "md2", ".md2", "MD2", "tris.md2", "models/thing/tris.md2", "C:\\a\\b.md2"}) {
        const ModelName name = modelName(std::string("$$$___magic___$$$.") + hint);
        EXPECT_TRUE(name.isInMemory) << hint;
        EXPECT_EQ(name.file, "md2.md2") << hint;
        EXPECT_EQ(name.stem, "md2") << hint;
    }
    EXPECT_FALSE(modelName("tris.md2").isInMemory);
    EXPECT_FALSE(modelName("models/$$$___magic___$$$.md2").isInMemory);
}

/// Each model of the game is called tris.md2.
TEST(ModelName, OfTrisIsThatOfItsFolder) {
    for (const auto& [path, stem] :
         {std::pair("players/homer/tris.md2", "homer"), std::pair("players\\homer\\TRIS.MD2", "homer"),
          std::pair("players/homer/weapon.md2", "weapon"), std::pair("tris.md2", "tris"),
          std::pair("./tris.md2", "tris"), std::pair("../tris.md2", "tris"), std::pair("/tris.md2", "tris"),
          std::pair("C:\\tris.md2", "tris")}) {
        EXPECT_EQ(modelName(path).stem, stem) << path;
        EXPECT_TRUE(equalWithoutCase(modelName(path).file, fileNameOf(path))) << path;
    }
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
} // namespace assimp_md2::inner::test
