// SPDX-License-Identifier: BSD-3-Clause
// Implements model_part.h.
#include "importer/model_part.h"

#include "base/text.h"
#include "format/frame_decoder.h"
#include "format/repairs.h"
#include "importer/skins.h"
#include "model/geometry.h"
#include "model/normal_source.h"
#include "scene/scene_bytes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace assimp_md2 {
namespace {

Result<std::vector<Surface>> readSurfacesWithin(Budget& budget, const View& view, const Settings& settings,
                                                Warnings& repairs) {
    const Result<GeometryPlan> plan = planGeometry(view, settings.geometry, repairs);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    Loan reading(budget);
    reading.take(plan->bytes());
    return readSurfaces(view, *plan, settings.sharedVertices, repairs);
}

ModelNormals chooseNormalsWithin(Budget& budget, const Model& model, const std::vector<Surface>& surfaces,
                                 NormalMode mode, Warnings& warnings) {
    ModelNormals normals;
    {
        Loan choosing(budget);
        choosing.take(choiceBytes(*model.view, surfaces));
        normals = chooseNormals(*model.view, surfaces, mode, model.name, warnings);
    }
    budget.take(normalBytes(normals));
    return normals;
}

/// The values that a part has for each tag, skin and frame of its file, before they are in the aiScene.
std::uint64_t valueBytes(const View& view, std::size_t frameCount) {
    // A TagNode in a vector that grows, and two entries of hash tables with their strings.
    constexpr std::uint64_t kBytesPerTag = 512;
    // The name for the metadata, and a Material with its name and path, in vectors that grow.
    constexpr std::uint64_t kBytesPerSkin = 1536;
    return kBytesPerTag * view.tagCount() + kBytesPerSkin * view.skinCount() +
           sizeof(std::size_t) * frameCount;
}

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

Material defaultMaterial() {
    Material material;
    material.isDefault = true;
    return material;
}

Result<View> parseWithin(Budget& budget, ByteSlice file) {
    Loan parsing(budget);
    parsing.take(View::mostOwnBytes(file.size()));
    return parse(file);
}

} // namespace

Result<ModelFile> parseModel(FileBytes bytes, const Settings& settings, Budget& budget) {
    budget.take(bytes.slice().size());
    Result<View> view = parseWithin(budget, bytes.slice());
    if (!view) {
        return tl::unexpected(view.error());
    }
    budget.take(view->ownBytes());
    // Rejects files whose header counts alone exceed the budget.
    Loan least(budget);
    const LeastCounts counts = leastCounts(*view, settings);
    const std::size_t triangles = view->isSplitBySkin() ? 0 : view->triangleCount();
    least.take(leastSceneBytes(triangles, counts.animMeshes, counts.keys, view->skinCount()));
    return ModelFile{std::move(bytes), *std::move(view)};
}

Result<ModelPart> readPart(const ModelFile& file, const std::string& name, std::vector<std::size_t> frames,
                           SkinSearch* search, const Settings& settings, const PartContext& context) {
    const View& view = file.view;
    Budget& budget = context.budget;
    ModelPart part{{context.nodeNames.unique(name), &view, std::move(frames)}};
    part.repairs.addAll(view.repairs());
    Result<std::vector<Surface>> surfaces = readSurfacesWithin(budget, view, settings, part.repairs);
    if (!surfaces) {
        return tl::unexpected(surfaces.error());
    }
    budget.take(surfaceBytes(*surfaces));
    part.model.normals = chooseNormalsWithin(budget, part.model, *surfaces, settings.normals, part.warnings);
    budget.take(valueBytes(view, part.model.frames.size()));
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        part.model.skinNames.push_back(utf8FromLatin1(view.skinName(i)));
    }
    part.model.tags = tagsOf(view, context.nodeNames, part.repairs);
    for (Surface& surface : *surfaces) {
        part.meshes.push_back({0, std::move(surface.geometry), surface.skin});
    }
    if (!context.hasSkeletons) {
        chargeModel(part, context);
    }

    Result<Skins> skins = readSkins(search, view, part.meshes, settings, budget);
    if (!skins) {
        return tl::unexpected(skins.error());
    }
    budget.take(materialBytes(skins->materials));
    for (Mesh& mesh : part.meshes) {
        const bool hasChosenSkin = !view.isSplitBySkin() || mesh.material >= skins->ofRecord.size();
        mesh.material = hasChosenSkin ? skins->chosen : skins->ofRecord[mesh.material];
    }
    part.materials = std::move(skins->materials);
    if (part.materials.empty()) {
        part.materials.push_back(defaultMaterial());
    }
    part.textures = std::move(skins->textures);
    part.warnings.addAll(skins->warnings);
    part.repairs.addAll(skins->repairs);
    return part;
}

void chargeModel(const ModelPart& part, const PartContext& context) {
    const Animations& animations = context.animations;
    context.budget.take(FrameDecoder::bytes(*part.model.view, part.model.normals) +
                        modelBytes(part.model, part.meshes, animations.animations, animations.isStatic));
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

} // namespace assimp_md2
