// SPDX-License-Identifier: BSD-3-Clause
// Clusters vertices into parts that move rigidly.
#pragma once

#include "skeleton/rigid_fit.h"

#include <utility>
#include <vector>

namespace assimp_md2 {

/// The error of a vertex.
struct VertexError {
    double squared = 0;   ///< sum of squared distances over the frames
    Index framesOver = 0; ///< frames whose distance exceeds the step
    float farthest = 0;   ///< largest squared distance, divided by the frame's squared step
};

/// A partition of the vertices into clusters. Every cluster has at least one vertex and the bone that fits
/// its vertices best.
class Clusters {
public:
    /// One cluster of all vertices. The arguments must outlive the clusters.
    ///
    /// \param restFrame the frame that is the rest pose
    /// \param rest positions of the vertices in it
    /// \param steps of the frames of `positions`
    Clusters(const Trajectories& positions, Index restFrame, const std::vector<Vector3>& rest,
             const std::vector<float>& steps, Index mostBones);

    Index count() const { return motions_.bones(); }
    /// The cluster of each vertex.
    const std::vector<Index>& labels() const { return labels_; }

    /// Splits clusters in two, starting with the largest error. Then moves each vertex to the cluster that
    /// predicts its positions best. Clusters whose vertices are all within the steps stay whole. Less than 1
    /// % of the vertices are split off only if one of them is off by more than two steps (RMS over the
    /// frames).
    ///
    /// \param errors of the vertices
    /// \param most the maximum number of clusters to add
    /// \return the number of splits. count() may grow by less, because clusters that lose all their vertices
    ///        to other clusters are removed
    Index split(const std::vector<VertexError>& errors, Index most);

    /// Removes clusters to make room for splits, starting with the cluster whose vertices lose least when
    /// they move to the next best clusters. A cluster stays if it receives vertices, or if its removal loses
    /// more than the split of the worst cluster is likely to gain: half the error of that cluster. The second
    /// removal is compared with the second worst cluster, and so on.
    void dissolve();

private:
    std::vector<std::vector<Index>> members() const;
    void fit(Index cluster, const std::vector<Index>& vertices);
    bool splitOne(Index cluster, const std::vector<Index>& vertices, const std::vector<VertexError>& errors);
    /// Whether both parts of a split are large enough, or the smaller one is far off.
    bool isWorthIt(const std::vector<Index>& a, const std::vector<Index>& b,
                   const std::vector<VertexError>& errors) const;
    float ownDistance(std::size_t vertex) const;
    /// \return the other cluster that predicts a vertex best, with the squared distance. If no distance is
    ///     below `limit`: `limit` and the vertex's own cluster
    std::pair<float, Index> nearestOther(std::size_t vertex, float limit) const;
    void reassign();
    void removeEmptyAndFit();

    const Trajectories& positions_;
    const std::vector<Vector3>& rest_;
    const std::vector<float>& steps_;
    std::vector<Index> eachFrame_;
    Motions motions_;
    std::vector<Index> labels_;
    RigidFit rigidFit_;
};

/// The maximum number of vertices with which a new bone starts.
constexpr std::size_t kSeedVertices = 6;

/// The vertices whose distance to `seed` changes least over the frames. Near vertices are preferred.
///
/// \param vertices to choose from
/// \return at most `count`
std::vector<Index> rigidNeighbours(const Trajectories& positions, const std::vector<Index>& vertices,
                                   Index seed, std::size_t count);

/// The sum of squared distances between a vertex moved by a bone and its positions. If the sum over the first
/// frames already exceeds `limit`, returns that sum.
float squaredDistance(const ConstMotionRows& motion, const Vector3& rest, const ConstVertexPath& path,
                      float limit);

} // namespace assimp_md2
