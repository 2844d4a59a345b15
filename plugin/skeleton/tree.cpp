// SPDX-License-Identifier: BSD-3-Clause
// Joins bones to a tree and gives each a pivot.
#include "skeleton/tree.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace assimp_md2 {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
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

/// The vertices that a bone moves.
struct Influence {
    std::size_t vertex;
    double weight;
};

/// Where a bone is at one time: the rotation, and the place of its origin.
struct Pose {
    Quaterniond rotation;
    Vector3d origin;
};

/// A linear map and a shift.
struct Affine {
    Matrix3d matrix;
    Vector3d shift;

    Vector3d operator*(const Vector3d& point) const { return matrix * point + shift; }
};

Affine operator+(const Affine& a, const Affine& b) {
    return {a.matrix + b.matrix, a.shift + b.shift};
}

Affine operator*(double factor, const Affine& a) {
    return {factor * a.matrix, factor * a.shift};
}

constexpr std::array<double, 3> kBetween{0.25, 0.5, 0.75};
/// By which share of the model's size and of its way a vertex may be further from its mean position than with
/// its bone below the root. The way counts because vertices that turn with a parent move in arcs: a rigid
/// turn by 180 degrees takes them half of the way from the mean position, by 90 degrees a fifth.
constexpr double kSizeShare = 0.01;
constexpr double kWayShare = 0.2;
/// The limits of SkeletonQuality::swings, slightly tightened.
constexpr double kSwing = 0.028;
constexpr double kSlack = 0.009;
/// How many pivots are tried for a bone that swings.
constexpr int kPivots = 3;
/// Bones with a smaller sum of weights have no children.
constexpr double kFewVertices = 6;

class TreeBuilder {
public:
    TreeBuilder(const Motions& motions, const std::vector<VertexWeights>& weights,
                const std::vector<Vector3>& rest, const std::vector<FramePair>& pairs, double size,
                const std::vector<bool>& isDetached)
        : motions_(motions)
        , weights_(weights)
        , rest_(rest)
        , pairs_(pairs)
        , isDetached_(isDetached)
        , size_(size)
        , tolerance_(kSizeShare * size)
        , shares_(sharesOf(motions.bones(), weights, rest))
        , influences_(static_cast<std::size_t>(motions.bones())) {
        for (std::size_t v = 0; v < weights.size(); ++v) {
            for (std::size_t i = 0; i < weights[v].count; ++i) {
                influences_[weights[v].bone[i]].push_back({v, double{weights[v].weight[i]}});
            }
        }
    }

    std::vector<TreeBone> build() {
        const Index bones = motions_.bones();
        // Prim's algorithm
        std::vector<Link> links(static_cast<std::size_t>(bones));
        std::vector<bool> isIn(static_cast<std::size_t>(bones), false);
        Index next = 0;
        shares_.weights.maxCoeff(&next);
        int candidate = -1;
        for (;;) {
            isIn[static_cast<std::size_t>(next)] = true;
            add(next, candidate);
            if (static_cast<Index>(tree_.size()) == bones) {
                return depthFirst();
            }
            const int newest = static_cast<int>(tree_.size()) - 1;
            const bool isLeaf = newest > 0 && shares_.weights[tree_.back().motion] < kFewVertices;
            next = -1;
            Index nearest = -1;
            for (Index bone = 0; bone < bones; ++bone) {
                if (isIn[static_cast<std::size_t>(bone)]) {
                    continue;
                }
                Link& link = links[static_cast<std::size_t>(bone)];
                if (!isLeaf) {
                    improve(link, bone, newest);
                }
                if (link.shared > 0 &&
                    (next < 0 || link.shared > links[static_cast<std::size_t>(next)].shared)) {
                    next = bone;
                }
                if (nearest < 0 || link.difference < links[static_cast<std::size_t>(nearest)].difference) {
                    nearest = bone;
                }
            }
            const bool sharesVertices = next >= 0;
            next = sharesVertices ? next : nearest;
            const Link& link = links[static_cast<std::size_t>(next)];
            candidate = sharesVertices ? link.toShared : link.toNearest;
        }
    }

private:
    /// For a bone outside the tree: the best bone of the tree to join.
    struct Link {
        float shared = 0;
        int toShared = -1;
        double difference = std::numeric_limits<double>::infinity();
        int toNearest = -1;
    };

    void improve(Link& link, Index bone, int newest) const {
        const Index other = tree_[static_cast<std::size_t>(newest)].motion;
        const float shared = shares_.shared(bone, other);
        if (shared > link.shared) {
            link.shared = shared;
            link.toShared = newest;
        }
        const double apart = difference(motions_, shares_, bone, other);
        if (apart < link.difference) {
            link.difference = apart;
            link.toNearest = newest;
        }
    }

    void add(Index bone, int candidate) {
        const TreeBone centred{bone, -1, shares_.centres[static_cast<std::size_t>(bone)]};
        const std::vector<Pose> centredPoses = posesBetween(centred);
        TreeBone chosen = centred;
        std::vector<Pose> chosenPoses = centredPoses;
        Swinging least = excess(chosen, chosenPoses);
        // A bone that turns about a place far from its centre swings there: the place moves in between.
        const auto tryPivot = [&](const Vector3d& pivot) {
            const TreeBone other{bone, -1, pivot};
            std::vector<Pose> poses = posesBetween(other);
            const Swinging swing = excess(other, poses);
            if (swing < least) {
                least = swing;
                chosen = other;
                chosenPoses = std::move(poses);
            }
        };
        if (least.pairs > 0 && !isDetached_[static_cast<std::size_t>(bone)]) {
            tryPivot(leastMoved(bone, pairs_));
            if (candidate >= 0) {
                tryPivot(pivotTo(bone, candidate));
            }
            for (int i = 0; i < kPivots && least.pairs > 0; ++i) {
                tryPivot(leastMoved(bone, {pairs_[least.worst]}));
            }
        }
        // As the child of a moving bone, a bone that does not move would move between two keys.
        const bool isFree = isDetached_[static_cast<std::size_t>(bone)] || isStill(motions_, bone);
        const int first = isFree ? -1 : candidate;
        for (int parent = first; parent >= 0 && chosen.parent < 0;
             parent = tree_[static_cast<std::size_t>(parent)].parent) {
            if (!canCarry(tree_[static_cast<std::size_t>(parent)].motion, bone)) {
                continue;
            }
            for (const Vector3d& pivot : {pivotTo(bone, parent), centred.origin}) {
                const TreeBone linked{bone, parent, pivot};
                std::vector<Pose> poses = posesBetween(linked);
                if (isWithin(linked, poses, centred, centredPoses) && !(least < excess(linked, poses))) {
                    chosen = linked;
                    chosenPoses = std::move(poses);
                    break;
                }
            }
        }
        tree_.push_back(chosen);
        poses_.push_back(std::move(chosenPoses));
    }

    Vector3d pivotTo(Index bone, int parent) const {
        return pivotOf(motions_, weights_, rest_, shares_, bone,
                       tree_[static_cast<std::size_t>(parent)].motion);
    }

    /// The pairs between which a bone swings.
    struct Swinging {
        std::size_t pairs = 0;
        double most = 0; ///< largest distance at half time beyond what SkeletonQuality::swings allows
        std::size_t worst = 0;

        bool operator<(const Swinging& other) const {
            return std::pair(pairs, most) < std::pair(other.pairs, other.most);
        }
    };

    Swinging excess(const TreeBone& bone, const std::vector<Pose>& poses) const {
        Swinging result;
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const Affine a = affineAt(bone.motion, static_cast<Index>(pairs_[i].first));
            const Affine b = affineAt(bone.motion, static_cast<Index>(pairs_[i].second));
            const Affine way = b + -1 * a;
            const Affine off = affineOf(bone, poses[i * kBetween.size() + 1]) + -0.5 * (a + b);
            double most = 0;
            for (const Influence& influence : influences_[static_cast<std::size_t>(bone.motion)]) {
                const Vector3d x = rest_[influence.vertex].cast<double>();
                const double distance = influence.weight * (off * x).norm();
                if (distance > kSwing * size_) {
                    most =
                        std::max(most, distance - influence.weight * (way * x).norm() / 2 - kSlack * size_);
                }
            }
            if (most > 0) {
                ++result.pairs;
                if (most > result.most) {
                    result.most = most;
                    result.worst = i;
                }
            }
        }
        return result;
    }

    /// The place near the centre of a bone that moves least between pairs of frames.
    Vector3d leastMoved(Index bone, const std::vector<FramePair>& pairs) const {
        constexpr double kPull = 0.02;
        Matrix3d squares = Matrix3d::Zero();
        Vector3d slope = Vector3d::Zero();
        for (const auto& [first, second] : pairs) {
            const Affine way =
                affineAt(bone, static_cast<Index>(second)) + -1 * affineAt(bone, static_cast<Index>(first));
            squares += way.matrix.transpose() * way.matrix;
            slope -= way.matrix.transpose() * way.shift;
        }
        const Vector3d& centre = shares_.centres[static_cast<std::size_t>(bone)];
        const double pull = kPull * squares.trace() + 1e-9;
        return (squares + pull * Matrix3d::Identity()).llt().solve(slope + pull * centre);
    }

    /// Whether a bone can be the parent of `child`: its rotation is reliable, and it moves vertices of the
    /// child, or the child stays near one place of the bone, as a hat on a head.
    bool canCarry(Index bone, Index child) const {
        if (shares_.weights[bone] < kFewVertices) {
            return false;
        }
        if (shares_.shared(bone, child) > 0) {
            return true;
        }
        const Vector3d& centre = shares_.centres[static_cast<std::size_t>(child)];
        Vector3d sum = Vector3d::Zero();
        Vector3d carriedSum = Vector3d::Zero();
        double squares = 0;
        double carriedSquares = 0;
        for (Index frame = 0; frame < motions_.frames(); ++frame) {
            const Vector3d moved =
                motions_.rotation(child, frame) * centre + motions_.translation(child, frame);
            const Vector3d carried =
                motions_.rotation(bone, frame).conjugate() * (moved - motions_.translation(bone, frame));
            sum += moved;
            squares += moved.squaredNorm();
            carriedSum += carried;
            carriedSquares += carried.squaredNorm();
        }
        const auto frames = static_cast<double>(motions_.frames());
        constexpr double kCarried = 0.04;
        return carriedSquares - carriedSum.squaredNorm() / frames <=
               kCarried * (squares - sum.squaredNorm() / frames);
    }

    Pose poseAt(const TreeBone& bone, Index frame) const {
        const Quaterniond& rotation = motions_.rotation(bone.motion, frame);
        return {rotation, rotation * bone.origin + motions_.translation(bone.motion, frame)};
    }

    Pose localAt(const TreeBone& bone, Index frame) const {
        Pose pose = poseAt(bone, frame);
        if (bone.parent < 0) {
            return pose;
        }
        const Pose parent = poseAt(tree_[static_cast<std::size_t>(bone.parent)], frame);
        return {parent.rotation.conjugate() * pose.rotation,
                parent.rotation.conjugate() * (pose.origin - parent.origin)};
    }

    std::vector<Pose> posesBetween(const TreeBone& bone) const {
        std::vector<Pose> poses;
        poses.reserve(pairs_.size() * kBetween.size());
        for (const auto& [first, second] : pairs_) {
            const Pose a = localAt(bone, static_cast<Index>(first));
            const Pose b = localAt(bone, static_cast<Index>(second));
            for (const double time : kBetween) {
                Pose pose{a.rotation.slerp(time, b.rotation), a.origin + time * (b.origin - a.origin)};
                if (bone.parent >= 0) {
                    const Pose& parent = poses_[static_cast<std::size_t>(bone.parent)][poses.size()];
                    pose = {parent.rotation * pose.rotation, parent.origin + parent.rotation * pose.origin};
                }
                poses.push_back(pose);
            }
        }
        return poses;
    }

    /// Whether a bone moves its vertices about as well as at the poses of `flat`, or about as if it turned
    /// around its own axis.
    bool isWithin(const TreeBone& bone, const std::vector<Pose>& poses, const TreeBone& flat,
                  const std::vector<Pose>& flatPoses) const {
        std::size_t at = 0;
        for (const FramePair& pair : pairs_) {
            const Affine a = affineAt(bone.motion, static_cast<Index>(pair.first));
            const Affine b = affineAt(bone.motion, static_cast<Index>(pair.second));
            const Affine way = b + -1 * a;
            for (const double time : kBetween) {
                const Affine mean = (1 - time) * a + time * b;
                const Affine pose = affineOf(bone, poses[at]);
                const Affine off = pose + -1 * mean;
                const Affine flatOff = affineOf(flat, flatPoses[at]) + -1 * mean;
                std::optional<Affine> offTurned; // computed when it is needed
                for (const Influence& influence : influences_[static_cast<std::size_t>(bone.motion)]) {
                    const Vector3d x = rest_[influence.vertex].cast<double>();
                    const double slack = kWayShare * (way * x).norm() + tolerance_ / influence.weight;
                    if ((off * x).norm() <= (flatOff * x).norm() + slack) {
                        continue;
                    }
                    if (!offTurned) {
                        offTurned = pose + -1 * turned(bone.motion, pair, time);
                    }
                    if ((*offTurned * x).norm() > slack) {
                        return false;
                    }
                }
                ++at;
            }
        }
        return true;
    }

    /// Where a bone is between two frames if it turns around the place that moves least between them.
    Affine turned(Index bone, const FramePair& pair, double time) const {
        const TreeBone turning{bone, -1, leastMoved(bone, {pair})};
        const Pose from = poseAt(turning, static_cast<Index>(pair.first));
        const Pose to = poseAt(turning, static_cast<Index>(pair.second));
        return affineOf(turning, {from.rotation.slerp(time, to.rotation),
                                  from.origin + time * (to.origin - from.origin)});
    }

    Affine affineAt(Index bone, Index frame) const {
        return {motions_.rotation(bone, frame).toRotationMatrix(), motions_.translation(bone, frame)};
    }

    static Affine affineOf(const TreeBone& bone, const Pose& pose) {
        const Matrix3d rotation = pose.rotation.toRotationMatrix();
        return {rotation, pose.origin - rotation * bone.origin};
    }

    /// Numbers the bones depth first.
    std::vector<TreeBone> depthFirst() const {
        std::vector<std::vector<int>> childrenOf(tree_.size() + 1); // the last one is the root
        for (std::size_t i = tree_.size(); i-- > 0;) {
            const int parent = tree_[i].parent;
            childrenOf[parent < 0 ? tree_.size() : static_cast<std::size_t>(parent)].push_back(
                static_cast<int>(i));
        }
        std::vector<TreeBone> ordered;
        ordered.reserve(tree_.size());
        std::vector<std::pair<int, int>> open; // bone, and index of its parent in the new order
        const auto push = [&](std::size_t bone, int parent) {
            for (const int child : childrenOf[bone]) {
                open.emplace_back(child, parent);
            }
        };
        push(tree_.size(), -1);
        while (!open.empty()) {
            const auto [bone, parent] = open.back();
            open.pop_back();
            ordered.push_back(tree_[static_cast<std::size_t>(bone)]);
            ordered.back().parent = parent;
            push(static_cast<std::size_t>(bone), static_cast<int>(ordered.size()) - 1);
        }
        return ordered;
    }

    const Motions& motions_;
    const std::vector<VertexWeights>& weights_;
    const std::vector<Vector3>& rest_;
    const std::vector<FramePair>& pairs_;
    const std::vector<bool>& isDetached_;
    double size_;
    double tolerance_;
    Shares shares_;
    std::vector<std::vector<Influence>> influences_;
    std::vector<TreeBone> tree_;
    std::vector<std::vector<Pose>> poses_; ///< for each bone of the tree: pair by pair, at kBetween
};

} // namespace

std::vector<TreeBone> boneTree(const Motions& motions, const std::vector<VertexWeights>& weights,
                               const std::vector<Vector3>& rest, const std::vector<FramePair>& pairs,
                               double size, const std::vector<bool>& isDetached) {
    return TreeBuilder(motions, weights, rest, pairs, size, isDetached).build();
}

std::vector<TreeBone> flatTree(const std::vector<VertexWeights>& weights, const std::vector<Vector3>& rest,
                               Index bones) {
    const Shares shares = sharesOf(bones, weights, rest);
    std::vector<TreeBone> tree;
    tree.reserve(static_cast<std::size_t>(bones));
    for (Index bone = 0; bone < bones; ++bone) {
        tree.push_back({bone, -1, shares.centres[static_cast<std::size_t>(bone)]});
    }
    return tree;
}

} // namespace assimp_md2
