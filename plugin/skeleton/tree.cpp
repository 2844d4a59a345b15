// SPDX-License-Identifier: BSD-3-Clause
// Joins bones to a tree and gives each a pivot.
#include "skeleton/tree.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <optional>

namespace assimp_md2::inner {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Times between two keys at which the motion of a bone is checked; swings are those of the middle one.
constexpr std::array<double, 3> kTimes{0.25, 0.5, 0.75};
constexpr std::size_t kMiddle = 1;
/// By which share of the model's size and of its way a vertex may be further from its mean position than with
/// its bone below the root. The way counts because vertices that turn with a parent move in arcs: a rigid
/// turn by 180 degrees takes them half of the way from the mean position, by 90 degrees a fifth.
constexpr double kSizeShare = 0.01;
constexpr double kWayShare = 0.2;
/// The size of the model, for the limits of swings: several bones move a vertex, and their distances add up.
constexpr double kSwingSize = 0.93;
/// How many pivots are tried for a bone that swings.
constexpr int kPivots = 3;
/// Bones with a smaller sum of weights have no children.
constexpr double kFewVertices = 6;
/// How strongly a pivot is drawn to its anchor.
constexpr double kPull = 0.02;

/// What the weights say about the bones.
struct Shares {
    Eigen::MatrixXf shared;        ///< for each pair of bones: sum of the products of their weights
    std::vector<double> weights;   ///< for each bone: sum of its weights
    std::vector<Vector3d> centres; ///< for each bone: mean of its vertices
    std::vector<std::vector<Influence>> influences; ///< of each bone
};

Shares sharesOf(const SkinnedModel& model) {
    const auto count = static_cast<Index>(model.motions.size());
    Shares shares{Eigen::MatrixXf::Zero(count, count), {}, {}, influencesOf(model)};
    for (const std::vector<Influence>& list : shares.influences) {
        double sum = 0;
        Vector3d centre = Vector3d::Zero();
        for (const auto& [vertex, weight] : list) {
            sum += double{weight};
            centre += double{weight} * model.rest[vertex].cast<double>();
        }
        shares.weights.push_back(sum);
        shares.centres.push_back(sum > 0 ? Vector3d(centre / sum) : centre);
    }
    for (const VertexWeights& of : model.weights) {
        for (std::size_t i = 0; i < of.count; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const float product = of.weight[i] * of.weight[j];
                shares.shared(of.bone[i], of.bone[j]) += product;
                shares.shared(of.bone[j], of.bone[i]) += product;
            }
        }
    }
    return shares;
}

/// Adds up by how much points move under some transformations.
class Movement {
public:
    void add(const Affine& way) {
        squares_ += way.leftCols<3>().transpose() * way.leftCols<3>();
        slope_ -= way.leftCols<3>().transpose() * way.col(3);
    }

    /// The point that moves least, drawn to `anchor`.
    Vector3d leastMoved(const Vector3d& anchor, double pull) const {
        return (squares_ + pull * Matrix3d::Identity()).llt().solve(slope_ + pull * anchor);
    }
    double turns() const { return squares_.trace(); }

private:
    Matrix3d squares_ = Matrix3d::Zero();
    Vector3d slope_ = Vector3d::Zero();
};

class TreeBuilder {
public:
    TreeBuilder(const SkinnedModel& model, const std::vector<FramePair>& pairs, double size)
        : motions_(model.motions)
        , rest_(model.rest)
        , pairs_(pairs)
        , size_(size)
        , frames_(static_cast<std::size_t>(motions_[0].rows().rows()))
        , shares_(sharesOf(model)) {}

    std::vector<TreeBone> build() {
        // Prim's algorithm
        std::vector<Link> links(motions_.size());
        std::vector<bool> isIn(motions_.size(), false);
        std::size_t next = static_cast<std::size_t>(
            std::max_element(shares_.weights.begin(), shares_.weights.end()) - shares_.weights.begin());
        int candidate = -1;
        for (;;) {
            isIn[next] = true;
            add(next, candidate);
            if (tree_.size() == motions_.size()) {
                return depthFirst();
            }
            const bool isLeaf = tree_.size() > 1 && shares_.weights[next] < kFewVertices;
            const std::size_t newest = next;
            const Link* best = nullptr;
            for (std::size_t bone = 0; bone < motions_.size(); ++bone) {
                if (isIn[bone]) {
                    continue;
                }
                if (!isLeaf) {
                    links[bone] = std::max(
                        links[bone], {shares_.shared(static_cast<Index>(bone), static_cast<Index>(newest)),
                                      static_cast<int>(tree_.size()) - 1});
                }
                if (best == nullptr || *best < links[bone]) {
                    best = &links[bone];
                    next = bone;
                }
            }
            candidate = best->parent;
        }
    }

private:
    /// The best bone of the tree for a bone outside the tree to join: the one with which it shares most, else
    /// the first.
    struct Link {
        float shared = 0;
        int parent = 0;

        bool operator<(const Link& other) const { return shared < other.shared; }
    };

    /// The pairs between which a bone swings.
    struct Swinging {
        std::size_t pairs = 0;
        double most = 0;
        std::size_t worst = 0;

        bool operator<(const Swinging& other) const {
            return std::pair(pairs, most) < std::pair(other.pairs, other.most);
        }
    };

    /// A bone of the tree with its poses between the keys: pair by pair, at kTimes.
    struct Placed {
        TreeBone bone;
        std::vector<BonePose> poses;
        Swinging swinging;
    };

    const Placed& at(int index) const { return tree_[static_cast<std::size_t>(index)]; }

    Placed placed(std::size_t bone, int parent, const Vector3d& origin) const {
        Placed result{{bone, parent, origin}, {}, {}};
        result.poses.reserve(pairs_.size() * kTimes.size());
        for (const auto& [first, second] : pairs_) {
            const BonePose from = localAt(result.bone, first);
            const BonePose to = localAt(result.bone, second);
            for (const double time : kTimes) {
                const BonePose local = between(from, to, time);
                result.poses.push_back(parent < 0 ? local : at(parent).poses[result.poses.size()] * local);
            }
        }
        result.swinging = swingingOf(result);
        return result;
    }

    BonePose poseAt(const TreeBone& bone, std::size_t frame) const {
        const BonePose& motion = motions_[bone.motion][frame];
        return {motion.rotation, motion * bone.origin};
    }

    BonePose localAt(const TreeBone& bone, std::size_t frame) const {
        const BonePose pose = poseAt(bone, frame);
        return bone.parent < 0 ? pose : poseAt(at(bone.parent).bone, frame).inverse() * pose;
    }

    Swinging swingingOf(const Placed& placed) const {
        Swinging result;
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const Affine from = motions_[placed.bone.motion][pairs_[i].first].affine();
            const Affine to = motions_[placed.bone.motion][pairs_[i].second].affine();
            const Affine off =
                placed.poses[i * kTimes.size() + kMiddle].affine(placed.bone.origin) - 0.5 * (from + to);
            double most = 0;
            for (const auto& [vertex, weight] : shares_.influences[placed.bone.motion]) {
                const Eigen::Vector4d x = rest_[vertex].cast<double>().homogeneous();
                most = std::max(most, swingOf(double{weight} * (off * x).norm(),
                                              double{weight} * ((to - from) * x).norm(), kSwingSize * size_));
            }
            result.pairs += most > 0 ? 1U : 0U;
            if (most > result.most) {
                result.most = most;
                result.worst = i;
            }
        }
        return result;
    }

    void add(std::size_t bone, int candidate) {
        const Placed centred = placed(bone, -1, shares_.centres[bone]);
        Placed chosen = centred;
        choosePivot(chosen);
        // As the child of a moving bone, a bone that does not move would move between two keys.
        if (!isStill(bone)) {
            chooseParent(chosen, centred, candidate);
        }
        tree_.push_back(std::move(chosen));
    }

    /// Tries other pivots if a child of the root swings about its centre: a bone that turns about a place far
    /// from its centre moves this place in between.
    void choosePivot(Placed& chosen) const {
        const std::size_t bone = chosen.bone.motion;
        const auto tryPivot = [&](const Vector3d& pivot) {
            Placed other = placed(bone, -1, pivot);
            if (other.swinging < chosen.swinging) {
                chosen = std::move(other);
            }
        };
        if (chosen.swinging.pairs == 0) {
            return;
        }
        tryPivot(leastMoved(bone, pairs_));
        for (int i = 0; i < kPivots && chosen.swinging.pairs > 0; ++i) {
            tryPivot(leastMoved(bone, {pairs_[chosen.swinging.worst]}));
        }
    }

    /// Looks for a parent from the candidate upwards.
    ///
    /// \param centred the bone below the root
    void chooseParent(Placed& chosen, const Placed& centred, int candidate) const {
        const std::size_t bone = centred.bone.motion;
        for (int parent = candidate; parent >= 0; parent = at(parent).bone.parent) {
            if (!canCarry(at(parent).bone.motion, bone)) {
                continue;
            }
            for (const Vector3d& pivot : {pivotTo(bone, parent), centred.bone.origin}) {
                Placed linked = placed(bone, parent, pivot);
                if (!(chosen.swinging < linked.swinging) && isWithin(linked, centred)) {
                    chosen = std::move(linked);
                    return;
                }
            }
        }
    }

    /// Whether a bone has exactly the same transformation in all frames.
    bool isStill(std::size_t bone) const {
        const auto& rows = motions_[bone].rows();
        return (rows == rows.row(0).replicate(rows.rows(), 1)).all();
    }

    /// The place near the centre of a bone that moves least between pairs of frames.
    Vector3d leastMoved(std::size_t bone, const std::vector<FramePair>& pairs) const {
        Movement movement;
        for (const auto& [first, second] : pairs) {
            movement.add(motions_[bone][second].affine() - motions_[bone][first].affine());
        }
        return movement.leastMoved(shares_.centres[bone], kPull * movement.turns() + 1e-9);
    }

    /// The point near the shared vertices that a bone and its parent move most alike.
    Vector3d pivotTo(std::size_t bone, int parentIndex) const {
        const std::size_t parent = at(parentIndex).bone.motion;
        Vector3d anchor = Vector3d::Zero();
        double sum = 0;
        Eigen::AlignedBox3d box;
        auto other = shares_.influences[parent].begin();
        const auto end = shares_.influences[parent].end();
        for (const auto& [vertex, weight] : shares_.influences[bone]) {
            const Vector3d point = rest_[vertex].cast<double>();
            box.extend(point);
            // Both lists are in the order of the vertices.
            while (other != end && other->vertex < vertex) {
                ++other;
            }
            if (other != end && other->vertex == vertex) {
                const double product = double{weight} * double{other->weight};
                anchor += product * point;
                sum += product;
            }
        }
        if (!(sum > 0)) {
            return shares_.centres[bone];
        }
        Movement movement;
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            movement.add(motions_[bone][frame].affine() - motions_[parent][frame].affine());
        }
        // Where the bones turn little against each other, the anchor decides.
        const Vector3d pivot = movement.leastMoved(anchor / sum, kPull * static_cast<double>(frames_));
        return pivot.cwiseMax(box.min()).cwiseMin(box.max());
    }

    /// Whether a bone can be the parent of `child`: its rotation is reliable, and it moves vertices of the
    /// child, or the child stays near one place of the bone, as a hat on a head.
    bool canCarry(std::size_t bone, std::size_t child) const {
        constexpr double kCarried = 0.04;
        if (shares_.weights[bone] < kFewVertices) {
            return false;
        }
        if (shares_.shared(static_cast<Index>(bone), static_cast<Index>(child)) > 0) {
            return true;
        }
        Eigen::Matrix3Xd moved(3, frames_);
        Eigen::Matrix3Xd carried(3, frames_);
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            const auto column = static_cast<Index>(frame);
            moved.col(column) = motions_[child][frame] * shares_.centres[child];
            carried.col(column) = motions_[bone][frame].inverse() * Vector3d(moved.col(column));
        }
        const auto spread = [](const Eigen::Matrix3Xd& points) {
            return (points.colwise() - points.rowwise().mean()).squaredNorm();
        };
        return spread(carried) <= kCarried * spread(moved);
    }

    /// Whether a bone moves its vertices about as well as at the poses of `flat`, or about as if it turned
    /// around its own axis.
    bool isWithin(const Placed& linked, const Placed& flat) const {
        const std::size_t bone = linked.bone.motion;
        for (std::size_t i = 0; i < linked.poses.size(); ++i) {
            const FramePair& pair = pairs_[i / kTimes.size()];
            const double time = kTimes[i % kTimes.size()];
            const Affine from = motions_[bone][pair.first].affine();
            const Affine to = motions_[bone][pair.second].affine();
            const Affine pose = linked.poses[i].affine(linked.bone.origin);
            const Affine off = pose - (1 - time) * from - time * to;
            const Affine flatOff = flat.poses[i].affine(flat.bone.origin) - (1 - time) * from - time * to;
            std::optional<Affine> offTurned; // computed when it is needed
            for (const auto& [vertex, weight] : shares_.influences[bone]) {
                const Eigen::Vector4d x = rest_[vertex].cast<double>().homogeneous();
                const double slack =
                    kWayShare * ((to - from) * x).norm() + kSizeShare * size_ / double{weight};
                if ((off * x).norm() <= (flatOff * x).norm() + slack) {
                    continue;
                }
                if (!offTurned) {
                    const TreeBone turning{bone, -1, leastMoved(bone, {pair})};
                    offTurned =
                        pose - between(poseAt(turning, pair.first), poseAt(turning, pair.second), time)
                                   .affine(turning.origin);
                }
                if ((*offTurned * x).norm() > slack) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Numbers the bones depth first.
    std::vector<TreeBone> depthFirst() const {
        std::vector<TreeBone> ordered;
        ordered.reserve(tree_.size());
        addChildren(ordered, -1, -1);
        return ordered;
    }

    void addChildren(std::vector<TreeBone>& ordered, int parent, int orderedParent) const {
        for (std::size_t i = 0; i < tree_.size(); ++i) {
            if (tree_[i].bone.parent == parent) {
                ordered.push_back({tree_[i].bone.motion, orderedParent, tree_[i].bone.origin});
                addChildren(ordered, static_cast<int>(i), static_cast<int>(ordered.size()) - 1);
            }
        }
    }

    const std::vector<Motion>& motions_;
    const std::vector<Vector3>& rest_;
    const std::vector<FramePair>& pairs_;
    double size_;
    std::size_t frames_;
    Shares shares_;
    std::vector<Placed> tree_;
};

} // namespace

std::vector<TreeBone> boneTree(const SkinnedModel& model, const std::vector<FramePair>& pairs, double size) {
    return TreeBuilder(model, pairs, size).build();
}

} // namespace assimp_md2::inner
