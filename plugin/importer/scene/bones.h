// SPDX-License-Identifier: BSD-3-Clause
// Bones, weights and motion of a model, as a fit of its frames returns them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assimp_md2::inner {

/// The most bones that a skeleton can have.
inline constexpr std::size_t kMaximumBones = 256;

/// The most bones that move one vertex.
inline constexpr std::size_t kWeightsPerVertex = 4;

/// A bone's transformation relative to its parent, or to the model if it has none. Scale is 1.
struct BoneKey {
    std::array<float, 4> rotation; ///< unit quaternion: w, x, y, z
    std::array<float, 3> translation;
};

/// The bone weights of a vertex. They are positive, and their sum is 1.
struct VertexWeights {
    std::array<std::uint16_t, kWeightsPerVertex> bone{}; ///< different ones
    std::array<float, kWeightsPerVertex> weight{};
    std::size_t count = 0; ///< 1 to kWeightsPerVertex
};

/// The error of the skeleton when it is played, that is, when its local keys are composed from the root to
/// the bones.
struct SkeletonQuality {
    double rms = 0;     ///< root of the mean squared distance, in model units
    double maximum = 0; ///< largest distance, in model units
    /// Share of all (frame, vertex) pairs whose distance is at most the frame's step, or at most 1/100,000 of
    /// half the model's extent if the step is smaller.
    double withinStep = 1;
    /// Pairs of frames that follow each other in a clip.
    std::size_t pairs = 0;
    /// Pairs that swing: half-way in time, a vertex is further from the middle of its two positions than 3 %
    /// of the model's size, and than half of the distance between the positions plus 1 % of the size. The
    /// size is the median, over all frames, of the diagonal of the frame's bounding box. A rigid turn by up
    /// to 180° does not swing.
    std::size_t swings = 0;
};

/// Bones, weights and motion. A vertex of frame f is at the sum of weight × global(bone, f) × (rest − origin
/// of the bone), where global is the product of the local keys from the root to the bone. The offset matrix
/// of a bone is therefore a translation by −origin.
struct Skeleton {
    struct Bone {
        int parent; ///< index of an earlier bone; -1 for a child of the skeleton's root, which is not a bone
        std::array<float, 3> origin; ///< pivot in the rest pose, in model space
    };
    std::vector<Bone> bones; ///< at least one; depth first: parents before children
    std::size_t frameCount = 0;
    std::size_t restFrame = 0;                       ///< the rest pose shows this frame
    std::vector<std::array<float, 3>> restPositions; ///< one per vertex, in model space
    std::vector<VertexWeights> weights;              ///< one per vertex
    std::vector<BoneKey> keys; ///< bones.size() × frameCount keys, bone by bone: first all frames of bone 0
    SkeletonQuality quality;

    const BoneKey& key(std::size_t bone, std::size_t frame) const { return keys[bone * frameCount + frame]; }
};

} // namespace assimp_md2::inner
