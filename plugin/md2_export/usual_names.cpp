// SPDX-License-Identifier: BSD-3-Clause
// Implements usual_names.h.
#include "md2_export/usual_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace assimp_md2 {
namespace {

struct Word {
    std::string_view start; ///< of a word
    std::string_view clip;
    std::string_view crouchedClip; ///< if there is the word `crouch` as well
    unsigned int rank;
};

constexpr std::array<Word, 24> kWords = {{
    {"idle", "stand", "crstnd", 0},     {"stand", "stand", "crstnd", 1},   {"run", "run", "crwalk", 0},
    {"sprint", "run", "crwalk", 1},     {"jog", "run", "crwalk", 2},       {"walk", "run", "crwalk", 3},
    {"attack", "attack", "crattak", 0}, {"punch", "attack", "crattak", 1}, {"shoot", "attack", "crattak", 2},
    {"fire", "attack", "crattak", 3},   {"slash", "attack", "crattak", 4}, {"hit", "pain", "crpain", 1},
    {"pain", "pain", "crpain", 0},      {"hurt", "pain", "crpain", 2},     {"damage", "pain", "crpain", 3},
    {"death", "death", "crdeath", 0},   {"die", "death", "crdeath", 1},    {"dying", "death", "crdeath", 2},
    {"dead", "death", "crdeath", 3},    {"jump", "jump", "", 0},           {"salute", "salute", "", 0},
    {"taunt", "taunt", "", 0},          {"wave", "wave", "", 0},           {"point", "point", "", 0},
}};

std::vector<std::string_view> wordsOf(std::string_view name) {
    std::vector<std::string_view> words;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('_'), name.size());
        words.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return words;
}

bool startsWith(std::string_view word, std::string_view start) {
    return word.substr(0, start.size()) == start;
}

} // namespace

std::optional<UsualClip> usualClipOf(const std::string& name) {
    const std::vector<std::string_view> words = wordsOf(name);
    const bool isCrouched =
        std::any_of(words.begin(), words.end(), [](auto word) { return startsWith(word, "crouch"); });
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = std::find_if(kWords.begin(), kWords.end(),
                                        [&](const Word& word) { return startsWith(words[i], word.start); });
        if (found != kWords.end()) {
            const std::string_view clip = isCrouched ? found->crouchedClip : found->clip;
            // `run` is better than `run_back`.
            const auto others = static_cast<unsigned int>(words.size() - i - 1);
            return clip.empty() ? std::nullopt
                                : std::optional(UsualClip{std::string(clip), 16 * others + found->rank});
        }
    }
    return isCrouched ? std::optional(UsualClip{"crstnd", 8}) : std::nullopt;
}

} // namespace assimp_md2
