// SPDX-License-Identifier: BSD-3-Clause
// Makes an MD2 of any scene. Experimental: this interface may change in a minor version.
#pragma once

#include "assimp-md2/visibility.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

struct aiScene;
namespace Assimp {
class Exporter;
class ExportProperties;
} // namespace Assimp

namespace assimp_md2 {

/// Adds the format `md2`, which writes any scene as an MD2, at the end of the list of formats. The rest of
/// the list stays as it is. A second call changes nothing.
///
/// ASSIMP_MD2_CONFIG_MAX_MEMORY_MB limits the export. It and the properties EXPORT_MD2_… are read from the
/// Assimp::ExportProperties, or else from the environment.
///
/// \return true if `exporter` has this format; false if the version of Assimp differs, as for
///         registerImporter
/// \throws std::bad_alloc
ASSIMP_MD2_API bool registerMd2Exporter(Assimp::Exporter& exporter);

/// Where the frames of a clip come from.
struct Md2Clip {
    enum class Kind {
        Own,     ///< an animation of this name, of a usual name, or of EXPORT_MD2_CLIPS
        Related, ///< the animation of a clip that looks similar: `crwalk` from `run`
        Still,   ///< the first frame of `stand`, or else of the first animation
    };
    std::string name;
    Kind kind = Kind::Own;
    std::string
        animation; ///< its name in the scene, with the part that is used (`Walk:0-20`); empty for Still
    std::size_t frames = 0;
};

/// What an export of a scene would make.
struct Md2Preview {
    std::string error; ///< why the scene cannot become an MD2; all else is empty then
    /// All clips in their order; with EXPORT_MD2_CLIPS `player` those that a player needs. Empty for an
    /// imported MD2, whose frames are written as they are.
    std::vector<Md2Clip> clips;
    std::vector<std::string> problems; ///< one line each: what will look different from the scene
    std::array<double, 3> size{};      ///< from back to front, from right to left and upwards, in MD2 units
    std::string front;                 ///< the axis of the scene that becomes the front: `+Z`
    std::size_t frames = 0;
    std::size_t triangles = 0; ///< before a reduction to the limits of the game
};

/// Finds out what the format `md2` would write. Writes nothing.
///
/// \param properties EXPORT_MD2_…
/// \throws std::bad_alloc
ASSIMP_MD2_API Md2Preview previewMd2(const aiScene& scene, const Assimp::ExportProperties& properties);

} // namespace assimp_md2
