// SPDX-License-Identifier: BSD-3-Clause
// Names of written frames: valid, unique, and the same clips when they are read. The clips of the game for
// usual names of animations.
#include "maker/md2/frame_names.h"

#include "importer/md2/clips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

using Strings = std::vector<std::string>;
using Clips = std::vector<Clip>;

struct Source {
    std::string animation;
    std::size_t frames;
};

Strings namesOf(const std::vector<Source>& sources) {
    std::vector<Md2Clip> clips;
    for (const Source& source : sources) {
        clips.push_back({clipNameOf(source.animation), Md2Clip::Kind::Own, "", source.frames});
    }
    return frameNamesOf(clips);
}

TEST(FrameNames, ClipNamesAreLowerCaseAndValid) {
    EXPECT_EQ(clipNameOf("Walk"), "walk");
    EXPECT_EQ(clipNameOf("Armature|Walk Fast"), "walk_fast");
    EXPECT_EQ(clipNameOf("mixamo.com"), "mixamo_com");
    EXPECT_EQ(clipNameOf("  -run- "), "run");
    EXPECT_EQ(clipNameOf("l\xC3\xA4uft"), "l_uft");
    EXPECT_EQ(clipNameOf(""), "frame");
    EXPECT_EQ(clipNameOf("|"), "frame");
    EXPECT_EQ(clipNameOf("|", "skin"), "skin");
    EXPECT_EQ(clipNameOf("Armature|mixamo.com|Layer0"), "mixamo_com");
    EXPECT_EQ(clipNameOf("Armature|Walk|BaseLayer"), "walk");
    EXPECT_EQ(clipNameOf("BaseLayer"), "baselayer");
    EXPECT_EQ(clipNameOf("Armature|Layered"), "layered");
}

TEST(FrameNames, FramesAreNumberedAsTheGameDoes) {
    EXPECT_EQ(namesOf({{"stand", 2}}), (Strings{"stand01", "stand02"}));
    EXPECT_EQ(namesOf({{"pain1", 2}}), (Strings{"pain101", "pain102"}));
    EXPECT_EQ(namesOf({{"Take 001", 1}}), (Strings{"take_001_01"}));
    EXPECT_EQ(namesOf({{"anim 1", 2}, {"anim 2", 1}}), (Strings{"anim_1_01", "anim_1_02", "anim_2_01"}));
    EXPECT_EQ(namesOf({{"stand", 100}}).back(), "stand100");
    EXPECT_EQ(namesOf({{"stand", 100}}).front(), "stand001");
}

TEST(FrameNames, ANumberThatReadersWouldLoseIsSeparated) {
    EXPECT_EQ(namesOf({{"death4", 10}}).front(), "death4_01");
    EXPECT_EQ(namesOf({{"pain1", 1}}).front(), "pain1_01");
    EXPECT_EQ(namesOf({{"pain1", 100}}).front(), "pain1_001");
}

TEST(FrameNames, EqualNamesGetLetters) {
    EXPECT_EQ(namesOf({{"run", 1}, {"RUN", 1}, {"run", 1}}), (Strings{"run01", "run_b01", "run_c01"}));
}

TEST(FrameNames, LongNamesAreCutAndStayUnique) {
    const std::vector<Source> sources(200, {"a_very_long_name_of_an_animation", 3});
    const auto names = namesOf(sources);
    EXPECT_EQ(names.front(), "a_very_long_n01");
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 600u);
    for (const std::string& name : names) {
        EXPECT_LE(name.size(), 15u);
    }
}

TEST(FrameNames, LongNamesKeepTheirSeparator) {
    EXPECT_EQ(namesOf({{"abcdefghijk12", 1}}), Strings{"abcdefghijk1_01"});
    EXPECT_EQ(namesOf({{"abcdefghijkl1", 100}}).front(), "abcdefghijkl001");
    EXPECT_EQ(namesOf({{"abcdefghij21", 100}}).front(), "abcdefghij2_001");
}

/// In quadratic time this would take minutes.
TEST(FrameNames, ManyClipsOfOneNameStayUnique) {
    const auto names = namesOf(std::vector<Source>(20'000, {"mixamo.com", 1}));
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(FrameNames, ReadersFindTheSameClips) {
    const std::vector<std::vector<Source>> cases = {
        {{"stand", 40}, {"run", 6}, {"pain1", 4}, {"pain2", 4}, {"pain3", 4}},
        {{"Take 001", 12}, {"Take 002", 12}},
        {{"idle", 1}, {"idle2", 1}, {"walk", 120}, {"walk", 3}},
        {{"attack12", 30}, {"attack13", 5}},
        {{"run1", 30}, {"run", 120}},
        {{"pain1", 4}, {"pain", 5}},
        {{"pain2", 4}, {"pain1", 100}},
        {{"idle1", 1}, {"idle2", 1}},
        {{"run1", 2}, {"run1", 3}, {"run", 4}, {"run", 5}},
    };
    for (auto sources : cases) {
        for (const bool isReversed : {false, true}) {
            if (isReversed) {
                std::reverse(sources.begin(), sources.end());
            }
            const auto names = namesOf(sources);
            const auto clips = clipsFromNames({names.begin(), names.end()}, "model");
            ASSERT_EQ(clips.size(), sources.size()) << names.front();
            EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
            for (std::size_t i = 0; i < sources.size(); ++i) {
                EXPECT_EQ(clips[i].frameCount, sources[i].frames) << clips[i].name;
            }
        }
    }
}

Clips clipsOfExport(const std::vector<Source>& sources) {
    const Strings names = namesOf(sources);
    return clipsOf({names.begin(), names.end()}, "model");
}

TEST(FrameNames, AModelWithTheFramesOfAPlayerKeepsItsClips) {
    for (const std::size_t count : {173U, 174U, 198U, 199U}) {
        EXPECT_EQ(clipsOfExport({{"mixamo.com", count}}), (Clips{{"mixamo_com", 0, count}}));
        EXPECT_EQ(clipsOfExport({{"samba", count - 90}, {"dance", 90}}),
                  (Clips{{"samba", 0, count - 90}, {"dance", count - 90, 90}}));
    }
    EXPECT_EQ(namesOf({{"mixamo.com", 198}}).front(), "mixamo_com__001");
    EXPECT_EQ(namesOf({{"a_very_long_name", 198}}).back(), "a_very_lon__198");
    EXPECT_EQ(namesOf({{"mixamo.com", 197}}).front(), "mixamo_com001");
    EXPECT_EQ(namesOf({{"stand", 100}, {"run", 49}, {"jump", 49}}).front(), "stand001");
}

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
    EXPECT_EQ(clipOf("Waving"), "wave");
    EXPECT_EQ(clipOf("Saluting"), "salute");
    EXPECT_EQ(clipOf("Front Flip"), "flip");
    EXPECT_EQ(clipOf("metarig|0Idle"), "stand");
    EXPECT_EQ(clipOf("2_move"), "run");
    EXPECT_EQ(clipOf("Boxing"), "attack");
    EXPECT_EQ(clipOf("Standing React Large From Left"), "pain");
    EXPECT_EQ(clipOf("Sword And Shield Impact"), "pain");
    EXPECT_EQ(clipOf("sword_idle_loop"), "stand");
    for (const char* const other : {"mixamo.com", "ThumbsUp", "Yes", ""}) {
        EXPECT_EQ(clipOf(other), "") << other;
    }
}

TEST(UsualNames, ThatSuitBestHaveTheLowestRank) {
    const auto rank = [](const char* name) { return usualClipOf(name)->rank; };
    EXPECT_LT(rank("run"), rank("sprint"));
    EXPECT_LT(rank("sprint"), rank("run_back"));
    EXPECT_LT(rank("run_front_loop"), rank("run_back_loop"));
    EXPECT_LT(rank("crouch_idle_loop"), rank("crouch_fwd_loop"));
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
