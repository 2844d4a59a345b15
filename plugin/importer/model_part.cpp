// SPDX-License-Identifier: BSD-3-Clause
#include "importer/model_part.h"

#include "importer/base/paths.h"
#include "importer/base/repairs.h"
#include "importer/base/text.h"
#include "importer/ufo_files.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// The triangle of each tag, by vertices of the frames.
std::vector<TagNode> tagsOf(const View& view, Warnings& repairs) {
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
        tags.push_back(
            {utf8FromLatin1(tag.name), {triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]}});
    }
    return tags;
}

} // namespace

ModelName modelName(const std::string& path) {
    // ReadFileFromMemory appends the program's hint to this name. The hint may be any text, also a path, so
    // the model gets the name md2.
    constexpr const char* kMemoryName = "$$$___magic___$$$.";
    ModelName name;
    name.isInMemory = path.rfind(kMemoryName, 0) == 0;
    name.file = fileNameOf(path);
    name.stem = name.file.substr(0, name.file.rfind('.'));
    const bool unnamed = name.stem.empty() || name.isInMemory;
    if (unnamed) {
        name.stem = "md2";
    }
    if (unnamed || name.file == name.stem) {
        name.file = name.stem + ".md2";
    }
    const std::string folder(fileNameOf(folderOf(path)));
    if (equalWithoutCase(name.stem, "tris") && folder.find_first_not_of('.') != std::string::npos) {
        name.stem = folder;
    }
    return name;
}

Result<std::unique_ptr<const ModelFile>> parseModel(Result<FileBytes> bytes, ImportMemory& memory) {
    if (!bytes) {
        if (bytes.error().code == ErrorCode::FileTooLarge && memory.largestFile() < kMaximumModelSize) {
            bytes.error().text += " (" ASSIMP_MD2_CONFIG_MAX_MEMORY_MB ")";
        }
        return tl::unexpected(bytes.error());
    }
    Result<View> view = parse(bytes->slice());
    if (!view) {
        return tl::unexpected(view.error());
    }
    if (const auto error = memory.addFile(*view, bytes->slice().size())) {
        return tl::unexpected(*error);
    }
    ModelFile file{*std::move(bytes), *std::move(view)};
    return std::make_unique<const ModelFile>(std::move(file));
}

Result<ModelPart> readPart(std::unique_ptr<const ModelFile> file, const std::string& name,
                           std::vector<std::size_t> frames, SkinSearch* search, const PartContext& context) {
    const View& view = file->view;
    ModelPart part{std::move(file), {context.nodeNames.unique(name), &view, std::move(frames)}};
    part.log.repairs.addAll(view.repairs());
    Result<std::vector<Surface>> surfaces = readSurfaces(view, part.log.repairs);
    if (!surfaces) {
        return tl::unexpected(surfaces.error());
    }
    part.model.normals = chooseNormals(view, *surfaces, part.model.frames, context.settings.normals,
                                       part.model.name, part.log.warnings);
    part.model.tags = tagsOf(view, part.log.repairs);
    if (search != nullptr) {
        for (TagNode& tag : readTags(*search, view, part.log.warnings)) {
            part.model.tags.push_back(std::move(tag));
        }
    }
    // A node without a name could not be animated.
    for (TagNode& tag : part.model.tags) {
        tag.name = context.nodeNames.unique(tag.name.empty() ? "tag" : tag.name);
    }
    for (Surface& surface : *surfaces) {
        part.meshes.push_back({0, std::move(surface.geometry), surface.skin});
    }
    Result<Skins> skins = readSkins(view, search, context.files, context.settings, part.meshes, part.log);
    if (!skins) {
        return tl::unexpected(skins.error());
    }
    part.skins = *std::move(skins);
    return part;
}

} // namespace assimp_md2::inner
