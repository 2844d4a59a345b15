// SPDX-License-Identifier: BSD-3-Clause
// Makes animations of the clips of a model, closes those that repeat, and keeps the frames that they need.
#include "importer/select_animations.h"

#include "importer/base/text.h"
#include "importer/settings/property_reader.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace assimp_md2::inner {
namespace {

std::string rangeOfFrames(const View& view) {
    return "frames 0 to " + std::to_string(view.frameCount() - 1);
}

/// The frame with this index, or the first one with this name.
Result<std::size_t> frameNamed(const View& view, const std::string& wanted) {
    if (const std::optional<double> index = integerFrom(wanted)) {
        return *index >= 0 && *index < static_cast<double>(view.frameCount())
                   ? Result<std::size_t>(static_cast<std::size_t>(*index))
                   : failure("frame " + wanted + " was asked for, the model has " + rangeOfFrames(view));
    }
    std::set<std::pair<std::size_t, std::string>> nearest;
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        const std::string name = utf8FromLatin1(view.frameName(i));
        if (equalWithoutCase(name, wanted)) {
            return i;
        }
        nearest.emplace(editDistance(lowerCase(name), lowerCase(wanted)), name);
    }
    auto name = nearest.begin();
    return tl::unexpected(badValue(
        ASSIMP_MD2_CONFIG_KEYFRAME, wanted,
        std::string(propertyOf(kProperties, ASSIMP_MD2_CONFIG_KEYFRAME).values) + "; the nearest names are " +
            listOf(std::min<std::size_t>(nearest.size(), 3), [&](std::size_t) { return (name++)->second; })));
}

/// Animations of the clips of a list, then of other clips, which have different names.
std::vector<Animation> animationsFrom(const std::vector<ListedClip>& list, std::vector<Clip> others,
                                      double rate) {
    std::vector<Clip> clips;
    std::transform(list.begin(), list.end(), std::back_inserter(clips), [](const ListedClip& listed) {
        return Clip{listed.name, listed.frames.first, listed.frames.count};
    });
    std::move(others.begin(), others.end(), std::back_inserter(clips));
    makeNamesUnique(clips);
    std::vector<Animation> animations;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const double own = i < list.size() ? list[i].framesPerSecond.value_or(rate) : rate;
        animations.push_back({std::move(clips[i]), own, false});
    }
    return animations;
}

/// Leaves out the clips that consist of garbage frames only. Games play the clips of a player by their frame
/// numbers, so those of the table stay.
std::vector<Clip> withoutGarbage(std::vector<Clip> clips, const View& view) {
    const auto isGarbage = [&](const Clip& clip) {
        std::size_t frame = clip.firstFrame;
        while (frame < clip.firstFrame + clip.frameCount && view.isGarbage(frame)) {
            ++frame;
        }
        return frame == clip.firstFrame + clip.frameCount && !isOfPlayerTable(clip);
    };
    clips.erase(std::remove_if(clips.begin(), clips.end(), isGarbage), clips.end());
    return clips;
}

std::vector<Clip> clipsFrom(const View& view, ClipMode mode, const std::string& modelName) {
    if (mode == ClipMode::None) {
        return {};
    }
    if (mode == ClipMode::Single) {
        return {{modelName, 0, view.frameCount()}};
    }
    const auto clips = mode == ClipMode::Names    ? clipsFromNames
                       : mode == ClipMode::Player ? clipsFromPlayerTable
                                                  : clipsOf;
    return withoutGarbage(clips(view.frameNames(), modelName), view);
}

/// The clips, by their names, of the frames that a list leaves out.
std::vector<Clip> clipsBetween(const std::vector<ListedClip>& list, const View& view,
                               const std::string& modelName) {
    std::vector<bool> isListed(view.frameCount());
    for (const ListedClip& listed : list) {
        std::fill_n(isListed.begin() + static_cast<std::ptrdiff_t>(listed.frames.first), listed.frames.count,
                    true);
    }
    std::vector<Clip> clips;
    const std::vector<std::string_view> names = view.frameNames();
    for (auto first = std::find(isListed.begin(), isListed.end(), false); first != isListed.end();) {
        const auto end = std::find(first, isListed.end(), true);
        const auto index = first - isListed.begin();
        for (Clip& clip :
             clipsFromNames({names.begin() + index, names.begin() + (end - isListed.begin())}, modelName)) {
            clip.firstFrame += static_cast<std::size_t>(index);
            clips.push_back(std::move(clip));
        }
        first = std::find(end, isListed.end(), false);
    }
    return clips;
}

const Animation* animationNamed(const std::vector<Animation>& animations, const std::string& name) {
    const auto found = std::find_if(animations.begin(), animations.end(), [&](const Animation& animation) {
        return equalWithoutCase(animation.clip.name, name);
    });
    return found == animations.end() ? nullptr : &*found;
}

/// The animations that the settings name, each once, in the order of the settings.
Result<std::vector<Animation>> chosenAnimations(const std::vector<Animation>& animations,
                                                const Settings& settings) {
    std::vector<Animation> chosen;
    for (const std::string& name : settings.clips.chosen) {
        const Animation* const animation = animationNamed(animations, name);
        if (animation == nullptr) {
            return tl::unexpected(badValue(
                ASSIMP_MD2_CONFIG_CLIPS, name,
                std::string(propertyOf(kProperties, ASSIMP_MD2_CONFIG_CLIPS).values) +
                    "; the clips of the model are " +
                    listOf(animations.size(), [&](std::size_t i) { return animations[i].clip.name; })));
        }
        if (animationNamed(chosen, name) == nullptr) {
            chosen.push_back(*animation);
        }
    }
    return chosen;
}

Result<std::vector<Animation>> playedAnimations(const View& view, const Settings& settings,
                                                const std::string& modelName,
                                                const std::vector<ListedClip>& anm) {
    const double rate = settings.framesPerSecond;
    if (settings.clips.mode == ClipMode::List) {
        for (const ListedClip& listed : settings.clips.list) {
            if (listed.frames.first + listed.frames.count > view.frameCount()) {
                return tl::unexpected(badValue(
                    ASSIMP_MD2_CONFIG_CLIPS, listed.name + ":" + textOf(listed.frames), rangeOfFrames(view)));
            }
        }
        return animationsFrom(settings.clips.list, {}, rate);
    }
    std::vector<Animation> animations =
        anm.empty() ? animationsFrom({}, clipsFrom(view, settings.clips.mode, modelName), rate)
                    : animationsFrom(anm, clipsBetween(anm, view, modelName), rate);
    if (settings.clips.mode == ClipMode::Chosen) {
        return chosenAnimations(animations, settings);
    }
    return animations;
}

/// Such models are static, such as the map models of AssaultCube.
bool areAllFramesEqual(const View& view) {
    std::size_t equal = 1;
    while (equal < view.frameCount() && areNear(view, 0, equal, 0)) {
        ++equal;
    }
    return equal == view.frameCount();
}

/// With `Auto` a clip of one frame is still. A clip whose last frame equals its first closes itself.
bool needsClosingKey(const View& view, const Clip& clip) {
    constexpr float kEqualSteps = 0.5f;
    return clip.frameCount > 1 && isRepeating(clip.name) &&
           !areNear(view, clip.firstFrame, clip.firstFrame + clip.frameCount - 1, kEqualSteps);
}

void closeLoops(Animations& result, const View& view, const Settings& settings) {
    const Loop& loop = settings.loop;
    for (Animation& animation : result.animations) {
        // A single clip of all frames has the name of the model, which says nothing about the clip.
        animation.closed = loop.mode == LoopMode::All ||
                           (loop.mode == LoopMode::Auto && settings.clips.mode != ClipMode::Single &&
                            needsClosingKey(view, animation.clip));
    }
    for (const std::string& name : loop.names) {
        bool isFound = false;
        for (Animation& animation : result.animations) {
            const bool isNamed = equalWithoutCase(animation.clip.name, name);
            animation.closed = animation.closed || isNamed;
            isFound = isFound || isNamed;
        }
        result.warnings.add(ASSIMP_MD2_CONFIG_LOOP " names what is not a clip of the scene", isFound ? 0 : 1,
                            name);
    }
}

/// The frames that clips show, or all. Renumbers the frames of the clips.
std::vector<std::size_t> keptFrames(std::vector<Animation>& animations, bool usedOnly,
                                    std::size_t frameCount) {
    std::vector<bool> isKept(frameCount, !usedOnly || animations.empty());
    for (const Animation& animation : animations) {
        const auto first = isKept.begin() + static_cast<std::ptrdiff_t>(animation.clip.firstFrame);
        std::fill_n(first, animation.clip.frameCount, true);
    }
    std::vector<std::size_t> frames;
    std::vector<std::size_t> numbers(frameCount);
    for (std::size_t frame = 0; frame < frameCount; ++frame) {
        numbers[frame] = frames.size();
        if (isKept[frame]) {
            frames.push_back(frame);
        }
    }
    for (Animation& animation : animations) {
        animation.clip.firstFrame = numbers[animation.clip.firstFrame];
    }
    return frames;
}

} // namespace

Result<Animations> animationsOf(const View& view, const Settings& settings, const std::string& modelName,
                                const std::vector<ListedClip>& anm) {
    Animations result;
    const bool hasUnplayedBones = settings.hasSkeleton && settings.clips.mode == ClipMode::None;
    const bool isStill =
        (view.frameCount() == 1 && settings.clips.mode != ClipMode::List) ||
        (settings.clips.mode == ClipMode::Auto && settings.weapon.empty() && areAllFramesEqual(view));
    if (settings.keyframe || hasUnplayedBones || isStill) {
        const Result<std::size_t> frame =
            settings.keyframe ? frameNamed(view, *settings.keyframe) : Result<std::size_t>(0);
        result.isStatic = true;
        result.frames.assign(1, frame.value_or(0));
        return frame ? Result<Animations>(std::move(result)) : tl::unexpected(frame.error());
    }
    Result<std::vector<Animation>> played = playedAnimations(view, settings, modelName, anm);
    if (!played) {
        return tl::unexpected(played.error());
    }
    result.animations = *std::move(played);
    closeLoops(result, view, settings);
    result.frames = keptFrames(result.animations, settings.usedFramesOnly, view.frameCount());
    return result;
}

} // namespace assimp_md2::inner
