// SPDX-License-Identifier: BSD-3-Clause
// Implements gl_commands_writer.h.
#include "format/gl_commands_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace assimp_md2 {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// The maximum number of triangles of a strip or fan on either side of its start. Without this limit, some
/// models would take quadratic time, because long strips are tried and not used.
constexpr std::size_t kLongestWalk = 128;

/// The edge of triangle `edge / 3` from its corner `edge % 3` to the next one. A corner of a triangle has the
/// number of the edge that starts there.
using Edge = std::uint32_t;

/// Which edge of a triangle a strip or fan leaves by, counted from the edge that it entered by. A strip
/// alternates between the two, a fan keeps one.
enum Turn : std::uint32_t { kNext = 1, kPrevious = 2 };

Edge turned(Edge edge, std::uint32_t turn) {
    return edge - edge % 3 + (edge + turn) % 3;
}

Turn opposite(Turn turn) {
    return turn == kNext ? kPrevious : kNext;
}

/// Sorts by a key that is below `keyCount`, in linear time. Items with the same key keep their order.
template <typename Item, typename KeyOf>
std::vector<Item> sortedByKey(const std::vector<Item>& items, std::size_t keyCount, KeyOf keyOf) {
    std::vector<std::uint32_t> ends(keyCount + 1); // where the items of the key before begin, then end
    for (const Item& item : items) {
        ++ends[keyOf(item) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Item> sorted(items.size());
    for (const Item& item : items) {
        sorted[ends[keyOf(item)]++] = item;
    }
    return sorted;
}

/// Takes the triangles and returns a number for each corner. Corners with the same vertex and texture
/// coordinate get the same number.
std::vector<std::uint32_t> numberCorners(const std::vector<Triangle>& triangles, const std::vector<St>& st) {
    struct Corner {
        std::uint32_t vertex;
        std::uint32_t st;
        Edge edge;
    };
    std::vector<Corner> corners;
    corners.reserve(3 * triangles.size());
    std::size_t vertexCount = 0;
    for (Edge edge = 0; edge < 3 * triangles.size(); ++edge) {
        const Triangle& triangle = triangles[edge / 3];
        const St& coordinate = st[triangle.st[edge % 3]];
        corners.push_back({triangle.vertex[edge % 3],
                           std::uint32_t{static_cast<std::uint16_t>(coordinate.s)} << 16 |
                               static_cast<std::uint16_t>(coordinate.t),
                           edge});
        vertexCount = std::max<std::size_t>(vertexCount, corners.back().vertex + 1U);
    }
    corners = sortedByKey(corners, vertexCount, [](const Corner& corner) { return corner.vertex; });
    std::vector<std::uint32_t> numbers(corners.size());
    std::uint32_t number = 0;
    for (std::size_t begin = 0; begin < corners.size();) {
        std::size_t end = begin;
        while (end < corners.size() && corners[end].vertex == corners[begin].vertex) {
            ++end;
        }
        std::sort(corners.begin() + static_cast<std::ptrdiff_t>(begin),
                  corners.begin() + static_cast<std::ptrdiff_t>(end),
                  [](const Corner& a, const Corner& b) { return a.st < b.st; });
        for (std::size_t i = begin; i < end; ++i) {
            number += i > begin && corners[i].st != corners[i - 1].st ? 1U : 0U;
            numbers[corners[i].edge] = number;
        }
        ++number;
        begin = end;
    }
    return numbers;
}

/// The edge of the neighbouring triangle for each edge, or kNone. The two edges have the same vertices and
/// texture coordinates in opposite order. Where more than two triangles meet, they are paired.
std::vector<Edge> findNeighbours(const std::vector<Triangle>& triangles, const std::vector<St>& st) {
    const auto edgeCount = static_cast<Edge>(3 * triangles.size());
    const std::vector<std::uint32_t> numberOfCorner = numberCorners(triangles, st);

    // Sorted by their smaller and their larger corner, edges that can be neighbours follow each other.
    struct DirectedEdge {
        std::uint32_t smaller;
        std::uint32_t larger;
        Edge edge;
        bool isReversed;
    };
    std::vector<DirectedEdge> edges;
    edges.reserve(edgeCount);
    for (Edge edge = 0; edge < edgeCount; ++edge) {
        const std::uint32_t a = numberOfCorner[edge];
        const std::uint32_t b = numberOfCorner[turned(edge, kNext)];
        if (a != b) {
            edges.push_back({std::min(a, b), std::max(a, b), edge, a > b});
        }
    }
    edges = sortedByKey(edges, edgeCount, [](const DirectedEdge& edge) { return edge.larger; });
    edges = sortedByKey(edges, edgeCount, [](const DirectedEdge& edge) { return edge.smaller; });

    std::vector<Edge> neighbours(edgeCount, kNone);
    for (std::size_t begin = 0; begin < edges.size();) {
        std::size_t end = begin;
        while (end < edges.size() && edges[end].smaller == edges[begin].smaller &&
               edges[end].larger == edges[begin].larger) {
            ++end;
        }
        // One index walks over the edges of each direction.
        std::size_t forward = begin;
        std::size_t reversed = begin;
        while (true) {
            while (forward < end && edges[forward].isReversed) {
                ++forward;
            }
            while (reversed < end && !edges[reversed].isReversed) {
                ++reversed;
            }
            if (forward == end || reversed == end) {
                break;
            }
            const Edge a = edges[forward++].edge;
            const Edge b = edges[reversed++].edge;
            if (a / 3 != b / 3) {
                neighbours[a] = b;
                neighbours[b] = a;
            }
        }
        begin = end;
    }
    return neighbours;
}

/// A strip or fan.
struct Primitive {
    bool isFan = false;
    std::vector<std::uint32_t> triangles; ///< in order
    std::vector<Edge> corners;            ///< in the order of the GL commands, two more than triangles
};

/// Chooses strips and fans, one after the other. Each starts at a triangle with as few free neighbours as
/// possible, because such a triangle would otherwise remain single, and grows in both directions. The strip
/// or fan through that triangle with the best score is chosen.
class Cover {
public:
    explicit Cover(std::vector<Edge> neighbours)
        : neighbours_(std::move(neighbours))
        , isUsed_(neighbours_.size() / 3)
        , mark_(neighbours_.size() / 3)
        , freeNeighbours_(neighbours_.size() / 3) {
        for (std::size_t triangle = isUsed_.size(); triangle-- > 0;) {
            for (std::size_t k = 0; k < 3; ++k) {
                if (neighbours_[3 * triangle + k] != kNone) {
                    ++freeNeighbours_[triangle];
                }
            }
            waiting_[freeNeighbours_[triangle]].push_back(static_cast<std::uint32_t>(triangle));
        }
    }

    /// The next strip or fan, or null when every triangle is covered.
    const Primitive* next() {
        const std::uint32_t start = takeStart();
        if (start == kNone) {
            return nullptr;
        }
        bestScore_ = INT64_MIN;
        for (Edge corner = 3 * start; corner < 3 * start + 3; ++corner) {
            considerFan(corner);
            considerStrip(corner);
        }
        use(best_);
        return &best_;
    }

private:
    /// A triangle waits once for each number of free neighbours that it has had.
    std::uint32_t takeStart() {
        for (std::size_t count = 0; count < waiting_.size(); ++count) {
            while (!waiting_[count].empty()) {
                const std::uint32_t triangle = waiting_[count].back();
                waiting_[count].pop_back();
                if (isUsed_[triangle] == 0 && freeNeighbours_[triangle] == count) {
                    return triangle;
                }
            }
        }
        return kNone;
    }

    /// Leaves a triangle by `exit` and appends the triangles that follow, each with its new corner.
    void walk(Edge exit, Turn turn, bool isFan) {
        for (std::size_t length = 0; length < kLongestWalk; ++length) {
            const Edge entry = neighbours_[exit];
            if (entry == kNone || isUsed_[entry / 3] != 0 || mark_[entry / 3] == stamp_) {
                return;
            }
            mark_[entry / 3] = stamp_;
            path_.triangles.push_back(entry / 3);
            path_.corners.push_back(turned(entry, kPrevious));
            exit = turned(entry, turn);
            turn = isFan ? turn : opposite(turn);
        }
    }

    /// Walks from the triangle of `corner` across the edge of `corner`, reverses the path, and appends the
    /// triangle itself. Its three corners are then the last ones of the path; `corner` is the first of them.
    ///
    /// \return how many triangles come before that triangle
    std::size_t walkBackwards(Edge corner, bool isFan) {
        ++stamp_;
        mark_[corner / 3] = stamp_;
        path_.isFan = isFan;
        path_.triangles.clear();
        path_.corners.clear();
        walk(corner, kNext, isFan);
        const std::size_t before = path_.triangles.size();
        reverse(path_);
        path_.triangles.push_back(corner / 3);
        path_.corners.insert(path_.corners.end(), {corner, turned(corner, kNext), turned(corner, kPrevious)});
        return before;
    }

    static void reverse(Primitive& strip) {
        std::reverse(strip.triangles.begin(), strip.triangles.end());
        std::reverse(strip.corners.begin(), strip.corners.end());
    }

    /// The fan around `corner`.
    void considerFan(Edge corner) {
        const auto before = static_cast<std::ptrdiff_t>(walkBackwards(corner, true));
        const auto first = path_.corners.begin();
        std::rotate(first, first + before, first + before + 1); // the centre comes first
        walk(turned(corner, kPrevious), kPrevious, true);
        consider(path_);
    }

    /// The strip that enters by the edge of `corner` and leaves by the next one. Every second triangle of a
    /// strip has reversed winding. If that would reverse this triangle, the strip is written from its other
    /// end, or one triangle at an end is removed.
    void considerStrip(Edge corner) {
        const std::size_t before = walkBackwards(corner, false);
        walk(turned(corner, kNext), kPrevious, false);
        const std::size_t count = path_.triangles.size();
        if (before % 2 == 0) {
            consider(path_);
        } else if (count % 2 == 1 || count == 2) {
            reverse(path_);
            consider(path_);
        } else {
            shorter_ = path_;
            shorter_.triangles.pop_back();
            shorter_.corners.pop_back();
            reverse(shorter_);
            consider(shorter_);
            path_.triangles.erase(path_.triangles.begin());
            path_.corners.erase(path_.corners.begin());
            consider(path_);
        }
    }

    void consider(Primitive& candidate) {
        const std::int64_t score = scoreOf(candidate);
        if (score > bestScore_) {
            bestScore_ = score;
            std::swap(best_, candidate);
        }
    }

    /// The score of a strip or fan. It is high if the strip is long and leaves few free neighbours, and
    /// especially few that have no other free neighbour. These weights gave the fewest strips and fans for
    /// real models.
    std::int64_t scoreOf(const Primitive& primitive) {
        ++stamp_;
        for (const std::uint32_t triangle : primitive.triangles) {
            mark_[triangle] = stamp_;
        }
        std::int64_t score = 0;
        for (const std::uint32_t triangle : primitive.triangles) {
            score += 10;
            forEachFreeNeighbour(triangle, [&](std::uint32_t neighbour) {
                if (mark_[neighbour] != stamp_) {
                    score -= freeNeighbours_[neighbour] == 1 ? 19 : 9;
                }
            });
        }
        return score;
    }

    void use(const Primitive& primitive) {
        for (const std::uint32_t triangle : primitive.triangles) {
            isUsed_[triangle] = 1;
        }
        for (const std::uint32_t triangle : primitive.triangles) {
            forEachFreeNeighbour(triangle, [&](std::uint32_t neighbour) {
                --freeNeighbours_[neighbour];
                waiting_[freeNeighbours_[neighbour]].push_back(neighbour);
            });
        }
    }

    template <typename Visit>
    void forEachFreeNeighbour(std::uint32_t triangle, Visit visit) const {
        for (std::size_t k = 0; k < 3; ++k) {
            const Edge neighbour = neighbours_[3 * std::size_t{triangle} + k];
            if (neighbour != kNone && isUsed_[neighbour / 3] == 0) {
                visit(neighbour / 3);
            }
        }
    }

    std::vector<Edge> neighbours_;
    std::vector<std::uint8_t> isUsed_;
    std::vector<std::uint32_t> mark_; ///< stamp_ for the triangles of the strip or fan under consideration
    std::uint32_t stamp_ = 0;
    std::vector<std::uint8_t> freeNeighbours_;
    std::array<std::vector<std::uint32_t>, 4> waiting_; ///< triangles by the number of their free neighbours
    std::int64_t bestScore_ = 0;
    Primitive best_;
    Primitive path_;
    Primitive shorter_;
};

std::uint32_t wordOf(float value) {
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

} // namespace

std::vector<std::uint32_t> glCommandsOf(const std::vector<Triangle>& triangles, const std::vector<St>& st,
                                        const std::vector<GlCoordinate>& corners) {
    std::vector<std::uint32_t> words;
    Cover cover(findNeighbours(triangles, st));
    while (const Primitive* const primitive = cover.next()) {
        const auto count = static_cast<std::uint32_t>(primitive->corners.size());
        words.push_back(primitive->isFan ? 0 - count : count);
        for (const Edge corner : primitive->corners) {
            words.push_back(wordOf(corners[corner].s));
            words.push_back(wordOf(corners[corner].t));
            words.push_back(triangles[corner / 3].vertex[corner % 3]);
        }
    }
    words.push_back(0);
    return words;
}

std::vector<std::uint32_t> glCommandsOf(const std::vector<Triangle>& triangles, const std::vector<St>& st,
                                        std::int32_t skinWidth, std::int32_t skinHeight) {
    const auto width = static_cast<float>(skinWidth);
    const auto height = static_cast<float>(skinHeight);
    std::vector<GlCoordinate> corners;
    corners.reserve(3 * triangles.size());
    for (const Triangle& triangle : triangles) {
        for (const std::uint16_t index : triangle.st) {
            corners.push_back({(static_cast<float>(st[index].s) + 0.5f) / width,
                               (static_cast<float>(st[index].t) + 0.5f) / height});
        }
    }
    return glCommandsOf(triangles, st, corners);
}

} // namespace assimp_md2
