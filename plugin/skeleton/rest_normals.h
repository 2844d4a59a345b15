// SPDX-License-Identifier: BSD-3-Clause
// Computes normals of the rest pose from the normals of all frames.
#pragma once

#include "skeleton/skeleton.h"

#include <array>
#include <cstddef>
#include <vector>

namespace assimp_md2 {

/// Adds up the normals of frames, each turned back into the rest pose by the bones of its vertex.
class RestNormals {
public:
    /// \param skeleton must outlive the object
    explicit RestNormals(const Skeleton& skeleton);

    /// Adds a frame.
    ///
    /// \param frame index of the frame in the skeleton
    /// \param normals 3 for each vertex of the skeleton; unit vectors
    void addFrame(std::size_t frame, const float* normals);

    /// One unit vector per vertex. A vertex whose normals cancel each other gets its normal of the first
    /// frame that was added.
    std::vector<std::array<float, 3>> take();

    /// The memory that an object and its result need, in bytes.
    static std::size_t bytes(const Skeleton& skeleton);

private:
    const Skeleton& skeleton_;
    std::vector<std::array<float, 4>> rotations_; ///< of each bone in model space, in one frame
    std::vector<std::array<float, 3>> sums_;
    std::vector<std::array<float, 3>> first_;
};

} // namespace assimp_md2
