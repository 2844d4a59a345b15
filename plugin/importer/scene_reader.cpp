// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene_reader.h"

#include "importer/base/paths.h"
#include "importer/scene/build_scene.h"
#include "importer/ufo_files.h"
#include "importer/weapon.h"

#include <iterator>

namespace assimp_md2::inner {
namespace {

constexpr const char* kNoSkeletons =
    ASSIMP_MD2_CONFIG_ANIMATION " is skeleton, but the program has registered the importer without bones; "
                                "link assimp-md2::skeleton, or compile the one source with "
                                "-DASSIMP_MD2_SKELETON and Eigen, and call registerImporterWithSkeletons";

void addPart(SceneRead& result, ModelPart part) {
    Scene& scene = result.scene;
    for (Mesh& mesh : part.meshes) {
        mesh.model = scene.models.size();
        mesh.material += scene.materials.size();
    }
    for (Material& material : part.skins.materials) {
        material.model = scene.models.size();
        if (material.embedded) {
            *material.embedded += scene.textures.size();
        }
    }
    const auto append = [](auto& list, auto& added) {
        std::move(added.begin(), added.end(), std::back_inserter(list));
    };
    result.files.push_back(std::move(part.file));
    scene.models.push_back(std::move(part.model));
    append(scene.meshes, part.meshes);
    append(scene.materials, part.skins.materials);
    append(scene.textures, part.skins.textures);
    result.log.addAll(part.log);
}

/// Assimp's glTF exporters look for a node among the names of all objects, and formats such as OBJ find
/// materials by their names.
void nameMaterials(std::vector<Material>& materials, const UniqueNames& nodeNames) {
    UniqueNames names;
    for (Material& material : materials) {
        const std::string wanted = material.skin + (nodeNames.isTaken(material.skin) ? "_skin" : "");
        do {
            material.name = names.unique(wanted);
        } while (nodeNames.isTaken(material.name));
    }
}

/// Reads the model, then its weapon if there is one.
Result<std::vector<ModelPart>> readParts(const std::string& path, std::unique_ptr<const ModelFile> file,
                                         SkinSearch* search, const PartContext& context, Warnings& warnings) {
    // The weapon is looked for before the skins, which may use up the calls of a custom IOSystem. If the
    // weapon is not found, it therefore does not exist.
    const bool isWanted = search != nullptr && !context.settings.weapon.empty();
    const std::optional<WeaponFile> found = isWanted ? findWeapon(path, *search, context) : std::nullopt;
    Result<ModelPart> model =
        readPart(std::move(file), modelName(path).stem, context.animations.frames, search, context);
    if (!model) {
        return tl::unexpected(model.error());
    }
    Result<std::optional<ModelPart>> weapon = readWeapon(found, search, context, warnings);
    if (!weapon) {
        return tl::unexpected(weapon.error());
    }
    std::vector<ModelPart> parts;
    parts.push_back(*std::move(model));
    if (*weapon) {
        parts.push_back(**std::move(weapon));
    }
    return parts;
}

} // namespace

Result<SceneRead> readScene(const std::string& path, Assimp::IOSystem* io, const Settings& settings,
                            SkeletonMaker makeSkeletons, const std::function<void(double)>& progress) {
    SceneRead result;
    ImportFiles files(io);
    ImportMemory memory(settings.maxMemoryBytes);
    auto file = parseModel(files.read(path, memory.largestFile()), memory);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const View& view = (*file)->view;
    const ModelName name = modelName(path);
    std::optional<SkinSearch> search;
    if (!name.isInMemory) {
        search.emplace(files.filesNear(path));
    }
    const bool mayHaveAnm =
        search && !settings.keyframe && view.frameCount() > 1 &&
        (settings.clips.mode == ClipMode::Auto || settings.clips.mode == ClipMode::Chosen);
    Result<Animations> animations =
        animationsOf(view, settings, name.stem,
                     mayHaveAnm ? readAnm(*search, view, result.log.warnings) : std::vector<ListedClip>());
    if (!animations) {
        return tl::unexpected(animations.error());
    }
    UniqueNames nodeNames;
    Scene& scene = result.scene;
    scene.name = nodeNames.unique(name.file);
    scene.axes = settings.axes;
    if (!name.isInMemory) {
        // With a slash at its end, so that a program can put the path of a texture behind it.
        scene.folder = joined(folderOf(path), {});
    }
    scene.isStatic = animations->isStatic;
    const PartContext context{*animations, settings, memory, nodeNames, files, result.opened};
    Result<std::vector<ModelPart>> parts =
        readParts(path, *std::move(file), search ? &*search : nullptr, context, result.log.warnings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    if (settings.hasSkeleton && !scene.isStatic) {
        if (makeSkeletons == nullptr) {
            return failure(kNoSkeletons);
        }
        scene.skeletonName = nodeNames.unique(name.stem + "_skeleton");
        if (const auto error = makeSkeletons(*parts, context, progress)) {
            return tl::unexpected(*error);
        }
    }
    for (ModelPart& part : *parts) {
        addPart(result, std::move(part));
    }
    nameMaterials(scene.materials, nodeNames);
    scene.animations = std::move(animations->animations);
    result.log.warnings.addAll(animations->warnings);
    if (search) {
        result.opened.insert(search->opened().begin(), search->opened().end());
    }
    result.opened.insert(settings.skin);
    if (const auto error = memory.check(sceneBytes(scene))) {
        return tl::unexpected(*error);
    }
    return result;
}

} // namespace assimp_md2::inner
