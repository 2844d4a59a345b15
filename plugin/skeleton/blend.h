// SPDX-License-Identifier: BSD-3-Clause
// Alternately improves the weights, motions and rest positions of a skinned model.
#pragma once

#include "skeleton/clusters.h"
#include "skeleton/fit_skeleton.h"
#include "skeleton/tree.h"

#include <optional>
#include <vector>

namespace assimp_md2::inner {

/// A skinned model and its error relative to the positions. Each improvement lowers the sum of squared
/// distances.
class Blend {
public:
    /// \param frames outlive the blend
    Blend(const Frames& frames, std::size_t mostBones);

    const SkinnedModel& model() const { return model_; }
    std::size_t boneCount() const { return model_.motions.size(); }
    const std::vector<VertexError>& errors() const { return errors_; }

    /// Starts again with one bone per vertex, and the rest frame as the rest pose.
    void start(const std::vector<std::size_t>& labels, std::size_t bones);

    /// Copies weights, rest positions and candidates from a blend with the same bones and other frames.
    void adopt(const Blend& other);

    /// Chooses candidate bones for each vertex: the bones that predict its positions best as its only bone.
    void chooseCandidates();
    void improveWeights();
    /// Improves the motions of all bones.
    ///
    /// \param heldOfBone for each bone, what RigidFit::solve gets; empty: every frame has its own
    ///     transformation
    void improveMotions(const std::vector<Held>& heldOfBone = {});
    void improveRest();
    /// Improves the motions of all bones, parents first. A bone keeps its transformation where consecutive
    /// frames have equal ones, and its rotations are held relative to its parent; see RigidFit::solve.
    void steadyMotions(const std::vector<TreeBone>& tree);

    /// Adds bones for the vertices with the largest errors. A new bone starts with the motion of a few
    /// vertices.
    ///
    /// \param onlyFar only for vertices that are more than six steps off in one frame
    /// \return how many bones were added, at most `most`
    std::size_t addBones(std::size_t most, bool onlyFar = false);

    /// Removes bones, starting with those that reduce the error least. A bone that is needed stays, also if
    /// only because a vertex would be far off without it.
    ///
    /// \param mostOver the maximum number of (frame, vertex) pairs that may exceed the step. If its removal
    ///        would exceed this number, a bone is removed only if it moves less than 1 % of the vertices or
    ///        brings less than 1.5 % of the pairs within a step. If nullopt, needed bones are removed, too
    /// \return how many bones were removed, at most `most`
    std::size_t removeBones(std::size_t most, std::optional<std::size_t> mostOver);

    /// Removes bones that have no weights. Call it last, because the candidates may still contain removed
    /// bones.
    void removeUnused();

    /// Finds frames in which a bone does not move, for improveMotions. The vertices of a bone are the
    /// vertices whose largest weight belongs to it. A bone does not move in a clip, or in all frames, if its
    /// vertices stay within one step of their mean and it moves no vertex by more than `share` steps.
    std::vector<Held> heldFrames(const std::vector<FrameRun>& clips, float share) const;

    /// The sum of squared distances.
    double squaredError() const;
    /// The number of (frame, vertex) pairs whose distance exceeds the step.
    std::size_t pairsOver() const;

private:
    /// What the removal of a bone would change.
    struct Removal {
        std::vector<std::pair<std::size_t, VertexWeights>> weights; ///< of the vertices that it moves
        std::ptrdiff_t over = 0;                                    ///< pairs that exceed the step
        double squared = 0;                                         ///< sum of squared distances
        bool isPossible = true;                                     ///< every vertex has another bone
        bool leavesFar = false;                                     ///< a vertex would be far off
    };
    struct Solution {
        VertexWeights weights;
        VertexError error;
    };

    void improveMotion(std::size_t bone, const std::vector<Influence>& list, const Held* held,
                       const Motion* parent);
    void updateErrors();
    VertexError errorOf(const Path& residual) const;
    /// Solves the weights of a vertex. Its residual is then in residual_.
    ///
    /// \param without a bone that is not used
    Solution solve(std::size_t vertex, std::size_t without);
    Removal removalOf(std::size_t bone);
    void computeResidual(std::size_t vertex);
    void erase(const std::vector<bool>& isRemoved);

    const Frames& frames_;
    std::vector<Vector3> start_;
    Eigen::ArrayXf squaredLimits_; ///< of each frame
    SkinnedModel model_;
    std::vector<std::vector<std::size_t>> candidates_;
    std::vector<Path> residuals_; ///< position − moved rest position
    std::vector<VertexError> errors_;
    RigidFit rigidFit_;
    Path residual_;           ///< of one vertex
    std::vector<Path> alone_; ///< of one vertex: what each candidate would leave as the only bone
};

} // namespace assimp_md2::inner
