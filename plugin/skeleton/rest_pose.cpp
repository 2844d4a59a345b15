// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rest pose of a fit: finds folded parts, and moves them from a frame in which they are open.
#include "skeleton/rest_pose.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace assimp_md2 {
namespace {

/// A part is folded if its diagonal is below this share of its size.
constexpr float kFolded = 0.05F;
/// A part may be growing or shrinking. Its shape is taken from a frame with at least this share of its size.
constexpr float kOpen = 0.5F;
/// Parts that are smaller than this number of steps are hardly visible.
constexpr float kLeastSteps = 5;
constexpr std::size_t kMostFoldedParts = 64;

struct Part {
    std::vector<std::size_t> vertices;
    Eigen::ArrayXf diagonals; ///< of the bounding box in each frame
    float size = 0;           ///< the median diagonal; 0 if the part is too small to count

    bool isFolded(Index frame) const { return diagonals[frame] < kFolded * size; }
    Index openFrame() const {
        const float* const first = diagonals.data();
        return std::find_if(first, first + diagonals.size(), [&](float d) { return d >= kOpen * size; }) -
               first;
    }
};

float largestStep(const Frames& frames) {
    return *std::max_element(frames.steps.begin(), frames.steps.end());
}

/// The vertices of each part. Some lists are empty.
std::vector<std::vector<std::size_t>>
joinedVertices(const std::vector<Path>& positions,
               const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<std::size_t> next(positions.size()); // towards the vertex that stands for the part
    std::iota(next.begin(), next.end(), std::size_t{0});
    const auto rootOf = [&](std::size_t v) {
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
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const std::string_view bytes(reinterpret_cast<const char*>(positions[v].data()),
                                     static_cast<std::size_t>(positions[v].size()) * sizeof(float));
        next[rootOf(v)] = rootOf(vertexAt.try_emplace(bytes, v).first->second);
    }
    std::vector<std::vector<std::size_t>> lists(positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        lists[rootOf(v)].push_back(v);
    }
    return lists;
}

std::vector<Part> partsOf(const Frames& frames, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    const float least = kLeastSteps * largestStep(frames);
    std::vector<Part> parts;
    for (std::vector<std::size_t>& vertices : joinedVertices(frames.positions, triangles)) {
        if (vertices.empty()) {
            continue;
        }
        Path low = frames.positions[vertices[0]];
        Path high = low;
        for (const std::size_t v : vertices) {
            low = low.min(frames.positions[v]);
            high = high.max(frames.positions[v]);
        }
        Part part{std::move(vertices), (high - low).square().rowwise().sum().sqrt()};
        // A part that is folded in most frames, such as the flash of a gun, has a plain median near 0.
        std::vector<float> open;
        std::copy_if(part.diagonals.data(), part.diagonals.data() + part.diagonals.size(),
                     std::back_inserter(open),
                     [limit = kFolded * part.diagonals.maxCoeff()](float d) { return d >= limit; });
        const auto median = open.begin() + static_cast<std::ptrdiff_t>(open.size() / 2);
        std::nth_element(open.begin(), median, open.end());
        part.size = *median > least ? *median : 0;
        parts.push_back(std::move(part));
    }
    return parts;
}

Vector3 placeOf(const Frames& frames, std::size_t vertex, Index frame) {
    return frames.positions[vertex].row(frame).transpose();
}

/// The rigid motion from a frame to frame 0 of the vertices near a part, if any vertex is unfolded in both.
/// Weights fall steeply with the distance, so that a weapon moves with the hand.
std::optional<BonePose> motionNear(const Frames& frames, const std::vector<Part>& parts, const Part& part,
                                   Index frame) {
    constexpr std::size_t kSamples = 32;
    constexpr float kLeastReach = 0.05F; // 1 is half the model's size
    const std::size_t stride = 1 + part.vertices.size() / kSamples;
    float reach = std::numeric_limits<float>::max(); // squared, as the distances
    std::vector<std::pair<std::size_t, float>> near;
    for (const Part& other : parts) {
        if (other.isFolded(0) || other.isFolded(frame)) {
            continue;
        }
        for (const std::size_t v : other.vertices) {
            float distance = std::numeric_limits<float>::max();
            for (std::size_t i = 0; i < part.vertices.size(); i += stride) {
                distance = std::min(
                    distance,
                    (placeOf(frames, part.vertices[i], frame) - placeOf(frames, v, frame)).squaredNorm());
            }
            near.emplace_back(v, distance);
            reach = std::min(reach, distance);
        }
    }
    if (near.empty()) {
        return std::nullopt;
    }
    reach = std::max(reach, kLeastReach * kLeastReach);
    Vector3 centre = Vector3::Zero();
    float sum = 0;
    for (auto& [v, weight] : near) {
        weight = std::pow(reach / (reach + weight), 2.0F);
        centre += weight * weight * placeOf(frames, v, frame);
        sum += weight * weight;
    }
    const std::vector<float> step{frames.steps[0]};
    RigidFit fit(step, 1);
    fit.start(centre / sum);
    for (const auto& [v, weight] : near) {
        fit.add(weight, placeOf(frames, v, frame), weight * frames.positions[v].topRows<1>());
    }
    Motion motion(1);
    fit.solve(motion);
    return motion[0];
}

/// Adds a copy of frame 0 in which no part is folded. \return whether there is one
bool addOpenFrame(Frames& frames, const std::vector<Part>& parts) {
    const auto last = static_cast<Index>(frames.steps.size());
    const auto folded =
        std::count_if(parts.begin(), parts.end(), [](const Part& part) { return part.isFolded(0); });
    if (folded == 0 || static_cast<std::size_t>(folded) > kMostFoldedParts) {
        return false;
    }
    std::vector<std::pair<std::size_t, Vector3>> opened;
    for (const Part& part : parts) {
        if (!part.isFolded(0)) {
            continue;
        }
        const Index open = part.openFrame();
        const std::optional<BonePose> motion = motionNear(frames, parts, part, open);
        if (!motion) {
            return false;
        }
        for (const std::size_t v : part.vertices) {
            opened.emplace_back(v, (*motion * placeOf(frames, v, open).cast<double>()).cast<float>());
        }
    }
    for (Path& path : frames.positions) {
        path.conservativeResize(last + 1, Eigen::NoChange);
        path.row(last) = path.row(0);
    }
    for (const auto& [v, place] : opened) {
        frames.positions[v].row(last) = place.transpose();
    }
    frames.steps.push_back(frames.steps[0]);
    return true;
}

/// The number of vertices that are folded in each frame. A vertex is folded if it is near to all its
/// neighbours from which it is far in other frames.
Eigen::ArrayXi foldedVertices(const Frames& frames) {
    constexpr std::size_t kNeighbours = 2; // on both sides
    const std::size_t vertices = frames.positions.size();
    Eigen::ArrayXi folded = Eigen::ArrayXi::Zero(frames.positions[0].rows());
    const float least = kLeastSteps * largestStep(frames);
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
    const bool isAdded = addOpenFrame(frames, partsOf(frames, triangles));
    const Eigen::ArrayXi folded = foldedVertices(frames);
    const auto last = folded.size() - 1;
    // A fit with parts that are folded to a point in the rest pose would fail.
    const int most = folded.minCoeff() + static_cast<int>(frames.positions.size() / kFewVertices);
    if (isAdded && folded[last] <= most) {
        frames.rest = static_cast<std::size_t>(last);
        return;
    }
    frames.rest = static_cast<std::size_t>(
        std::find_if(folded.data(), folded.data() + last, [most](int count) { return count <= most; }) -
        folded.data());
    if (isAdded) {
        frames.steps.pop_back();
        for (Path& path : frames.positions) {
            path.conservativeResize(last, Eigen::NoChange);
        }
    }
}

} // namespace assimp_md2
