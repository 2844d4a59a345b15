// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rest pose of a fit: finds folded parts, and moves them from a frame in which they are open.
#include "skeleton/rest_pose.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace assimp_md2 {
namespace {

/// If it has no vertices, it is no part.
struct Part {
    std::vector<std::size_t> vertices;
    Eigen::Array<bool, Eigen::Dynamic, 1> isFolded; ///< in each frame
    Index open = 0; ///< if the part is folded in frame 0, the first frame in which it is open
};

/// Parts that are smaller are hardly visible.
float leastSize(const Frames& frames) {
    return 5 * *std::max_element(frames.steps.begin(), frames.steps.end());
}

Vector3 placeOf(const Frames& frames, std::size_t vertex, Index frame) {
    return frames.positions[vertex].row(frame).transpose();
}

void findFolds(const Frames& frames, Part& part) {
    constexpr float kFolded = 0.05F;
    constexpr float kOpen = 0.5F; // the part may grow over some frames
    Path low = frames.positions[part.vertices[0]];
    Path high = low;
    for (const std::size_t v : part.vertices) {
        low = low.min(frames.positions[v]);
        high = high.max(frames.positions[v]);
    }
    const Eigen::ArrayXf diagonals = (high - low).square().rowwise().sum().sqrt();
    // The median of all frames would be near 0 for a part that is folded in most, such as the flash of a gun.
    Eigen::ArrayXf sorted = diagonals;
    std::sort(sorted.begin(), sorted.end());
    const auto least = std::lower_bound(sorted.begin(), sorted.end(), kFolded * sorted.maxCoeff());
    const float median = least[(sorted.end() - least) / 2];
    part.isFolded = diagonals < (median > leastSize(frames) ? kFolded * median : 0);
    while (part.isFolded[0] && diagonals[part.open] < kOpen * median) {
        ++part.open;
    }
}

std::vector<Part> partsOf(const Frames& frames, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<std::size_t> next(frames.positions.size()); // towards the vertex that stands for the part
    std::iota(next.begin(), next.end(), std::size_t{0});
    const auto rootOf = [&next](std::size_t v) {
        while (next[v] != v) {
            v = next[v] = next[next[v]];
        }
        return v;
    };
    for (const auto& [a, b, c] : triangles) {
        next[rootOf(b)] = rootOf(a);
        next[rootOf(c)] = rootOf(a);
    }
    std::unordered_map<std::string_view, std::size_t> vertexAt;
    for (std::size_t v = 0; v < frames.positions.size(); ++v) {
        const std::string_view bytes(reinterpret_cast<const char*>(frames.positions[v].data()),
                                     static_cast<std::size_t>(frames.positions[v].size()) * sizeof(float));
        next[rootOf(v)] = rootOf(vertexAt.try_emplace(bytes, v).first->second);
    }
    std::vector<Part> parts(frames.positions.size());
    for (std::size_t v = 0; v < parts.size(); ++v) {
        parts[rootOf(v)].vertices.push_back(v);
    }
    for (Part& part : parts) {
        if (!part.vertices.empty()) {
            findFolds(frames, part);
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
    constexpr std::size_t kSamples = 32;
    constexpr std::size_t kNeighbours = 16;            // and one in this number of vertices
    std::vector<std::pair<float, std::size_t>> others; // with their squared distances
    for (const Part& other : parts) {
        if (other.vertices.empty() || other.isFolded[0] || other.isFolded[part.open]) {
            continue;
        }
        for (const std::size_t v : other.vertices) {
            const Vector3 place = placeOf(frames, v, part.open);
            float nearest = std::numeric_limits<float>::max();
            for (std::size_t i = 0; i < part.vertices.size(); i += 1 + part.vertices.size() / kSamples) {
                const Vector3 way = placeOf(frames, part.vertices[i], part.open) - place;
                nearest = std::min(nearest, way.squaredNorm());
            }
            others.emplace_back(nearest, v);
        }
    }
    std::sort(others.begin(), others.end());
    others.resize(std::min(others.size(), kNeighbours + others.size() / kNeighbours));
    Vector3 centre = Vector3::Zero();
    for (const auto& [distance, v] : others) {
        centre += placeOf(frames, v, part.open) / static_cast<float>(others.size());
    }
    const std::vector<float> step{frames.steps[0]};
    RigidFit fit(step, 1);
    fit.start(centre);
    for (const auto& [distance, v] : others) {
        fit.add(1, placeOf(frames, v, part.open), frames.positions[v].topRows<1>());
    }
    Motion motion(1);
    fit.solve(motion);
    for (const std::size_t v : part.vertices) {
        rest[v] = (motion[0] * placeOf(frames, v, part.open).cast<double>()).cast<float>();
    }
    return !others.empty();
}

/// The number of vertices that are folded in each frame. A vertex is folded if it is near to all its
/// neighbours from which it is far in other frames.
Eigen::ArrayXi foldedVertices(const Frames& frames) {
    constexpr std::size_t kNeighbours = 2; // on both sides
    const std::size_t vertices = frames.positions.size();
    Eigen::ArrayXi folded = Eigen::ArrayXi::Zero(frames.positions[0].rows());
    const float least = leastSize(frames);
    for (std::size_t v = 0; v < vertices; ++v) {
        Eigen::ArrayXi isFolded;
        const std::size_t last = std::min(v + kNeighbours, vertices - 1);
        for (std::size_t other = v - std::min(v, kNeighbours); other <= last; ++other) {
            const Eigen::ArrayXf squares =
                (frames.positions[v] - frames.positions[other]).square().rowwise().sum();
            const float longest = squares.maxCoeff();
            if (longest > least * least) {
                const Eigen::ArrayXi isNear = (squares < longest / 100).cast<int>();
                isFolded = isFolded.size() == 0 ? isNear : isFolded * isNear;
            }
        }
        if (isFolded.size() > 0) {
            folded += isFolded;
        }
    }
    return folded;
}

} // namespace

void chooseRestPose(Frames& frames, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    constexpr std::size_t kFewVertices = 50; // one of this number is few
    constexpr std::size_t kMostFoldedParts = 64;
    const Eigen::ArrayXi folded = foldedVertices(frames);
    const std::vector<Part> parts = partsOf(frames, triangles);
    std::vector<Vector3> rest = frames.restPositions();
    std::size_t foldedParts = 0;
    int unfolded = 0;
    for (const Part& part : parts) {
        if (part.open > 0 && ++foldedParts <= kMostFoldedParts && unfold(frames, part, parts, rest)) {
            unfolded += static_cast<int>(part.vertices.size());
        }
    }
    // Parts that are folded to a point in the rest pose could not be fitted.
    const int most = folded.minCoeff() + static_cast<int>(frames.positions.size() / kFewVertices);
    if (unfolded == 0 || folded[0] - unfolded > most) {
        const int* const first = std::find_if(folded.data(), folded.data() + folded.size(),
                                              [most](int count) { return count <= most; });
        frames.rest = static_cast<std::size_t>(first - folded.data());
        return;
    }
    frames.rest = frames.steps.size();
    frames.steps.push_back(frames.steps[0]);
    for (std::size_t v = 0; v < rest.size(); ++v) {
        frames.positions[v].conservativeResize(folded.size() + 1, Eigen::NoChange);
        frames.positions[v].bottomRows<1>() = rest[v].transpose();
    }
}

} // namespace assimp_md2
