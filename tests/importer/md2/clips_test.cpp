// SPDX-License-Identifier: BSD-3-Clause
// Clips: from frame names, and when the game's table applies.
#include "importer/md2/clips.h"

#include <gtest/gtest.h>

#include <ostream>

namespace assimp_md2::inner {

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
    for (const char* const name : {"", "1", "_", "attack", "runattack", "run_bb", "a_b", "standing", "crouch",
                                   "jump", "loops", "md2"}) {
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

/// Parts between commas. An empty text has one, which is empty.
Names partsOf(const std::string& text) {
    Names parts(1);
    for (const char c : text) {
        if (c == ',') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

/// The clips with their numbers of frames. Each starts after the one before it.
std::string textOf(const Clips& clips) {
    std::string text;
    std::size_t next = 0;
    for (const Clip& clip : clips) {
        EXPECT_EQ(clip.firstFrame, next) << clip.name;
        next += clip.frameCount;
        text += (text.empty() ? "" : ",") + clip.name + ":" + std::to_string(clip.frameCount);
    }
    return text;
}

TEST(ClipsFromNames, AreRunsOfOneStem) {
    const struct {
        const char* claim;
        const char* names;
        const char* clips;
    } cases[] = {
        {"a stem is a clip", "stand1,stand2,run1,run2,run3", "stand:2,run:3"},
        {"case is ignored", "Stand1,stand2,STAND3", "Stand:3"},
        {"gaps and repeated numbers are one clip", "run1,run3,run3,run9,run12", "run:5"},
        {"a smaller number starts a clip", "run1,run2,run1,run2", "run:2,run_2:2"},
        {"a restart has its leading digits", "pain13,pain14,pain21,pain22", "pain1:2,pain2:2"},
        {"leading digits before 00", "pain100,pain101,pain200,pain201", "pain1:2,pain2:2"},
        {"no leading digits that all frames share", "run199,run200,run101", "run:2,run1:1"},
        {"equal steps are one clip", "gest_a_095,gest_a_097,gest_a_099,gest_a_101", "gest_a:4"},
        {"equal steps of 5", "walk085,walk090,walk095,walk100,walk105", "walk:5"},
        {"equal steps of 2", "run05,run07,run09,run11", "run:4"},
        {"a jump larger than the one before", "pain103,pain104,pain201,pain202", "pain1:2,pain2:2"},
        {"quotes are removed", "\"stand\"_1,\"stand\"_2,\"run1\",\"run2\"", "stand:2,run:2"},
        {"a path keeps its last part", "E:\\a\\walk01,E:\\a\\walk02,/a/run1,/a/run2", "walk:2,run:2"},
        {"steps of ten are gaps", "run01,run11,run21", "run:3"},
        {"steps of a hundred are gaps", "run100,run200,run300", "run:3"},
        {"digits of clips apart", "pain101,pain102,run1,pain201,pain202", "pain1:2,run:1,pain2:2"},
        {"separators after a stem", "walk_01,walk_02,Frame 1,Frame 2,a-.1", "walk:2,Frame:2,a:1"},
        {"event letters are not of the stem", "WB06,WB07F,WB08,WB09LR,DA00", "WB:4,DA:1"},
        {"a tag after a dot", "crpain1.tri,crpain2.tri,crpain3", "crpain:3"},
        {"other widths of numbers", "run009,run10", "run:2"},
        {"a tag of two letters", "a1.aZ,a2Az", "a:2"},
        {"a tag has letters only", "a1._,a2._", "a1:1,a2:1"},
        {"a tag of one letter", "a1.x,a2.x", "a:2"},
        {"a dot alone is not a tag", "a1.,a2.", "a1:1,a2:1"},
        {"any other end is of the stem", "walk01_old,walk02_old,walk02_old,walk03",
         "walk01_old:1,walk02_old:2,walk:1"},
        {"five letters are of the stem", "a1abcd,a2wxyz,a3abcde", "a:2,a3abcde:1"},
        {"a digit inside a name", "From Q2Gen!!,From Q2Gen!!", "From Q2Gen!!:2"},
        {"names without digits are stems", "g_view,g_view,skin", "g_view:2,skin:1"},
        {"with and without digits", "run,run1,run2,run", "run:3,run_2:1"},
        {"an empty name is that of the model", ",,", "model:3"},
        {"a number alone", "1,2,_,run1", "model:2,model_2:1,run:1"},
        {"empty names after others", "Frame 1,,", "Frame:1,model:2"},
        {"leading digits that do not tell all apart", "attack11,attack12,attack21,attack22,attack11",
         "attack:2,attack_2:2,attack_3:1"},
        {"an action of Egoboo is a clip", "SA01AL000,SA01AL001,SA02BL000,SA02BL001,WA01AL000,DA01A0",
         "SA:4,WA:1,DA:1"},
        {"names of Egoboo without three digits",
         "WB1,WB7F000,WB14F000,WB_2,SA1AL,SA03S,SA3,KA00SDRDL,KA02,WB1", "WB:4,SA:3,KA:2,WB_2:1"},
        {"not of Egoboo: one name is another", "WB07F000,WB08,Frame1", "WB07F:1,WB:1,Frame:1"},
        {"spaces around a name", "crstnd12, crstnd13,crstnd14 , run1", "crstnd:3,run:1"},
        {"not of Egoboo: three letters, or no letters of a move", "SAB01AL0,SAB01AL1,SA0100,SA0101",
         "SAB01AL:2,SA:2"},
        {"not of Egoboo: small letters, as in an exported clip", "sa01al0,sa01al1,sa02bl0",
         "sa01al:2,sa02bl:1"},
        {"equal names are numbered", "a1,b1,a1,b1,a1", "a:1,b:1,a_2:1,b_2:1,a_3:1"},
        {"UTF-8", "caf\xE9_1", "caf\xC3\xA9:1"},
        {"a number may fill the name", "9999999999999998,9999999999999999", "model:2"},
    };
    for (const auto& [claim, names, clips] : cases) {
        EXPECT_EQ(textOf(fromNames(partsOf(names))), clips) << claim;
    }
}

TEST(ClipsFromNames, ARestartStartsAClipAndTheNextNumberDoesNot) {
    Names names = numbered("pain", 101, 104);
    append(names, "pain", 201, 204);
    append(names, "pain", 301, 304);
    EXPECT_EQ(textOf(fromNames(names)), "pain1:4,pain2:4,pain3:4");
    EXPECT_EQ(textOf(fromNames(numbered("walk", 98, 202))), "walk:105");
    EXPECT_EQ(textOf(fromNames(numbered("awave", 1, 40))), "awave:40");
    EXPECT_EQ(textOf(fromNames(numbered("walk", 9, 32, 2))), "walk:24");
    EXPECT_EQ(textOf(fromNames(numbered("death", 101, 106))), "death:6") << "the stem has one clip";
}

TEST(ClipsFromNames, EqualNamesAreNumberedPastThoseThatExist) {
    Clips clips = {{"a", 0, 1}, {"a_2", 1, 1}, {"a", 2, 1}, {"a", 3, 1}};
    makeNamesUnique(clips);
    EXPECT_EQ(textOf(clips), "a:1,a_2:1,a_3:1,a_4:1");
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
} // namespace assimp_md2::inner
