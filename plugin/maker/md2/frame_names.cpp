// SPDX-License-Identifier: BSD-3-Clause
// Names of frames from names of animations, so that readers find the same clips again.
#include "maker/md2/frame_names.h"

#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/md2/clips.h"

#include <algorithm>
#include <set>

namespace assimp_md2::inner {
namespace {

/// Layer0, BaseLayer. Blender's FBX importer names actions `Armature|Walk|BaseLayer`.
bool isLayer(std::string_view name) {
    const std::string text = withoutNumber(lowerCase(name));
    return text == "layer" || text == "baselayer" || text == "base layer";
}

/// a, b … z, ba, bb …
std::string letters(std::size_t number) {
    return (number >= 26 ? letters(number / 26) : "") + static_cast<char>('a' + number % 26);
}

std::size_t digitsOf(std::size_t frameCount) {
    return std::max<std::size_t>(2, std::to_string(frameCount).size());
}

/// The first `size` bytes of the name, without `_` at the end.
std::string cut(std::string name, std::size_t size) {
    name.resize(std::min(name.size(), size));
    while (!name.empty() && name.back() == '_') {
        name.pop_back();
    }
    return name;
}

/// Whether something must separate a prefix from the number. Readers take the last two digits for the number,
/// so `anim101` and `anim201` are frames of one clip.
///
/// \param isOfGame false: also the numbered clips of players, which have nothing there in the game
/// (`pain101`)
/// \param frames of the clip; readers do not find the number of other clips of one frame, or of many
bool needsSeparator(const std::string& prefix, std::size_t frames, bool isOfGame) {
    const std::string base = withoutNumber(prefix);
    const std::size_t digits = prefix.size() - base.size();
    const bool hasNone = isOfGame && (base == "pain" || base == "death") && prefix.back() >= '1' &&
                         prefix.back() <= '3' && frames >= 2 && frames <= 99;
    return digits > 1 || (digits == 1 && !hasNone);
}

/// The prefix of each clip.
std::vector<std::string> prefixesOf(const std::vector<Md2Clip>& clips, bool areOfGame) {
    UniqueNames unique;
    std::vector<std::string> prefixes;
    for (const Md2Clip& clip : clips) {
        const std::size_t most =
            kMostFrameNameBytes - std::min(digitsOf(clip.frames), kMostFrameNameBytes - 1);
        const auto prefixWith = [&](const std::string& ending) {
            std::string prefix = cut(clip.name, most - std::min(ending.size(), most)) + ending;
            prefix = needsSeparator(prefix, clip.frames, areOfGame) ? cut(prefix, most - 1) : prefix;
            return prefix + (needsSeparator(prefix, clip.frames, areOfGame) ? "_" : "");
        };
        prefixes.push_back(unique.unique(
            prefixWith(""), [&](unsigned int number) { return prefixWith("_" + letters(number - 1)); }));
    }
    return prefixes;
}

/// Names all frames with the prefixes of their clips.
std::vector<std::string> namesWith(const std::vector<std::string>& prefixes,
                                   const std::vector<Md2Clip>& clips) {
    std::vector<std::string> names;
    for (std::size_t clip = 0; clip < clips.size(); ++clip) {
        const std::size_t digits = digitsOf(clips[clip].frames);
        for (std::size_t frame = 1; frame <= clips[clip].frames; ++frame) {
            const std::string number = std::to_string(frame);
            names.push_back(prefixes[clip] + std::string(digits - number.size(), '0') + number);
        }
    }
    return names;
}

} // namespace

std::string clipNameOf(std::string_view animationName, const char* fallback) {
    std::string_view name = animationName.substr(animationName.rfind('|') + 1);
    if (isLayer(name) && name.size() < animationName.size()) {
        const std::string_view others = animationName.substr(0, animationName.size() - name.size() - 1);
        name = others.substr(others.rfind('|') + 1);
    }
    std::string clip;
    for (const char character : lowerCase(name)) {
        if ((character >= 'a' && character <= 'z') || (character >= '0' && character <= '9')) {
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

std::string withoutNumber(const std::string& clip) {
    return clip.substr(0, clip.find_last_not_of("0123456789") + 1);
}

std::vector<std::string> frameNamesOf(const std::vector<Md2Clip>& clips) {
    std::vector<std::string> prefixes;
    for (const bool areOfGame : {true, false}) {
        prefixes = prefixesOf(clips, areOfGame);
        std::vector<std::string> names = namesWith(prefixes, clips);
        const std::vector<Clip> found = clipsOf({names.begin(), names.end()}, "");
        if (std::set<std::string_view>(names.begin(), names.end()).size() == names.size() &&
            std::equal(
                found.begin(), found.end(), clips.begin(), clips.end(),
                [](const Clip& clip, const Md2Clip& written) { return clip.frameCount == written.frames; })) {
            return names;
        }
    }
    const std::size_t ending = digitsOf(clips.front().frames) + kNotAPlayer.size();
    prefixes.front() = cut(prefixes.front(), kMostFrameNameBytes - ending);
    prefixes.front() += kNotAPlayer;
    return namesWith(prefixes, clips);
}

} // namespace assimp_md2::inner
