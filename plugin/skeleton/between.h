// SPDX-License-Identifier: BSD-3-Clause
// Measures where the played keys put the vertices between two frames.
#pragma once

#include "skeleton/skeleton.h"

#include <utility>
#include <vector>

namespace assimp_md2 {

/// Two frames between which players interpolate.
using FramePair = std::pair<std::size_t, std::size_t>;

/// The frames that follow each other in the clips of the input, each pair once, ascending.
std::vector<FramePair> framePairs(const SkeletonInput& input);

/// The size of framePairs before equal pairs are removed, without allocating.
std::size_t mostPairs(const SkeletonInput& input);

/// A pair of frames that swings; see SkeletonQuality::swings.
struct Swing {
    FramePair pair;
    std::size_t vertex; ///< the vertex that is farthest from the middle of its positions
};

/// What happens between the frames.
struct Between {
    std::vector<Swing> swings;
    double largest = 0; ///< SkeletonQuality::between
};

/// Plays the keys as engines do, in float: normalised linear interpolation of rotations on the short way, and
/// linear interpolation of translations.
///
/// \param pairs as framePairs returns them
/// \param size of the model in model units; nothing swings if it is 0
Between between(const Skeleton& skeleton, const SkeletonInput& input, const std::vector<FramePair>& pairs,
                double size);

} // namespace assimp_md2
