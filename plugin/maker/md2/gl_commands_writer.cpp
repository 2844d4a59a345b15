// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/gl_commands_writer.h"

#include "importer/base/bytes.h"

#include <map>
#include <utility>

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// The edge of triangle `edge / 3` from its corner `edge % 3` to the next one. A corner of a triangle has the
/// number of the edge that starts there.
using Edge = std::uint32_t;

Edge nextEdge(Edge edge) {
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

Edge previousEdge(Edge edge) {
    return nextEdge(nextEdge(edge));
}

/// The edge of the neighbouring triangle for each edge, or kNone. The two edges have the same vertices and
/// texture coordinates in opposite order. Where more than two triangles meet, they are paired.
std::vector<Edge> findNeighbours(const std::vector<Triangle>& triangles, const std::vector<St>& st) {
    using Corner = std::uint64_t; ///< the vertex, s and t
    const auto cornerOf = [&](Edge edge) {
        const Triangle& triangle = triangles[edge / 3];
        const St& place = st[triangle.st[edge % 3]];
        return Corner{triangle.vertex[edge % 3]} << 32 | Corner{static_cast<std::uint16_t>(place.s)} << 16 |
               static_cast<std::uint16_t>(place.t);
    };
    std::vector<Edge> neighbours(3 * triangles.size(), kNone);
    std::multimap<std::pair<Corner, Corner>, Edge> withoutNeighbour;
    for (Edge edge = 0; edge < neighbours.size(); ++edge) {
        const Corner from = cornerOf(edge);
        const Corner to = cornerOf(nextEdge(edge));
        const auto found = withoutNeighbour.find({to, from});
        if (found != withoutNeighbour.end() && found->second / 3 != edge / 3) {
            neighbours[edge] = found->second;
            neighbours[found->second] = edge;
            withoutNeighbour.erase(found);
        } else {
            withoutNeighbour.emplace(std::pair(from, to), edge);
        }
    }
    return neighbours;
}

/// Finds strips and fans, one after the other.
class Cover {
public:
    explicit Cover(std::vector<Edge> neighbours)
        : neighbours_(std::move(neighbours)), isUsed_(neighbours_.size() / 3) {}

    bool isUsed(Edge edge) const { return isUsed_[edge / 3]; }

    void use(const std::vector<Edge>& corners, bool isUsed = true) {
        for (const Edge corner : corners) {
            isUsed_[corner / 3] = isUsed;
        }
    }

    /// The fan around a corner, or the strip that begins with it, as corners in the order of the GL commands,
    /// two more than triangles. Each triangle after the first adds one.
    std::vector<Edge> walk(Edge corner, bool isFan) {
        std::vector<Edge> corners = {corner, nextEdge(corner), previousEdge(corner)};
        isUsed_[corner / 3] = true;
        Edge exit = isFan ? previousEdge(corner) : nextEdge(corner);
        bool leavesByNext = false; // as a strip does in every second triangle
        for (Edge entry = neighbours_[exit]; entry != kNone && !isUsed(entry); entry = neighbours_[exit]) {
            isUsed_[entry / 3] = true;
            corners.push_back(previousEdge(entry));
            exit = leavesByNext ? nextEdge(entry) : previousEdge(entry);
            leavesByNext = !isFan && !leavesByNext;
        }
        use(corners, false);
        return corners;
    }

private:
    std::vector<Edge> neighbours_;
    std::vector<bool> isUsed_; ///< for each triangle
};

} // namespace

std::vector<std::uint32_t> glCommandsOf(const std::vector<Triangle>& triangles, const std::vector<St>& st,
                                        const std::vector<GlCoordinate>& corners) {
    std::vector<std::uint32_t> words;
    Cover cover(findNeighbours(triangles, st));
    // The longest from the first triangle that is left, so that all walks together take linear time
    for (Edge start = 0; start < 3 * triangles.size(); start += 3) {
        std::vector<Edge> longest;
        bool isFan = false;
        for (Edge corner = start; corner < start + 3 && !cover.isUsed(start); ++corner) {
            for (const bool triesFan : {true, false}) {
                std::vector<Edge> candidate = cover.walk(corner, triesFan);
                if (candidate.size() > longest.size()) {
                    longest = std::move(candidate);
                    isFan = triesFan;
                }
            }
        }
        if (longest.empty()) {
            continue;
        }
        cover.use(longest);
        const auto count = static_cast<std::uint32_t>(longest.size());
        words.push_back(isFan ? 0 - count : count);
        for (const Edge corner : longest) {
            words.push_back(bitsOf(corners[corner].s));
            words.push_back(bitsOf(corners[corner].t));
            words.push_back(triangles[corner / 3].vertex[corner % 3]);
        }
    }
    words.push_back(0);
    return words;
}

} // namespace assimp_md2::inner
