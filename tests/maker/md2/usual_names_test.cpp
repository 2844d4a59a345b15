// SPDX-License-Identifier: BSD-3-Clause
// The clips of the game for usual names of animations.
#include "maker/md2/frame_names.h"
#include "maker/md2/usual_names.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

std::string clipOf(const char* animation) {
    const auto usual = usualClipOf(clipNameOf(animation));
    return usual ? usual->clip : "";
}

TEST(UsualNames, HaveAClipOfTheGame) {
    EXPECT_EQ(clipOf("Idle"), "stand");
    EXPECT_EQ(clipOf("CharacterArmature|Walk"), "walk");
    EXPECT_EQ(clipOf("Robot_Running"), "run");
    EXPECT_EQ(clipOf("1_Punch"), "attack");
    EXPECT_EQ(clipOf("Sword Attack 2"), "attack");
    EXPECT_EQ(clipOf("HitReact"), "pain");
    EXPECT_EQ(clipOf("Gallop"), "run");
    EXPECT_EQ(clipOf("Bite_Front"), "attack");
    EXPECT_EQ(clipOf("Sword"), "attack");
    EXPECT_EQ(clipOf("Duck"), "crstnd");
    EXPECT_EQ(clipOf("Run_Holding"), "run");
    EXPECT_EQ(clipOf("Dying"), "death");
    EXPECT_EQ(clipOf("Crouch_Walk"), "crwalk");
    EXPECT_EQ(clipOf("Idle_Crouching"), "crstnd");
    EXPECT_EQ(clipOf("Crouch"), "crstnd");
    EXPECT_EQ(clipOf("Robot_Wave"), "wave");
    EXPECT_EQ(clipOf("Firefly_Idle"), "stand"); // whole words first
    EXPECT_EQ(clipOf("Spin_Kick"), "attack");
    EXPECT_EQ(clipOf("Headbutt"), "attack");
    EXPECT_EQ(clipOf("Victory"), "taunt");
    EXPECT_EQ(clipOf("Hip Hop Dancing"), "taunt");
    for (const char* const other : {"mixamo.com", "ThumbsUp", "Yes", ""}) {
        EXPECT_EQ(clipOf(other), "") << other;
    }
}

TEST(UsualNames, ThatSuitBestHaveTheLowestRank) {
    const auto rank = [](const char* name) { return usualClipOf(name)->rank; };
    EXPECT_LT(rank("run"), rank("sprint"));
    EXPECT_LT(rank("sprint"), rank("run_back"));
}

TEST(UsualNames, OfKayKitCharactersSuitTheirClips) {
    const auto bestFor = [](const char* clip, const std::string& prefix) {
        std::string best;
        std::optional<unsigned int> rank;
        for (const char* const name : {"2H_Melee_Idle", "Spellcast_Shoot", "Block_Attack", "Block_Hit",
                                       "1H_Melee_Attack_Chop", "Hit_A", "Idle", "Jump_Idle", "Jump_Full_Long",
                                       "Jump_Land", "Jump_Start", "Lie_Idle", "Sit_Floor_Idle"}) {
            const auto usual = usualClipOf(clipNameOf(prefix + name));
            if (usual && usual->clip == clip && (!rank || usual->rank < *rank)) {
                best = name;
                rank = usual->rank;
            }
        }
        return best;
    };
    for (const char* const prefix : {"", "Knight_", "1_A_Knight_"}) {
        EXPECT_EQ(bestFor("stand", prefix), "Idle") << prefix;
        EXPECT_EQ(bestFor("attack", prefix), "1H_Melee_Attack_Chop") << prefix;
        EXPECT_EQ(bestFor("pain", prefix), "Hit_A") << prefix;
        EXPECT_EQ(bestFor("jump", prefix), "Jump_Full_Long") << prefix;
    }
    EXPECT_EQ(clipOf("Block_Attack"), "");
}

} // namespace
} // namespace assimp_md2::inner::test
