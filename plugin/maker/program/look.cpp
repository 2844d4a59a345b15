// SPDX-License-Identifier: BSD-3-Clause
#include "maker/program/look.h"

#include "assimp-md2/maker.h"
#include "batch/job_files.h"
#include "gltf/scene/nodes.h"
#include "gltf/scene/usable_parts.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/warnings.h"
#include "maker/md2/exporter.h"
#include "maker/pose/animation_times.h"
#include "maker/program/make.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace assimp_md2::inner {
namespace {

Result<Md2Preview> preview(const Source& source, const ExportSettings& settings, Warnings& warnings) {
    Assimp::DefaultIOSystem files;
    return planMd2({source.scene(), "tris.md2", files, source.with(settings), "", warnings});
}

std::string listed(const std::vector<std::string>& names, std::size_t mostBytes) {
    return listOf(
        names.size(), [&](std::size_t i) { return names[i]; }, mostBytes);
}

std::string line(const std::string& title, const std::vector<std::string>& names) {
    constexpr std::size_t kMostBytes = 600;
    return names.empty() ? "" : "\n  " + title + ": " + listed(names, kMostBytes);
}

/// The meshes by the names of their nodes, which --meshes and --weapon take.
std::vector<std::string> meshNames(const aiScene& scene) {
    std::vector<std::string> names;
    for (const SceneNode& each : listNodes(*scene.mRootNode)) {
        if (each.node->mNumMeshes > 0) {
            names.emplace_back(each.node->mName.C_Str());
        }
    }
    return names;
}

double secondsOf(const aiAnimation& animation) {
    return (endInTicks(animation) - startInTicks(animation)) / ticksPerSecond(animation);
}

std::vector<std::string> clipsWithLengths(const aiScene& scene) {
    std::vector<std::string> clips;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const std::string name = scene.mAnimations[i]->mName.C_Str();
        clips.push_back((name.empty() ? "clip" + std::to_string(i + 1) : name) + " " +
                        textOf(secondsOf(*scene.mAnimations[i]), 3) + " s");
    }
    return clips;
}

/// A mesh that has the name of a weapon; empty if there is none.
std::string weaponIn(const std::vector<std::string>& names) {
    constexpr std::array<std::string_view, 15> kWeapons = {"weapon", "sword", "gun",    "rifle", "pistol",
                                                           "axe",    "blade", "staff",  "bow",   "hammer",
                                                           "mace",   "club",  "dagger", "spear", "wand"};
    for (const std::string_view weapon : kWeapons) {
        for (const std::string& name : names) {
            if (names.size() > 1 && lowerCase(name).find(weapon) != std::string::npos) {
                return "*" + std::string(weapon) + "*";
            }
        }
    }
    return {};
}

std::string quoted(const std::string& word) {
#ifdef _WIN32
    constexpr char kQuote = '"'; // the only one of its command prompt
#else
    constexpr char kQuote = '\'';
#endif
    const bool isPlain = word.find_first_of(" '\"*?!&;()$`\\") == std::string::npos;
    return isPlain ? word : kQuote + word + kQuote;
}

/// Whether there is motion. Characters of Mixamo in T-pose have an animation of a frame or two.
bool hasMotion(const aiScene& scene) {
    return std::any_of(scene.mAnimations, scene.mAnimations + scene.mNumAnimations,
                       [](const aiAnimation* animation) { return secondsOf(*animation) > 0.1; });
}

/// The command line that suits a source: a player if it has at least two clips of its own for one.
///
/// \param height of the source. Most are in metres, in which a monster would be too small to be seen.
std::string suggestion(const MakerOptions& options, const Job& job, const aiScene& scene, bool isPlayer,
                       bool hasBones, double height) {
    const std::string stem = lowerCase(stemOf(job.input));
    const std::string weapon = isPlayer ? weaponIn(meshNames(scene)) : "";
    const bool isStill = hasBones && !hasMotion(scene);
    std::string text = "md2-maker ";
    if (isPlayer || isStill) {
        text += "player " + quoted(job.input) + " -o baseq2/players/" + quoted(stem);
    } else if (hasMotion(scene)) {
        constexpr double kSmallest = 8;
        text += "monster " + quoted(job.input) + " -o baseq2/models/monsters/" + quoted(stem) +
                (height < kSmallest ? " --height 56" : "");
    } else {
        text += "model " + quoted(job.input) + " -o " + quoted(stem + ".md2");
    }
    for (std::size_t i = 1; i < options.arguments.size(); ++i) { // behind the verb
        text += " " + quoted(options.arguments[i]);
    }
    text += isStill ? " --clips FILES" : "";
    return text + (weapon.empty() ? "" : " --weapon " + quoted(weapon));
}

} // namespace

bool asksForMeshes(const MakerOptions& options) {
    return options.settings.meshes == std::vector<std::string>{"?"};
}

std::string look(const MakerOptions& options, const Job& job) {
    const Source source(job.input, options.clips, options);
    const aiScene& scene = source.scene();
    if (asksForMeshes(options)) {
        return "meshes: " + listed(meshNames(scene), 1 << 20) + " (nothing is written)";
    }
    ExportSettings settings = options.settings;
    settings.simplify = false;
    Warnings warnings;
    const Result<Md2Preview> all = preview(source, settings, warnings);
    if (!all) {
        throw CommandError(kFailed, all.error().text);
    }
    settings.clips.source = ExportedClips::Player;
    Warnings ofPlayer;
    const Result<Md2Preview> player = preview(source, settings, ofPlayer);
    const bool isPlayer =
        player && std::count_if(player->clips.begin(), player->clips.end(),
                                [](const Md2Clip& clip) { return clip.kind == Md2Clip::Kind::Own; }) > 1;
    std::string text;
    for (const double side : all->size) {
        text += (text.empty() ? "" : " × ") + textOf(side, 3);
    }
    text += " (from back to front, from right to left, height), front " + all->front + ", " +
            counted(all->triangles, "triangle");
    std::vector<std::string> materials;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        materials.emplace_back(scene.mMaterials[i]->GetName().C_Str());
    }
    materials.erase(std::remove(materials.begin(), materials.end(), ""), materials.end());
    text += line("meshes", meshNames(scene)) + line("materials", materials) +
            line("animations", clipsWithLengths(scene));
    if (isPlayer) {
        using Kind = Md2Clip::Kind;
        for (const auto& [title, kind] : {std::pair("clips of a player", Kind::Own),
                                          {"from similar clips", Kind::Related},
                                          {"stand still", Kind::Still}}) {
            const std::string clips = clipsOf(player->clips, kind);
            text += clips.empty() ? "" : std::string("\n  ") + title + ": " + clips;
        }
    }
    for (const std::string& problem : warnings.lines("")) {
        text += "\n  problem: " + problem;
    }
    if (all->triangles > kGameLimits.triangles) {
        text += "\n  problem: the game draws at most 4,096 triangles, so the mesh will be reduced";
    }
    const bool hasBones = std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                                      [](const aiMesh* mesh) { return mesh->mNumBones > 0; });
    return text + "\n" + suggestion(options, job, scene, isPlayer, hasBones, all->size.back());
}

} // namespace assimp_md2::inner
