// SPDX-License-Identifier: BSD-3-Clause
// How much memory an export may take; knows nothing of what it is taken for.
#pragma once

#include <cstdint>

struct aiScene;

namespace Assimp {
class ExportProperties;
}

namespace assimp_md2 {

/// The limit in bytes: ASSIMP_MD2_CONFIG_MAX_MEMORY_MB of `properties`. Where it is not set, there is none
/// for scenes of other importers; for imported MD2s it is the environment variable ASSIMP_MD2_MAX_MEMORY_MB,
/// or else 1024 MiB. The scene that is exported and Assimp's copy of it do not count. \throws
/// std::runtime_error for a value that is not a whole number of MiB, 1 or more
std::uint64_t exportLimit(const Assimp::ExportProperties& properties, const aiScene& scene);

/// What Assimp's exporter takes for the document before targets and animations are added, in bytes: more than
/// that for most scenes.
std::uint64_t assimpsShare(const aiScene& scene);

} // namespace assimp_md2
