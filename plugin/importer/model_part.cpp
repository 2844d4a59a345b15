// SPDX-License-Identifier: BSD-3-Clause
#include "importer/model_part.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/md2/repairs.h"

#include <algorithm>
#include <iterator>

namespace assimp_md2::inner {
namespace {

/// The triangle of each tag, by vertices of the frames. A node without a name could not be animated.
std::vector<TagNode> tagsOf(const View& view, UniqueNames& nodeNames, Warnings& repairs) {
    std::vector<TagNode> tags;
    for (std::size_t i = 0; i < view.tagCount(); ++i) {
        const Tag tag = view.tag(i);
        const auto index = static_cast<std::size_t>(tag.triangle);
        const bool exists = tag.triangle >= 0 && index < view.triangleCount();
        const Triangle triangle = exists ? view.triangle(index) : Triangle{};
        const std::uint32_t last = *std::max_element(triangle.vertex.begin(), triangle.vertex.end());
        if (!exists || last >= view.vertexCount()) {
            repairs.add(repair::kTagDropped);
            continue;
        }
        tags.push_back({nodeNames.unique(tag.name.empty() ? "tag" : utf8FromLatin1(tag.name)),
                        {triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]}});
    }
    return tags;
}

/// Adds the tags of `MODEL.tag` if there is such a file. Only models of UFO: Alien Invasion have one, whose
/// skins begin with a dot; for others no file is searched.
void addTagFile(SkinSearch& search, UniqueNames& nodeNames, ModelPart& part) {
    const View& view = *part.model.view;
    const bool isOfUfo = view.skinCount() > 0 && view.skinName(0).substr(0, 1) == ".";
    const std::optional<SkinFile> found =
        isOfUfo ? search.findFile(stemOf(search.modelPath()) + ".tag") : std::nullopt;
    if (!found) {
        return;
    }
    const Result<FileBytes> bytes = search.read(*found, kMaximumTagBytes);
    Result<std::vector<MovingTag>> tags =
        bytes ? parseTags(bytes->slice(), view.frameCount()) : tl::unexpected(bytes.error());
    if (!tags) {
        part.warnings.note("tags: " + found->path + ": " + tags.error().text + "; they are left out");
        return;
    }
    for (MovingTag& tag : *tags) {
        part.model.tags.push_back({nodeNames.unique(tag.name.empty() ? "tag" : utf8FromLatin1(tag.name)),
                                   {},
                                   std::move(tag.frames)});
    }
}

} // namespace

Result<ModelPart> readPart(const ModelFile& file, const std::string& name, std::vector<std::size_t> frames,
                           SkinSearch* search, const Settings& settings, const PartContext& context) {
    const View& view = file.view;
    ModelPart part{{context.nodeNames.unique(name), &view, std::move(frames)}};
    part.repairs.addAll(view.repairs());
    Result<std::vector<Surface>> surfaces = readSurfaces(view, part.repairs);
    if (!surfaces) {
        return tl::unexpected(surfaces.error());
    }
    part.model.normals =
        chooseNormals(view, *surfaces, part.model.frames, settings.normals, part.model.name, part.warnings);
    part.model.tags = tagsOf(view, context.nodeNames, part.repairs);
    if (search != nullptr) {
        addTagFile(*search, context.nodeNames, part);
    }
    for (Surface& surface : *surfaces) {
        part.meshes.push_back({0, std::move(surface.geometry), surface.skin});
    }
    if (auto error = readSkins(search, context.io, settings, part)) {
        return tl::unexpected(std::move(*error));
    }
    return part;
}

void addPart(Scene& scene, ModelPart part) {
    for (Mesh& mesh : part.meshes) {
        mesh.model = scene.models.size();
        mesh.material += scene.materials.size();
    }
    for (Material& material : part.materials) {
        material.model = scene.models.size();
        if (material.embedded) {
            *material.embedded += scene.textures.size();
        }
    }
    const auto append = [](auto& list, auto& added) {
        std::move(added.begin(), added.end(), std::back_inserter(list));
    };
    scene.models.push_back(std::move(part.model));
    append(scene.meshes, part.meshes);
    append(scene.materials, part.materials);
    append(scene.textures, part.textures);
}

} // namespace assimp_md2::inner
