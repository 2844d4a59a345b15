// SPDX-License-Identifier: BSD-3-Clause
// Reads what one MD2 file adds to a scene: a model with its name, its meshes and its skins.
#pragma once

#include "importer/base/unique_names.h"
#include "importer/files/import_files.h"
#include "importer/import_memory.h"
#include "importer/select_animations.h"
#include "importer/skins/read_skins.h"

#include <functional>

namespace assimp_md2::inner {

/// What the nodes of a model are called.
struct ModelName {
    std::string file;        ///< of the root node: tris.md2
    std::string stem;        ///< of the mesh, of the node that owns it, and of the morph channels: homer
    bool isInMemory = false; ///< the model was read from memory, so it has no folder
};

/// The names of the nodes for a model: those of the game are called `tris.md2` and have the name of their
/// folder.
///
/// \param path with `/` or `\` between folders, or the name that Assimp uses for a file in memory. If the
///        file is in memory or the path has no stem, the stem is `md2`.
ModelName modelName(const std::string& path);

/// An MD2 file in memory, and its checked view.
struct ModelFile {
    FileBytes bytes;
    View view; ///< borrows `bytes`
};

/// Checks the bytes of an MD2, and the memory that reading it needs.
///
/// \param bytes or an error, which is returned
Result<std::unique_ptr<const ModelFile>> parseModel(Result<FileBytes> bytes, ImportMemory& memory);

/// What one MD2 file adds to a Scene. All indices refer to the vectors of the part.
struct ModelPart {
    std::unique_ptr<const ModelFile> file; ///< Model::view points into it
    Model model;
    std::vector<Mesh> meshes{};
    Skins skins{};
    ImportLog log{};
};

/// The values that all parts of a scene share.
struct PartContext {
    const Animations& animations;
    const Settings& settings;
    ImportMemory& memory;
    UniqueNames& nodeNames; ///< of the scene
    ImportFiles& files;
    std::set<std::string>& opened; ///< SceneRead::opened
};

/// The hook through which the product `skeleton` gives models bones; the importer alone has none. Gives a
/// model and its weapon skeletons, which together have at most Settings::maxBones bones, but at least one
/// each. `addSkeletons` (skeleton/model_skeleton.h) is one.
///
/// \param parts the model, then its weapon if there is one; without skeletons
/// \param progress is called with the share that is done, 0 to 1
///
/// \return an error if the skeletons need more memory than the import may take
using SkeletonMaker = std::optional<Error> (*)(std::vector<ModelPart>& parts, const PartContext& context,
                                               const std::function<void(double)>& progress);

/// Reads a part, without its skeleton.
///
/// \param name the preferred name of the model's node; a number is appended if the name is taken
/// \param frames indices of frames in the file; they become Model::frames
/// \param search for the skins; null for a model from memory
///
/// \return the part, or an error of readSurfaces or readSkins
Result<ModelPart> readPart(std::unique_ptr<const ModelFile> file, const std::string& name,
                           std::vector<std::size_t> frames, SkinSearch* search, const PartContext& context);

} // namespace assimp_md2::inner
