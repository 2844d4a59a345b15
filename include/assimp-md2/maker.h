// SPDX-License-Identifier: BSD-3-Clause
// Makes an MD2 of any scene. Experimental: this interface may change in a minor version.
#pragma once

#include "assimp-md2/properties.h"
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
/// Polygons become fans. Import with aiProcess_Triangulate if some may not be convex.
///
/// ASSIMP_MD2_CONFIG_MAX_MEMORY_MB (assimp-md2/properties.h) limits the export. It and the properties below
/// are read from the Assimp::ExportProperties.
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
    std::string animation; ///< of the scene, with the part that is used (`Walk:0-20`); empty for Still
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

// The properties of an export, set through Assimp::ExportProperties, each also as a string. An invalid value
// and a number of the wrong type are errors, as for imports. The program md2-maker has an
// option for each.

/// Float (or integer), above 0 and finite: frames per second. Each animation is divided evenly from its first
/// key to its last, into the number of intervals that is nearest to this rate, at least one. Animations of
/// imported MD2s are sampled at 0, 1/fps … up to their end. Default 10, the game's rate. The frames of an MD2
/// that was imported without bones are written as they are unless EXPORT_MD2_CLIPS is set.
#define ASSIMP_MD2_CONFIG_EXPORT_FPS "EXPORT_MD2_FPS"

/// String: which frames are written.
///
/// - empty: all animations. If the scene is an MD2 that was imported without bones: all frames, with their
///   names (default)
/// - `player`: the 198 frames of a player, each clip of the game's table resampled to its number of frames
/// - `weapon`: the 173 frames of a player's weapon
/// - `player,stand=idle,attack=punch`: as `player` (or `weapon`), but `stand` is made from the animation
///   `idle`, and `attack` from `punch`
/// - `stand,run=walk,attack`: these animations in this order; `run=walk` writes the animation `walk` as `run`
/// - `stand:0-39;run:40-45`: these frames of the first animation, at the rate of EXPORT_MD2_FPS and from 0;
///   of a scene of a B3D or MD5, those of the file, as Blender numbers them. `run=Take 001:40-45` takes them
///   from the animation `Take 001`, and `player;stand:0-39;run:40-45` makes clips of the game from them.
///   Semicolons separate the entries of any list that contains one
///
/// Names are compared without regard to case. An animation without a name is called `clip1`, `clip2` … by its
/// place in the scene. With `player` and `weapon`, `pain1` to `pain3` are made from
/// `pain`, and `death1` to `death3` from `death` or from `Death_A`, `Death_B` …, if they have no animation of
/// their own. A clip may also come from an animation with a usual name, such as `Robot_Idle` for `stand`.
/// A missing crouched clip comes from the standing one (`crdeath` from `death`, `crwalk` from `walk` or
/// `run`), `flip` from `jump`, and `salute`, `taunt`, `wave` and `point` from the first of them that exists,
/// or from `stand`. Any other missing clip repeats the first frame of `stand` or, without `stand`, of the
/// first animation. It is an error if no animation matches any clip. A scene without animations needs
/// `player,stand=`, which repeats its only pose.
#define ASSIMP_MD2_CONFIG_EXPORT_CLIPS "EXPORT_MD2_CLIPS"

/// String: how clips that repeat travel, judged by their names as with IMPORT_MD2_LOOP `auto` (`stand`,
/// `run`, `crwalk`).
///
/// - `keep`: as in the scene (default). A line names the clips of a player that travel more than 16 units
/// - `in-place`: without the straight and even part of their way over the ground, so that they stay where the
///   game has the player, and a sway remains. Deaths and jumps keep their way
#define ASSIMP_MD2_CONFIG_EXPORT_MOTION "EXPORT_MD2_MOTION"

/// String: names of meshes or nodes, separated by commas, without regard to case. `*` stands for any
/// characters, `?` for one. Names after a `!` are left out: `!*sword*` alone writes all meshes but those, and
/// `*sword*` only those, so that one scene gives a player and its weapon. Frames and EXPORT_MD2_HEIGHT do not
/// depend on the choice. It is an error if no mesh is left. Default: all meshes.
#define ASSIMP_MD2_CONFIG_EXPORT_MESHES "EXPORT_MD2_MESHES"

/// Float (or integer), above 0 and finite: factor for all positions. Default 1. A player of Quake II is about
/// 56 units high.
#define ASSIMP_MD2_CONFIG_EXPORT_SCALE "EXPORT_MD2_SCALE"

/// Float (or integer), above 0 and finite: the height of the scene in units of the MD2, 56 for a player. The
/// scale is computed from the first frame that is written, with all meshes of the scene. If EXPORT_MD2_CLIPS
/// is `player` or `weapon`, the median of the frames of `stand` has the height, and the scene is also moved
/// up or down, so that its lowest point is at z = -24 in the median of these frames. EXPORT_MD2_OFFSET is
/// added. It is an error together with EXPORT_MD2_SCALE. Default: none.
#define ASSIMP_MD2_CONFIG_EXPORT_HEIGHT "EXPORT_MD2_HEIGHT"

/// String: three finite numbers, `x,y,z`, that are added to all positions after the scale and the rotation,
/// in units of the MD2, where x is the front, y the left and z up. Default `0,0,0`. A player of Quake II
/// reaches from z = -24 to 32, so `0,0,-24` suits a character that stands on the origin. Imported MD2s are
/// moved as well.
#define ASSIMP_MD2_CONFIG_EXPORT_OFFSET "EXPORT_MD2_OFFSET"

/// String: the axis of the scene that the front of a model faces. In the game the front faces +X.
///
/// - `auto`: the axis that an imported MD2 was imported with; +X for MD3, MDL, IQM and MD5; −Z for B3D,
///   MDL of Half-Life, X of Blender, and glTF of Blockbench; +Z for any other scene, as in glTF (default)
/// - `z`: +Z
/// - `x`: +X, for example for glTF files that were made from an MD2 with IMPORT_MD2_FRONT=x
/// - `-z`: −Z
/// - `-x`: −X
#define ASSIMP_MD2_CONFIG_EXPORT_FRONT "EXPORT_MD2_FRONT"

/// String: the axis of the scene that points up. EXPORT_MD2_FRONT applies to the scene after it is turned.
///
/// - `auto`: +Y, as in Assimp's scenes, but +Z for BLEND, SMD, STL and PLY. The metadata of an FBX file can
///   name other axes: Assimp 5.2 does not turn such a scene, so the export does; Assimp 6 turns it (default)
/// - `y`: +Y, whatever the metadata says
/// - `z`: +Z, with the front to −Y, for files without metadata
#define ASSIMP_MD2_CONFIG_EXPORT_UP "EXPORT_MD2_UP"

/// String: the path of the skin below the game root. It is a folder (`players/knight`) or a complete skin
/// name (`players/knight/red.pcx`). For an imported MD2 with several skins, a folder applies to all of them,
/// and a complete name to the first. Default: the part of the output folder below the game root; an imported
/// MD2 keeps its names.
#define ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH "EXPORT_MD2_SKIN_PATH"

/// String: a folder with the textures of the scene, because a scene does not contain the folder of its file.
/// Each texture is looked for by its path and then by its file name, each time in this folder, in the folder
/// `textures` in it or beside it, in the current folder and in the output folder. A folder that does not
/// exist is an error. Textures of an imported MD2 that the import did not find are looked for only in this
/// folder. Default: none.
#define ASSIMP_MD2_CONFIG_EXPORT_TEXTURES "EXPORT_MD2_TEXTURES"

/// String: a PCX file with 256 colours, such as the game's `pics/colormap.pcx`. If it is set, skins are
/// written as PCX with this palette, for the original game; they are scaled down to 640 × 480
/// pixels, except with EXPORT_MD2_SIMPLIFY=false. Default: none; skins are written as PNG.
#define ASSIMP_MD2_CONFIG_EXPORT_PALETTE "EXPORT_MD2_PALETTE"

/// Bool. false (default): if the output folder contains another image with the name of a skin, the export
/// keeps that image, with a warning. true: the export replaces it. The textures of the scene, the palette and
/// the model are never replaced.
#define ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE "EXPORT_MD2_OVERWRITE"

/// Bool: whether the model keeps the limits of Quake II: 2,048 vertices, 2,048 texture coordinates, 4,096
/// triangles, 512 frames and 32 skins.
///
/// - true (default): a mesh that exceeds them is reduced, with a warning. Vertices that differ only in their
///   normal are merged first. Other vertices are removed, not moved, so that animation and texture
///   coordinates stay. Seams do not open if the positions on both sides are exactly equal. If a skin has more
///   than 480 lines, the header contains a smaller size. It is an error if the limits cannot be reached;
///   imported MD2s are never reduced
/// - false: the model is written up to the limits of the format (65,536 vertices, 65,536 texture
///   coordinates), with a warning that lists the limits of the game that it exceeds
#define ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY "EXPORT_MD2_SIMPLIFY"
