// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/gl_commands_writer.h"

#include "importer/base/bytes.h"

#include <algorithm>
#include <array>
#include <cstdint>
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

struct Primitive {
    bool isFan = false;
    /// In the order of the GL commands, two more than triangles. Each triangle after the first adds one.
    std::vector<Edge> corners;
};

/// Chooses strips and fans, one after the other. Each starts at a triangle with as few free neighbours as
/// possible, because such a triangle would otherwise remain single. The longest strip or fan from there is
/// chosen, so that all walks together take linear time.
class Cover {
public:
    explicit Cover(std::vector<Edge> neighbours)
        : neighbours_(std::move(neighbours)), isUsed_(neighbours_.size() / 3), walkOf_(isUsed_.size()) {
        for (std::size_t triangle = isUsed_.size(); triangle-- > 0;) {
            wait(static_cast<Edge>(3 * triangle));
        }
    }

    /// The next strip or fan, or one without corners when every triangle is covered.
    Primitive next() {
        Primitive longest;
        const Edge start = takeStart();
        for (Edge corner = start; start != kNone && corner < start + 3; ++corner) {
            for (const bool isFan : {true, false}) {
                Primitive candidate = walk(corner, isFan);
                if (candidate.corners.size() > longest.corners.size()) {
                    longest = std::move(candidate);
                }
            }
        }
        use(longest);
        return longest;
    }

private:
    bool isFree(Edge edge) const { return edge != kNone && !isUsed_[edge / 3]; }

    /// A triangle waits once for each number of free neighbours that it has had.
    ///
    /// \param first the first edge of the triangle
    void wait(Edge first) {
        std::size_t freeNeighbours = 0;
        for (Edge edge = first; edge < first + 3; ++edge) {
            freeNeighbours += isFree(neighbours_[edge]) ? 1U : 0U;
        }
        waiting_[freeNeighbours].push_back(first);
    }

    /// \return the first edge of a triangle, or kNone
    Edge takeStart() {
        for (std::vector<Edge>& waiting : waiting_) {
            while (!waiting.empty()) {
                const Edge first = waiting.back();
                waiting.pop_back();
                if (isFree(first)) {
                    return first;
                }
            }
        }
        return kNone;
    }

    /// The fan around a corner, or the strip that begins with it.
    Primitive walk(Edge corner, bool isFan) {
        ++walk_;
        walkOf_[corner / 3] = walk_;
        Primitive path{isFan, {corner, nextEdge(corner), previousEdge(corner)}};
        Edge exit = isFan ? previousEdge(corner) : nextEdge(corner);
        bool leavesByNext = false; // as a strip does in every second triangle
        while (isFree(neighbours_[exit]) && walkOf_[neighbours_[exit] / 3] != walk_) {
            const Edge entry = neighbours_[exit];
            walkOf_[entry / 3] = walk_;
            path.corners.push_back(previousEdge(entry));
            exit = leavesByNext ? nextEdge(entry) : previousEdge(entry);
            leavesByNext = !isFan && !leavesByNext;
        }
        return path;
    }

    void use(const Primitive& primitive) {
        for (const Edge corner : primitive.corners) {
            isUsed_[corner / 3] = true;
        }
        for (const Edge corner : primitive.corners) {
            for (const Edge edge : {corner, nextEdge(corner), previousEdge(corner)}) {
                if (isFree(neighbours_[edge])) {
                    wait(neighbours_[edge] / 3 * 3);
                }
            }
        }
    }

    std::vector<Edge> neighbours_;
    std::vector<bool> isUsed_;
    std::vector<std::uint32_t> walkOf_; ///< the last walk through each triangle
    std::uint32_t walk_ = 0;
    std::array<std::vector<Edge>, 4> waiting_; ///< triangles by the number of their free neighbours
};

} // namespace

std::vector<std::uint32_t> glCommandsOf(const std::vector<Triangle>& triangles, const std::vector<St>& st,
                                        const std::vector<GlCoordinate>& corners) {
    std::vector<std::uint32_t> words;
    Cover cover(findNeighbours(triangles, st));
    for (Primitive primitive = cover.next(); !primitive.corners.empty(); primitive = cover.next()) {
        const auto count = static_cast<std::uint32_t>(primitive.corners.size());
        words.push_back(primitive.isFan ? 0 - count : count);
        for (const Edge corner : primitive.corners) {
            words.push_back(bitsOf(corners[corner].s));
            words.push_back(bitsOf(corners[corner].t));
            words.push_back(triangles[corner / 3].vertex[corner % 3]);
        }
    }
    words.push_back(0);
    return words;
}

} // namespace assimp_md2::inner
