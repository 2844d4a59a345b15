// SPDX-License-Identifier: BSD-3-Clause
// Joins bones to a tree and gives each a pivot.
#include "skeleton/tree.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>

namespace assimp_md2::bones {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// What the weights say about the bones.
struct Shares {
    Eigen::MatrixXf shared;        ///< for each pair of bones: sum of the products of their weights
    Eigen::VectorXd weights;       ///< for each bone: sum of its weights
    std::vector<Vector3d> centres; ///< for each bone: mean of its vertices
};

Shares sharesOf(Index bones, const std::vector<VertexWeights>& weights, const std::vector<Vector3>& rest) {
    Shares shares{Eigen::MatrixXf::Zero(bones, bones), Eigen::VectorXd::Zero(bones),
                  std::vector<Vector3d>(static_cast<std::size_t>(bones), Vector3d::Zero())};
    for (std::size_t v = 0; v < weights.size(); ++v) {
        for (std::size_t i = 0; i < weights[v].count; ++i) {
            const std::size_t a = weights[v].bone[i];
            shares.weights[static_cast<Index>(a)] += weights[v].weight[i];
            shares.centres[a] += double{weights[v].weight[i]} * rest[v].cast<double>();
            for (std::size_t j = 0; j < weights[v].count; ++j) {
                if (i != j) {
                    shares.shared(static_cast<Index>(a), weights[v].bone[j]) +=
                        weights[v].weight[i] * weights[v].weight[j];
                }
            }
        }
    }
    for (Index bone = 0; bone < bones; ++bone) {
        if (shares.weights[bone] > 0) {
            shares.centres[static_cast<std::size_t>(bone)] /= shares.weights[bone];
        }
    }
    return shares;
}

/// How differently two bones move the middle of a and the middle of b.
double difference(const Motions& motions, const Shares& shares, Index a, Index b) {
    constexpr Index kFrames = 64;
    const Index stride = std::max<Index>(1, motions.frames() / kFrames);
    double sum = 0;
    for (Index frame = 0; frame < motions.frames(); frame += stride) {
        const Matrix3d turn =
            (motions.rotation(a, frame).toRotationMatrix() - motions.rotation(b, frame).toRotationMatrix());
        const Vector3d shift = motions.translation(a, frame) - motions.translation(b, frame);
        sum += (turn * shares.centres[static_cast<std::size_t>(a)] + shift).squaredNorm() +
               (turn * shares.centres[static_cast<std::size_t>(b)] + shift).squaredNorm();
    }
    return sum;
}

/// Whether a bone has the same transformation in all frames. Frames in which it does not move have exactly
/// equal transformations.
bool isStill(const Motions& motions, Index bone) {
    const ConstMotionRows rows = motions.of(bone);
    const Index pairs = rows.rows() - 1;
    return (rows.topRows(pairs) == rows.bottomRows(pairs)).all();
}

/// The point near the shared vertices that bone and parent move most alike.
Vector3d pivotOf(const Motions& motions, const std::vector<VertexWeights>& weights,
                 const std::vector<Vector3>& rest, const Shares& shares, Index bone, Index parent) {
    Vector3d anchor = Vector3d::Zero();
    double sum = 0;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        double product = 0;
        for (std::size_t i = 0; i < weights[v].count; ++i) {
            for (std::size_t j = 0; j < weights[v].count; ++j) {
                if (weights[v].bone[i] == bone && weights[v].bone[j] == parent) {
                    product = double{weights[v].weight[i]} * weights[v].weight[j];
                }
            }
        }
        anchor += product * rest[v].cast<double>();
        sum += product;
    }
    if (!(sum > 0)) {
        return shares.centres[static_cast<std::size_t>(bone)];
    }
    anchor /= sum;
    Vector3d low = anchor;
    Vector3d high = anchor;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        for (std::size_t i = 0; i < weights[v].count; ++i) {
            if (weights[v].bone[i] == bone) {
                low = low.cwiseMin(rest[v].cast<double>());
                high = high.cwiseMax(rest[v].cast<double>());
            }
        }
    }
    // Where the bones turn little against each other, the anchor decides.
    constexpr double kPull = 0.02;
    const auto frames = static_cast<double>(motions.frames());
    Matrix3d squares = kPull * frames * Matrix3d::Identity();
    Vector3d slope = kPull * frames * anchor;
    for (Index frame = 0; frame < motions.frames(); ++frame) {
        const Matrix3d turn = motions.rotation(bone, frame).toRotationMatrix() -
                              motions.rotation(parent, frame).toRotationMatrix();
        squares += turn.transpose() * turn;
        slope -= turn.transpose() * (motions.translation(bone, frame) - motions.translation(parent, frame));
    }
    const Vector3d pivot = squares.llt().solve(slope);
    return pivot.cwiseMax(low).cwiseMin(high);
}

} // namespace

std::vector<TreeBone> boneTree(const Motions& motions, const std::vector<VertexWeights>& weights,
                               const std::vector<Vector3>& rest) {
    const Index bones = motions.bones();
    const Shares shares = sharesOf(bones, weights, rest);
    std::vector<bool> still;
    Index root = 0;
    for (Index bone = 0; bone < bones; ++bone) {
        still.push_back(isStill(motions, bone));
        if (std::pair<bool, double>(still.back(), shares.weights[bone]) >
            std::pair<bool, double>(still[static_cast<std::size_t>(root)], shares.weights[root])) {
            root = bone;
        }
    }
    std::vector<TreeBone> tree{{root, -1, shares.centres[static_cast<std::size_t>(root)]}};
    // Prim's algorithm. For each bone outside the tree: the best bone of the tree to join.
    struct Link {
        float shared = 0;
        int toShared = 0;
        double difference = std::numeric_limits<double>::infinity();
        int toNearest = 0;
    };
    std::vector<Link> links(static_cast<std::size_t>(bones));
    for (std::size_t bone = 0; bone < links.size(); ++bone) {
        if (still[bone]) {
            links[bone].shared = std::numeric_limits<float>::infinity(); // to the root, which is still too
        }
    }
    std::vector<bool> isIn(static_cast<std::size_t>(bones), false);
    isIn[static_cast<std::size_t>(root)] = true;
    while (static_cast<Index>(tree.size()) < bones) {
        const int newest = static_cast<int>(tree.size()) - 1;
        Index next = -1;
        Index nearest = -1;
        for (Index bone = 0; bone < bones; ++bone) {
            if (isIn[static_cast<std::size_t>(bone)]) {
                continue;
            }
            Link& link = links[static_cast<std::size_t>(bone)];
            const float shared = shares.shared(bone, tree.back().motion);
            if (shared > link.shared) {
                link.shared = shared;
                link.toShared = newest;
            }
            const double apart = difference(motions, shares, bone, tree.back().motion);
            if (apart < link.difference) {
                link.difference = apart;
                link.toNearest = newest;
            }
            if (link.shared > 0 && (next < 0 || link.shared > links[static_cast<std::size_t>(next)].shared)) {
                next = bone;
            }
            if (nearest < 0 || link.difference < links[static_cast<std::size_t>(nearest)].difference) {
                nearest = bone;
            }
        }
        const bool sharesVertices = next >= 0;
        next = sharesVertices ? next : nearest;
        const Link& link = links[static_cast<std::size_t>(next)];
        const int parent = sharesVertices ? link.toShared : link.toNearest;
        isIn[static_cast<std::size_t>(next)] = true;
        tree.push_back(
            {next, parent,
             pivotOf(motions, weights, rest, shares, next, tree[static_cast<std::size_t>(parent)].motion)});
    }
    return tree;
}

} // namespace assimp_md2::bones
