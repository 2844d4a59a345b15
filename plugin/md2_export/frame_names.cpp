// SPDX-License-Identifier: BSD-3-Clause
// Names of frames from names of animations, so that readers find the same clips again.
#include "md2_export/frame_names.h"

#include "format/layout.h"
#include "format/text.h"

#include <algorithm>

namespace assimp_md2 {
namespace {

/// Without the NUL.
constexpr std::size_t kMostNameBytes = kFrameNameSize - 1;

bool isNameDigit(char character) {
    return character >= '0' && character <= '9';
}

std::size_t digitsAtEnd(const std::string& name) {
    return static_cast<std::size_t>(std::find_if_not(name.rbegin(), name.rend(), isNameDigit) -
                                    name.rbegin());
}

/// a, b … z, ba, bb …
std::string letters(std::size_t number) {
    std::string text;
    do {
        text.insert(text.begin(), static_cast<char>('a' + number % 26));
        number /= 26;
    } while (number > 0);
    return text;
}

} // namespace

std::string clipNameOf(std::string_view animationName, const char* fallback) {
    const std::string_view name = animationName.substr(animationName.rfind('|') + 1);
    std::string clip;
    for (const char character : lowerCase(name)) {
        const bool isValid = (character >= 'a' && character <= 'z') || isNameDigit(character);
        if (isValid) {
            clip += character;
        } else if (!clip.empty() && clip.back() != '_') {
            clip += '_';
        }
    }
    while (!clip.empty() && clip.back() == '_') {
        clip.pop_back();
    }
    return clip.empty() ? fallback : clip;
}

void FrameNames::startClip(const std::string& clipName, std::size_t frameCount) {
    digits_ = std::max<std::size_t>(2, std::to_string(frameCount).size());
    number_ = 0;
    const std::size_t most = kMostNameBytes - std::min(digits_, kMostNameBytes - 1);
    // After `idle01`, `idle201` would be frame 201 of the same clip.
    const auto needsSeparator = [&](const std::string& stem) {
        const std::size_t digits = digitsAtEnd(stem);
        return digits > 1 || (digits == 1 && used_.count(stem.substr(0, stem.size() - 1)) > 0);
    };
    // Names are compared as they are after the cut, with what separates them from the number.
    const auto stemOfClip = [&](const std::string& ending) {
        std::string stem = clipName;
        const auto cut = [&](std::size_t size) {
            stem.resize(std::min(stem.size(), size));
            while (!stem.empty() && stem.back() == '_') {
                stem.pop_back();
            }
        };
        cut(most - std::min(ending.size(), most));
        stem += ending;
        if (needsSeparator(stem)) {
            cut(most - 1);
            stem += needsSeparator(stem) ? "_" : "";
        }
        return stem;
    };
    stem_ = stemOfClip("");
    for (std::size_t i = 1; !used_.insert(stem_).second; ++i) {
        stem_ = stemOfClip("_" + letters(i));
    }
}

std::string FrameNames::next() {
    const std::string number = std::to_string(++number_);
    return stem_ + std::string(digits_ - std::min(digits_, number.size()), '0') + number;
}

} // namespace assimp_md2
