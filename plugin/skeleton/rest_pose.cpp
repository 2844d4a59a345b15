// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rest pose of a fit: finds folded parts, and moves them from a frame in which they are open.
#include "skeleton/rest_pose.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace assimp_md2::inner {
namespace {

struct Part {
    std::vector<std::size_t> vertices;
    Eigen::Array<bool, Eigen::Dynamic, 1> isFolded; ///< in each frame
    Index open;                                     ///< the first frame in which the part is open
};

Part partOf(const Frames& frames, std::vector<std::size_t> vertices) {
    constexpr float kFolded = 0.05F;
    Path low = frames.positions[vertices[0]];
    Path high = low;
    for (const std::size_t v : vertices) {
        low = low.min(frames.positions[v]);
        high = high.max(frames.positions[v]);
    }
    const Eigen::ArrayXf diagonals = (high - low).square().rowwise().sum().sqrt();
    // The median of all frames would be near 0 for a part that is folded in most, such as the flash of a gun.
    Eigen::ArrayXf sorted = diagonals;
    std::sort(sorted.begin(), sorted.end());
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), kFolded * sorted.maxCoeff());
    const float median = first[(sorted.end() - first) / 2];
    // Parts of a few steps are hardly visible.
    const float least = 5 * *std::max_element(frames.steps.begin(), frames.steps.end());
    const float size = median > least ? median : 0;
    // The part may grow over some frames.
    const auto open = std::find_if(diagonals.begin(), diagonals.end(),
                                   [size](float diagonal) { return diagonal >= size / 2; });
    return {std::move(vertices), diagonals < kFolded * size, open - diagonals.begin()};
}

std::vector<Part> partsOf(const Frames& frames, const SkeletonInput& input) {
    std::vector<std::size_t> next(frames.positions.size()); // towards the vertex that stands for the part
    std::iota(next.begin(), next.end(), std::size_t{0});
    const auto rootOf = [&next](std::size_t v) {
        while (next[v] != v) {
            v = next[v] = next[next[v]];
        }
        return v;
    };
    for (const auto& [a, b, c] : input.triangles) {
        next[rootOf(b)] = rootOf(a);
        next[rootOf(c)] = rootOf(a);
    }
    std::unordered_map<std::string_view, std::size_t> vertexAt;
    for (std::size_t v = 0; v < frames.positions.size(); ++v) {
        const std::string_view bytes(reinterpret_cast<const char*>(frames.positions[v].data()),
                                     static_cast<std::size_t>(frames.positions[v].size()) * sizeof(float));
        next[rootOf(v)] = rootOf(vertexAt.try_emplace(bytes, v).first->second);
    }
    std::vector<std::vector<std::size_t>> lists(frames.positions.size());
    for (std::size_t v = 0; v < lists.size(); ++v) {
        lists[rootOf(v)].push_back(v);
    }
    std::vector<Part> parts;
    for (std::vector<std::size_t>& vertices : lists) {
        if (!vertices.empty()) {
            parts.push_back(partOf(frames, std::move(vertices)));
        }
    }
    return parts;
}

/// Moves a folded part from the frame in which it is open to the rest pose, with the rigid motion of the
/// vertices next to it: a weapon moves with the hand.
///
/// \return whether other vertices are open in both frames
bool unfold(const Frames& frames, const Part& part, const std::vector<Part>& parts,
            std::vector<Vector3>& rest) {
    constexpr std::size_t kMostSamples = 32;
    constexpr std::size_t kNeighbours = 16; // and one in this number of vertices
    const std::vector<Vector3> open = frames.at(static_cast<std::size_t>(part.open));
    std::vector<std::pair<float, std::size_t>> nearest; // squared distances of other vertices
    for (const Part& other : parts) {
        if (other.isFolded[0] || other.isFolded[part.open]) {
            continue;
        }
        for (const std::size_t v : other.vertices) {
            float least = Eigen::NumTraits<float>::highest();
            for (std::size_t i = 0; i < part.vertices.size(); i += 1 + part.vertices.size() / kMostSamples) {
                least = std::min(least, (open[part.vertices[i]] - open[v]).squaredNorm());
            }
            nearest.emplace_back(least, v);
        }
    }
    std::sort(nearest.begin(), nearest.end());
    nearest.resize(std::min(nearest.size(), kNeighbours + nearest.size() / kNeighbours));
    std::vector<std::size_t> others(nearest.size());
    std::transform(nearest.begin(), nearest.end(), others.begin(),
                   [](const auto& pair) { return pair.second; });
    Motion motion(frames.steps.size());
    RigidFit(frames.steps, static_cast<std::size_t>(part.open)).fit(others, open, frames.positions, motion);
    for (const std::size_t v : part.vertices) {
        rest[v] = (motion[0] * open[v].cast<double>()).cast<float>();
    }
    return !others.empty();
}

} // namespace

void chooseRestPose(Frames& frames, const SkeletonInput& input) {
    constexpr int kMostFoldedParts = 64;
    const std::vector<Part> parts = partsOf(frames, input);
    std::vector<Vector3> rest = frames.at(frames.rest);
    Eigen::ArrayXi foldedVertices = Eigen::ArrayXi::Zero(frames.positions[0].rows());
    int foldedParts = 0;
    bool isOpen = true;
    for (const Part& part : parts) {
        foldedVertices += part.isFolded.cast<int>() * static_cast<int>(part.vertices.size());
        if (part.isFolded[0]) {
            isOpen = isOpen && ++foldedParts <= kMostFoldedParts && unfold(frames, part, parts, rest);
        }
    }
    if (!isOpen) {
        foldedVertices.minCoeff(&frames.rest);
    } else if (foldedParts > 0) {
        frames.rest = frames.steps.size();
        frames.steps.push_back(frames.steps[0]);
        for (std::size_t v = 0; v < rest.size(); ++v) {
            frames.positions[v].conservativeResize(foldedVertices.size() + 1, Eigen::NoChange);
            frames.positions[v].bottomRows<1>() = rest[v].transpose();
        }
    }
}

} // namespace assimp_md2::inner
