// SPDX-License-Identifier: BSD-3-Clause
// Cuts frame names into stems and numbers, and knows the table of a player.
#include "importer/md2/clips.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>

namespace assimp_md2::inner {
namespace {

struct TableEntry {
    std::size_t firstFrame;
    std::size_t frameCount;
    const char* name;
};

/// The game plays players by frame index; these are its ranges.
constexpr std::array<TableEntry, 20> kPlayerTable = {{
    {0, 40, "stand"},   {40, 6, "run"},      {46, 8, "attack"},   {54, 4, "pain1"},   {58, 4, "pain2"},
    {62, 4, "pain3"},   {66, 6, "jump"},     {72, 12, "flip"},    {84, 11, "salute"}, {95, 17, "taunt"},
    {112, 11, "wave"},  {123, 12, "point"},  {135, 19, "crstnd"}, {154, 6, "crwalk"}, {160, 9, "crattak"},
    {169, 4, "crpain"}, {173, 5, "crdeath"}, {178, 6, "death1"},  {184, 6, "death2"}, {190, 8, "death3"},
}};

bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

bool isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/// The stem and the number of a frame name, as clips.h describes them.
struct FrameName {
    std::string_view stem; ///< Latin-1
    std::string_view digits;

    /// The digits before those that count frames: `1` for pain104 and pain14, empty for run6.
    std::string_view leadingDigits() const { return digits.substr(0, digits.size() - countingDigits()); }
    std::string_view rest() const { return digits.substr(digits.size() - countingDigits()); }

private:
    std::size_t countingDigits() const {
        return std::min<std::size_t>(digits.size(), digits.size() < 3 ? 1 : 2);
    }
};

constexpr std::size_t kEgobooAction = 2;

/// See clips.h. Only capital letters, because an exported clip may have such a name in lower case.
bool isOfEgoboo(std::string_view name) {
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const std::string_view action = name.substr(0, kEgobooAction);
    name.remove_prefix(action.size());
    name.remove_prefix(name.substr(0, 1) == "_" ? 1 : 0);
    return std::all_of(action.begin(), action.end(), isCapital) && !name.empty() && isDigit(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return isCapital(c) || isDigit(c); });
}

FrameName split(std::string_view name) {
    constexpr std::size_t kLongestTag = 4;
    name = fileNameOf(trimmed(name, " \""));
    std::size_t end = name.size();
    while (end > 0 && !isDigit(name[end - 1])) {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && isDigit(name[begin - 1])) {
        --begin;
    }
    std::string_view tag = name.substr(end);
    if (tag.size() > 1 && tag[0] == '.') {
        tag.remove_prefix(1);
    }
    if (begin == end || tag.size() > kLongestTag || !std::all_of(tag.begin(), tag.end(), isLetter)) {
        return {name, {}};
    }
    return {name.substr(0, begin), name.substr(begin, end - begin)};
}

/// The number of a name without digits is 0. A name has at most 16 digits, so 64 bits hold the number.
unsigned long long numberOf(std::string_view digits) {
    unsigned long long number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

bool isRestart(const FrameName& before, const FrameName& after) {
    if (before.digits.size() != after.digits.size() || after.digits.size() < 2) {
        return false;
    }
    const std::string_view rest = after.rest();
    const bool atStart = rest == "01" || rest == "00" || rest == "1";
    // Both have the same length, so the order of the texts is the order of the numbers.
    return atStart && rest < before.rest() && before.leadingDigits() < after.leadingDigits();
}

using Jump = std::optional<unsigned long long>;

/// How far the number increases; nothing if it decreases or the stem changes.
Jump jumpOf(const FrameName& before, const FrameName& after) {
    const unsigned long long last = numberOf(before.digits);
    const unsigned long long next = numberOf(after.digits);
    const bool increases = equalWithoutCase(before.stem, after.stem) && next >= last;
    return increases ? Jump(next - last) : std::nullopt;
}

std::string withoutSeparatorsAtEnd(std::string_view stem) {
    return std::string(stem.substr(0, stem.find_last_not_of(" _-.\"") + 1));
}

/// A clip from names, before it is known whether its leading digits are needed.
struct NamedRun {
    std::string stem;          ///< Latin-1, trimmed
    std::string leadingDigits; ///< those that all its frames share
    std::size_t firstFrame;
    std::size_t frameCount;
};

std::vector<NamedRun> runsOfNames(const std::vector<std::string_view>& frameNames, std::size_t from) {
    const bool isEgoboo = std::all_of(frameNames.begin(), frameNames.end(), isOfEgoboo);
    std::vector<NamedRun> runs;
    FrameName before;
    Jump jumpBefore;
    for (std::size_t i = from; i < frameNames.size(); ++i) {
        const FrameName frame =
            isEgoboo ? FrameName{frameNames[i].substr(0, kEgobooAction), {}} : split(frameNames[i]);
        const Jump jump = runs.empty() ? std::nullopt : jumpOf(before, frame);
        const bool continues = jump && (jump == 1 || jump == jumpBefore || !isRestart(before, frame));
        if (!continues) {
            runs.push_back({withoutSeparatorsAtEnd(frame.stem), std::string(frame.leadingDigits()), i, 1});
        } else {
            NamedRun& run = runs.back();
            ++run.frameCount;
            if (run.leadingDigits != frame.leadingDigits()) {
                run.leadingDigits.clear();
            }
        }
        before = frame;
        jumpBefore = jump;
    }
    return runs;
}

/// A clip for each run, behind `clips`. The names are unique.
std::vector<Clip> clipsFromRuns(const std::vector<NamedRun>& runs, const std::string& modelName,
                                std::vector<Clip> clips = {}) {
    // A clip gets its leading digits when they tell all runs with the same stem apart.
    struct Stem {
        std::size_t runs = 0;
        std::set<std::string_view> digits;
    };
    std::unordered_map<std::string, Stem> stems;
    for (const NamedRun& run : runs) {
        Stem& stem = stems[lowerCase(run.stem)];
        ++stem.runs;
        stem.digits.insert(run.leadingDigits);
    }
    for (const NamedRun& run : runs) {
        const Stem& stem = stems[lowerCase(run.stem)];
        const bool hasDigits = stem.runs > 1 && stem.digits.size() == stem.runs;
        const std::string name = utf8FromLatin1(run.stem) + (hasDigits ? run.leadingDigits : "");
        clips.push_back({name.empty() ? modelName : name, run.firstFrame, run.frameCount});
    }
    makeNamesUnique(clips);
    return clips;
}

/// How many words of the table the names use. Models that use several have these clips in another order.
std::size_t wordsOfTable(const std::vector<NamedRun>& runs) {
    constexpr std::array<std::string_view, 12> kWords = {
        "stand", "run", "attack", "pain", "jump", "flip", "salute", "taunt", "wave", "point", "cr", "death"};
    return static_cast<std::size_t>(std::count_if(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return std::any_of(runs.begin(), runs.end(), [&](const NamedRun& run) {
            return equalWithoutCase(std::string_view(run.stem).substr(0, word.size()), word);
        });
    }));
}

bool looksLikePlayer(const std::vector<std::string_view>& frameNames, const std::vector<NamedRun>& runs) {
    constexpr std::size_t kFewestFrames = kPlayerWeaponFrames - 1;
    const std::size_t frameCount = frameNames.size();
    if (frameCount < kFewestFrames) {
        return false;
    }
    std::size_t boundaries = 0;
    std::size_t shared = 0;
    for (const TableEntry& entry : kPlayerTable) {
        // Frame 0 starts a clip in every model.
        if (entry.firstFrame == 0 || entry.firstFrame >= frameCount) {
            continue;
        }
        ++boundaries;
        shared += std::any_of(runs.begin(), runs.end(),
                              [&](const NamedRun& run) { return run.firstFrame == entry.firstFrame; });
    }
    // Tools such as g_view write one additional frame.
    const bool countOfPlayer = frameCount == kPlayerFrames || frameCount == kPlayerFrames + 1 ||
                               frameCount == kPlayerWeaponFrames || frameCount == kPlayerWeaponFrames + 1;
    const std::string_view firstStem = split(frameNames.front()).stem;
    const bool isMarked = firstStem.size() >= kNotAPlayer.size() &&
                          firstStem.substr(firstStem.size() - kNotAPlayer.size()) == kNotAPlayer;
    constexpr std::size_t kFewestWords = 3;
    return 2 * shared >= boundaries || (countOfPlayer && !isMarked && wordsOfTable(runs) < kFewestWords);
}

} // namespace

bool isPlayer(const std::vector<std::string_view>& frameNames) {
    return looksLikePlayer(frameNames, runsOfNames(frameNames, 0));
}

void makeNamesUnique(std::vector<Clip>& clips) {
    std::vector<std::string> names = uniqueNames(clips.size(), [&](std::size_t i) { return clips[i].name; });
    for (std::size_t i = 0; i < clips.size(); ++i) {
        clips[i].name = std::move(names[i]);
    }
}

bool isRepeating(std::string_view clipName) {
    constexpr std::array<std::string_view, 16> kNames = {"stand", "idle",  "walk", "run",    "swim",   "fly",
                                                         "hover", "float", "amb",  "crwalk", "crstnd", "loop",
                                                         "da",    "wa",    "wb",   "wc"};
    std::string name = withoutSeparatorsAtEnd(clipName);
    if (name.size() > 2 && name[name.size() - 2] == '_' && isLetter(name.back())) {
        name.resize(name.size() - 2);
    }
    name.erase(std::remove_if(name.begin(), name.end(), isDigit), name.end());
    name = withoutSeparatorsAtEnd(name);
    name.erase(0, name.find_first_not_of(" _-."));
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view known) { return equalWithoutCase(name, known); });
}

bool isOfPlayerTable(const Clip& clip) {
    return std::any_of(kPlayerTable.begin(), kPlayerTable.end(), [&](const TableEntry& entry) {
        return clip.name == entry.name && clip.firstFrame == entry.firstFrame;
    });
}

std::vector<Clip> clipsFromNames(const std::vector<std::string_view>& frameNames,
                                 const std::string& modelName) {
    return clipsFromRuns(runsOfNames(frameNames, 0), modelName);
}

std::vector<Clip> clipsFromPlayerTable(const std::vector<std::string_view>& frameNames,
                                       const std::string& modelName) {
    const std::size_t end =
        std::min(frameNames.size(), frameNames.size() < kPlayerFrames ? kPlayerWeaponFrames : kPlayerFrames);
    std::vector<Clip> clips;
    for (const TableEntry& entry : kPlayerTable) {
        if (entry.firstFrame < end) {
            clips.push_back(
                {entry.name, entry.firstFrame, std::min(entry.frameCount, end - entry.firstFrame)});
        }
    }
    return clipsFromRuns(runsOfNames(frameNames, end), modelName, std::move(clips));
}

std::vector<Clip> clipsOf(const std::vector<std::string_view>& frameNames, const std::string& modelName) {
    const std::vector<NamedRun> runs = runsOfNames(frameNames, 0);
    return looksLikePlayer(frameNames, runs) ? clipsFromPlayerTable(frameNames, modelName)
                                             : clipsFromRuns(runs, modelName);
}

} // namespace assimp_md2::inner
