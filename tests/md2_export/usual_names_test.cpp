// SPDX-License-Identifier: BSD-3-Clause
// The clips of the game for usual names of animations.
#include "md2_export/frame_names.h"
#include "md2_export/usual_names.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

std::string clipOf(const char* animation) {
    const auto usual = usualClipOf(clipNameOf(animation));
    return usual ? usual->clip : "";
}

TEST(UsualNames, HaveAClipOfTheGame) {
    EXPECT_EQ(clipOf("Idle"), "stand");
    EXPECT_EQ(clipOf("CharacterArmature|Walk"), "run");
    EXPECT_EQ(clipOf("Robot_Running"), "run");
    EXPECT_EQ(clipOf("1_Punch"), "attack");
    EXPECT_EQ(clipOf("Sword Attack 2"), "attack");
    EXPECT_EQ(clipOf("HitReact"), "pain");
    EXPECT_EQ(clipOf("Dying"), "death");
    EXPECT_EQ(clipOf("Crouch_Walk"), "crwalk");
    EXPECT_EQ(clipOf("Idle_Crouching"), "crstnd");
    EXPECT_EQ(clipOf("Crouch"), "crstnd");
    EXPECT_EQ(clipOf("Robot_Wave"), "wave");
    for (const char* const other : {"Dance", "mixamo.com", "ThumbsUp", "Yes", ""}) {
        EXPECT_EQ(clipOf(other), "") << other;
    }
}

TEST(UsualNames, ThatSuitBestHaveTheLowestRank) {
    const auto rank = [](const char* name) { return usualClipOf(name)->rank; };
    EXPECT_LT(rank("running"), rank("walk"));
    EXPECT_LT(rank("walk"), rank("run_back"));
}

} // namespace
} // namespace assimp_md2::test
