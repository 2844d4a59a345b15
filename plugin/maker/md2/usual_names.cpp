// SPDX-License-Identifier: BSD-3-Clause
// The clips of the game for usual names of animations.
#include "maker/md2/frame_names.h"

#include "importer/base/text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {
namespace {

struct Word {
    std::string_view start; ///< of a word of the name, or all of it
    std::string_view clip;
    std::string_view crouchedClip; ///< if there is the word `crouch` as well
    unsigned int rank;
};

/// Any attack with the word `attack` suits better than `Spellcast_Shoot`.
constexpr std::array<Word, 41> kWords = {{
    {"idle", "stand", "crstnd", 0},
    {"stand", "stand", "crstnd", 1},
    {"run", "run", "crwalk", 0},
    {"sprint", "run", "crwalk", 1},
    {"jog", "run", "crwalk", 2},
    {"gallop", "run", "crwalk", 2},
    {"move", "run", "crwalk", 4},
    {"walk", "walk", "crwalk", 3},
    {"attack", "attack", "crattak", 0},
    {"punch", "attack", "crattak", 40},
    {"shoot", "attack", "crattak", 41},
    {"fire", "attack", "crattak", 42},
    {"slash", "attack", "crattak", 43},
    {"bite", "attack", "crattak", 44},
    {"kick", "attack", "crattak", 46},
    {"box", "attack", "crattak", 48},
    {"hook", "attack", "crattak", 48},
    {"uppercut", "attack", "crattak", 48},
    {"firing", "attack", "crattak", 42},
    {"headbutt", "attack", "crattak", 47},
    {"hit", "pain", "crpain", 1},
    {"pain", "pain", "crpain", 0},
    {"hurt", "pain", "crpain", 2},
    {"impact", "pain", "crpain", 2},
    {"react", "pain", "crpain", 4},
    {"damage", "pain", "crpain", 3},
    {"death", "death", "crdeath", 0},
    {"die", "death", "crdeath", 1},
    {"dying", "death", "crdeath", 2},
    {"dead", "death", "crdeath", 3},
    {"duck", "crstnd", "crstnd", 1},
    {"jump", "jump", "", 0},
    {"flip", "flip", "", 0},
    {"salute", "salute", "", 0},
    {"saluting", "salute", "", 0},
    {"taunt", "taunt", "", 0},
    {"danc", "taunt", "", 1},
    {"victory", "taunt", "", 2},
    {"wave", "wave", "", 0},
    {"waving", "wave", "", 0},
    {"point", "point", "", 0},
}};

bool startsWith(std::string_view word, std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return word.substr(0, start.size()) == start; });
}

} // namespace

std::optional<UsualClip> usualClipOf(const std::string& name) {
    std::vector<std::string_view> words = partsBetween("_", name);
    for (std::string_view& word : words) {
        word.remove_prefix(std::min(word.find_first_not_of("0123456789"), word.size())); // `0Idle`
    }
    const auto hasWord = [&](std::initializer_list<std::string_view> starts) {
        return std::any_of(words.begin(), words.end(), [&](auto word) { return startsWith(word, starts); });
    };
    if (hasWord({"block", "lie", "sit"})) {
        return std::nullopt; // no clip of the game starts in such a pose
    }
    const bool isCrouched = hasWord({"crouch"});
    for (const bool isWhole : {true, false}) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) {
                return isWhole ? words[i] == word.start : startsWith(words[i], {word.start});
            });
            if (found == kWords.end()) {
                continue;
            }
            const std::string_view clip = isCrouched ? found->crouchedClip : found->clip;
            // `run` is better than `run_back`, and `idle` than `melee_idle`. A prefix of all names changes
            // nothing.
            const bool isPart =
                hasWord({"back", "left", "right", "strafe"}) ||
                std::any_of(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end(), [](auto word) {
                    return startsWith(word, {"start", "idle", "land", "end"});
                });
            const std::size_t rank =
                20 * i + 16 * (words.size() - i - 1) + (isPart ? 64 : 0) + (isWhole ? 0 : 2) + found->rank;
            return clip.empty()
                       ? std::nullopt
                       : std::optional(UsualClip{std::string(clip), static_cast<unsigned int>(rank)});
        }
    }
    // Last, because `sword_idle` stands.
    return isCrouched           ? std::optional(UsualClip{"crstnd", 80})
           : hasWord({"sword"}) ? std::optional(UsualClip{"attack", 80})
                                : std::nullopt;
}

} // namespace assimp_md2::inner
