// SPDX-License-Identifier: BSD-3-Clause
// Improves weights, motions and rest positions of a skinned model in turn.
#include "skeleton/blend.h"

#include "skeleton/weights.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace assimp_md2 {
namespace {

/// Bones that are tried for each vertex, besides those that it has.
constexpr std::size_t kCandidates = 8;

/// A bone is worth its place if it moves at least the first share of the vertices, and brings the second
/// share of all (frame, vertex) pairs within a step. tests/bench/README.md compares other values.
constexpr double kLeastVertices = 0.01;
constexpr double kLeastPairs = 0.015;
/// The square of a distance in steps: a bone stays, however few vertices it moves, if one of them would be
/// farther off (RMS over the frames).
constexpr double kFarSquared = 6;
/// The same for its distance in one frame. This limit is wider than the next one: the bones that are left
/// adapt themselves, and few vertices are still so far off afterwards.
constexpr float kMostFarSquared = 81;
/// Vertices that are farther off in one frame get a bone.
constexpr float kFarthestSquared = 49;

constexpr std::size_t at(Index index) {
    return static_cast<std::size_t>(index);
}

} // namespace

Blend::Blend(const Trajectories& positions, Index restFrame, const std::vector<Vector3>& start,
             const std::vector<float>& steps, Index mostBones)
    : positions_(positions)
    , start_(start)
    , steps_(steps)
    , squaredLimits_(steps.size())
    , eachFrame_(steps.size() + 1)
    , motions_(positions.frames())
    , rest_(start)
    , weights_(start.size())
    , candidates_(start.size())
    , residuals_(positions.vertices(), positions.frames())
    , errors_(start.size())
    , rigidFit_(positions.frames(), restFrame)
    , alone_(kMostCandidates, positions.frames())
    , rows_(at(positions.frames() * 12)) {
    std::iota(eachFrame_.begin(), eachFrame_.end(), 0);
    std::transform(steps.begin(), steps.end(), squaredLimits_.begin(),
                   [](float step) { return (step + kRounding) * (step + kRounding); });
    motions_.reserve(mostBones);
}

void Blend::start(const std::vector<Index>& labels, Index bones) {
    while (motions_.bones() > bones) {
        motions_.remove(motions_.bones() - 1);
    }
    while (motions_.bones() < bones) {
        motions_.add();
    }
    rest_ = start_;
    for (std::size_t v = 0; v < labels.size(); ++v) {
        weights_[v] = VertexWeights();
        weights_[v].count = 1;
        weights_[v].bone[0] = static_cast<std::uint16_t>(labels[v]);
        weights_[v].weight[0] = 1;
        candidates_[v].assign(1, labels[v]);
        // improveMotions expects the residuals of the present motions.
        computeResidual(static_cast<Index>(v));
    }
    improveMotions();
}

void Blend::adopt(const Blend& other) {
    rest_ = other.rest_;
    weights_ = other.weights_;
    candidates_ = other.candidates_;
    for (Index v = 0; v < positions_.vertices(); ++v) {
        computeResidual(v);
    }
}

void Blend::computeResidual(Index vertex) {
    VertexPath residual = residuals_.edit(vertex);
    residual = positions_.of(vertex);
    const VertexWeights& weights = weights_[at(vertex)];
    for (std::size_t i = 0; i < weights.count; ++i) {
        const ConstMotionRows motion = motions_.of(weights.bone[i]);
        for (Index axis = 0; axis < 3; ++axis) {
            residual.col(axis) -= weights.weight[i] * movedRow(motion, rest_[at(vertex)], axis);
        }
    }
    errors_[at(vertex)] = errorOf(residuals_.of(vertex));
}

VertexError Blend::errorOf(const ConstVertexPath& residual) const {
    const Eigen::Map<const Eigen::ArrayXf> limits(squaredLimits_.data(), residual.rows());
    const auto squares = residual.col(0).square() + residual.col(1).square() + residual.col(2).square();
    VertexError error;
    error.squared = squares.sum();
    error.framesOver = static_cast<Index>((squares > limits).template cast<float>().sum());
    error.farthest = (squares > limits).select(squares / limits, 0.0F).maxCoeff();
    return error;
}

double Blend::squaredError() const {
    return std::accumulate(errors_.begin(), errors_.end(), 0.0,
                           [](double sum, const VertexError& error) { return sum + error.squared; });
}

Index Blend::pairsOver() const {
    return std::accumulate(errors_.begin(), errors_.end(), Index{0},
                           [](Index sum, const VertexError& error) { return sum + error.framesOver; });
}

void Blend::chooseCandidates() {
    const Index bones = motions_.bones();
    std::vector<std::pair<float, Index>> best;
    for (std::size_t v = 0; v < rest_.size(); ++v) {
        best.clear();
        const ConstVertexPath path = positions_.of(static_cast<Index>(v));
        float limit = std::numeric_limits<float>::max();
        for (Index bone = 0; bone < bones; ++bone) {
            const float distance = squaredDistance(motions_.of(bone), rest_[v], path, limit);
            if (best.size() == kCandidates && distance >= limit) {
                continue;
            }
            if (best.size() == kCandidates) {
                best.pop_back();
            }
            best.insert(std::upper_bound(best.begin(), best.end(), std::pair(distance, bone)),
                        {distance, bone});
            if (best.size() == kCandidates) {
                limit = best.back().first;
            }
        }
        candidates_[v].clear();
        for (const auto& [distance, bone] : best) {
            candidates_[v].push_back(bone);
        }
    }
}

Blend::Solution Blend::solve(Index vertex, Index without) {
    std::array<Index, at(kMostCandidates)> tried{};
    Index count = 0;
    const auto consider = [&](Index bone) {
        if (bone != without &&
            std::find(tried.begin(), tried.begin() + count, bone) == tried.begin() + count) {
            tried[at(count++)] = bone;
        }
    };
    const VertexWeights& before = weights_[at(vertex)];
    for (std::size_t i = 0; i < before.count; ++i) {
        consider(before.bone[i]);
    }
    for (const Index bone : candidates_[at(vertex)]) {
        consider(bone);
    }
    VertexPath residual(rows_.data(), positions_.frames(), 3);
    Solution solution{{}, {}, ConstVertexPath(rows_.data(), positions_.frames(), 3)};
    if (count == 0) {
        solution.error.squared = std::numeric_limits<double>::infinity();
        solution.error.framesOver = positions_.frames();
        return solution;
    }
    const ConstVertexPath path = positions_.of(vertex);
    Gram gram(count, count);
    const Index values = 3 * positions_.frames();
    const auto left = [&](Index candidate) {
        return Eigen::Map<const Eigen::VectorXf>(alone_.of(candidate).data(), values);
    };
    for (Index i = 0; i < count; ++i) {
        VertexPath own = alone_.edit(i);
        const ConstMotionRows motion = motions_.of(tried[at(i)]);
        for (Index axis = 0; axis < 3; ++axis) {
            own.col(axis) = path.col(axis) - movedRow(motion, rest_[at(vertex)], axis);
        }
        for (Index j = 0; j <= i; ++j) {
            gram(i, j) = gram(j, i) = left(i).dot(left(j));
        }
    }
    // Noise alone would make any bone useful in one of the values.
    const CandidateWeights weights =
        solveWeights(gram, static_cast<Index>(kWeightsPerVertex), 0.004 + 1 / static_cast<double>(values));
    residual.setZero();
    VertexWeights& chosen = solution.weights;
    for (Index i = 0; i < count; ++i) {
        if (weights[i] > 0) {
            chosen.bone[chosen.count] = static_cast<std::uint16_t>(tried[at(i)]);
            chosen.weight[chosen.count] = static_cast<float>(weights[i]);
            residual += chosen.weight[chosen.count] * alone_.of(i);
            ++chosen.count;
        }
    }
    solution.error = errorOf(solution.residual);
    return solution;
}

void Blend::improveWeights() {
    for (Index v = 0; v < positions_.vertices(); ++v) {
        const Solution solution = solve(v, -1);
        weights_[at(v)] = solution.weights;
        errors_[at(v)] = solution.error;
        residuals_.edit(v) = solution.residual;
    }
}

std::vector<std::vector<Blend::Influence>> Blend::influences() const {
    std::vector<std::vector<Influence>> lists(at(motions_.bones()));
    for (std::size_t v = 0; v < weights_.size(); ++v) {
        for (std::size_t i = 0; i < weights_[v].count; ++i) {
            lists[weights_[v].bone[i]].push_back({static_cast<Index>(v), weights_[v].weight[i]});
        }
    }
    return lists;
}

void Blend::improveMotions(const std::vector<std::vector<Index>>& runsOfBone) {
    const std::vector<std::vector<Influence>> lists = influences();
    for (Index bone = 0; bone < motions_.bones(); ++bone) {
        improveMotion(bone, lists[at(bone)], runsOfBone.empty() ? eachFrame_ : runsOfBone[at(bone)], {});
    }
    updateErrors();
}

void Blend::steadyMotions(const std::vector<TreeBone>& tree, const std::vector<float>& holds) {
    const std::vector<std::vector<Influence>> lists = influences();
    std::vector<Index> runs;
    for (const TreeBone& node : tree) {
        const ConstMotionRows rows = motions_.of(node.motion);
        runs.clear();
        for (Index frame = 0; frame < rows.rows(); ++frame) {
            if (frame == 0 || (rows.row(frame) != rows.row(frame - 1)).any()) {
                runs.push_back(frame);
            }
        }
        runs.push_back(rows.rows());
        const Index parent = node.parent < 0 ? -1 : tree[static_cast<std::size_t>(node.parent)].motion;
        improveMotion(node.motion, lists[at(node.motion)], runs,
                      {parent, holds.data() + node.motion * rows.rows()});
    }
    updateErrors();
}

void Blend::improveMotion(Index bone, const std::vector<Influence>& list, const std::vector<Index>& runs,
                          const RigidFit::Prior& prior) {
    Vector3 sum = Vector3::Zero();
    float weights = 0;
    for (const Influence& influence : list) {
        sum += influence.weight * influence.weight * rest_[at(influence.vertex)];
        weights += influence.weight * influence.weight;
    }
    if (!(weights > 0)) {
        return;
    }
    rigidFit_.start(sum / weights);
    for (const Influence& influence : list) {
        const Vector3& rest = rest_[at(influence.vertex)];
        VertexPath residual = residuals_.edit(influence.vertex);
        for (Index axis = 0; axis < 3; ++axis) {
            residual.col(axis) += influence.weight * movedRow(motions_.of(bone), rest, axis);
        }
        rigidFit_.add(influence.weight, rest, residuals_.of(influence.vertex));
    }
    rigidFit_.solve(motions_, bone, steps_, runs, prior);
    for (const Influence& influence : list) {
        const Vector3& rest = rest_[at(influence.vertex)];
        VertexPath residual = residuals_.edit(influence.vertex);
        for (Index axis = 0; axis < 3; ++axis) {
            residual.col(axis) -= influence.weight * movedRow(motions_.of(bone), rest, axis);
        }
    }
}

void Blend::updateErrors() {
    for (Index v = 0; v < positions_.vertices(); ++v) {
        errors_[at(v)] = errorOf(residuals_.of(v));
    }
}

void Blend::improveRest() {
    const Index frames = positions_.frames();
    Eigen::Map<Eigen::Array<float, Eigen::Dynamic, 9>> blended(rows_.data(), frames, 9);
    for (Index v = 0; v < positions_.vertices(); ++v) {
        const VertexWeights& weights = weights_[at(v)];
        blended = motions_.of(weights.bone[0]).leftCols<9>() * weights.weight[0];
        for (std::size_t i = 1; i < weights.count; ++i) {
            blended += motions_.of(weights.bone[i]).leftCols<9>() * weights.weight[i];
        }
        VertexPath residual = residuals_.edit(v);
        // The rest frame, in which no bone moves, counts twice.
        Eigen::Matrix3d squares = Eigen::Matrix3d::Identity();
        Eigen::Vector3d slope = (start_[at(v)] - rest_[at(v)]).cast<double>();
        for (Index axis = 0; axis < 3; ++axis) {
            for (Index i = 0; i < 3; ++i) {
                slope[i] += (blended.col(3 * axis + i) * residual.col(axis)).sum();
                for (Index j = 0; j <= i; ++j) {
                    const double product = (blended.col(3 * axis + i) * blended.col(3 * axis + j)).sum();
                    squares(i, j) += product;
                    squares(j, i) = squares(i, j);
                }
            }
        }
        const Vector3 change = squares.llt().solve(slope).cast<float>();
        rest_[at(v)] += change;
        for (Index axis = 0; axis < 3; ++axis) {
            residual.col(axis) -= blended.col(3 * axis) * change.x() +
                                  blended.col(3 * axis + 1) * change.y() +
                                  blended.col(3 * axis + 2) * change.z();
        }
        errors_[at(v)] = errorOf(residuals_.of(v));
    }
}

Index Blend::addBones(Index most, bool onlyFar) {
    std::vector<Index> all(rest_.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<Index> order = all;
    const auto rank = [&](Index v) {
        return onlyFar ? double{errors_[at(v)].farthest} : errors_[at(v)].squared;
    };
    std::sort(order.begin(), order.end(),
              [&](Index a, Index b) { return std::pair(-rank(a), a) < std::pair(-rank(b), b); });
    std::vector<bool> isUsed(rest_.size(), false);
    Index added = 0;
    for (const Index seed : order) {
        const VertexError& error = errors_[at(seed)];
        if (added == most || (onlyFar ? error.farthest <= kFarthestSquared : error.framesOver == 0)) {
            break;
        }
        if (isUsed[at(seed)]) {
            continue;
        }
        const std::vector<Index> group = rigidNeighbours(positions_, all, seed, kSeedVertices);
        Vector3 centre = Vector3::Zero();
        for (const Index v : group) {
            centre += rest_[at(v)] / static_cast<float>(group.size());
            isUsed[at(v)] = true;
        }
        const Index bone = motions_.addCopy(weights_[at(seed)].bone[0]);
        rigidFit_.start(centre);
        for (const Index v : group) {
            rigidFit_.add(1, rest_[at(v)], positions_.of(v));
        }
        rigidFit_.solve(motions_, bone, steps_, eachFrame_, {});
        ++added;
    }
    return added;
}

Blend::Removal Blend::removalOf(Index bone, bool stops) {
    // Vertices that would be far off in many frames keep their bone, however few they are.
    double most = 0;
    for (const float limit : squaredLimits_) {
        most += kFarSquared * double{limit};
    }
    Removal removal;
    for (Index v = 0; v < positions_.vertices(); ++v) {
        const VertexWeights& weights = weights_[at(v)];
        const auto end = weights.bone.begin() + static_cast<Index>(weights.count);
        if (std::find(weights.bone.begin(), end, static_cast<std::uint16_t>(bone)) == end) {
            continue;
        }
        removal.weights.emplace_back(v, VertexWeights());
        const Solution solution = solve(v, bone);
        removal.weights.back().second = solution.weights;
        removal.over += solution.error.framesOver - errors_[at(v)].framesOver;
        removal.squared += solution.error.squared - errors_[at(v)].squared;
        if (solution.error.squared > std::max(most, 1.1 * errors_[at(v)].squared) ||
            solution.error.farthest > std::max(kMostFarSquared, 1.1F * errors_[at(v)].farthest)) {
            removal.isPossible = false;
            if (stops) {
                break;
            }
        }
    }
    return removal;
}

Index Blend::removeNeedless(Index mostOver, Index mostRemoved) {
    const Index before = motions_.bones();
    std::vector<std::pair<double, Index>> order;
    for (Index bone = 0; bone < before && before > 1; ++bone) {
        const Removal removal = removalOf(bone);
        if (removal.isPossible) {
            order.emplace_back(removal.squared, bone);
        }
    }
    std::sort(order.begin(), order.end());
    std::vector<double> weightsOf(at(before), 0);
    for (const VertexWeights& weights : weights_) {
        for (std::size_t i = 0; i < weights.count; ++i) {
            weightsOf[weights.bone[i]] += double{weights.weight[i]};
        }
    }
    const auto worth =
        static_cast<Index>(kLeastPairs * static_cast<double>(positions_.vertices() * positions_.frames()));
    std::vector<bool> isRemoved(at(before), false);
    Index over = pairsOver();
    Index left = before;
    for (const auto& [squared, bone] : order) {
        if (left == 1 || before - left == mostRemoved) {
            break;
        }
        const Removal removal = removalOf(bone);
        const bool isWorthIt =
            weightsOf[at(bone)] >= kLeastVertices * static_cast<double>(rest_.size()) && removal.over > worth;
        if (!removal.isPossible || (over + removal.over > mostOver && isWorthIt)) {
            continue;
        }
        apply(removal, bone);
        over += removal.over;
        isRemoved[at(bone)] = true;
        --left;
    }
    removeBones(isRemoved);
    return before - motions_.bones();
}

void Blend::makeRoom(Index count) {
    const Index before = motions_.bones();
    std::vector<std::pair<double, Index>> order;
    for (Index bone = 0; bone < before; ++bone) {
        order.emplace_back(removalOf(bone, false).squared, bone);
    }
    std::sort(order.begin(), order.end());
    std::vector<bool> isRemoved(at(before), false);
    for (const auto& [squared, bone] : order) {
        if (count == 0) {
            break;
        }
        const Removal removal = removalOf(bone, false);
        if (!std::isfinite(removal.squared)) {
            continue; // a vertex would have no bone left
        }
        apply(removal, bone);
        isRemoved[at(bone)] = true;
        --count;
    }
    removeBones(isRemoved);
}

void Blend::apply(const Removal& removal, Index bone) {
    for (const auto& [vertex, weights] : removal.weights) {
        weights_[at(vertex)] = weights;
        computeResidual(vertex);
    }
    for (std::vector<Index>& candidates : candidates_) {
        candidates.erase(std::remove(candidates.begin(), candidates.end(), bone), candidates.end());
    }
}

void Blend::removeUnused() {
    std::vector<bool> isUnused(at(motions_.bones()), true);
    for (const VertexWeights& weights : weights_) {
        for (std::size_t i = 0; i < weights.count; ++i) {
            isUnused[weights.bone[i]] = false;
        }
    }
    removeBones(isUnused);
}

void Blend::removeBones(const std::vector<bool>& isRemoved) {
    // Iterates backwards: remove() moves the last bone to the free index, and that bone has been checked.
    for (Index bone = motions_.bones(); bone-- > 0;) {
        if (!isRemoved[at(bone)]) {
            continue;
        }
        const Index last = motions_.bones() - 1;
        motions_.remove(bone);
        for (std::size_t v = 0; v < weights_.size(); ++v) {
            VertexWeights& weights = weights_[v];
            for (std::size_t i = 0; i < weights.count; ++i) {
                if (weights.bone[i] == last) {
                    weights.bone[i] = static_cast<std::uint16_t>(bone);
                }
            }
            std::replace(candidates_[v].begin(), candidates_[v].end(), last, bone);
        }
    }
}

std::vector<std::vector<Index>> Blend::stillRuns(const std::vector<FrameRun>& clips, float share) {
    const Index frames = positions_.frames();
    const auto bones = at(motions_.bones());
    // same[b][f]: frame f has the transformation of frame f − 1.
    std::vector<std::vector<bool>> same(bones, std::vector<bool>(at(frames), true));
    std::vector<bool> hasMain(bones, false);
    std::vector<std::vector<bool>> isStill(bones, std::vector<bool>(clips.size() + 1, true)); // in each range
    VertexPath moved(rows_.data(), frames, 3);
    // Whether rows stay within `most` steps of their mean.
    const auto staysNear = [&](const auto& path, const FrameRun& range, float most) {
        const auto first = static_cast<Index>(range.first);
        const auto count = static_cast<Index>(range.count);
        const auto part = path.middleRows(first, count);
        const Eigen::Array<float, 1, 3> mean = part.colwise().mean();
        const Eigen::Map<const Eigen::ArrayXf> steps(steps_.data() + first, count);
        return ((part.col(0) - mean[0]).square() + (part.col(1) - mean[1]).square() +
                    (part.col(2) - mean[2]).square() <=
                (most * steps + kRounding).square())
            .all();
    };
    // The clips, and the whole animation.
    std::vector<FrameRun> ranges = clips;
    ranges.push_back({0, at(frames)});
    for (std::size_t v = 0; v < weights_.size(); ++v) {
        const VertexWeights& weights = weights_[v];
        const float heaviest = *std::max_element(weights.weight.begin(), weights.weight.end());
        const ConstVertexPath path = positions_.of(static_cast<Index>(v));
        for (std::size_t i = 0; i < weights.count; ++i) {
            const std::size_t bone = weights.bone[i];
            const bool isMain = weights.weight[i] == heaviest;
            for (Index axis = 0; axis < 3; ++axis) {
                moved.col(axis) = weights.weight[i] * movedRow(motions_.of(weights.bone[i]), rest_[v], axis);
            }
            hasMain[bone] = hasMain[bone] || isMain;
            for (Index frame = 1; frame < frames; ++frame) {
                const float most = share * steps_[at(frame)] + kRounding;
                if (same[bone][at(frame)] &&
                    ((isMain && (path.row(frame) != path.row(frame - 1)).any()) ||
                     (moved.row(frame) - moved.row(frame - 1)).square().sum() > most * most)) {
                    same[bone][at(frame)] = false;
                }
            }
            for (std::size_t range = 0; range < ranges.size(); ++range) {
                isStill[bone][range] = isStill[bone][range] && staysNear(moved, ranges[range], share) &&
                                       (!isMain || staysNear(path, ranges[range], 1));
            }
        }
    }
    std::vector<std::vector<Index>> runs(bones);
    for (std::size_t bone = 0; bone < bones; ++bone) {
        for (std::size_t range = 0; range < ranges.size(); ++range) {
            if (hasMain[bone] && isStill[bone][range]) {
                std::fill_n(same[bone].begin() + static_cast<Index>(ranges[range].first) + 1,
                            ranges[range].count - 1, true);
            }
        }
        runs[bone].push_back(0);
        for (Index frame = 1; frame < frames; ++frame) {
            if (!hasMain[bone] || !same[bone][at(frame)]) {
                runs[bone].push_back(frame);
            }
        }
        runs[bone].push_back(frames);
    }
    return runs;
}

} // namespace assimp_md2
