// SPDX-License-Identifier: BSD-3-Clause
#include "importer/weapon.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

bool isWeaponAutomatic(const Settings& settings) {
    return equalWithoutCase(settings.weapon, "auto");
}

std::string weaponName(const Settings& settings) {
    return isWeaponAutomatic(settings) ? "weapon.md2" : settings.weapon;
}

Result<ModelPart> readFoundWeapon(const WeaponFile& found, SkinSearch& search, const PartContext& context) {
    const std::uint64_t most = context.memory.largestFile();
    auto file = parseModel(found.file ? search.read(*found.file, most) : context.files.read(found.path, most),
                           context.memory);
    if (!file) {
        return tl::unexpected(file.error());
    }
    // Frames are matched by index. If the weapon has fewer frames, its last frame is held.
    std::vector<std::size_t> frames = context.animations.frames;
    for (std::size_t& frame : frames) {
        frame = std::min(frame, (*file)->view.frameCount() - 1);
    }
    Settings settings = context.settings;
    settings.skin.clear(); // IMPORT_MD2_SKIN selects a skin of the model only
    const PartContext ofWeapon{context.animations, settings,      context.memory,
                               context.nodeNames,  context.files, context.opened};
    SkinSearch skins(context.files.filesNear(found.path));
    Result<ModelPart> part =
        readPart(*std::move(file), modelName(found.path).stem, std::move(frames), &skins, ofWeapon);
    context.opened.insert(found.path);
    context.opened.insert(skins.opened().begin(), skins.opened().end());
    if (part && settings.textures != TextureMode::Names) {
        for (Material& material : part->skins.materials) {
            if (!material.texture.empty() && !material.isNotFound) {
                material.texture = joined(found.folder, material.texture);
            }
        }
    }
    return part;
}

} // namespace

std::optional<WeaponFile> findWeapon(const std::string& modelPath, SkinSearch& search,
                                     const PartContext& context) {
    const std::string name = weaponName(context.settings);
    const std::string folder = folderOf(modelPath);
    const std::vector<std::string_view> parts = partsOf(name);
    const bool leadsOut = isAbsolute(name) || std::count(parts.begin(), parts.end(), "..") > 0;
    const bool isModelItself =
        isWeaponAutomatic(context.settings) && equalWithoutCase(fileNameOf(modelPath), name);
    if (const auto found = leadsOut || isModelItself ? std::nullopt : search.findFile(name)) {
        return WeaponFile{joined(folder, found->path), folderOf(found->path), found};
    }
    if (isWeaponAutomatic(context.settings)) {
        return std::nullopt;
    }
    const std::string path = isAbsolute(name) ? name : joined(folder, name);
    for (const std::string& candidate : {path, name}) {
        if (const auto inGame = context.files.nameInGame(candidate)) {
            return WeaponFile{*inGame, folderOf(pathFrom(folder, foldersIn(folder).size(), *inGame))};
        }
    }
    return context.files.exists(path) ? std::optional(WeaponFile{path, folderOf(name)}) : std::nullopt;
}

Result<std::optional<ModelPart>> readWeapon(const std::optional<WeaponFile>& found, SkinSearch* search,
                                            const PartContext& context, Warnings& warnings) {
    const std::string name = weaponName(context.settings);
    const bool isOptional = isWeaponAutomatic(context.settings);
    if (!found && (isOptional || name.empty())) {
        return std::nullopt;
    }
    Result<ModelPart> part =
        found ? readFoundWeapon(*found, *search, context) : failure("the file " + name + " does not exist");
    if (part) {
        return std::optional(*std::move(part));
    }
    if (isOptional) {
        warnings.note(part.error().text + ": the weapon " + name + " is left out");
        return std::nullopt;
    }
    return failure(part.error().text + " (" ASSIMP_MD2_CONFIG_WEAPON " is \"" + context.settings.weapon +
                   "\")");
}

} // namespace assimp_md2::inner
