// SPDX-License-Identifier: BSD-3-Clause
// Makes animations of the clips of a model, closes those that repeat, and keeps the frames that they need.
#include "importer/select_animations.h"

#include "importer/base/text.h"
#include "importer/settings/property_reader.h"

#include <algorithm>
#include <iterator>
#include <numeric>
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
                                      double framesPerSecond) {
    std::vector<Clip> clips;
    std::transform(list.begin(), list.end(), std::back_inserter(clips), [](const ListedClip& listed) {
        return Clip{listed.name, listed.frames.first, listed.frames.count};
    });
    std::move(others.begin(), others.end(), std::back_inserter(clips));
    if (!list.empty()) {
        makeNamesUnique(clips);
    }
    std::vector<Animation> animations;
    animations.reserve(clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const double rate =
            i < list.size() ? list[i].framesPerSecond.value_or(framesPerSecond) : framesPerSecond;
        animations.push_back({std::move(clips[i]), rate, false});
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
    switch (mode) {
    case ClipMode::None:
    case ClipMode::List:
        return {};
    case ClipMode::Single:
        return {{modelName, 0, view.frameCount()}};
    case ClipMode::Names:
        return withoutGarbage(clipsFromNames(frameNamesOf(view), modelName), view);
    case ClipMode::Player:
        return withoutGarbage(clipsFromPlayerTable(frameNamesOf(view), modelName), view);
    case ClipMode::Auto:
    case ClipMode::Chosen:
        break;
    }
    return withoutGarbage(clipsOf(frameNamesOf(view), modelName), view);
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
    const std::vector<std::string_view> names = frameNamesOf(view);
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
    const Frame first = view.frame(0);
    for (std::size_t i = 1; i < view.frameCount(); ++i) {
        const Frame frame = view.frame(i);
        const ByteSlice& vertices = frame.vertices;
        if (frame.scale != first.scale || frame.translate != first.translate ||
            !std::equal(vertices.data(), vertices.data() + vertices.size(), first.vertices.data())) {
            return false;
        }
    }
    return true;
}

/// With `Auto` a clip of one frame is still. A clip whose last frame equals its first closes itself.
bool needsClosingKey(const View& view, const Clip& clip) {
    constexpr float kEqualSteps = 0.5f;
    return clip.frameCount > 1 && isRepeating(clip.name) &&
           !areNear(view, clip.firstFrame, clip.firstFrame + clip.frameCount - 1, kEqualSteps);
}

void closeLoops(Animations& result, const View& view, const Settings& settings) {
    const Loop& loop = settings.loop;
    std::vector<bool> isUsed(loop.names.size());
    for (Animation& animation : result.animations) {
        // A single clip of all frames has the name of the model, which says nothing about the clip.
        animation.closed = loop.mode == LoopMode::All ||
                           (loop.mode == LoopMode::Auto && settings.clips.mode != ClipMode::Single &&
                            needsClosingKey(view, animation.clip));
        for (std::size_t i = 0; i < loop.names.size(); ++i) {
            if (equalWithoutCase(animation.clip.name, loop.names[i])) {
                animation.closed = true;
                isUsed[i] = true;
            }
        }
    }
    for (std::size_t i = 0; i < loop.names.size(); ++i) {
        if (!isUsed[i]) {
            result.warnings.add(ASSIMP_MD2_CONFIG_LOOP " names what is not a clip of the scene", 1,
                                loop.names[i]);
        }
    }
}

/// Keeps only the frames that a clip shows, and renumbers the frames of the clips.
void keepUsedFrames(Animations& result, std::size_t frameCount) {
    std::vector<bool> isUsed(frameCount);
    for (const Animation& animation : result.animations) {
        const auto first = isUsed.begin() + static_cast<std::ptrdiff_t>(animation.clip.firstFrame);
        std::fill_n(first, animation.clip.frameCount, true);
    }
    std::vector<std::size_t> numbers(frameCount);
    result.frames.clear();
    for (std::size_t frame = 0; frame < frameCount; ++frame) {
        numbers[frame] = result.frames.size();
        if (isUsed[frame]) {
            result.frames.push_back(frame);
        }
    }
    for (Animation& animation : result.animations) {
        animation.clip.firstFrame = numbers[animation.clip.firstFrame];
    }
}

} // namespace

std::vector<std::string_view> frameNamesOf(const View& view) {
    std::vector<std::string_view> names(view.frameCount());
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = view.frameName(i);
    }
    return names;
}

bool usesAnm(const Settings& settings) {
    return !settings.keyframe &&
           (settings.clips.mode == ClipMode::Auto || settings.clips.mode == ClipMode::Chosen);
}

Result<Animations> animationsOf(const View& view, const Settings& settings, const std::string& modelName,
                                const std::vector<ListedClip>& anm) {
    Animations result;
    if (settings.keyframe) {
        const Result<std::size_t> frame = frameNamed(view, *settings.keyframe);
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        result.isStatic = true;
        result.frames = {*frame};
        return result;
    }
    const bool hasUnplayedBones = settings.hasSkeleton && settings.clips.mode == ClipMode::None;
    const bool isStill =
        (view.frameCount() == 1 && settings.clips.mode != ClipMode::List) ||
        (settings.clips.mode == ClipMode::Auto && settings.weapon.empty() && areAllFramesEqual(view));
    if (hasUnplayedBones || isStill) {
        result.isStatic = true;
        result.frames = {0};
        return result;
    }
    Result<std::vector<Animation>> played = playedAnimations(view, settings, modelName, anm);
    if (!played) {
        return tl::unexpected(played.error());
    }
    result.animations = *std::move(played);
    closeLoops(result, view, settings);
    result.frames.resize(view.frameCount());
    std::iota(result.frames.begin(), result.frames.end(), std::size_t{0});
    if (settings.usedFramesOnly && !result.animations.empty()) {
        keepUsedFrames(result, view.frameCount());
    }
    return result;
}

} // namespace assimp_md2::inner
