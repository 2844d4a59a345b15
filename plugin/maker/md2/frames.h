// SPDX-License-Identifier: BSD-3-Clause
// Which poses of a scene become frames, and how the frames are named.
#pragma once

#include "assimp-md2/maker.h"
#include "importer/base/error.h"
#include "maker/md2/md2_task.h"
#include "maker/pose/pose_evaluator.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

struct PlannedFrame {
    std::string name; ///< Latin-1, at most 15 bytes
    Pose pose;
    std::size_t clip = 0; ///< ascending
};

/// Takes a number of frames before they are planned, and returns an error if there may not be so many.
using CheckFrames = std::function<std::optional<Error>(double)>;

struct FramePlan {
    std::vector<PlannedFrame> frames;
    /// Clips of the game's table that repeat, and how far they move over the ground of the scene.
    std::vector<std::pair<std::string, DoubleVector>> travels{};
    std::vector<Md2Clip> clips{}; ///< none for the frames of an imported MD2
};

/// Whether the frames of a scene are its anim meshes: this library's importer made the scene, no mesh has
/// bones, and all meshes have the same number of anim meshes.
bool hasFrames(const aiScene& scene);

/// The frames of any scene. ExportSettings::clips selects them:
///
/// - All, if the scene hasFrames: these, with their names.
/// - All and Chosen: animations or parts of them. An animation is divided evenly from its first key to its
///   end, into the number of intervals that is nearest to the frame rate, at least one. The last frame is
///   left out if the end shows the first pose again. An animation whose keys are all equal gives one frame,
///   and a scene without animations one frame called `frame01`. Scenes of this library's importer are
///   evaluated at t = 0, 1 / framesPerSecond … instead, so that they keep their frames. A part has its frames
///   at these times as well. In scenes of B3D and MD5 files, a part names ticks from the first key, which are
///   the frames of the file.
/// - Player and Weapon: the frames of the game's table. Each clip comes from what ExportClips::chosen lists
///   for it, or from the animation with the same name, without regard to case. `pain1` may also come from
///   `pain`, and any clip from an animation with a usual name (usualClipOf). The animation is divided
///   evenly from its first key to its end. The end is left out if it shows the first pose again: as the
///   importer has recorded it or, in a scene of another importer, within half a step of a frame's grid. A
///   missing crouched clip comes from the standing one, `flip` from `jump`, and a gesture from another
///   gesture or `stand`. Any other missing clip repeats the first frame of `stand`, or of the first
///   animation, with a warning. A scene without animations is an error, unless ExportClips::chosen lists a
///   clip without an animation (`stand=`).
///
/// An animation without a name is called `clip1`, `clip2` … by its place in the scene.
///
/// \param poses of the scene; they are evaluated to find closing keys
///
/// \return Other: a chosen animation or frame does not exist, the game's table lacks a clip, or no animation
///         suits the table
Result<FramePlan> planFrames(const Md2Task& task, PoseEvaluator& poses, const CheckFrames& check);

} // namespace assimp_md2::inner
