// SPDX-License-Identifier: BSD-3-Clause
// Names of frames from names of animations, so that readers find the same clips again.
#include "maker/md2/frame_names.h"

#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/md2/clips.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

namespace assimp_md2::inner {
namespace {

bool isNameDigit(char character) {
    return character >= '0' && character <= '9';
}

std::size_t digitsAtEnd(const std::string& name) {
    return static_cast<std::size_t>(std::find_if_not(name.rbegin(), name.rend(), isNameDigit) -
                                    name.rbegin());
}

/// Layer0, BaseLayer. Blender's FBX importer names actions `Armature|Walk|BaseLayer`.
bool isLayer(std::string_view name) {
    const std::string lower = lowerCase(name);
    const std::string text = lower.substr(0, lower.size() - digitsAtEnd(lower));
    return text == "layer" || text == "baselayer" || text == "base layer";
}

/// Whether a player of the game has this clip: pain1, death2.
bool isOfGame(const std::string& name) {
    constexpr std::array<const char*, 6> kNumbered = {"pain1",  "pain2",  "pain3",
                                                      "death1", "death2", "death3"};
    return std::find(kNumbered.begin(), kNumbered.end(), name) != kNumbered.end();
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

std::string withoutLastByte(const std::string& name) {
    return name.substr(0, name.size() - 1);
}

class PrefixMaker {
public:
    explicit PrefixMaker(const std::vector<ClipToName>& clips) {
        for (const ClipToName& clip : clips) {
            names_.insert(cut(clip.name, mostBytes(clip)));
        }
    }

    std::string make(const ClipToName& clip) {
        std::string prefix = prefixes_.unique(prefixOf(clip, ""), [&](unsigned int number) {
            return prefixOf(clip, "_" + letters(number - 1));
        });
        // Importers join `idle201` of a clip `idle2` with the frames of a clip `idle`.
        if (digitsAtEnd(prefix) > 0) {
            prefixes_.take(withoutLastByte(prefix));
        }
        return prefix;
    }

private:
    static std::size_t mostBytes(const ClipToName& clip) {
        return kMostFrameNameBytes - std::min(digitsOf(clip.frameCount), kMostFrameNameBytes - 1);
    }

    std::string prefixOf(const ClipToName& clip, const std::string& ending) const {
        const std::size_t most = mostBytes(clip);
        std::string prefix = cut(clip.name, most - std::min(ending.size(), most)) + ending;
        if (needsSeparator(prefix, clip.frameCount)) {
            prefix = cut(prefix, most - 1);
            prefix += needsSeparator(prefix, clip.frameCount) ? "_" : "";
        }
        return prefix;
    }

    bool needsSeparator(const std::string& prefix, std::size_t frameCount) const {
        const std::size_t digits = digitsAtEnd(prefix);
        // Importers take the last two digits for the number: `idle101` and `idle201` are frames of one clip
        // if nothing is between them.
        const bool countsTo99 = frameCount >= 2 && frameCount <= 99;
        return digits > 1 || (digits == 1 && (!isOfGame(prefix) || !countsTo99 ||
                                              names_.count(withoutLastByte(prefix)) > 0));
    }

    std::unordered_set<std::string> names_; ///< of all clips, cut
    UniqueNames prefixes_;
};

/// Names all frames with the prefixes of their clips.
std::vector<std::string> namesWith(const std::vector<std::string>& prefixes,
                                   const std::vector<ClipToName>& clips) {
    std::vector<std::string> names;
    for (std::size_t clip = 0; clip < clips.size(); ++clip) {
        const std::size_t digits = digitsOf(clips[clip].frameCount);
        for (std::size_t frame = 1; frame <= clips[clip].frameCount; ++frame) {
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

std::vector<std::string> frameNamesOf(const std::vector<ClipToName>& clips) {
    PrefixMaker maker(clips);
    std::vector<std::string> prefixes;
    std::transform(clips.begin(), clips.end(), std::back_inserter(prefixes),
                   [&](const ClipToName& clip) { return maker.make(clip); });
    std::vector<std::string> names = namesWith(prefixes, clips);
    const std::vector<Clip> found = clipsOf({names.begin(), names.end()}, "");
    const bool isKept = std::equal(
        found.begin(), found.end(), clips.begin(), clips.end(),
        [](const Clip& clip, const ClipToName& written) { return clip.frameCount == written.frameCount; });
    if (!isKept) {
        const std::size_t ending = digitsOf(clips.front().frameCount) + kNotAPlayer.size();
        prefixes.front() = cut(prefixes.front(), kMostFrameNameBytes - ending);
        prefixes.front() += kNotAPlayer;
        names = namesWith(prefixes, clips);
    }
    return names;
}

} // namespace assimp_md2::inner
