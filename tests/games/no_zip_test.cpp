// SPDX-License-Identifier: BSD-3-Clause
// A build without minizip: ZIP archives are problems that say so, and other files of a game are read.
#include "games/game.h"
#include "support/archives.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
namespace {

TEST(GameWithoutZip, SaysThatTheBuildReadsNoZipArchives) {
    const test::TemporaryFolder folder;
    folder.put("pak0.pak", test::pakArchive({{"a.txt", {'a'}}}));
    folder.put("models.pk3", test::zipArchive({{"b.txt", {'b'}}}));
    const Game game({folder / "."});
    EXPECT_TRUE(game.find("a.txt"));
    EXPECT_FALSE(game.find("b.txt"));
    ASSERT_EQ(game.problems().size(), 1U);
    EXPECT_NE(
        game.problems()[0].find("models.pk3: this build of assimp-md2 reads no ZIP archives (PK3, PKZ): it "
                                "was built without minizip"),
        std::string::npos)
        << game.problems()[0];
}

} // namespace
} // namespace assimp_md2
