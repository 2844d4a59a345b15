// SPDX-License-Identifier: BSD-3-Clause
// Implements animations.h.
#include "importer/animations.h"

#include "base/text.h"
#include "md2/frame_decoder.h"
#include "md2/repairs.h"
#include "settings/property_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assimp_md2 {
namespace {

std::string rangeOfFrames(const View& view) {
    return "frames 0 to " + std::to_string(view.frameCount() - 1);
}

Result<std::vector<Animation>> listedAnimations(const View& view, const Settings& settings) {
    std::vector<Clip> clips;
    for (const ListedClip& listed : settings.clips.list) {
        if (listed.frames.first + listed.frames.count > view.frameCount()) {
            return tl::unexpected(badValue(ASSIMP_MD2_CONFIG_CLIPS, listed.name + ":" + textOf(listed.frames),
                                           rangeOfFrames(view)));
        }
        clips.push_back({listed.name, listed.frames.first, listed.frames.count});
    }
    makeNamesUnique(clips);
    std::vector<Animation> animations;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        animations.push_back(
            {clips[i], settings.clips.list[i].framesPerSecond.value_or(settings.framesPerSecond), false});
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

std::vector<Clip> clipsFrom(const View& view, ClipSource source, const std::string& modelName) {
    switch (source) {
    case ClipSource::None:
    case ClipSource::List:
        return {};
    case ClipSource::Single:
        return {{modelName, 0, view.frameCount()}};
    case ClipSource::Names:
        return withoutGarbage(clipsFromNames(frameNamesOf(view), modelName), view);
    case ClipSource::Player:
        return withoutGarbage(clipsFromPlayerTable(frameNamesOf(view), modelName), view);
    case ClipSource::Auto:
    case ClipSource::Chosen:
        break;
    }
    return withoutGarbage(clipsOf(frameNamesOf(view), modelName), view);
}

const Clip* clipNamed(const std::vector<Clip>& clips, const std::string& name) {
    const auto found = std::find_if(clips.begin(), clips.end(),
                                    [&](const Clip& clip) { return equalWithoutCase(clip.name, name); });
    return found == clips.end() ? nullptr : &*found;
}

/// The clips that the settings name, each once, in the order of the settings.
Result<std::vector<Clip>> chosenClips(const std::vector<Clip>& clips, const Settings& settings) {
    std::vector<Clip> chosen;
    for (const std::string& name : settings.clips.chosen) {
        const Clip* const clip = clipNamed(clips, name);
        if (clip == nullptr) {
            return tl::unexpected(badValue(
                ASSIMP_MD2_CONFIG_CLIPS, name,
                std::string(propertyOf(ASSIMP_MD2_CONFIG_CLIPS).values) + "; the clips of the model are " +
                    listOf(clips.size(), [&](std::size_t i) { return clips[i].name; })));
        }
        if (clipNamed(chosen, name) == nullptr) {
            chosen.push_back(*clip);
        }
    }
    return chosen;
}

Result<std::vector<Animation>> playedAnimations(const View& view, const Settings& settings,
                                                const std::string& modelName) {
    if (settings.clips.source == ClipSource::List) {
        return listedAnimations(view, settings);
    }
    Result<std::vector<Clip>> clips = clipsFrom(view, settings.clips.source, modelName);
    if (settings.clips.source == ClipSource::Chosen) {
        clips = chosenClips(*clips, settings);
        if (!clips) {
            return tl::unexpected(clips.error());
        }
    }
    std::vector<Animation> animations;
    for (Clip& clip : *clips) {
        animations.push_back({std::move(clip), settings.framesPerSecond, false});
    }
    return animations;
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
        animation.closed = loop.source == LoopSource::All ||
                           (loop.source == LoopSource::Auto && settings.clips.source != ClipSource::Single &&
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

Result<Animations> animationsOf(const View& view, const Settings& settings, const std::string& modelName) {
    Animations result;
    if (settings.keyframe) {
        const int frame = *settings.keyframe;
        if (frame < 0 || static_cast<std::size_t>(frame) >= view.frameCount()) {
            return tl::unexpected(Error{ErrorCode::Other, "frame " + std::to_string(frame) +
                                                              " was asked for, the model has " +
                                                              rangeOfFrames(view)});
        }
        result.isStatic = true;
        result.frames = {static_cast<std::size_t>(frame)};
        return result;
    }
    const bool hasUnplayedBones = settings.hasSkeleton && settings.clips.source == ClipSource::None;
    if (hasUnplayedBones || (view.frameCount() == 1 && settings.clips.source != ClipSource::List)) {
        result.isStatic = true;
        result.frames = {0};
        return result;
    }
    Result<std::vector<Animation>> played = playedAnimations(view, settings, modelName);
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

} // namespace assimp_md2
