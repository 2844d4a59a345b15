// SPDX-License-Identifier: BSD-3-Clause
// Makes an MD2 of version 8 of any scene.
#pragma once

#include "importer/base/error.h"
#include "maker/md2/frames.h"
#include "maker/md2/md2_task.h"
#include "maker/md2/poses.h"
#include "maker/md2/skin_files.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct aiScene;
namespace Assimp {
class ExportProperties;
class IOSystem;
} // namespace Assimp

namespace assimp_md2::inner {

/// What an export writes, before it is written.
struct MadeMd2 {
    std::vector<std::uint8_t> model;
    std::vector<ExportedSkinFile> skins;
    std::vector<std::string> textures; ///< paths of files that were read
    std::string summary;               ///< one line about the model
    SceneAxes axes;                    ///< with the scale and the offset of the model
    Md2Counts counts;
    std::vector<Md2Clip> clips;
    bool isStill; ///< there are several frames, and all are equal
};

/// \return the files, or why the scene cannot become an MD2
Result<MadeMd2> makeMd2(const Md2Task& task);

/// Reads what makeMd2 reads, and makes nothing.
///
/// \return without problems: Md2Task::warnings receives them
Result<Md2Preview> planMd2(const Md2Task& task);

/// The axis of a scene that becomes the front, such as `+Z`.
const char* nameOf(ExportedFront front);

/// A file that is written.
struct MadeFile {
    std::string path;
    std::vector<std::uint8_t> bytes;
    bool isNew = false; ///< nothing had its name
};

/// The skins of a model that are not there yet.
std::vector<MadeFile> newSkins(const std::string& folder, const std::vector<ExportedSkinFile>& skins);

/// Writes all files or none.
///
/// \return why they cannot be written
std::optional<Error> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<MadeFile>& files);

/// Makes an MD2 with the settings in `properties`, writes it, and logs warnings and one line about the model.
///
/// \return why the scene is not written
/// \throws std::bad_alloc
std::optional<Error> exportMd2(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                               const Assimp::ExportProperties& properties);

} // namespace assimp_md2::inner
