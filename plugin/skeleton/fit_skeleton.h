// SPDX-License-Identifier: BSD-3-Clause
// Turns frames of positions into a skeleton: bones, weights and motion. Works on numbers only.
//
// The method is smooth skinning decomposition with rigid bones (Le and Deng, ACM TOG 31(6), 2012): vertices
// are clustered into parts that move rigidly; then weights, motions and rest positions are improved in turn.
#pragma once

#include "importer/scene/bones.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace assimp_md2::inner {

/// Consecutive frames that are played together: [first, first + count).
struct FrameRun {
    std::size_t first;
    std::size_t count;
    bool closes = false; ///< the first frame follows the last one
};

/// The input of fitSkeleton. Does not own the arrays.
struct SkeletonInput {
    /// frameCount × vertexCount × 3 finite coordinates, frame after frame, in model space.
    const float* positions = nullptr;
    std::size_t frameCount = 0;
    std::size_t vertexCount = 0;
    /// The diagonal of the quantisation cell of each frame, in model units; 0 or more.
    const float* steps = nullptr;
    /// At least one frame each, all within the frames. Clips may overlap and need not cover all frames.
    std::vector<FrameRun> clips;
    std::size_t maxBones = 64; ///< 1 to kMaximumBones
    /// Of the surface, to find parts; may be empty.
    std::vector<std::array<std::uint32_t, 3>> triangles = {};
};

/// The most memory that fitSkeleton allocates, its result included, in bytes.
///
/// \param input its positions and steps are not read
std::uint64_t fitBytes(const SkeletonInput& input);

/// Fits a skeleton to frames of positions.
///
/// The rest pose shows the first frame. Parts that are folded to a point there are open in it; see
/// rest_pose.h.
///
/// Adds bones until 98.5 % of all (frame, vertex) pairs are within one step, until additional bones no longer
/// help, or until there are `maxBones` bones. A bone that moves less than 1 % of the vertices, or brings
/// less than 1.5 % of the pairs within one step, is left out unless a vertex would be far off without it.
/// Vertices that are more than six steps off in one frame then get more bones.
///
/// A bone is the child of another one only if its vertices then move between the frames of the clips about as
/// well as with a child of the root. Rotations of neighbouring keys within a clip have quaternions with a dot
/// product of 0 or more, so that interpolation takes the short way. If the vertices of a bone do not
/// determine its rotation, the bone turns with its parent, or stays as in the previous frame. A bone has the
/// same transformation in all frames of a clip if its vertices stay within one step of their mean and the
/// bone moves no vertex by more than half a step. If this puts more pairs beyond a step, the limit is a
/// quarter or a tenth of a step, or 0. The same input gives the same output.
///
/// Time: linear in frames × vertices × bones.
///
/// \param input at least one frame and one vertex
/// \param progress is called with the completed share, 0 to 1, in ascending order; may be empty
///
/// \throws std::bad_alloc when memory runs out
Skeleton fitSkeleton(const SkeletonInput& input, const std::function<void(double)>& progress);

/// Normals of the rest pose: the mean of the normals of all frames, each turned back by the bones of its
/// vertex. If the normals of a vertex cancel each other, the normal of the first frame.
///
/// \param normals of the vertices of the skeleton in all its frames, frame after frame; unit vectors
std::vector<std::array<float, 3>> restNormals(const Skeleton& skeleton, const std::vector<float>& normals);

} // namespace assimp_md2::inner
