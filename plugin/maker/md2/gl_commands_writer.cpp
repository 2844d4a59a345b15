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

struct Primitive {
    bool isFan = false;
    /// In the order of the GL commands, two more than triangles. Each triangle after the first adds one.
    std::vector<Edge> corners;
};

/// Chooses strips and fans, one after the other: the longest from the first triangle that is left, so that
/// all walks together take linear time.
class Cover {
public:
    explicit Cover(std::vector<Edge> neighbours)
        : neighbours_(std::move(neighbours)), isUsed_(neighbours_.size() / 3), walkOf_(isUsed_.size()) {}

    /// The next strip or fan, or one without corners when every triangle is covered.
    Primitive next() {
        Primitive longest;
        while (start_ < neighbours_.size() && isUsed_[start_ / 3]) {
            start_ += 3;
        }
        for (Edge corner = start_; start_ < neighbours_.size() && corner < start_ + 3; ++corner) {
            for (const bool isFan : {true, false}) {
                Primitive candidate = walk(corner, isFan);
                if (candidate.corners.size() > longest.corners.size()) {
                    longest = std::move(candidate);
                }
            }
        }
        for (const Edge corner : longest.corners) {
            isUsed_[corner / 3] = true;
        }
        return longest;
    }

private:
    bool isFree(Edge edge) const { return edge != kNone && !isUsed_[edge / 3]; }

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

    std::vector<Edge> neighbours_;
    std::vector<bool> isUsed_;
    std::vector<std::uint32_t> walkOf_; ///< the last walk through each triangle
    std::uint32_t walk_ = 0;
    Edge start_ = 0; ///< all triangles before it are used
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
