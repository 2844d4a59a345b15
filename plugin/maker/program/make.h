// SPDX-License-Identifier: BSD-3-Clause
// Reads a source, and makes its MD2s.
#pragma once

#include "assimp-md2/maker.h"
#include "batch/plan.h"
#include "maker/program/options.h"

#include <assimp/Importer.hpp>

#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

/// A model with the animations of --clips.
class Source {
public:
    /// \param options whose memory limit counts
    /// \throws CommandError
    Source(const std::string& path, const std::vector<std::string>& clips, const MakerOptions& options);

    const aiScene& scene() const { return *scene_; }
    const std::string& path() const { return path_; }
    const std::vector<std::string>& opened() const { return opened_; } ///< files

    /// The settings of an export of this source: its textures are looked for in its folder.
    ExportSettings with(ExportSettings settings) const;

private:
    std::string path_;
    std::vector<std::string> opened_;
    Assimp::Importer importer_;
    aiScene* scene_ = nullptr;
};

/// `stand=Idle, run=Walk`: the clips of one kind.
std::string clipsOf(const std::vector<Md2Clip>& clips, Md2Clip::Kind kind);

/// Makes what `model` and `monster` make.
///
/// \return one line about it
/// \throws CommandError
std::string makeModel(const MakerOptions& options, const Job& job);

/// Makes the files of a player.
///
/// \return lines about them
/// \throws CommandError
std::string makePlayer(const MakerOptions& options, const Job& job);

} // namespace assimp_md2::inner
