// SPDX-License-Identifier: BSD-3-Clause
// Clusters vertices into parts that move rigidly.
#pragma once

#include "skeleton/rigid_fit.h"

#include <vector>

namespace assimp_md2::bones {

/// How far a vertex is from its positions.
struct VertexError {
    double squared = 0;   ///< sum of squared distances over the frames
    Index framesOver = 0; ///< frames whose distance exceeds the step
};

/// Every vertex belongs to one cluster; every cluster has vertices, and one bone that fits them best.
class Clusters {
public:
    /// One cluster of all vertices. The arguments must outlive the clusters.
    ///
    /// \param rest positions of the vertices in the rest pose
    /// \param steps of the frames of `positions`
    Clusters(const Trajectories& positions, const std::vector<Vector3>& rest, const std::vector<float>& steps,
             Index mostBones);

    const Motions& motions() const { return motions_; }
    Index count() const { return motions_.bones(); }
    /// The cluster of each vertex.
    const std::vector<Index>& labels() const { return labels_; }

    /// Splits clusters in two, those with the largest error first, and moves each vertex to the cluster that
    /// predicts it best. Clusters whose vertices are all within the steps stay whole.
    ///
    /// \param errors of the vertices
    /// \param most clusters to add
    /// \return how many clusters were split; as many may have lost all vertices to others, and are gone
    Index split(const std::vector<VertexError>& errors, Index most);

private:
    std::vector<std::vector<Index>> members() const;
    void fit(Index cluster, const std::vector<Index>& vertices);
    bool splitOne(Index cluster, const std::vector<Index>& vertices, const std::vector<VertexError>& errors);
    void reassign();

    const Trajectories& positions_;
    const std::vector<Vector3>& rest_;
    const std::vector<float>& steps_;
    std::vector<Index> eachFrame_;
    Motions motions_;
    std::vector<Index> labels_;
    RigidFit rigidFit_;
};

/// Vertices with which a new bone starts, at most.
constexpr std::size_t kSeedVertices = 6;

/// The vertices whose distance to `seed` changes least over the frames, preferably near ones.
///
/// \param vertices to choose from
/// \return at most `count`
std::vector<Index> rigidNeighbours(const Trajectories& positions, const std::vector<Index>& vertices,
                                   Index seed, std::size_t count);

/// The sum of squared distances between a vertex moved by a bone and its positions. Stops early and returns a
/// sum over fewer frames when that already exceeds `limit`.
float squaredDistance(const ConstMotionRows& motion, const Vector3& rest, const ConstPath& path, float limit);

} // namespace assimp_md2::bones
