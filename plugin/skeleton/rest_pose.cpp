// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rest pose of a fit: finds folded parts, and moves them from a frame in which they are open.
#include "skeleton/rest_pose.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace assimp_md2 {
namespace {

/// A part is folded if its diagonal is below this share of its size.
constexpr float kFolded = 0.05F;
/// A part may grow over some frames. Its shape is taken from a frame with at least this share of its size.
constexpr float kOpen = 0.5F;
constexpr std::size_t kMostFoldedParts = 64;

/// A vertex and where it is in the rest pose.
using Place = std::pair<std::size_t, Vector3>;

struct Part {
    std::vector<std::size_t> vertices;
    Eigen::ArrayXf diagonals; ///< of the bounding box in each frame
    float size;               ///< 0 if the part is too small to be seen

    bool isFolded(Index frame) const { return diagonals[frame] < kFolded * size; }
};

/// Parts that are smaller are hardly visible.
float leastSize(const Frames& frames) {
    return 5 * *std::max_element(frames.steps.begin(), frames.steps.end());
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

Part partOf(const Frames& frames, std::vector<std::size_t> vertices) {
    Path low = frames.positions[vertices[0]];
    Path high = low;
    for (const std::size_t v : vertices) {
        low = low.min(frames.positions[v]);
        high = high.max(frames.positions[v]);
    }
    Part part{std::move(vertices), (high - low).square().rowwise().sum().sqrt(), 0};
    // The median of all frames would be near 0 for a part that is folded in most, such as the flash of a gun.
    Eigen::ArrayXf sorted = part.diagonals;
    float* const end = sorted.data() + sorted.size();
    std::sort(sorted.data(), end);
    const float* const open = std::lower_bound(sorted.data(), end, kFolded * end[-1]);
    const float median = open[(end - open) / 2];
    part.size = median > leastSize(frames) ? median : 0;
    return part;
}

Vector3 placeOf(const Frames& frames, std::size_t vertex, Index frame) {
    return frames.positions[vertex].row(frame).transpose();
}

/// Moves the vertices of a part from a frame to frame 0, with the rigid motion of the vertices near it.
/// Weights fall steeply with the distance, so that a weapon moves with the hand.
///
/// \return none if no other vertex is open in both frames
std::vector<Place> moved(const Frames& frames, const Part& part, Index frame,
                         const std::vector<Part>& parts) {
    constexpr std::size_t kSamples = 32;
    float reach = std::numeric_limits<float>::max();   // squared, as the distances
    std::vector<std::pair<std::size_t, float>> others; // with the distance, then with the weight
    for (const Part& other : parts) {
        for (std::size_t i = 0; i < other.vertices.size() && !other.isFolded(0) && !other.isFolded(frame);
             ++i) {
            const Vector3 place = placeOf(frames, other.vertices[i], frame);
            float nearest = std::numeric_limits<float>::max();
            for (std::size_t j = 0; j < part.vertices.size(); j += 1 + part.vertices.size() / kSamples) {
                nearest = std::min(nearest, (placeOf(frames, part.vertices[j], frame) - place).squaredNorm());
            }
            others.emplace_back(other.vertices[i], nearest);
            reach = std::min(reach, nearest);
        }
    }
    reach = std::max(reach, 0.0025F); // 0.05², where 1 is half the model's size
    Vector3 centre = Vector3::Zero();
    float sum = 0;
    for (auto& [v, weight] : others) {
        weight = std::pow(reach / (reach + weight), 2.0F);
        centre += weight * weight * placeOf(frames, v, frame);
        sum += weight * weight;
    }
    const std::vector<float> step{frames.steps[0]};
    RigidFit fit(step, 1);
    fit.start(centre / sum);
    for (const auto& [v, weight] : others) {
        fit.add(weight, placeOf(frames, v, frame), weight * frames.positions[v].topRows<1>());
    }
    Motion motion(1);
    fit.solve(motion);
    std::vector<Place> places;
    for (std::size_t i = 0; i < part.vertices.size() && !others.empty(); ++i) {
        const Vector3 place = placeOf(frames, part.vertices[i], frame);
        places.emplace_back(part.vertices[i], (motion[0] * place.cast<double>()).cast<float>());
    }
    return places;
}

/// \return the vertices of the parts that are folded in frame 0; none if no motion can be found for one
std::vector<Place> openedParts(const Frames& frames,
                               const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<Part> parts;
    for (std::vector<std::size_t>& vertices : joinedVertices(frames.positions, triangles)) {
        if (!vertices.empty()) {
            parts.push_back(partOf(frames, std::move(vertices)));
        }
    }
    std::vector<Place> opened;
    std::size_t count = 0;
    for (const Part& part : parts) {
        if (part.isFolded(0)) {
            const Eigen::ArrayXf& diagonals = part.diagonals;
            const auto isOpen = [&part](float diagonal) { return diagonal >= kOpen * part.size; };
            const float* const open =
                std::find_if(diagonals.data(), diagonals.data() + diagonals.size(), isOpen);
            const std::vector<Place> places = moved(frames, part, open - diagonals.data(), parts);
            if (places.empty() || ++count > kMostFoldedParts) {
                return {};
            }
            opened.insert(opened.end(), places.begin(), places.end());
        }
    }
    return opened;
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
    const Eigen::ArrayXi folded = foldedVertices(frames);
    // Parts that are folded to a point in the rest pose could not be fitted.
    const int most = folded.minCoeff() + static_cast<int>(frames.positions.size() / kFewVertices);
    const std::vector<Place> opened = openedParts(frames, triangles);
    if (opened.empty() || folded[0] > most + static_cast<int>(opened.size())) {
        const int* const first = std::find_if(folded.data(), folded.data() + folded.size(),
                                              [most](int count) { return count <= most; });
        frames.rest = static_cast<std::size_t>(first - folded.data());
        return;
    }
    frames.rest = frames.steps.size();
    frames.steps.push_back(frames.steps[0]);
    for (Path& path : frames.positions) {
        path.conservativeResize(folded.size() + 1, Eigen::NoChange);
        path.bottomRows<1>() = path.topRows<1>();
    }
    for (const auto& [v, place] : opened) {
        frames.positions[v].bottomRows<1>() = place.transpose();
    }
}

} // namespace assimp_md2
