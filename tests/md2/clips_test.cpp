// SPDX-License-Identifier: BSD-3-Clause
// Clips: from frame names, and when the game's table applies.
#include "md2/clips.h"

#include <gtest/gtest.h>

#include <ostream>

namespace assimp_md2 {

void PrintTo(const Clip& clip, std::ostream* out) {
    *out << clip.name << ":" << clip.firstFrame << "+" << clip.frameCount;
}

namespace test {
namespace {

using Names = std::vector<std::string>;
using Clips = std::vector<Clip>;

std::vector<std::string_view> viewsOf(const Names& names) {
    return {names.begin(), names.end()};
}

Clips fromNames(const Names& names) {
    return clipsFromNames(viewsOf(names), "model");
}

Clips automatic(const Names& names) {
    return clipsOf(viewsOf(names), "model");
}

/// `stem`first … `stem`last, with at least `width` digits.
void append(Names& names, const std::string& stem, int first, int last, std::size_t width = 1) {
    for (int number = first; number <= last; ++number) {
        const std::string digits = std::to_string(number);
        names.push_back(stem + std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits);
    }
}

Names numbered(const std::string& stem, int first, int last, std::size_t width = 1) {
    Names names;
    append(names, stem, first, last, width);
    return names;
}

TEST(Clips, NamesTellWhichOnesRepeat) {
    for (const char* const name : {"stand", "idle", "walk", "run", "swim", "fly", "hover", "float", "crwalk",
                                   "crstnd", "loop", "Run", "RUN2", "stand_2", "01_idle", "walk-", "fly 3"}) {
        EXPECT_TRUE(isRepeating(name)) << name;
    }
    for (const char* const name :
         {"", "1", "_", "attack", "runattack", "run_b", "standing", "crouch", "jump", "loops", "md2"}) {
        EXPECT_FALSE(isRepeating(name)) << name;
    }
    std::vector<std::string> repeating;
    for (const Clip& clip : clipsFromPlayerTable(std::vector<std::string_view>(198), "model")) {
        if (isRepeating(clip.name)) {
            repeating.push_back(clip.name);
        }
        EXPECT_TRUE(isOfPlayerTable(clip));
    }
    EXPECT_EQ(repeating, (Names{"stand", "run", "crstnd", "crwalk"}));
    EXPECT_FALSE(isOfPlayerTable({"stand", 198, 1}));
    EXPECT_FALSE(isOfPlayerTable({"skin", 0, 1}));
}

TEST(ClipsFromNames, AStemIsAClip) {
    EXPECT_EQ(fromNames({"stand1", "stand2", "run1", "run2", "run3"}),
              (Clips{{"stand", 0, 2}, {"run", 2, 3}}));
}

TEST(ClipsFromNames, CaseIsIgnored) {
    EXPECT_EQ(fromNames({"Stand1", "stand2", "STAND3"}), (Clips{{"Stand", 0, 3}}));
}

TEST(ClipsFromNames, GapsAndRepeatedNumbersAreOneClip) {
    EXPECT_EQ(fromNames({"run1", "run3", "run3", "run9", "run12"}), (Clips{{"run", 0, 5}}));
}

TEST(ClipsFromNames, ASmallerNumberStartsAClip) {
    EXPECT_EQ(fromNames({"run1", "run2", "run1", "run2"}), (Clips{{"run", 0, 2}, {"run_2", 2, 2}}));
}

TEST(ClipsFromNames, ARestartStartsAClipWithItsLeadingDigits) {
    Names names = numbered("pain", 101, 104);
    append(names, "pain", 201, 204);
    append(names, "pain", 301, 304);
    EXPECT_EQ(fromNames(names), (Clips{{"pain1", 0, 4}, {"pain2", 4, 4}, {"pain3", 8, 4}}));
    EXPECT_EQ(fromNames({"run199", "run200", "run101"}), (Clips{{"run", 0, 2}, {"run1", 2, 1}}))
        << "the first clip has no leading digits that all its frames share";
    EXPECT_EQ(fromNames({"pain13", "pain14", "pain21", "pain22"}), (Clips{{"pain1", 0, 2}, {"pain2", 2, 2}}));
    EXPECT_EQ(fromNames({"pain100", "pain101", "pain200", "pain201"}),
              (Clips{{"pain1", 0, 2}, {"pain2", 2, 2}}));
}

TEST(ClipsFromNames, TheNextNumberIsNeverARestart) {
    EXPECT_EQ(fromNames(numbered("walk", 98, 202)), (Clips{{"walk", 0, 105}}));
    EXPECT_EQ(fromNames(numbered("awave", 1, 40)), (Clips{{"awave", 0, 40}}));
    EXPECT_EQ(fromNames(numbered("walk", 9, 32, 2)), (Clips{{"walk", 0, 24}}));
}

TEST(ClipsFromNames, NumbersThatAdvanceInEqualStepsAreOneClip) {
    EXPECT_EQ(fromNames({"gest_a_095", "gest_a_097", "gest_a_099", "gest_a_101"}), (Clips{{"gest_a", 0, 4}}));
    EXPECT_EQ(fromNames({"walk085", "walk090", "walk095", "walk100", "walk105"}), (Clips{{"walk", 0, 5}}));
    EXPECT_EQ(fromNames({"run05", "run07", "run09", "run11"}), (Clips{{"run", 0, 4}}));
    EXPECT_EQ(fromNames({"pain103", "pain104", "pain201", "pain202"}),
              (Clips{{"pain1", 0, 2}, {"pain2", 2, 2}}))
        << "the jump to 201 is larger than the one before it";
}

TEST(ClipsFromNames, QuotesAroundANameAreRemoved) {
    EXPECT_EQ(fromNames({"\"stand\"_1", "\"stand\"_2", "\"run1\"", "\"run2\""}),
              (Clips{{"stand", 0, 2}, {"run", 2, 2}}));
}

TEST(ClipsFromNames, ANameThatIsAPathKeepsItsLastPart) {
    EXPECT_EQ(fromNames({"E:\\a\\walk01", "E:\\a\\walk02", "/a/run1", "/a/run2"}),
              (Clips{{"walk", 0, 2}, {"run", 2, 2}}));
}

TEST(ClipsFromNames, StepsOfTenOrAHundredAreGaps) {
    EXPECT_EQ(fromNames({"run01", "run11", "run21"}), (Clips{{"run", 0, 3}}));
    EXPECT_EQ(fromNames({"run100", "run200", "run300"}), (Clips{{"run", 0, 3}}));
}

TEST(ClipsFromNames, LeadingDigitsAreOmittedWhenAStemHasOneClip) {
    EXPECT_EQ(fromNames(numbered("run", 1, 6)), (Clips{{"run", 0, 6}}));
    EXPECT_EQ(fromNames(numbered("death", 101, 106)), (Clips{{"death", 0, 6}}));
}

TEST(ClipsFromNames, LeadingDigitsDistinguishClipsThatAreNotAdjacent) {
    EXPECT_EQ(fromNames({"pain101", "pain102", "run1", "pain201", "pain202"}),
              (Clips{{"pain1", 0, 2}, {"run", 2, 1}, {"pain2", 3, 2}}));
}

TEST(ClipsFromNames, SeparatorsAfterAStemAreNotPartOfTheName) {
    EXPECT_EQ(fromNames({"walk_01", "walk_02", "Frame 1", "Frame 2", "a-.1"}),
              (Clips{{"walk", 0, 2}, {"Frame", 2, 2}, {"a", 4, 1}}));
}

TEST(ClipsFromNames, EventLettersAreNotPartOfTheStem) {
    EXPECT_EQ(fromNames({"WB06", "WB07F", "WB08", "WB09LR", "DA00"}), (Clips{{"WB", 0, 4}, {"DA", 4, 1}}));
}

TEST(ClipsFromNames, ATagMayFollowADot) {
    EXPECT_EQ(fromNames({"crpain1.tri", "crpain2.tri", "crpain3"}), (Clips{{"crpain", 0, 3}}));
    EXPECT_EQ(fromNames({"run009", "run10"}), (Clips{{"run", 0, 2}}));
    EXPECT_EQ(fromNames({"a1.aZ", "a2Az"}), (Clips{{"a", 0, 2}}));
    EXPECT_EQ(fromNames({"a1._", "a2._"}), (Clips{{"a1", 0, 1}, {"a2", 1, 1}}));
    EXPECT_EQ(fromNames({"a1.x", "a2.x"}), (Clips{{"a", 0, 2}}));
    EXPECT_EQ(fromNames({"a1.", "a2."}), (Clips{{"a1", 0, 1}, {"a2", 1, 1}})) << "a dot alone is not a tag";
}

TEST(ClipsFromNames, ANameThatEndsInAnythingElseIsAllStem) {
    EXPECT_EQ(fromNames({"walk01_old", "walk02_old", "walk02_old", "walk03"}),
              (Clips{{"walk01_old", 0, 1}, {"walk02_old", 1, 2}, {"walk", 3, 1}}));
    EXPECT_EQ(fromNames({"a1abcd", "a2wxyz", "a3abcde"}), (Clips{{"a", 0, 2}, {"a3abcde", 2, 1}}));
    EXPECT_EQ(fromNames({"From Q2Gen!!", "From Q2Gen!!"}), (Clips{{"From Q2Gen!!", 0, 2}}));
}

TEST(ClipsFromNames, NamesWithoutDigitsAreStems) {
    EXPECT_EQ(fromNames({"g_view", "g_view", "skin"}), (Clips{{"g_view", 0, 2}, {"skin", 2, 1}}));
    EXPECT_EQ(fromNames({"run", "run1", "run2", "run"}), (Clips{{"run", 0, 3}, {"run_2", 3, 1}}));
}

TEST(ClipsFromNames, AnEmptyNameBecomesTheNameOfTheModel) {
    EXPECT_EQ(fromNames({"", "", ""}), (Clips{{"model", 0, 3}}));
    EXPECT_EQ(fromNames({"1", "2", "_", "run1"}), (Clips{{"model", 0, 2}, {"model_2", 2, 1}, {"run", 3, 1}}));
    EXPECT_EQ(fromNames({"Frame 1", "", ""}), (Clips{{"Frame", 0, 1}, {"model", 1, 2}}));
}

TEST(ClipsFromNames, EqualNamesAreNumberedPastThoseThatExist) {
    EXPECT_EQ(fromNames({"a1", "b1", "a1", "b1", "a1"}),
              (Clips{{"a", 0, 1}, {"b", 1, 1}, {"a_2", 2, 1}, {"b_2", 3, 1}, {"a_3", 4, 1}}));
    // The name for a second `a` is taken already.
    Clips clips = {{"a", 0, 1}, {"a_2", 1, 1}, {"a", 2, 1}, {"a", 3, 1}};
    makeNamesUnique(clips);
    EXPECT_EQ(clips, (Clips{{"a", 0, 1}, {"a_2", 1, 1}, {"a_3", 2, 1}, {"a_4", 3, 1}}));
}

TEST(ClipsFromNames, AreInUtf8) {
    EXPECT_EQ(fromNames({"caf\xE9"
                         "1"}),
              (Clips{{"caf\xC3\xA9", 0, 1}}));
}

TEST(ClipsFromNames, ANumberMayFillTheName) {
    EXPECT_EQ(fromNames({"9999999999999998", "9999999999999999"}), (Clips{{"model", 0, 2}}));
}

const Clips& playerClips() {
    static const Clips kClips = {
        {"stand", 0, 40},   {"run", 40, 6},      {"attack", 46, 8},   {"pain1", 54, 4},   {"pain2", 58, 4},
        {"pain3", 62, 4},   {"jump", 66, 6},     {"flip", 72, 12},    {"salute", 84, 11}, {"taunt", 95, 17},
        {"wave", 112, 11},  {"point", 123, 12},  {"crstnd", 135, 19}, {"crwalk", 154, 6}, {"crattak", 160, 9},
        {"crpain", 169, 4}, {"crdeath", 173, 5}, {"death1", 178, 6},  {"death2", 184, 6}, {"death3", 190, 8}};
    return kClips;
}

Clips weaponClips() {
    return {playerClips().begin(), playerClips().begin() + 16};
}

/// The frame names of the table's first `clipCount` clips, all with a prefix that makes the names
/// meaningless.
Names tableNames(std::size_t clipCount) {
    Names names;
    for (std::size_t i = 0; i < clipCount; ++i) {
        const Clip& clip = playerClips()[i];
        append(names, "x" + std::string(i + 1, 'y'), 1, static_cast<int>(clip.frameCount), 2);
    }
    return names;
}

TEST(PlayerTable, ItsClipsFollowEachOther) {
    std::size_t next = 0;
    for (const Clip& clip : clipsFromPlayerTable(viewsOf(numbered("f", 1, 198)), "model")) {
        EXPECT_EQ(clip.firstFrame, next);
        next += clip.frameCount;
    }
    EXPECT_EQ(next, kPlayerFrames);
    EXPECT_EQ(clipsFromPlayerTable(viewsOf(numbered("f", 1, 198)), "model"), playerClips());
}

TEST(PlayerTable, AppliesWhenNamesAreMeaningless) {
    EXPECT_EQ(automatic(Names(198, "NewName")), playerClips());
    EXPECT_EQ(automatic(numbered("fr", 1, 198)), playerClips());
    Names frameOne(198);
    frameOne[0] = "Frame 1";
    EXPECT_EQ(automatic(frameOne), playerClips());
    Clips oneMore = playerClips();
    oneMore.push_back({"NewName", 198, 1});
    EXPECT_EQ(automatic(Names(199, "NewName")), oneMore);
    EXPECT_EQ(automatic(Names(200, "NewName")), (Clips{{"NewName", 0, 200}}));
    EXPECT_EQ(automatic(numbered("frame", 1, 173)), weaponClips());
}

TEST(PlayerTable, AppliesWhenTheNamesHaveItsBoundaries) {
    EXPECT_EQ(automatic(tableNames(20)), playerClips());
    EXPECT_EQ(automatic(tableNames(16)), weaponClips());
    // One frame fewer than a weapon: the last clip is cut.
    Names names = tableNames(16);
    names.pop_back();
    Clips clips = weaponClips();
    clips.back().frameCount = 3;
    EXPECT_EQ(automatic(names), clips);
    names.pop_back();
    EXPECT_EQ(automatic(names), fromNames(names));
}

TEST(PlayerTable, HalfOfItsBoundariesAreEnough) {
    // 198 frames have 19 boundaries. The first ten are kept, and the rest is one long run.
    const auto withBoundaries = [](std::size_t kept) {
        Names names = tableNames(kept);
        append(names, "rest", 1, static_cast<int>(195 - names.size()), 3);
        // Three words of the table: the names are meaningful.
        names.insert(names.end(), {"stand", "run", "jump"});
        return names;
    };
    EXPECT_EQ(automatic(withBoundaries(10)), playerClips());
    EXPECT_EQ(automatic(withBoundaries(9)), fromNames(withBoundaries(9)));
}

TEST(PlayerTable, FramesAfterTheTableAreClipsFromNames) {
    Names player = tableNames(20);
    player.push_back("g_view");
    Clips clips = playerClips();
    clips.push_back({"g_view", 198, 1});
    EXPECT_EQ(automatic(player), clips);

    Names weapon(173, "NewName");
    weapon.push_back("skin");
    clips = weaponClips();
    clips.push_back({"skin", 173, 1});
    EXPECT_EQ(automatic(weapon), clips);
}

TEST(PlayerTable, DoesNotApplyToOtherModels) {
    EXPECT_EQ(automatic(numbered("fr", 1, 171)), (Clips{{"fr", 0, 171}}));
    EXPECT_EQ(automatic(numbered("fr", 1, 180)), (Clips{{"fr", 0, 180}}));
    EXPECT_EQ(automatic(numbered("fr", 1, 400)), (Clips{{"fr", 0, 400}}));
}

TEST(PlayerTable, DoesNotApplyToNamesThatTheExporterMarks) {
    EXPECT_EQ(automatic(numbered("samba__", 1, 198)), (Clips{{"samba", 0, 198}}));
    EXPECT_EQ(automatic(numbered("samba_", 1, 198)), playerClips());
    // The boundaries of the table count in any case.
    Names player = tableNames(20);
    player[0] = "x__01";
    EXPECT_EQ(automatic(player), playerClips());
}

/// Real players with meaningless names: weapon, NewName, Tony_Toponi.
TEST(PlayerTable, AppliesWhereTheNamesShareFewerThanThreeOfItsWords) {
    Names names = numbered("weapon", 1, 50);
    append(names, "Tony_Toponi", 1, 50);
    append(names, "STAND", 1, 50);
    append(names, "crouch", 1, 48);
    EXPECT_EQ(automatic(names), playerClips());
}

TEST(PlayerTable, DoesNotApplyWhereTheNamesHaveItsWordsInAnotherOrder) {
    Names names = numbered("run", 1, 50);
    append(names, "stand", 1, 50);
    append(names, "Jumping", 1, 50);
    append(names, "other", 1, 48);
    EXPECT_EQ(automatic(names), fromNames(names));
}

TEST(PlayerTable, IsCutToTheModelWhenAskedFor) {
    EXPECT_EQ(clipsFromPlayerTable(viewsOf(numbered("f", 1, 43)), "model"),
              (Clips{{"stand", 0, 40}, {"run", 40, 3}}));
}

TEST(PlayerTable, ItsNamesStayUniqueAmongThoseOfLaterFrames) {
    Names names = tableNames(20);
    names.push_back("stand1");
    EXPECT_EQ(automatic(names).back(), (Clip{"stand_2", 198, 1}));
}

} // namespace
} // namespace test
} // namespace assimp_md2
