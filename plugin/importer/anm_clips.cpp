// SPDX-License-Identifier: BSD-3-Clause
// Splits an `.anm` into words and checks its ranges.
#include "importer/anm_clips.h"

#include "importer/base/text.h"
#include "importer/settings/property_reader.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    for (std::string_view line : partsBetween("\r\n", text)) {
        line = line.substr(0, line.find("//"));
        for (const std::string_view word : partsBetween(" \t\f\v", line)) {
            if (!word.empty()) {
                words.emplace_back(word);
            }
        }
    }
    return words;
}

} // namespace

Result<std::vector<ListedClip>> parseAnm(std::string_view text, std::size_t frameCount, Warnings& warnings) {
    constexpr std::size_t kWordsOfClip = 4;
    const std::vector<std::string> words = wordsOf(text);
    std::vector<ListedClip> clips;
    std::size_t keysLeft = 4 * frameCount + 4096;
    for (std::size_t i = 0; i < words.size(); i += kWordsOfClip) {
        const std::string name = utf8FromLatin1(words[i]);
        if (words.size() - i < kWordsOfClip) {
            return failure(name + ": the entry ends after " + std::to_string(words.size() - i) +
                           " words, expected 4");
        }
        const double first = integerFrom(words[i + 1]).value_or(-1);
        const double last = integerFrom(words[i + 2]).value_or(-1);
        const std::optional<double> rate = numberFrom(words[i + 3]);
        if (!(first >= 0 && last >= first && rate && *rate >= 0)) {
            return failure(name + ": " + words[i + 1] + " " + words[i + 2] + " " + words[i + 3] +
                           ", expected a first frame, a last frame and a rate");
        }
        const auto begin = static_cast<std::size_t>(first);
        const std::size_t end = std::min(static_cast<std::size_t>(last) + 1, frameCount);
        if (static_cast<double>(end) <= last) {
            warnings.add("clips: frames of the .anm that the model does not have", 1,
                         name + " ends with frame " + words[i + 2]);
        }
        if (begin >= end) {
            continue;
        }
        const std::size_t count = *rate == 0 ? 1 : end - begin;
        if (count > keysLeft) {
            return failure("the clips have too many frames, expected at most " +
                           std::to_string(4 * frameCount + 4096));
        }
        keysLeft -= count;
        clips.push_back({name, {begin, count}, *rate == 0 ? std::nullopt : rate});
    }
    return clips;
}

} // namespace assimp_md2::inner
