// SPDX-License-Identifier: BSD-3-Clause
// What all parts of one export share.
#pragma once

#include "gltf/scene/imported_scene.h"
#include "importer/base/warnings.h"
#include "maker/export_settings.h"
#include "maker/md2/md2_writer.h"

#include <string>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

struct Md2Task {
    const aiScene& scene;
    const std::string& path; ///< of the exported model
    Assimp::IOSystem& ioSystem;
    const ExportSettings& settings;
    /// How all names of skins begin, because one command exports several models to one folder; empty if there
    /// is one model.
    std::string imageStem;
    Warnings& warnings;
    Md2Limits limits = settings.simplify ? kGameLimits : kFormatLimits;
    bool isImported = isImportedMd2(scene); ///< from an MD2
};

} // namespace assimp_md2::inner
