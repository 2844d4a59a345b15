// SPDX-License-Identifier: BSD-3-Clause
// Clusters vertices into parts that move rigidly.
#include "skeleton/clusters.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace assimp_md2 {
namespace {

/// Reassignments after each round of splits.
constexpr int kReassignments = 4;
/// Reassignments between the two halves of a split.
constexpr int kHalvings = 3;
/// Smaller clusters are split off only if they would otherwise be off by more than two steps.
constexpr double kLeastClusterShare = 0.01;
/// How much a distance counts against its variance.
constexpr float kLocality = 1e-3F;

Vector3 meanOf(const std::vector<Vector3>& points, const std::vector<Index>& indices) {
    Vector3 sum = Vector3::Zero();
    for (const Index i : indices) {
        sum += points[static_cast<std::size_t>(i)];
    }
    return sum / static_cast<float>(indices.size());
}

} // namespace

float squaredDistance(const ConstMotionRows& motion, const Vector3& rest, const ConstVertexPath& path,
                      float limit) {
    constexpr Index kBlock = 32;
    const Index frames = path.rows();
    float sum = 0;
    for (Index first = 0; first < frames && sum <= limit; first += kBlock) {
        const Index count = std::min(kBlock, frames - first);
        for (Index axis = 0; axis < 3; ++axis) {
            sum += (movedRow(motion, rest, axis).segment(first, count) - path.col(axis).segment(first, count))
                       .square()
                       .sum();
        }
    }
    return sum;
}

std::vector<Index> rigidNeighbours(const Trajectories& positions, const std::vector<Index>& vertices,
                                   Index seed, std::size_t count) {
    std::vector<std::pair<float, Index>> nearest;
    nearest.reserve(vertices.size());
    const ConstVertexPath origin = positions.of(seed);
    const auto frames = static_cast<float>(positions.frames());
    for (const Index v : vertices) {
        const ConstVertexPath other = positions.of(v);
        const auto squares = (origin.col(0) - other.col(0)).square() +
                             (origin.col(1) - other.col(1)).square() +
                             (origin.col(2) - other.col(2)).square();
        const float mean = squares.sqrt().sum() / frames;
        nearest.emplace_back((squares.sqrt() - mean).square().sum() / frames + kLocality * mean * mean, v);
    }
    const std::size_t few = std::min(count, nearest.size());
    std::partial_sort(nearest.begin(), nearest.begin() + static_cast<Index>(few), nearest.end());
    std::vector<Index> chosen(few);
    std::transform(nearest.begin(), nearest.begin() + static_cast<Index>(few), chosen.begin(),
                   [](const auto& pair) { return pair.second; });
    return chosen;
}

Clusters::Clusters(const Trajectories& positions, Index restFrame, const std::vector<Vector3>& rest,
                   const std::vector<float>& steps, Index mostBones)
    : positions_(positions)
    , rest_(rest)
    , steps_(steps)
    , eachFrame_(steps.size() + 1)
    , motions_(positions.frames())
    , labels_(rest.size(), 0)
    , rigidFit_(positions.frames(), restFrame) {
    std::iota(eachFrame_.begin(), eachFrame_.end(), 0);
    motions_.reserve(mostBones);
    motions_.add();
    fit(0, members()[0]);
}

std::vector<std::vector<Index>> Clusters::members() const {
    std::vector<std::vector<Index>> lists(static_cast<std::size_t>(count()));
    for (std::size_t v = 0; v < labels_.size(); ++v) {
        lists[static_cast<std::size_t>(labels_[v])].push_back(static_cast<Index>(v));
    }
    return lists;
}

void Clusters::fit(Index cluster, const std::vector<Index>& vertices) {
    if (vertices.empty()) {
        return;
    }
    rigidFit_.start(meanOf(rest_, vertices));
    for (const Index v : vertices) {
        rigidFit_.add(1, rest_[static_cast<std::size_t>(v)], positions_.of(v));
    }
    rigidFit_.solve(motions_, cluster, steps_, eachFrame_, {});
}

bool Clusters::isWorthIt(const std::vector<Index>& a, const std::vector<Index>& b,
                         const std::vector<VertexError>& errors) const {
    const std::vector<Index>& few = a.size() < b.size() ? a : b;
    if (static_cast<double>(few.size()) >= kLeastClusterShare * static_cast<double>(rest_.size())) {
        return true;
    }
    const double limit = 4 * std::accumulate(steps_.begin(), steps_.end(), 0.0, [](double sum, float step) {
                             return sum + double{step} * step;
                         });
    return std::any_of(few.begin(), few.end(),
                       [&](Index v) { return errors[static_cast<std::size_t>(v)].squared > limit; });
}

bool Clusters::splitOne(Index cluster, const std::vector<Index>& vertices,
                        const std::vector<VertexError>& errors) {
    const Vector3 centre = meanOf(rest_, vertices);
    const auto far = [&](Index v) {
        const auto i = static_cast<std::size_t>(v);
        return errors[i].squared * static_cast<double>((rest_[i] - centre).squaredNorm() + 1e-12F);
    };
    const Index seed = *std::max_element(vertices.begin(), vertices.end(),
                                         [&](Index a, Index b) { return far(a) < far(b); });
    const std::size_t few = std::clamp<std::size_t>(vertices.size() / 4, 1, kSeedVertices);
    std::vector<Index> moved = rigidNeighbours(positions_, vertices, seed, few);
    const Index added = motions_.addCopy(cluster);
    std::vector<Index> kept;
    for (int i = 0; i < kHalvings; ++i) {
        fit(added, moved);
        if (i > 0) {
            fit(cluster, kept);
        }
        moved.clear();
        kept.clear();
        for (const Index v : vertices) {
            const Vector3& rest = rest_[static_cast<std::size_t>(v)];
            const ConstVertexPath path = positions_.of(v);
            const float stay =
                squaredDistance(motions_.of(cluster), rest, path, std::numeric_limits<float>::max());
            const float leave = squaredDistance(motions_.of(added), rest, path, stay);
            (leave < stay ? moved : kept).push_back(v);
        }
        if (moved.empty() || kept.empty() || (i + 1 == kHalvings && !isWorthIt(moved, kept, errors))) {
            motions_.remove(added);
            fit(cluster, vertices);
            return false;
        }
    }
    for (const Index v : moved) {
        labels_[static_cast<std::size_t>(v)] = added;
    }
    fit(added, moved);
    fit(cluster, kept);
    return true;
}

float Clusters::ownDistance(std::size_t vertex) const {
    return squaredDistance(motions_.of(labels_[vertex]), rest_[vertex],
                           positions_.of(static_cast<Index>(vertex)), std::numeric_limits<float>::max());
}

std::pair<float, Index> Clusters::nearestOther(std::size_t vertex, float limit) const {
    std::pair<float, Index> nearest(limit, labels_[vertex]);
    const ConstVertexPath path = positions_.of(static_cast<Index>(vertex));
    for (Index bone = 0; bone < count(); ++bone) {
        if (bone == labels_[vertex]) {
            continue;
        }
        const float sum = squaredDistance(motions_.of(bone), rest_[vertex], path, nearest.first);
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
    std::vector<std::vector<Index>> lists = members();
    for (Index cluster = count(); cluster-- > 0;) {
        if (lists[static_cast<std::size_t>(cluster)].empty()) {
            const Index last = count() - 1;
            motions_.remove(cluster);
            for (const Index v : lists[static_cast<std::size_t>(last)]) {
                labels_[static_cast<std::size_t>(v)] = cluster;
            }
            std::swap(lists[static_cast<std::size_t>(cluster)], lists[static_cast<std::size_t>(last)]);
            lists.pop_back();
        }
    }
    for (Index cluster = 0; cluster < count(); ++cluster) {
        fit(cluster, lists[static_cast<std::size_t>(cluster)]);
    }
}

void Clusters::dissolve() {
    const auto clusters = static_cast<std::size_t>(count());
    std::vector<double> errors(clusters, 0);
    std::vector<std::pair<double, std::size_t>> losses(clusters);
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        losses[cluster].second = cluster;
    }
    std::vector<Index> next(labels_.size());
    for (std::size_t v = 0; v < labels_.size(); ++v) {
        const auto own = static_cast<std::size_t>(labels_[v]);
        const double now = ownDistance(v);
        const auto [distance, other] = nearestOther(v, std::numeric_limits<float>::max());
        errors[own] += now;
        losses[own].first += double{distance} - now;
        next[v] = other;
    }
    std::sort(errors.rbegin(), errors.rend());
    std::sort(losses.begin(), losses.end());
    const std::vector<std::vector<Index>> lists = members();
    std::vector<bool> isNeeded(clusters, false);
    auto gain = errors.begin();
    for (const auto& [loss, cluster] : losses) {
        if (isNeeded[cluster]) {
            continue;
        }
        if (loss >= *gain / 2) {
            break;
        }
        for (const Index vertex : lists[cluster]) {
            const auto v = static_cast<std::size_t>(vertex);
            labels_[v] = next[v];
            isNeeded[static_cast<std::size_t>(next[v])] = true;
        }
        ++gain;
    }
    removeEmptyAndFit();
}

Index Clusters::split(const std::vector<VertexError>& errors, Index most) {
    const Index before = count();
    const std::vector<std::vector<Index>> lists = members();
    std::vector<std::pair<double, Index>> worst;
    for (Index cluster = 0; cluster < before; ++cluster) {
        double sum = 0;
        bool isOver = false;
        for (const Index v : lists[static_cast<std::size_t>(cluster)]) {
            sum += errors[static_cast<std::size_t>(v)].squared;
            isOver = isOver || errors[static_cast<std::size_t>(v)].framesOver > 0;
        }
        if (isOver && lists[static_cast<std::size_t>(cluster)].size() > 1) {
            worst.emplace_back(-sum, cluster);
        }
    }
    std::sort(worst.begin(), worst.end());
    Index splits = 0;
    for (const auto& [sum, cluster] : worst) {
        if (splits >= most) {
            break;
        }
        splits += splitOne(cluster, lists[static_cast<std::size_t>(cluster)], errors) ? 1 : 0;
    }
    for (int i = 0; i < kReassignments && splits > 0; ++i) {
        reassign();
    }
    return splits;
}

} // namespace assimp_md2
