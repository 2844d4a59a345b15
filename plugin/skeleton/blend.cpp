// SPDX-License-Identifier: BSD-3-Clause
// Improves weights, motions and rest positions of a skinned model in turn.
#include "skeleton/blend.h"

#include "skeleton/weights.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>
#include <numeric>

namespace assimp_md2::inner {
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
constexpr float kFarthestSquared = 36;
/// The vertices with which the bone of such a vertex starts: more neighbours would hide the one frame.
constexpr std::size_t kFarSeedVertices = 3;

constexpr std::size_t kNoBone = kMaximumBones;

/// Whether the positions of a range of frames stay near their mean.
bool staysNear(const Path& path, const FrameRun& range, const Eigen::ArrayXf& squaredLimits) {
    const auto first = static_cast<Index>(range.first);
    const auto count = static_cast<Index>(range.count);
    const Path part = path.middleRows(first, count);
    const Eigen::Array<float, 1, 3> mean = part.colwise().mean();
    return ((part.rowwise() - mean).square().rowwise().sum() <= squaredLimits.segment(first, count)).all();
}

} // namespace

Blend::Blend(const Frames& frames, std::size_t mostBones)
    : frames_(frames)
    , start_(frames.at(frames.rest))
    , squaredLimits_(static_cast<Index>(frames.steps.size()))
    , model_{{}, std::vector<VertexWeights>(start_.size()), start_}
    , candidates_(start_.size())
    , residuals_(frames.positions)
    , errors_(start_.size())
    , rigidFit_(frames.steps, frames.rest)
    , residual_(squaredLimits_.size(), 3)
    , alone_(kMostCandidates, residual_) {
    std::transform(frames.steps.begin(), frames.steps.end(), squaredLimits_.data(),
                   [](float step) { return (step + kRounding) * (step + kRounding); });
    model_.motions.reserve(mostBones);
}

void Blend::start(const std::vector<std::size_t>& labels, std::size_t bones) {
    model_.motions.resize(bones, Motion(frames_.steps.size()));
    model_.rest = start_;
    for (std::size_t v = 0; v < labels.size(); ++v) {
        model_.weights[v] = {{static_cast<std::uint16_t>(labels[v])}, {1}, 1};
        candidates_[v].assign(1, labels[v]);
        // improveMotions expects the residuals of the present motions.
        computeResidual(v);
    }
    improveMotions();
}

void Blend::adopt(const Blend& other) {
    model_.rest = other.model_.rest;
    model_.weights = other.model_.weights;
    candidates_ = other.candidates_;
    for (std::size_t v = 0; v < model_.rest.size(); ++v) {
        computeResidual(v);
    }
}

void Blend::computeResidual(std::size_t vertex) {
    residuals_[vertex] = frames_.positions[vertex];
    const VertexWeights& weights = model_.weights[vertex];
    for (std::size_t i = 0; i < weights.count; ++i) {
        model_.motions[weights.bone[i]].addMoved(-weights.weight[i], model_.rest[vertex], residuals_[vertex]);
    }
    errors_[vertex] = errorOf(residuals_[vertex]);
}

VertexError Blend::errorOf(const Path& residual) const {
    const auto squares = residual.col(0).square() + residual.col(1).square() + residual.col(2).square();
    VertexError error;
    error.squared = squares.sum();
    error.framesOver = static_cast<std::size_t>((squares > squaredLimits_).count());
    error.farthest = (squares / squaredLimits_).maxCoeff();
    return error;
}

double Blend::squaredError() const {
    return std::accumulate(errors_.begin(), errors_.end(), 0.0,
                           [](double sum, const VertexError& error) { return sum + error.squared; });
}

std::size_t Blend::pairsOver() const {
    return std::accumulate(errors_.begin(), errors_.end(), std::size_t{0},
                           [](std::size_t sum, const VertexError& error) { return sum + error.framesOver; });
}

void Blend::chooseCandidates() {
    std::vector<std::pair<float, std::size_t>> best;
    for (std::size_t v = 0; v < model_.rest.size(); ++v) {
        best.clear();
        for (std::size_t bone = 0; bone < boneCount(); ++bone) {
            const bool isFull = best.size() == kCandidates;
            const float limit = isFull ? best.back().first : std::numeric_limits<float>::max();
            const float distance =
                squaredDistance(model_.motions[bone], model_.rest[v], frames_.positions[v], limit);
            if (isFull && distance >= limit) {
                continue;
            }
            if (isFull) {
                best.pop_back();
            }
            best.insert(std::upper_bound(best.begin(), best.end(), std::pair(distance, bone)),
                        {distance, bone});
        }
        candidates_[v].clear();
        for (const auto& [distance, bone] : best) {
            candidates_[v].push_back(bone);
        }
    }
}

Blend::Solution Blend::solve(std::size_t vertex, std::size_t without) {
    std::vector<std::size_t> tried;
    const auto consider = [&](std::size_t bone) {
        if (bone != without && std::find(tried.begin(), tried.end(), bone) == tried.end()) {
            tried.push_back(bone);
        }
    };
    const VertexWeights& before = model_.weights[vertex];
    std::for_each(before.bone.begin(), before.bone.begin() + static_cast<Index>(before.count), consider);
    std::for_each(candidates_[vertex].begin(), candidates_[vertex].end(), consider);
    Solution solution;
    if (tried.empty()) {
        return solution;
    }
    const auto count = static_cast<Index>(tried.size());
    Gram gram(count, count);
    for (std::size_t i = 0; i < tried.size(); ++i) {
        alone_[i] = frames_.positions[vertex];
        model_.motions[tried[i]].addMoved(-1, model_.rest[vertex], alone_[i]);
        for (std::size_t j = 0; j <= i; ++j) {
            const auto row = static_cast<Index>(i);
            const auto column = static_cast<Index>(j);
            gram(row, column) = gram(column, row) = (alone_[i] * alone_[j]).sum();
        }
    }
    // Noise alone would make any bone useful in one of the values.
    const double leastGain = 0.004 + 1 / static_cast<double>(residual_.size());
    const CandidateWeights weights = solveWeights(gram, kWeightsPerVertex, leastGain);
    residual_.setZero();
    VertexWeights& chosen = solution.weights;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const auto weight = static_cast<float>(weights[static_cast<Index>(i)]);
        if (weight > 0) {
            chosen.bone[chosen.count] = static_cast<std::uint16_t>(tried[i]);
            chosen.weight[chosen.count++] = weight;
            residual_ += weight * alone_[i];
        }
    }
    solution.error = errorOf(residual_);
    return solution;
}

void Blend::improveWeights() {
    for (std::size_t v = 0; v < model_.rest.size(); ++v) {
        const Solution solution = solve(v, kNoBone);
        model_.weights[v] = solution.weights;
        errors_[v] = solution.error;
        residuals_[v] = residual_;
    }
}

void Blend::improveMotions(const std::vector<Held>& heldOfBone) {
    const std::vector<std::vector<Influence>> lists = influencesOf(model_);
    for (std::size_t bone = 0; bone < boneCount(); ++bone) {
        improveMotion(bone, lists[bone], heldOfBone.empty() ? nullptr : &heldOfBone[bone], nullptr);
    }
    updateErrors();
}

void Blend::steadyMotions(const std::vector<TreeBone>& tree) {
    const std::vector<std::vector<Influence>> lists = influencesOf(model_);
    for (const TreeBone& node : tree) {
        const auto& rows = model_.motions[node.motion].rows();
        const Index pairs = rows.rows() - 1;
        Held held = Held::Constant(rows.rows(), false);
        held.tail(pairs) = (rows.topRows(pairs) == rows.bottomRows(pairs)).rowwise().all();
        const Motion* const parent =
            node.parent < 0 ? nullptr : &model_.motions[tree[static_cast<std::size_t>(node.parent)].motion];
        improveMotion(node.motion, lists[node.motion], &held, parent);
    }
    updateErrors();
}

void Blend::improveMotion(std::size_t bone, const std::vector<Influence>& list, const Held* held,
                          const Motion* parent) {
    Vector3 sum = Vector3::Zero();
    float weights = 0;
    for (const auto& [vertex, weight] : list) {
        sum += weight * weight * model_.rest[vertex];
        weights += weight * weight;
    }
    rigidFit_.start(sum / weights); // solve() changes nothing if no vertex follows
    for (const auto& [vertex, weight] : list) {
        model_.motions[bone].addMoved(weight, model_.rest[vertex], residuals_[vertex]);
        rigidFit_.add(weight, model_.rest[vertex], residuals_[vertex]);
    }
    rigidFit_.solve(model_.motions[bone], held, parent);
    for (const auto& [vertex, weight] : list) {
        model_.motions[bone].addMoved(-weight, model_.rest[vertex], residuals_[vertex]);
    }
}

void Blend::updateErrors() {
    std::transform(residuals_.begin(), residuals_.end(), errors_.begin(),
                   [this](const Path& residual) { return errorOf(residual); });
}

void Blend::improveRest() {
    Eigen::Array<float, Eigen::Dynamic, 9> blended(squaredLimits_.size(), 9);
    for (std::size_t v = 0; v < model_.rest.size(); ++v) {
        const VertexWeights& weights = model_.weights[v];
        blended.setZero();
        for (std::size_t i = 0; i < weights.count; ++i) {
            blended += model_.motions[weights.bone[i]].rows().leftCols<9>() * weights.weight[i];
        }
        // The rest frame, in which no bone moves, counts twice.
        Eigen::Matrix3d squares = Eigen::Matrix3d::Identity();
        Eigen::Vector3d slope = (start_[v] - model_.rest[v]).cast<double>();
        for (Index axis = 0; axis < 3; ++axis) {
            const auto rotation = blended.middleCols<3>(3 * axis).matrix();
            squares += (rotation.transpose() * rotation).cast<double>();
            slope += (rotation.transpose() * residuals_[v].col(axis).matrix()).cast<double>();
        }
        const Vector3 change = squares.llt().solve(slope).cast<float>();
        model_.rest[v] += change;
        for (Index axis = 0; axis < 3; ++axis) {
            residuals_[v].col(axis) -= (blended.middleCols<3>(3 * axis).matrix() * change).array();
        }
    }
    updateErrors();
}

std::size_t Blend::addBones(std::size_t most, bool onlyFar) {
    std::vector<std::size_t> all(model_.rest.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<std::size_t> order = all;
    const auto rank = [&](std::size_t v) {
        return onlyFar ? double{errors_[v].farthest} : errors_[v].squared;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    std::vector<bool> isUsed(model_.rest.size(), false);
    std::size_t added = 0;
    for (const std::size_t seed : order) {
        const VertexError& error = errors_[seed];
        if (added == most || (onlyFar ? error.farthest <= kFarthestSquared : error.framesOver == 0)) {
            break;
        }
        if (isUsed[seed]) {
            continue;
        }
        const std::vector<std::size_t> group =
            rigidNeighbours(frames_.positions, all, seed, onlyFar ? kFarSeedVertices : kSeedVertices);
        for (const std::size_t v : group) {
            isUsed[v] = true;
        }
        model_.motions.push_back(model_.motions[model_.weights[seed].bone[0]]);
        rigidFit_.fit(group, model_.rest, frames_.positions, model_.motions.back());
        ++added;
    }
    return added;
}

Blend::Removal Blend::removalOf(std::size_t bone) {
    const double far = kFarSquared * squaredLimits_.cast<double>().sum();
    Removal removal;
    for (std::size_t v = 0; v < model_.rest.size() && removal.isPossible; ++v) {
        const VertexWeights& weights = model_.weights[v];
        const auto end = weights.bone.begin() + static_cast<Index>(weights.count);
        if (std::find(weights.bone.begin(), end, bone) == end) {
            continue;
        }
        const Solution solution = solve(v, bone);
        removal.weights.emplace_back(v, solution.weights);
        removal.isPossible = solution.weights.count > 0;
        removal.over += static_cast<std::ptrdiff_t>(solution.error.framesOver) -
                        static_cast<std::ptrdiff_t>(errors_[v].framesOver);
        removal.squared += solution.error.squared - errors_[v].squared;
        // Vertices that would be far off keep their bone, however few they are.
        removal.leavesFar = removal.leavesFar ||
                            solution.error.squared > std::max(far, 1.1 * errors_[v].squared) ||
                            solution.error.farthest > std::max(kMostFarSquared, 1.1F * errors_[v].farthest);
    }
    return removal;
}

std::size_t Blend::removeBones(std::size_t most, std::optional<std::size_t> mostOver) {
    const double leastWeights = kLeastVertices * static_cast<double>(model_.rest.size());
    const double leastPairs = kLeastPairs * static_cast<double>(model_.rest.size() * frames_.steps.size());
    std::vector<std::pair<double, std::size_t>> order;
    std::vector<double> weightsOf(boneCount(), 0);
    for (std::size_t bone = 0; bone < boneCount(); ++bone) {
        order.emplace_back(removalOf(bone).squared, bone);
    }
    for (const VertexWeights& weights : model_.weights) {
        for (std::size_t i = 0; i < weights.count; ++i) {
            weightsOf[weights.bone[i]] += double{weights.weight[i]};
        }
    }
    const auto isNeeded = [&](std::size_t bone, const Removal& removal) {
        const bool isWorthIt =
            weightsOf[bone] >= leastWeights && static_cast<double>(removal.over) > leastPairs;
        const auto over = static_cast<std::ptrdiff_t>(pairsOver()) + removal.over;
        return removal.leavesFar || (isWorthIt && over > static_cast<std::ptrdiff_t>(*mostOver));
    };
    std::sort(order.begin(), order.end());
    std::vector<bool> isRemoved(boneCount(), false);
    std::size_t removed = 0;
    for (const auto& [squared, bone] : order) {
        if (removed == most) {
            break;
        }
        const Removal removal = removalOf(bone);
        if (!removal.isPossible || (mostOver && isNeeded(bone, removal))) {
            continue;
        }
        for (const auto& [vertex, weights] : removal.weights) {
            model_.weights[vertex] = weights;
            computeResidual(vertex);
        }
        for (std::vector<std::size_t>& candidates : candidates_) {
            candidates.erase(std::remove(candidates.begin(), candidates.end(), bone), candidates.end());
        }
        isRemoved[bone] = true;
        ++removed;
    }
    erase(isRemoved);
    return removed;
}

void Blend::removeUnused() {
    std::vector<bool> isUnused;
    for (const std::vector<Influence>& list : influencesOf(model_)) {
        isUnused.push_back(list.empty());
    }
    erase(isUnused);
}

void Blend::erase(const std::vector<bool>& isRemoved) {
    // Iterates backwards: the last bone moves to the free index, and that bone has been checked.
    for (std::size_t bone = boneCount(); bone-- > 0;) {
        if (!isRemoved[bone]) {
            continue;
        }
        const std::size_t last = boneCount() - 1;
        std::swap(model_.motions[bone], model_.motions[last]);
        model_.motions.pop_back();
        for (std::size_t v = 0; v < model_.weights.size(); ++v) {
            std::array<std::uint16_t, kWeightsPerVertex>& bones = model_.weights[v].bone;
            std::replace(bones.begin(), bones.begin() + static_cast<Index>(model_.weights[v].count),
                         static_cast<std::uint16_t>(last), static_cast<std::uint16_t>(bone));
            std::replace(candidates_[v].begin(), candidates_[v].end(), last, bone);
        }
    }
}

std::vector<Held> Blend::heldFrames(const std::vector<FrameRun>& clips, float share) const {
    const Index frames = squaredLimits_.size();
    const Eigen::Map<const Eigen::ArrayXf> steps(frames_.steps.data(), frames);
    const Eigen::ArrayXf limits = (share * steps + kRounding).square();
    std::vector<FrameRun> ranges = clips;
    ranges.push_back({0, frames_.steps.size()});
    std::vector<Held> held(boneCount(), Held::Constant(frames, false));
    // For each bone, whether it does not move in a range.
    std::vector<std::vector<bool>> isStill(boneCount(), std::vector<bool>(ranges.size(), true));
    Path moved(frames, 3);
    for (std::size_t v = 0; v < model_.weights.size(); ++v) {
        const VertexWeights& weights = model_.weights[v];
        const Path& path = frames_.positions[v];
        const float heaviest = *std::max_element(weights.weight.begin(), weights.weight.end());
        for (std::size_t i = 0; i < weights.count; ++i) {
            const std::size_t bone = weights.bone[i];
            const bool isMain = weights.weight[i] == heaviest;
            moved.setZero();
            model_.motions[bone].addMoved(weights.weight[i], model_.rest[v], moved);
            for (std::size_t range = 0; range < ranges.size(); ++range) {
                isStill[bone][range] = isStill[bone][range] && staysNear(moved, ranges[range], limits) &&
                                       (!isMain || staysNear(path, ranges[range], squaredLimits_));
            }
        }
    }
    for (std::size_t bone = 0; bone < boneCount(); ++bone) {
        for (std::size_t range = 0; range < ranges.size(); ++range) {
            if (isStill[bone][range]) {
                const auto first = static_cast<Index>(ranges[range].first);
                held[bone].segment(first + 1, static_cast<Index>(ranges[range].count) - 1) = true;
            }
        }
    }
    return held;
}

} // namespace assimp_md2::inner
