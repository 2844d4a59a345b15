// SPDX-License-Identifier: BSD-3-Clause
// Plays the keys of a skeleton, and measures where they put the vertices at and between the frames.
#pragma once

#include "skeleton/fit_skeleton.h"
#include "skeleton/motion.h"

#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// Two frames between which players interpolate.
using FramePair = std::pair<std::size_t, std::size_t>;

/// The frames that follow each other in clips, each pair once, ascending.
std::vector<FramePair> framePairs(const std::vector<FrameRun>& clips);

/// By how much a vertex exceeds the limits of SkeletonQuality::swings; 0 or less if it does not swing.
///
/// \param off its distance, half-way in time, from the middle of its two positions
/// \param way the distance between the positions
/// \param size of the model
inline double swingOf(double off, double way, double size) {
    return off > 0.03 * size ? off - 0.5 * way - 0.01 * size : 0;
}

/// Moves the bones as engines do.
class Player {
public:
    /// \param skeleton outlives the player
    explicit Player(const Skeleton& skeleton)
        : skeleton_(skeleton), poses_(skeleton.bones.size()), affines_(skeleton.bones.size()) {}

    /// Moves the bones to their poses at `time`, 0 to 1, between two keys.
    void moveTo(const FramePair& keys, double time);
    /// Moves the bones to a key.
    void moveTo(std::size_t frame) { moveTo({frame, frame}, 0); }

    const Eigen::Quaterniond& rotation(std::size_t bone) const { return poses_[bone].rotation; }
    Eigen::Vector3d position(std::size_t vertex) const;

private:
    const Skeleton& skeleton_;
    std::vector<BonePose> poses_; ///< of the origins
    std::vector<Affine> affines_; ///< of the rest pose
};

/// The number of pairs that swing; see SkeletonQuality::swings.
///
/// \param pairs as framePairs returns them
/// \param size of the model in model units; nothing swings if it is 0
std::size_t swingsOf(const Skeleton& skeleton, const SkeletonInput& input,
                     const std::vector<FramePair>& pairs, double size);

/// The error of the skeleton at the frames, without pairs and swings.
///
/// \param rounding distances up to this one are within a step
SkeletonQuality errorsAtFrames(const Skeleton& skeleton, const SkeletonInput& input, double rounding);

} // namespace assimp_md2::inner
