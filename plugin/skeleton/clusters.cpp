// SPDX-License-Identifier: BSD-3-Clause
// Clusters vertices into parts that move rigidly.
#include "skeleton/clusters.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace assimp_md2::inner {
namespace {

/// Reassignments after each round of splits.
constexpr int kReassignments = 4;
/// Reassignments between the two halves of a split.
constexpr int kHalvings = 3;
/// Smaller clusters are split off only if they would otherwise be off by more than two steps.
constexpr double kLeastClusterShare = 0.01;
/// How much a distance counts against its variance.
constexpr float kLocality = 1e-3F;

} // namespace

std::vector<std::vector<Influence>> influencesOf(const SkinnedModel& model) {
    std::vector<std::vector<Influence>> lists(model.motions.size());
    for (std::size_t v = 0; v < model.weights.size(); ++v) {
        const VertexWeights& weights = model.weights[v];
        for (std::size_t i = 0; i < weights.count; ++i) {
            lists[weights.bone[i]].push_back({v, weights.weight[i]});
        }
    }
    return lists;
}

float squaredDistance(const Motion& motion, const Vector3& rest, const Path& path, float limit) {
    constexpr Index kBlock = 32;
    const Index frames = path.rows();
    float sum = 0;
    for (Index first = 0; first < frames && sum <= limit; first += kBlock) {
        const Index count = std::min(kBlock, frames - first);
        for (Index axis = 0; axis < 3; ++axis) {
            sum += (motion.moved(rest, axis).segment(first, count) - path.col(axis).segment(first, count))
                       .square()
                       .sum();
        }
    }
    return sum;
}

std::vector<std::size_t> rigidNeighbours(const std::vector<Path>& positions,
                                         const std::vector<std::size_t>& vertices, std::size_t seed,
                                         std::size_t count) {
    std::vector<std::pair<float, std::size_t>> nearest;
    nearest.reserve(vertices.size());
    for (const std::size_t v : vertices) {
        const Eigen::ArrayXf distances = (positions[seed] - positions[v]).square().rowwise().sum().sqrt();
        const float mean = distances.mean();
        nearest.emplace_back((distances - mean).square().mean() + kLocality * mean * mean, v);
    }
    const auto end = nearest.begin() + static_cast<Index>(std::min(count, nearest.size()));
    std::partial_sort(nearest.begin(), end, nearest.end());
    std::vector<std::size_t> chosen;
    std::transform(nearest.begin(), end, std::back_inserter(chosen),
                   [](const auto& pair) { return pair.second; });
    return chosen;
}

std::vector<Vector3> Frames::at(std::size_t frame) const {
    std::vector<Vector3> result;
    result.reserve(positions.size());
    for (const Path& path : positions) {
        result.emplace_back(path.row(static_cast<Index>(frame)).transpose());
    }
    return result;
}

Clusters::Clusters(const Frames& frames, std::size_t mostBones)
    : frames_(frames)
    , rest_(frames.at(frames.rest))
    , labels_(frames.positions.size(), 0)
    , rigidFit_(frames.steps, frames.rest) {
    motions_.reserve(mostBones);
    motions_.emplace_back(frames.steps.size());
    fit(0, members()[0]);
}

std::vector<std::vector<std::size_t>> Clusters::members() const {
    std::vector<std::vector<std::size_t>> lists(count());
    for (std::size_t v = 0; v < labels_.size(); ++v) {
        lists[labels_[v]].push_back(v);
    }
    return lists;
}

void Clusters::fit(std::size_t cluster, const std::vector<std::size_t>& vertices) {
    rigidFit_.fit(vertices, rest_, frames_.positions, motions_[cluster]);
}

bool Clusters::isWorthIt(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                         const std::vector<VertexError>& errors) const {
    const std::vector<std::size_t>& few = a.size() < b.size() ? a : b;
    if (static_cast<double>(few.size()) >= kLeastClusterShare * static_cast<double>(rest_.size())) {
        return true;
    }
    const double limit =
        4 * std::accumulate(frames_.steps.begin(), frames_.steps.end(), 0.0,
                            [](double sum, float step) { return sum + double{step} * step; });
    return std::any_of(few.begin(), few.end(), [&](std::size_t v) { return errors[v].squared > limit; });
}

bool Clusters::splitOne(std::size_t cluster, const std::vector<std::size_t>& vertices,
                        const std::vector<VertexError>& errors) {
    const Vector3 centre = meanOf(rest_, vertices);
    const auto far = [&](std::size_t v) {
        return errors[v].squared * static_cast<double>((rest_[v] - centre).squaredNorm() + 1e-12F);
    };
    const std::size_t seed = *std::max_element(vertices.begin(), vertices.end(),
                                               [&](std::size_t a, std::size_t b) { return far(a) < far(b); });
    const std::size_t few = std::clamp<std::size_t>(vertices.size() / 4, 1, kSeedVertices);
    std::vector<std::size_t> moved = rigidNeighbours(frames_.positions, vertices, seed, few);
    const std::size_t added = count();
    motions_.push_back(motions_[cluster]);
    std::vector<std::size_t> kept;
    for (int i = 0; i < kHalvings; ++i) {
        fit(added, moved);
        if (i > 0) {
            fit(cluster, kept);
        }
        moved.clear();
        kept.clear();
        for (const std::size_t v : vertices) {
            const Vector3& rest = rest_[v];
            const Path& path = frames_.positions[v];
            const float stay = squaredDistance(motions_[cluster], rest, path);
            const float leave = squaredDistance(motions_[added], rest, path, stay);
            (leave < stay ? moved : kept).push_back(v);
        }
        if (moved.empty() || kept.empty() || (i + 1 == kHalvings && !isWorthIt(moved, kept, errors))) {
            motions_.pop_back();
            fit(cluster, vertices);
            return false;
        }
    }
    for (const std::size_t v : moved) {
        labels_[v] = added;
    }
    fit(added, moved);
    fit(cluster, kept);
    return true;
}

float Clusters::ownDistance(std::size_t vertex) const {
    return squaredDistance(motions_[labels_[vertex]], rest_[vertex], frames_.positions[vertex]);
}

std::pair<float, std::size_t> Clusters::nearestOther(std::size_t vertex, float limit) const {
    std::pair<float, std::size_t> nearest(limit, labels_[vertex]);
    const Path& path = frames_.positions[vertex];
    for (std::size_t bone = 0; bone < count(); ++bone) {
        if (bone == labels_[vertex]) {
            continue;
        }
        const float sum = squaredDistance(motions_[bone], rest_[vertex], path, nearest.first);
        if (sum < nearest.first) {
            nearest = {sum, bone};
        }
    }
    return nearest;
}

void Clusters::reassign() {
    for (std::size_t v = 0; v < labels_.size(); ++v) {
        labels_[v] = nearestOther(v, ownDistance(v)).second;
    }
    removeEmptyAndFit();
}

void Clusters::removeEmptyAndFit() {
    std::vector<std::vector<std::size_t>> lists = members();
    for (std::size_t cluster = count(); cluster-- > 0;) {
        if (lists[cluster].empty()) {
            // The last cluster takes the place.
            std::swap(motions_[cluster], motions_.back());
            motions_.pop_back();
            std::swap(lists[cluster], lists.back());
            lists.pop_back();
        }
    }
    for (std::size_t cluster = 0; cluster < count(); ++cluster) {
        for (const std::size_t v : lists[cluster]) {
            labels_[v] = cluster;
        }
        fit(cluster, lists[cluster]);
    }
}

void Clusters::dissolve() {
    const std::size_t clusters = count();
    std::vector<double> errors(clusters, 0);
    std::vector<std::pair<double, std::size_t>> losses(clusters);
    std::vector<std::size_t> next(labels_.size());
    for (std::size_t v = 0; v < labels_.size(); ++v) {
        const std::size_t own = labels_[v];
        const double now = ownDistance(v);
        const auto [distance, other] = nearestOther(v, std::numeric_limits<float>::max());
        errors[own] += now;
        losses[own].first += double{distance} - now;
        losses[own].second = own;
        next[v] = other;
    }
    std::sort(errors.rbegin(), errors.rend());
    std::sort(losses.begin(), losses.end());
    const std::vector<std::vector<std::size_t>> lists = members();
    std::vector<bool> isNeeded(clusters, false);
    auto gain = errors.begin();
    for (const auto& [loss, cluster] : losses) {
        if (isNeeded[cluster]) {
            continue;
        }
        if (loss >= *gain / 2) {
            break;
        }
        for (const std::size_t v : lists[cluster]) {
            labels_[v] = next[v];
            isNeeded[next[v]] = true;
        }
        ++gain;
    }
    removeEmptyAndFit();
}

std::size_t Clusters::split(const std::vector<VertexError>& errors, std::size_t most) {
    const std::size_t before = count();
    const std::vector<std::vector<std::size_t>> lists = members();
    std::vector<std::pair<double, std::size_t>> worst;
    for (std::size_t cluster = 0; cluster < before; ++cluster) {
        double sum = 0;
        bool isOver = false;
        for (const std::size_t v : lists[cluster]) {
            sum += errors[v].squared;
            isOver = isOver || errors[v].framesOver > 0;
        }
        if (isOver && lists[cluster].size() > 1) {
            worst.emplace_back(-sum, cluster);
        }
    }
    std::sort(worst.begin(), worst.end());
    std::size_t splits = 0;
    for (const auto& [sum, cluster] : worst) {
        if (splits >= most) {
            break;
        }
        splits += splitOne(cluster, lists[cluster], errors) ? 1U : 0U;
    }
    for (int i = 0; i < kReassignments && splits > 0; ++i) {
        reassign();
    }
    return splits;
}

} // namespace assimp_md2::inner
