// SPDX-License-Identifier: BSD-3-Clause
// Clusters vertices into parts that move rigidly.
#pragma once

#include "skeleton/fit_skeleton.h"
#include "skeleton/rigid_fit.h"

#include <limits>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// A model that bones move.
struct SkinnedModel {
    std::vector<Motion> motions;        ///< of each bone
    std::vector<VertexWeights> weights; ///< of each vertex
    std::vector<Vector3> rest;          ///< the position of each vertex in the rest pose
};

/// A vertex that a bone moves.
struct Influence {
    std::size_t vertex;
    float weight;
};

/// The vertices that each bone moves, ascending.
std::vector<std::vector<Influence>> influencesOf(const SkinnedModel& model);

/// The error of a vertex.
struct VertexError {
    double squared = 0;         ///< sum of squared distances over the frames
    std::size_t framesOver = 0; ///< frames whose distance exceeds the step
    float farthest = 0;         ///< largest squared distance, divided by the frame's squared step
};

/// Frames of positions, in coordinates whose largest magnitude is 1.
struct Frames {
    std::vector<Path> positions; ///< of each vertex
    std::vector<float> steps;    ///< of each frame
    std::size_t rest = 0;        ///< the frame that is the rest pose: no bone moves in it

    /// The positions of the vertices in a frame.
    std::vector<Vector3> at(std::size_t frame) const;
};

/// A partition of the vertices into clusters. Every cluster has at least one vertex and the bone that fits
/// its vertices best.
class Clusters {
public:
    /// One cluster of all vertices.
    ///
    /// \param frames outlive the clusters
    Clusters(const Frames& frames, std::size_t mostBones);

    std::size_t count() const { return motions_.size(); }
    /// The cluster of each vertex.
    const std::vector<std::size_t>& labels() const { return labels_; }

    /// Splits clusters in two, starting with the largest error. Then moves each vertex to the cluster that
    /// predicts its positions best. Clusters whose vertices are all within the steps stay whole. Less than 1
    /// % of the vertices are split off only if one of them is off by more than two steps (RMS over the
    /// frames).
    ///
    /// \param errors of the vertices
    /// \param most the maximum number of clusters to add
    /// \return the number of splits. count() may grow by less, because clusters that lose all their vertices
    ///        to other clusters are removed
    std::size_t split(const std::vector<VertexError>& errors, std::size_t most);

    /// Removes clusters to make room for splits, starting with the cluster whose vertices lose least when
    /// they move to the next best clusters. A cluster stays if it receives vertices, or if its removal loses
    /// more than the split of the worst cluster is likely to gain: half the error of that cluster. The second
    /// removal is compared with the second worst cluster, and so on.
    void dissolve();

private:
    std::vector<std::vector<std::size_t>> members() const;
    void fit(std::size_t cluster, const std::vector<std::size_t>& vertices);
    bool splitOne(std::size_t cluster, const std::vector<std::size_t>& vertices,
                  const std::vector<VertexError>& errors);
    /// Whether both parts of a split are large enough, or the smaller one is far off.
    bool isWorthIt(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                   const std::vector<VertexError>& errors) const;
    float ownDistance(std::size_t vertex) const;
    /// \return the other cluster that predicts a vertex best, with the squared distance. If no distance is
    ///     below `limit`: `limit` and the vertex's own cluster
    std::pair<float, std::size_t> nearestOther(std::size_t vertex, float limit) const;
    void reassign();
    void removeEmptyAndFit();

    const Frames& frames_;
    std::vector<Vector3> rest_;
    std::vector<Motion> motions_;
    std::vector<std::size_t> labels_;
    RigidFit rigidFit_;
};

/// The maximum number of vertices with which a new bone starts.
constexpr std::size_t kSeedVertices = 6;

/// The vertices whose distance to `seed` changes least over the frames. Near vertices are preferred.
///
/// \param vertices to choose from
/// \return at most `count`
std::vector<std::size_t> rigidNeighbours(const std::vector<Path>& positions,
                                         const std::vector<std::size_t>& vertices, std::size_t seed,
                                         std::size_t count);

/// The sum of squared distances between a vertex moved by a bone and its positions. If the sum over the first
/// frames already exceeds `limit`, returns that sum.
float squaredDistance(const Motion& motion, const Vector3& rest, const Path& path,
                      float limit = std::numeric_limits<float>::max());

} // namespace assimp_md2::inner
