// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/simplify.h"

#include "assimp-md2/maker.h"
#include "importer/base/bytes.h"
#include "importer/base/finite.h"
#include "importer/base/text.h"
#include "maker/md2/pieces.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kNoIndex = UINT32_MAX;
constexpr std::uint64_t kHashFactor = 0x9E3779B97F4A7C15; // of splitmix64
constexpr std::size_t kMostPoses = 8;

/// Points with more triangles together do not collapse, so that a collapse takes constant time.
constexpr std::uint32_t kMostCorners = 64;

/// A collapse may turn a triangle by about 75 degrees.
constexpr double kLeastCosine = 0.25;

/// Prefers short edges on flat surfaces. It is small compared to the error of curved ones.
constexpr double kLengthWeight = 1e-5;

/// A plane at a boundary or seam counts as much as a triangle of ten times the square of the edge. Otherwise
/// the borders of colours on a flat face, such as brows, would cost nothing.
constexpr double kBorderWeight = 10;

/// Texture coordinates of a smaller area (twice, 1 is the skin) have no orientation: palettes place whole
/// triangles on one pixel.
constexpr float kLeastTextureArea = 1e-7f;

/// Every pass considers all edges again. Few are needed.
constexpr int kMostPasses = 64;

/// The squared distances from planes, each with a weight.
struct Quadric {
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0, x = 0, y = 0, z = 0, constant = 0, weight = 0;

    void addPlane(const DoubleVector& normal, const DoubleVector& point, double factor) {
        const double distance = -(normal * point);
        const DoubleVector n = factor * normal;
        add({n.x * normal.x, n.x * normal.y, n.x * normal.z, n.y * normal.y, n.y * normal.z, n.z * normal.z,
             n.x * distance, n.y * distance, n.z * distance, factor * distance * distance, factor});
    }

    void add(const Quadric& a) {
        xx += a.xx, xy += a.xy, xz += a.xz, yy += a.yy, yz += a.yz, zz += a.zz;
        x += a.x, y += a.y, z += a.z, constant += a.constant, weight += a.weight;
    }

    double at(const DoubleVector& p) const {
        const double sum = p.x * (xx * p.x + 2 * (xy * p.y + xz * p.z + x)) +
                           p.y * (yy * p.y + 2 * (yz * p.z + y)) + p.z * (zz * p.z + 2 * z) + constant;
        return std::max(sum, 0.0); // below 0 by rounding
    }
};

/// What a triangle says about an edge of one of its points.
struct EdgeSide {
    std::uint32_t neighbour;
    std::uint32_t opposite; ///< the triangle's third point
    std::uint32_t wedge;    ///< of the point
    std::uint32_t wedgeOfNeighbour;
    int orientation; ///< of the texture coordinates
};

struct Candidate {
    double cost;
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t version; ///< the sum of both points' versions

    /// The first of a std::priority_queue is the greatest.
    bool operator<(const Candidate& other) const {
        return std::tie(other.cost, other.from, other.to) < std::tie(cost, from, to);
    }
};

/// Points are positions that are distinct in some frame. Wedges are distinct texture coordinates of a
/// material. A corner is 3 × triangle + 0 … 2.
class Simplifier {
public:
    /// \param keepsSeams false: ends and branches of the texture's seams collapse as well, which moves the
    /// texture there
    Simplifier(PoseEvaluator& poses, const Md2Limits& limits, const std::vector<SurfaceTriangle>& triangles,
               bool keepsSeams)
        : poses_(poses), limits_(limits), triangles_(triangles), keepsSeams_(keepsSeams) {}

    /// \return false if a position that a triangle uses is not finite
    bool findPoints(const std::vector<PlannedFrame>& frames) {
        std::vector<float> pose(3 * poses_.vertexCount());
        std::vector<std::uint64_t> places(poses_.vertexCount()); // a hash of the positions in all frames
        pointOf_.assign(poses_.vertexCount(), kNoIndex);
        for (const SurfaceTriangle& triangle : triangles_) {
            for (const std::uint32_t vertex : triangle.vertices) {
                pointOf_[vertex] = 0;
            }
        }
        for (const PlannedFrame& frame : frames) {
            poses_.evaluate(frame.pose, pose.data(), nullptr);
            for (std::size_t i = 0; i < pose.size(); ++i) {
                if (pointOf_[i / 3] != kNoIndex) {
                    if (!isFinite(pose[i])) {
                        return false;
                    }
                    std::uint64_t& place = places[i / 3];
                    place = (place ^ bitsOf(pose[i] + 0)) * kHashFactor; // the sum makes −0 the same as 0
                    place ^= place >> 32;
                }
            }
        }
        std::unordered_map<std::uint64_t, std::uint32_t> points;
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            if (pointOf_[i] != kNoIndex) {
                const auto [point, isNew] =
                    points.try_emplace(places[i], static_cast<std::uint32_t>(vertexOfPoint_.size()));
                if (isNew) {
                    vertexOfPoint_.push_back(i);
                }
                pointOf_[i] = point->second;
            }
        }
        samplePoses(frames);
        return true;
    }

    /// Lists the corners of the triangles with three different points. The others cannot be seen.
    void findCorners() {
        std::map<std::tuple<std::int16_t, std::int16_t, float, float, std::uint32_t>, std::uint32_t> wedges;
        std::map<std::pair<std::int16_t, std::int16_t>, std::uint32_t> indicesOfSt;
        cornersAt_.resize(pointCount_);
        count_.assign(pointCount_, 0);
        version_.assign(pointCount_, 0);
        target_.assign(pointCount_, kNoIndex);
        isRemoved_.assign(triangles_.size(), false);
        for (std::uint32_t i = 0; i < 3 * triangles_.size(); ++i) {
            const auto& [st, gl] = onSkin(i);
            const auto [wedge, isNew] =
                wedges.try_emplace({st.s, st.t, gl.s, gl.t, triangles_[i / 3].material},
                                   static_cast<std::uint32_t>(wedges.size()));
            if (isNew) {
                cornerOfWedge_.push_back(i);
                stOfWedge_.push_back(
                    indicesOfSt.try_emplace({st.s, st.t}, static_cast<std::uint32_t>(indicesOfSt.size()))
                        .first->second);
            }
            corners_.push_back({pointOf_[triangles_[i / 3].vertices[i % 3]], wedge->second});
        }
        usesOfSt_.resize(indicesOfSt.size());
        for (std::uint32_t i = 0; i < corners_.size(); ++i) {
            link(i);
        }
        triangleCount_ = triangles_.size();
    }

    bool isWithinLimits() const {
        return triangleCount_ <= limits_.triangles && usedPoints_ <= limits_.vertices &&
               usedSt_ <= limits_.st;
    }

    /// "4096 triangles with 2000 positions and 2048 texture coordinates".
    std::string size() const {
        return std::to_string(triangleCount_) + " triangles with " + std::to_string(usedPoints_) +
               " positions and " + std::to_string(usedSt_) + " texture coordinates";
    }

    void collapse() {
        removeEmptyTriangles();
        addQuadrics();
        bool goesOn = true;
        for (int pass = 0; pass < kMostPasses && goesOn; ++pass) {
            goesOn = !isWithinLimits() && collapseInOrder();
        }
    }

    /// The largest distance from a removed point to the triangles around its target.
    double largestError() {
        double largest = 0;
        for (std::uint32_t point = 0; point < pointCount_; ++point) {
            std::uint32_t target = point;
            while (target_[target] != kNoIndex) {
                target = target_[target];
            }
            if (target == point || count_[target] == 0) {
                continue;
            }
            for (std::size_t pose = 0; pose < poseCount_; ++pose) {
                double nearest = INFINITY;
                for (const std::uint32_t corner : cornersAt(target)) {
                    nearest =
                        std::min(nearest, distanceToTriangle(at(point, pose), cornersOf(corner / 3, pose)));
                }
                largest = std::max(largest, nearest);
            }
        }
        return std::sqrt(largest);
    }

    bool isEmpty() const { return triangleCount_ == 0; }
    std::size_t poseCount() const { return poseCount_; }

    std::vector<SurfaceTriangle> triangles() const {
        std::vector<SurfaceTriangle> left;
        left.reserve(static_cast<std::size_t>(triangleCount_));
        for (std::uint32_t i = 0; i < corners_.size(); i += 3) {
            if (isRemoved_[i / 3]) {
                continue;
            }
            SurfaceTriangle& triangle = left.emplace_back(triangles_[i / 3]);
            for (std::uint32_t k = 0; k < 3; ++k) {
                triangle.vertices[k] = vertexOfPoint_[corners_[i + k].point];
                triangle.onSkin[k] = onSkin(cornerOfWedge_[corners_[i + k].wedge]);
            }
        }
        return left;
    }

private:
    struct Corner {
        std::uint32_t point;
        std::uint32_t wedge;
    };
    using Corners = std::vector<std::uint32_t>;

    /// The most candidates for each triangle: six in the beginning, and those after collapses.
    static constexpr std::size_t kCandidates = 12;

    const SkinCoordinate& onSkin(std::uint32_t corner) const {
        return triangles_[corner / 3].onSkin[corner % 3];
    }
    const DoubleVector& at(std::uint32_t point, std::size_t pose) const {
        return positions_[point * poseCount_ + pose];
    }
    static std::uint32_t after(std::uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

    CornerVectors cornersOf(std::uint32_t triangle, std::size_t pose) const {
        const Corner* const corners = &corners_[std::size_t{3} * triangle];
        return {at(corners[0].point, pose), at(corners[1].point, pose), at(corners[2].point, pose)};
    }

    bool has(std::uint32_t triangle, std::uint32_t point) const {
        const Corner* const corners = &corners_[std::size_t{3} * triangle];
        return corners[0].point == point || corners[1].point == point || corners[2].point == point;
    }

    /// Keeps the positions of some frames.
    void samplePoses(const std::vector<PlannedFrame>& frames) {
        poseCount_ = std::min(kMostPoses, frames.size());
        pointCount_ = vertexOfPoint_.size();
        std::vector<float> pose(3 * poses_.vertexCount());
        positions_.resize(pointCount_ * poseCount_);
        for (std::size_t i = 0; i < poseCount_; ++i) {
            poses_.evaluate(frames[i * frames.size() / poseCount_].pose, pose.data(), nullptr);
            for (std::size_t point = 0; point < pointCount_; ++point) {
                const float* const from = &pose[std::size_t{3} * vertexOfPoint_[point]];
                positions_[point * poseCount_ + i] = {from[0], from[1], from[2]};
            }
        }
    }

    void link(std::uint32_t corner) {
        const Corner& linked = corners_[corner];
        cornersAt_[linked.point].push_back(corner);
        usedPoints_ += count_[linked.point]++ == 0 ? 1U : 0U;
        usedSt_ += usesOfSt_[stOfWedge_[linked.wedge]]++ == 0 ? 1U : 0U;
    }

    /// Counts a corner no more. It stays in the list of its point.
    void forget(std::uint32_t corner) {
        usedPoints_ -= --count_[corners_[corner].point] == 0 ? 1U : 0U;
        usedSt_ -= --usesOfSt_[stOfWedge_[corners_[corner].wedge]] == 0 ? 1U : 0U;
    }

    void remove(std::uint32_t triangle) {
        isRemoved_[triangle] = true;
        --triangleCount_;
        for (std::uint32_t k = 0; k < 3; ++k) {
            forget(3 * triangle + k);
        }
    }

    /// The corners at a point. Those of removed triangles leave the list.
    const Corners& cornersAt(std::uint32_t point) {
        Corners& corners = cornersAt_[point];
        if (corners.size() > count_[point]) {
            const auto isGone = [&](std::uint32_t corner) { return isRemoved_[corner / 3]; };
            corners.erase(std::remove_if(corners.begin(), corners.end(), isGone), corners.end());
        }
        return corners;
    }

    /// The neighbours of a point, sorted.
    const std::vector<std::uint32_t>& neighboursOf(std::uint32_t point) {
        neighbours_.clear();
        for (const std::uint32_t corner : cornersAt(point)) {
            neighbours_.push_back(corners_[after(corner)].point);
            neighbours_.push_back(corners_[after(after(corner))].point);
        }
        std::sort(neighbours_.begin(), neighbours_.end());
        neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
        return neighbours_;
    }

    void removeEmptyTriangles() {
        for (std::uint32_t i = 0; i < corners_.size(); i += 3) {
            if (corners_[i].point == corners_[i + 1].point || corners_[i].point == corners_[i + 2].point ||
                corners_[i + 1].point == corners_[i + 2].point) {
                remove(i / 3);
            }
        }
    }

    /// 1 or -1, or 0 if the three texture coordinates are at about one place.
    int orientationOf(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const GlCoordinate& first = onSkin(cornerOfWedge_[a]).gl;
        const GlCoordinate& second = onSkin(cornerOfWedge_[b]).gl;
        const GlCoordinate& third = onSkin(cornerOfWedge_[c]).gl;
        const float area =
            (second.s - first.s) * (third.t - first.t) - (second.t - first.t) * (third.s - first.s);
        return std::abs(area) <= kLeastTextureArea ? 0 : area > 0 ? 1 : -1;
    }

    /// The edges of a point, sorted by the neighbour.
    const std::vector<EdgeSide>& edgesOf(std::uint32_t point) {
        edges_.clear();
        for (const std::uint32_t corner : cornersAt(point)) {
            const Corner& own = corners_[corner];
            const Corner& b = corners_[after(corner)];
            const Corner& c = corners_[after(after(corner))];
            const int orientation = orientationOf(own.wedge, b.wedge, c.wedge);
            edges_.push_back({b.point, c.point, own.wedge, b.wedge, orientation});
            edges_.push_back({c.point, b.point, own.wedge, c.wedge, orientation});
        }
        std::sort(edges_.begin(), edges_.end(), [](const EdgeSide& a, const EdgeSide& b) {
            return std::tie(a.neighbour, a.opposite) < std::tie(b.neighbour, b.opposite);
        });
        return edges_;
    }

    enum class EdgeKind { Inner, Seam, Boundary, Branch };

    /// \param first the first side of an edge; becomes the first of the next edge
    static EdgeKind nextEdge(const std::vector<EdgeSide>& edges, std::size_t& first) {
        std::size_t sides = 1; // a sheet with a back has two triangles on each
        const EdgeSide& start = edges[first];
        bool isSeam = false;
        auto [least, most] = std::pair(start.orientation, start.orientation);
        std::size_t i = first + 1;
        for (; i < edges.size() && edges[i].neighbour == start.neighbour; ++i) {
            sides += edges[i].opposite != edges[i - 1].opposite ? 1U : 0U;
            isSeam = isSeam || edges[i].wedge != start.wedge ||
                     edges[i].wedgeOfNeighbour != start.wedgeOfNeighbour;
            least = std::min(least, edges[i].orientation);
            most = std::max(most, edges[i].orientation);
        }
        first = i;
        if (sides != 2) {
            return sides == 1 ? EdgeKind::Boundary : EdgeKind::Branch;
        }
        return isSeam || least * most < 0 ? EdgeKind::Seam
                                          : EdgeKind::Inner; // or a texture is mirrored there
    }

    void addQuadrics() {
        quadrics_.assign(positions_.size(), {});
        for (std::uint32_t triangle = 0; triangle < triangles_.size(); ++triangle) {
            for (std::size_t pose = 0; pose < poseCount_ && !isRemoved_[triangle]; ++pose) {
                const auto [a, b, c] = cornersOf(triangle, pose);
                const DoubleVector normal = (b - a) ^ (c - a);
                for (std::uint32_t k = 0; k < 3; ++k) {
                    quadrics_[corners_[3 * triangle + k].point * poseCount_ + pose].addPlane(
                        unitOrZero(normal), a, normal.Length() / 2);
                }
            }
        }
        for (std::uint32_t point = 0; point < pointCount_; ++point) {
            const std::vector<EdgeSide>& edges = edgesOf(point);
            for (std::size_t i = 0; i < edges.size();) {
                const EdgeSide edge = edges[i];
                if (nextEdge(edges, i) != EdgeKind::Inner) {
                    addBorder(point, edge);
                }
            }
        }
    }

    /// Adds planes through an edge that are perpendicular to the surface.
    void addBorder(std::uint32_t point, const EdgeSide& edge) {
        for (std::size_t pose = 0; pose < poseCount_; ++pose) {
            const DoubleVector& start = at(point, pose);
            const DoubleVector along = at(edge.neighbour, pose) - start;
            const DoubleVector inside = at(edge.opposite, pose) - start;
            const DoubleVector across = along ^ inside;
            const DoubleVector normal = unitOrZero(along ^ across);
            quadrics_[point * poseCount_ + pose].addPlane(normal, start,
                                                          kBorderWeight * along.SquareLength());
        }
    }

    /// \return false if no edge could be collapsed
    bool collapseInOrder() {
        // The next pass starts with less if this one fills the memory.
        const std::size_t most = kCandidates * static_cast<std::size_t>(triangleCount_);
        candidates_ = std::priority_queue<Candidate>();
        for (std::uint32_t point = 0; point < pointCount_; ++point) {
            for (const std::uint32_t neighbour : neighboursOf(point)) {
                addCandidate(point, neighbour);
            }
        }
        bool hasCollapsed = false;
        while (!candidates_.empty() && !isWithinLimits() && candidates_.size() <= most) {
            const Candidate best = candidates_.top();
            candidates_.pop();
            if (best.version == version_[best.from] + version_[best.to] && canCollapse(best.from, best.to)) {
                collapse(best.from, best.to);
                hasCollapsed = true;
            }
        }
        return hasCollapsed;
    }

    void addCandidate(std::uint32_t from, std::uint32_t to) {
        double cost = 0;
        for (std::size_t pose = 0; pose < poseCount_; ++pose) {
            const DoubleVector& place = at(to, pose);
            const Quadric& a = quadrics_[from * poseCount_ + pose];
            const Quadric& b = quadrics_[to * poseCount_ + pose];
            const DoubleVector edge = at(from, pose) - place;
            const double area = a.weight + b.weight;
            cost += a.at(place) + b.at(place) + kLengthWeight * area * edge.SquareLength();
        }
        if (isFinite(cost)) {
            candidates_.push({cost, from, to, version_[from] + version_[to]});
        }
    }

    /// \param from, to neighbours
    bool canCollapse(std::uint32_t from, std::uint32_t to) {
        return count_[from] + count_[to] <= kMostCorners && findSides(from, to) && staysManifold(from, to) &&
               keepsCoordinates(from, to) && keepsFaces(from, to);
    }

    /// Finds the triangles of the edge.
    ///
    /// \return false if the point may not leave a seam or boundary
    bool findSides(std::uint32_t from, std::uint32_t to) {
        const std::vector<EdgeSide>& edges = edgesOf(from);
        sides_.clear();
        std::size_t features = 0;
        bool isFeature = false;
        for (std::size_t i = 0; i < edges.size();) {
            const std::size_t first = i;
            const EdgeKind kind = nextEdge(edges, i);
            if (kind == EdgeKind::Branch) {
                return false;
            }
            const bool isKept = kind == EdgeKind::Boundary || (kind == EdgeKind::Seam && keepsSeams_);
            features += isKept ? 1U : 0U;
            if (edges[first].neighbour == to) {
                isFeature = isKept;
                sides_.assign(edges.begin() + static_cast<std::ptrdiff_t>(first),
                              edges.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        return !sides_.empty() && (features == 0 || (features == 2 && isFeature));
    }

    /// No edge gets a third triangle, no two triangles get the same points, and no triangle is lost but those
    /// of the edge.
    bool staysManifold(std::uint32_t from, std::uint32_t to) {
        const Corners& cornersFrom = cornersAt(from);
        const Corners& cornersTo = cornersAt(to);
        const std::vector<std::uint32_t>& neighbours = neighboursOf(to);
        const auto isInBoth = [&](std::uint32_t point) {
            return std::binary_search(neighbours.begin(), neighbours.end(), point) &&
                   std::none_of(sides_.begin(), sides_.end(),
                                [&](const EdgeSide& side) { return side.opposite == point; });
        };
        for (const std::uint32_t corner : cornersFrom) {
            const std::uint32_t b = corners_[after(corner)].point;
            const std::uint32_t c = corners_[after(after(corner))].point;
            const auto isEqual = [&](std::uint32_t other) { return has(other / 3, b) && has(other / 3, c); };
            if (b != to && c != to &&
                (isInBoth(b) || isInBoth(c) || std::any_of(cornersTo.begin(), cornersTo.end(), isEqual))) {
                return false;
            }
        }
        return std::all_of(sides_.begin(), sides_.end(), [&](const EdgeSide& side) {
            const auto holds = [&](std::uint32_t corner) {
                return has(corner / 3, side.opposite) && has(corner / 3, from) != has(corner / 3, to);
            };
            return std::any_of(cornersFrom.begin(), cornersFrom.end(), holds) ||
                   std::any_of(cornersTo.begin(), cornersTo.end(), holds);
        });
    }

    /// The wedge that takes the place of a wedge of the collapsed point, or kNoIndex.
    std::uint32_t newWedge(std::uint32_t wedge) const {
        std::uint32_t found = kNoIndex;
        for (const EdgeSide& side : sides_) {
            if (side.wedge == wedge) {
                if (found != kNoIndex && found != side.wedgeOfNeighbour) {
                    return keepsSeams_ ? kNoIndex : wedge;
                }
                found = side.wedgeOfNeighbour;
            }
        }
        return found == kNoIndex && !keepsSeams_ ? wedge : found;
    }

    /// Every wedge continues along the edge, and no texture is turned over.
    bool keepsCoordinates(std::uint32_t from, std::uint32_t to) {
        const Corners& corners = cornersAt(from);
        return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            const std::uint32_t wedge = newWedge(corners_[corner].wedge);
            const std::uint32_t b = corners_[after(corner)].wedge;
            const std::uint32_t c = corners_[after(after(corner))].wedge;
            if (wedge == kNoIndex || has(corner / 3, to)) {
                return wedge != kNoIndex;
            }
            const int orientation = orientationOf(corners_[corner].wedge, b, c);
            return orientation == 0 || orientation == orientationOf(wedge, b, c);
        });
    }

    /// No triangle turns over in any pose.
    bool keepsFaces(std::uint32_t from, std::uint32_t to) {
        const Corners& corners = cornersAt(from);
        return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            for (std::size_t pose = 0; pose < poseCount_ && !has(corner / 3, to); ++pose) {
                const DoubleVector& b = at(corners_[after(corner)].point, pose);
                const DoubleVector edge = at(corners_[after(after(corner))].point, pose) - b;
                const DoubleVector old = edge ^ (at(corners_[corner].point, pose) - b);
                const DoubleVector now = edge ^ (at(to, pose) - b);
                const double area = old.SquareLength();
                if (area > 0 && !(old * now > kLeastCosine * std::sqrt(area * now.SquareLength()))) {
                    return false;
                }
            }
            return true;
        });
    }

    /// \param from, to of the last canCollapse
    void collapse(std::uint32_t from, std::uint32_t to) {
        for (const std::uint32_t corner : Corners(cornersAt(from))) {
            if (has(corner / 3, to)) {
                remove(corner / 3);
                continue;
            }
            forget(corner);
            corners_[corner] = {to, newWedge(corners_[corner].wedge)};
            link(corner);
        }
        cornersAt_[from].clear();
        target_[from] = to;
        ++version_[from];
        ++version_[to];
        for (std::size_t pose = 0; pose < poseCount_; ++pose) {
            quadrics_[to * poseCount_ + pose].add(quadrics_[from * poseCount_ + pose]);
        }
        for (const std::uint32_t neighbour : neighboursOf(to)) {
            addCandidate(to, neighbour);
            addCandidate(neighbour, to);
        }
    }

    PoseEvaluator& poses_;
    const Md2Limits& limits_;
    const std::vector<SurfaceTriangle>& triangles_;
    bool keepsSeams_;
    std::size_t poseCount_ = 0;
    std::size_t pointCount_ = 0;
    std::vector<std::uint32_t> pointOf_;       ///< of the vertices of a pose
    std::vector<std::uint32_t> vertexOfPoint_; ///< the first
    std::vector<DoubleVector> positions_;      ///< of each point in the sampled poses
    std::vector<Quadric> quadrics_;            ///< of each point in the sampled poses
    std::vector<Corner> corners_;
    std::vector<std::uint32_t> cornerOfWedge_; ///< the first in the source
    std::vector<std::uint32_t> stOfWedge_;
    std::vector<std::uint32_t> usesOfSt_;
    std::vector<Corners> cornersAt_;     ///< of each point
    std::vector<std::uint32_t> count_;   ///< corners of each point
    std::vector<std::uint32_t> version_; ///< of each point; changes with its quadric
    std::vector<std::uint32_t> target_;  ///< where a point has gone
    std::vector<bool> isRemoved_;        ///< of each triangle
    std::uint64_t triangleCount_ = 0;
    std::uint64_t usedPoints_ = 0;
    std::uint64_t usedSt_ = 0;
    std::priority_queue<Candidate> candidates_;
    std::vector<std::uint32_t> neighbours_; // buffers
    std::vector<EdgeSide> edges_;
    std::vector<EdgeSide> sides_; ///< of the edge that collapses
};

struct PieceSize {
    double part = 0; ///< of the surface of its material
    double area = 0; ///< twice
};

/// The triangles without the smallest separate pieces of each material: eyes and mouths often have a material
/// of their own.
///
/// \param percent of the surface that may go
/// \param warnings receives how many pieces are left out
std::vector<SurfaceTriangle> withoutSmallPieces(const ModelParts& parts, double percent, Warnings& warnings) {
    constexpr double kSmallPart = 0.3;
    std::vector<float> positions(3 * parts.poses.vertexCount());
    parts.poses.evaluate(parts.plan.frames.front().pose, positions.data(), nullptr);
    const Pieces pieces(positions, parts.triangles);
    std::vector<double> areas;
    std::map<std::uint32_t, double> ofMaterials;
    for (const SurfaceTriangle& triangle : parts.triangles) {
        areas.push_back(normalOf(cornersOf(positions, triangle)).Length());
        ofMaterials[triangle.material] += areas.back();
    }
    std::map<std::uint32_t, PieceSize> kept;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        PieceSize& size = kept[pieces.pieceAt(i)];
        size.part += areas[i] > 0 ? areas[i] / ofMaterials[parts.triangles[i].material] : 0;
        size.area += areas[i];
    }
    std::vector<std::pair<std::uint32_t, PieceSize>> sorted(kept.begin(), kept.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.part < b.second.part; });
    const double all = std::accumulate(areas.begin(), areas.end(), 0.0);
    double removed = 0;
    for (const auto& [piece, size] : sorted) {
        if (size.part > kSmallPart || 100 * (removed + size.area) >= percent * all) {
            break;
        }
        removed += size.area;
        kept.erase(piece);
    }
    std::vector<SurfaceTriangle> triangles;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        if (kept.count(pieces.pieceAt(i)) > 0) {
            triangles.push_back(parts.triangles[i]);
        }
    }
    warnings.note("the smallest separate pieces are left out, because the mesh cannot be simplified enough "
                  "otherwise: " +
                  std::to_string(sorted.size() - kept.size()) + " of " + std::to_string(sorted.size()) +
                  ", " + std::to_string(removed > 0 ? std::lround(100 * removed / all) : 0) +
                  " % of the surface");
    return triangles;
}

} // namespace

double distanceToTriangle(const DoubleVector& p, const CornerVectors& corners) {
    const DoubleVector& a = corners[0];
    const DoubleVector normal = unitOrZero(normalOf(corners));
    bool isAbove = normal.SquareLength() > 0;
    double nearest = INFINITY;
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleVector edge = corners[(k + 1) % 3] - corners[k];
        const DoubleVector to = p - corners[k];
        isAbove = isAbove && ((edge ^ to) * normal) >= 0;
        const double length = edge.SquareLength();
        const DoubleVector rest = to - (length > 0 ? std::clamp(to * edge / length, 0.0, 1.0) : 0) * edge;
        nearest = std::min(nearest, rest.SquareLength());
    }
    const double height = (p - a) * normal;
    return isAbove ? height * height : nearest;
}

std::optional<Error> simplify(ModelParts& parts, const Md2Limits& limits, Warnings& warnings) {
    std::string before;
    std::string left;
    std::vector<SurfaceTriangle> kept;
    for (const auto& [keepsSeams, percentLeftOut] :
         {std::pair(true, 0), std::pair(false, 0), std::pair(false, 1), std::pair(false, 2),
          std::pair(false, 5)}) {
        Warnings ofPieces;
        if (percentLeftOut > 0) {
            const std::size_t last = kept.empty() ? parts.triangles.size() : kept.size();
            kept = withoutSmallPieces(parts, percentLeftOut, ofPieces);
            if (kept.size() == last) {
                continue;
            }
        }
        Simplifier simplifier(parts.poses, limits, kept.empty() ? parts.triangles : kept, keepsSeams);
        if (!simplifier.findPoints(parts.plan.frames)) {
            return std::nullopt; // buildModel reports it
        }
        simplifier.findCorners();
        if (simplifier.isWithinLimits() && percentLeftOut == 0) {
            parts.computesNormals = true;
            return std::nullopt;
        }
        before = before.empty() ? simplifier.size() : before;
        simplifier.collapse();
        if (simplifier.isEmpty()) {
            return Error{ErrorCode::Other, "triangles: every triangle has collapsed to a line or a point"};
        }
        if (simplifier.isWithinLimits()) {
            warnings.addAll(ofPieces);
            warnings.note("the mesh is simplified from " + before + " to " + simplifier.size() +
                          "; the largest error in " + std::to_string(simplifier.poseCount()) + " poses is " +
                          textOf(simplifier.largestError(), 2) + " units" +
                          (keepsSeams ? "" : ", and textures are moved at their seams") +
                          " (" ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY "=false writes it as it is)");
            parts.triangles = simplifier.triangles();
            parts.computesNormals = true;
            return std::nullopt;
        }
        left = simplifier.size();
    }
    return Error{ErrorCode::AboveLimit,
                 "the mesh cannot be simplified to " + std::to_string(limits.triangles) + " triangles, " +
                     std::to_string(limits.vertices) + " vertices and " + std::to_string(limits.st) +
                     " texture coordinates without cracks: " + left + " are left of " + before +
                     "; simplify the mesh"};
}

} // namespace assimp_md2::inner
