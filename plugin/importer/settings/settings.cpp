// SPDX-License-Identifier: BSD-3-Clause
// Reads the properties of an import.
#include "importer/settings/settings.h"

#include "importer/scene/bones.h"
#include "importer/settings/property_reader.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>

namespace assimp_md2::inner {
namespace {

Parsed<std::size_t> boneCount(const PropertyValue& value) {
    return value.number >= 1 && value.number <= kMaximumBones
               ? Parsed<std::size_t>(static_cast<std::size_t>(value.number))
               : tl::unexpected(value.text);
}

/// -1 means no frame, as in Assimp's own importer. Whether the model has the frame is checked later.
Parsed<std::optional<std::string>> keyframe(const PropertyValue& value) {
    return value.text == "-1" ? std::nullopt : std::optional(value.text);
}

Parsed<ClipSettings> clips(const PropertyValue& value) {
    if (const auto word = wordIn({"auto", "names", "player", "single", "none"}, value.text)) {
        return ClipSettings{static_cast<ClipMode>(*word), {}, {}};
    }
    if (value.text.find(':') == std::string::npos) {
        ClipSettings clips{ClipMode::Chosen, splitClips(value.text), {}};
        return !clips.chosen.empty() ? Parsed<ClipSettings>(clips) : tl::unexpected(value.text);
    }
    ClipSettings clips{ClipMode::List, {}, {}};
    for (const std::string& entry : splitClips(value.text)) {
        Parsed<ListedClip> listed = listedClip(entry);
        if (!listed) {
            return tl::unexpected(listed.error());
        }
        clips.list.push_back(*std::move(listed));
    }
    return clips;
}

Parsed<Loop> loop(const PropertyValue& value) {
    Loop loop{LoopMode::Chosen, splitAt(value.text, ',')};
    for (const std::string& name : loop.names) {
        if (const auto word = wordIn({"auto", "none", "all"}, name)) {
            const Loop known{static_cast<LoopMode>(*word), {}};
            return loop.names.size() == 1 ? Parsed<Loop>(known) : tl::unexpected(value.text);
        }
    }
    return !loop.names.empty() ? Parsed<Loop>(loop) : tl::unexpected(value.text);
}

} // namespace

Result<Settings> readSettings(const Assimp::Importer& importer, const PropertyTexts& defaults) {
    PropertyReader reader(importer, kProperties, defaults);
    Settings settings;
    reader.read(ASSIMP_MD2_CONFIG_FPS, settings.framesPerSecond, above0);
    reader.read(ASSIMP_MD2_CONFIG_CLIPS, settings.clips, clips);
    reader.read(ASSIMP_MD2_CONFIG_LOOP, settings.loop, loop);
    reader.read(ASSIMP_MD2_CONFIG_FRAMES, settings.usedFramesOnly, {"all", "used"});
    reader.read(ASSIMP_MD2_CONFIG_KEYFRAME, settings.keyframe, keyframe);
    reader.read(ASSIMP_MD2_CONFIG_FRONT, settings.axes, {"x", "z"});
    reader.read(ASSIMP_MD2_CONFIG_ANIMATION, settings.hasSkeleton, {"morph", "skeleton"});
    reader.read(ASSIMP_MD2_CONFIG_MAX_BONES, settings.maxBones, boneCount);
    reader.read(ASSIMP_MD2_CONFIG_NORMALS, settings.normals, {"auto", "file", "computed"});
    reader.read(ASSIMP_MD2_CONFIG_SKIN, settings.skin, text);
    reader.read(ASSIMP_MD2_CONFIG_SKINS, settings.skinsOfFolder, {"named", "folder"});
    reader.read(ASSIMP_MD2_CONFIG_TEXTURES, settings.textures, {"auto", "embed", "reference", "names"});
    reader.read(ASSIMP_MD2_CONFIG_WEAPON, settings.weapon, text);
    reader.read(ASSIMP_MD2_CONFIG_STRICT, settings.strict, flag);
    readLimits(reader, settings);
    constexpr int kNoKeyframe = -1;
    const int global = importer.GetPropertyInteger(AI_CONFIG_IMPORT_GLOBAL_KEYFRAME, kNoKeyframe);
    if (!settings.keyframe && global != kNoKeyframe) {
        settings.keyframe = std::to_string(global);
    }
    return resultOf(reader, std::move(settings));
}

} // namespace assimp_md2::inner
