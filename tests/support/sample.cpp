// SPDX-License-Identifier: BSD-3-Clause
// The sample's shape and motion: tubes around bones, posed frame by frame. Its skins are in sample_skins.cpp.
#include "support/sample.h"

#include "support/sample_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace assimp_md2::inner::test {
namespace {

constexpr double kGround = -24;

/// In the game's axes: x forward, y to the left, z up.
struct Point {
    double x = 0, y = 0, z = 0;
};

Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Point operator*(const Point& a, double factor) {
    return {a.x * factor, a.y * factor, a.z * factor};
}
double dot(const Point& a, const Point& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double length(const Point& a) {
    return std::sqrt(dot(a, a));
}
Point unit(const Point& a) {
    return a * (1 / length(a));
}

/// Degrees; positive leans forward.
Point pitched(const Point& p, double degrees) {
    const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
    return {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}
/// Degrees; positive leans to the right.
Point rolled(const Point& p, double degrees) {
    const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
    return {p.x, c * p.y - s * p.z, c * p.z + s * p.y};
}
/// Degrees; positive turns to the left.
Point yawed(const Point& p, double degrees) {
    const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
    return {c * p.x - s * p.y, c * p.y + s * p.x, p.z};
}

/// `p` turned by the smallest rotation that takes the unit vector `from` to the unit vector `to`, which is
/// not opposite.
Point turned(const Point& p, const Point& from, const Point& to) {
    const Point axis = cross(from, to);
    return p + cross(axis, p) + cross(axis, cross(axis, p)) * (1 / (1 + dot(from, to)));
}

/// Everything that moves. Angles in degrees, lengths in units.
struct Pose {
    double squash = 1; ///< height of the body
    double lift = 0, shift = 0;
    double pitch = 0, roll = 0, yaw = 0; ///< of the body, above the hips
    double fall = 0;                     ///< backward, of everything, around the heels
    double jaw = 0;
    double lids = 0; ///< 0 open, 1 shut
    struct Foot {
        double forward = 0, up = 0, pitch = 0;
    } left, right;
    struct Arm {
        double swing = 5, spread = 38, bend = 45; ///< forward, sideways, elbow
    } leftArm, rightArm;
    double wag = 0, tail = 0; ///< sideways, up
};

/// Where the parts of the body are in a pose.
class Placement {
public:
    explicit Placement(const Pose& pose) : pose_(pose) {}

    Point ofBody(const Point& p) const {
        const double wide = 1 / std::sqrt(pose_.squash);
        const Point hips{0, 0, -13};
        Point q = p - hips;
        q = {q.x * wide, q.y * wide, q.z * pose_.squash};
        q = yawed(pitched(rolled(q, pose_.roll), pose_.pitch), pose_.yaw) + hips;
        return ofAll(q);
    }
    /// Feet stay where they are while the body moves.
    Point ofFoot(const Point& p, const Pose::Foot& foot, double side) const {
        return ofAll(pitched(p, foot.pitch) + Point{foot.forward, 6.5 * side, kGround + 2.5 + foot.up});
    }

private:
    Point ofAll(const Point& p) const {
        const Point heels{-4, 0, kGround};
        return pitched(p - heels, -pose_.fall) + heels + Point{pose_.shift, 0, pose_.lift};
    }

    const Pose& pose_;
};

using Place = std::function<Point(const Point&)>;

/// A ring of a tube: its centre and its radii across the tube and along the tube's own "up".
struct Ring {
    Point centre;
    double across;
    double up;
};

/// Adds vertices in the order of the parts; the surface once, with frame 0.
class Shape {
public:
    explicit Shape(ImageSize skin) : skin_(skin) {}

    std::size_t add(const Point& p) {
        points.push_back(p);
        return points.size() - 1;
    }
    std::uint16_t addSt(double s, double t) {
        st.push_back(
            {static_cast<std::int16_t>(std::clamp(std::lround(s), 0L, static_cast<long>(skin_.width) - 1)),
             static_cast<std::int16_t>(std::clamp(std::lround(t), 0L, static_cast<long>(skin_.height) - 1))});
        return static_cast<std::uint16_t>(st.size() - 1);
    }
    /// Clockwise from outside, as the game has it.
    void addTriangle(const std::array<std::size_t, 3>& vertices,
                     const std::array<std::uint16_t, 3>& corners) {
        triangles.push_back(
            {{static_cast<std::uint16_t>(vertices[0]), static_cast<std::uint16_t>(vertices[1]),
              static_cast<std::uint16_t>(vertices[2])},
             corners});
    }

    /// The skin of a region between rings of vertices that begin at `starts`: down the region go the rings,
    /// across it the segments. A ring of one vertex is a tip.
    void addSurface(const std::vector<std::vector<std::size_t>>& rings, const Region& region) {
        const std::size_t segments = std::max(rings.front().size(), rings[1].size());
        std::vector<std::vector<std::uint16_t>> corners(rings.size());
        for (std::size_t ring = 0; ring < rings.size(); ++ring) {
            for (std::size_t column = 0; column <= segments; ++column) {
                const double half = rings[ring].size() == 1 ? 0.5 : 0;
                corners[ring].push_back(addSt(region.s + region.width * (static_cast<double>(column) + half) /
                                                             static_cast<double>(segments),
                                              region.t + region.height * static_cast<double>(ring) /
                                                             static_cast<double>(rings.size() - 1)));
            }
        }
        const auto vertex = [&](std::size_t ring, std::size_t column) {
            return rings[ring][column % rings[ring].size()];
        };
        for (std::size_t ring = 0; ring + 1 < rings.size(); ++ring) {
            for (std::size_t column = 0; column < segments; ++column) {
                if (rings[ring + 1].size() > 1) {
                    addTriangle(
                        {vertex(ring, column), vertex(ring + 1, column + 1), vertex(ring + 1, column)},
                        {corners[ring][column], corners[ring + 1][column + 1], corners[ring + 1][column]});
                }
                if (rings[ring].size() > 1) {
                    addTriangle(
                        {vertex(ring, column), vertex(ring, column + 1), vertex(ring + 1, column + 1)},
                        {corners[ring][column], corners[ring][column + 1],
                         corners[ring + 1][rings[ring + 1].size() > 1 ? column + 1 : column]});
                }
            }
        }
    }

    /// A tube through the rings, closed where a ring has no radius. At rest its direction is `rest`, and its
    /// "up" is `up`.
    void addTube(const std::vector<Ring>& rings, std::size_t segments, const Region& region,
                 const Point& rest, const Point& up, const Place& place) {
        std::vector<std::vector<std::size_t>> vertices(rings.size());
        for (std::size_t i = 0; i < rings.size(); ++i) {
            const Ring& ring = rings[i];
            if (ring.across == 0) {
                vertices[i].push_back(add(place(ring.centre)));
                continue;
            }
            const Point before = rings[i > 0 ? i - 1 : i].centre;
            const Point after = rings[i + 1 < rings.size() ? i + 1 : i].centre;
            const Point direction = unit(after - before);
            const Point upward = turned(up, rest, direction);
            const Point across = cross(direction, upward);
            for (std::size_t segment = 0; segment < segments; ++segment) {
                const double angle = 2 * kPi * static_cast<double>(segment) / static_cast<double>(segments);
                vertices[i].push_back(add(place(ring.centre + across * (ring.across * std::sin(angle)) -
                                                upward * (ring.up * std::cos(angle)))));
            }
        }
        addSurface(vertices, region);
    }

    /// A pyramid without a base.
    void addSpike(const Point& base, const Point& tip, double radius, const Region& region,
                  const Place& place) {
        const Point along = unit(tip - base);
        const Point helper = std::abs(along.z) < 0.9 ? Point{0, 0, 1} : Point{1, 0, 0};
        addTube({{base, radius, radius}, {tip, 0, 0}}, 4, region, along,
                unit(cross(cross(along, helper), along)), place);
    }

    std::vector<Point> points;
    std::vector<std::array<std::int16_t, 2>> st;
    std::vector<TriangleSource> triangles;

private:
    ImageSize skin_;
};

// --- The imp -------------------------------------------------------------------------------------------

constexpr std::size_t kSegments = 16; ///< of the body; segment 0 is at the back, 8 in front

struct BodyRing {
    double z, depth, width, forward;
};
/// From the top down; the lips are the last of the head and the first of the belly.
constexpr BodyRing kHeadRings[] = {
    {16.5, 5, 5.8, -1}, {13.5, 8.8, 9.6, -0.3}, {9.5, 11, 11.3, 0.5}, {5, 12, 12, 1}, {1.2, 12.4, 12.4, 1}};
constexpr BodyRing kBellyRings[] = {{1.2, 12.4, 12.4, 1},
                                    {-2.5, 12.6, 12.8, 0.7},
                                    {-7, 12, 12.2, 0},
                                    {-11.5, 10, 10.5, -0.5},
                                    {-15, 6, 7, -1}};

/// How much of the mouth there is at a segment: 1 in front, 0 at the sides and behind.
double mouthAt(std::size_t segment) {
    const double angle = 2 * kPi * static_cast<double>(segment) / kSegments - kPi;
    return std::max(0.0, std::cos(angle));
}

Point bodyPoint(const BodyRing& ring, std::size_t segment, double grin, double opening) {
    const double angle = 2 * kPi * static_cast<double>(segment) / kSegments - kPi;
    return {ring.forward + ring.depth * std::cos(angle), ring.width * std::sin(angle),
            ring.z - grin * std::cos(2 * angle) + opening * mouthAt(segment)};
}

void addBody(Shape& shape, const Pose& pose, const Place& place) {
    const auto addRing = [&](const BodyRing& ring, double grin, double opening) {
        std::vector<std::size_t> vertices;
        for (std::size_t segment = 0; segment < kSegments; ++segment) {
            vertices.push_back(shape.add(place(bodyPoint(ring, segment, grin, opening))));
        }
        return vertices;
    };
    std::vector<std::vector<std::size_t>> head{{shape.add(place({-1, 0, 17.8}))}}, belly;
    for (std::size_t i = 0; i < std::size(kHeadRings); ++i) {
        // The nearer to the lips, the more a ring takes part in the grin and in the opening.
        const double part = static_cast<double>(i) / (std::size(kHeadRings) - 1);
        head.push_back(addRing(kHeadRings[i], 2 * part, 0.4 * pose.jaw * part));
    }
    for (std::size_t i = 0; i < std::size(kBellyRings); ++i) {
        const double part = 1 - static_cast<double>(i) / (std::size(kBellyRings) - 1);
        belly.push_back(addRing(kBellyRings[i], 2 * part, -pose.jaw * part * part));
    }
    belly.push_back({shape.add(place({-1, 0, -16}))});
    shape.addSurface(head, kHeadRegion);
    shape.addSurface(belly, kBellyRegion);

    // The inside of the mouth, between the lips where they part.
    std::vector<std::size_t> upper, throat, lower;
    for (std::size_t segment = 4; segment <= 12; ++segment) {
        upper.push_back(head.back()[segment]);
        lower.push_back(belly.front()[segment]);
        const Point inside = bodyPoint(kBellyRings[0], segment, 2, -0.3 * pose.jaw);
        throat.push_back(shape.add(place({inside.x * 0.35, inside.y * 0.8, inside.z})));
    }
    for (std::size_t i = 0; i + 1 < upper.size(); ++i) {
        const double s0 = kMouthRegion.s + kMouthRegion.width * static_cast<double>(i) / 8;
        const double s1 = kMouthRegion.s + kMouthRegion.width * static_cast<double>(i + 1) / 8;
        const double t[] = {kMouthRegion.t, kMouthRegion.t + kMouthRegion.height / 2.0,
                            double(kMouthRegion.t + kMouthRegion.height)};
        const auto addQuad = [&](const std::vector<std::size_t>& above, const std::vector<std::size_t>& below,
                                 double t0, double t1) {
            const std::uint16_t a = shape.addSt(s0, t0), b = shape.addSt(s1, t0), c = shape.addSt(s0, t1),
                                d = shape.addSt(s1, t1);
            shape.addTriangle({above[i], below[i + 1], below[i]}, {a, d, c});
            shape.addTriangle({above[i], above[i + 1], below[i + 1]}, {a, b, d});
        };
        addQuad(upper, throat, t[0], t[1]);
        addQuad(throat, lower, t[1], t[2]);
    }

    // Teeth stand on the lips and move with them.
    for (const double angle : {-42.0, -15.0, 15.0, 42.0}) {
        const double c = std::cos(angle * kPi / 180), s = std::sin(angle * kPi / 180);
        const double lip = 1.2 - 2 * std::cos(2 * angle * kPi / 180) + 0.4 * pose.jaw * c;
        const double tall = std::abs(angle) > 30 ? 4.6 : 2.8;
        shape.addSpike({1 + 12.1 * c, 12.1 * s, lip + 0.6}, {1 + 12.6 * c, 12.6 * s, lip - tall}, 1.15,
                       kToothRegion, place);
    }
    for (const double angle : {-28.0, 28.0}) {
        const double c = std::cos(angle * kPi / 180), s = std::sin(angle * kPi / 180);
        const double lip = 1.2 - 2 * std::cos(2 * angle * kPi / 180) - pose.jaw * c;
        shape.addSpike({1 + 12.1 * c, 12.1 * s, lip - 0.6}, {1 + 12.7 * c, 12.7 * s, lip + 3}, 1.1,
                       kToothRegion, place);
    }
}

void addHeadgear(Shape& shape, const Pose& pose, const Place& place) {
    for (const double side : {1.0, -1.0}) {
        // Shut lids come round from behind: the eyeball turns.
        const Point centre{7.4, 5.2 * side, 10.5};
        const Point gaze = yawed(pitched({1, 0, 0}, 100 * pose.lids - 4), 8 * side);
        const Point up = yawed(pitched({0, 0, 1}, 100 * pose.lids - 4), 8 * side);
        constexpr double kEye = 4.6;
        std::vector<Ring> rings;
        for (const double angle : {0.0, 24.0, 50.0, 85.0, 125.0}) {
            const double radius = kEye * std::sin(angle * kPi / 180);
            rings.push_back({centre + gaze * (kEye * std::cos(angle * kPi / 180)), radius, radius});
        }
        // From the pupil backward the tube's direction is away from the gaze.
        shape.addTube(rings, 8, kEyeRegion, gaze * -1, up, place);

        shape.addTube({{{-1, 6.5 * side, 13}, 2.7, 2.7},
                       {{-1.5, 9 * side, 16.5}, 2.3, 2.3},
                       {{-0.5, 10.8 * side, 20}, 1.6, 1.6},
                       {{2, 10.6 * side, 23.5}, 0.9, 0.9},
                       {{4.5, 9.6 * side, 25.5}, 0, 0}},
                      6, kHornRegion, {0, 0, 1}, {1, 0, 0}, place);
    }
    for (const auto& [x, z, size] :
         {std::array{-7.0, 14.0, 4.5}, {-11.0, 8.5, 5.0}, {-12.6, 2.0, 4.5}, {-12.4, -4.5, 3.8}}) {
        shape.addSpike({x, 0, z}, {x - size, 0, z + size * 0.7}, 2.2, kSpikeRegion, place);
    }
}

void addTail(Shape& shape, const Pose& pose, const Place& place) {
    std::vector<Ring> rings{{{-8, 0, -11}, 3.4, 3}};
    double heading = 0, rise = -18 + pose.tail * 0.3;
    Point at = rings[0].centre;
    for (const double radius : {2.6, 2.0, 1.5, 1.1}) {
        heading += pose.wag / 4;
        rise += 22 + pose.tail / 4;
        at = at + yawed(pitched({-4.6, 0, 0}, rise), heading);
        rings.push_back({at, radius, radius});
    }
    // The tip is a blade.
    const Point along = yawed(pitched({-1, 0, 0}, rise + 10), heading);
    rings.push_back({at + along * 1.2, 3.2, 0.6});
    rings.push_back({at + along * 6.5, 0, 0});
    shape.addTube(rings, 6, kTailRegion, {-1, 0, 0}, {0, 0, 1}, place);
}

/// The bones of an arm, in the body's space.
struct ArmBones {
    Point shoulder, elbow, wrist, hand;
    Point forearm; ///< direction
};

ArmBones bonesOf(const Pose::Arm& arm, double side) {
    const auto outward = [&](const Point& p) { return rolled(p, arm.spread * side); };
    const Point upper = outward(pitched({0, 0, -1}, -arm.swing));
    const Point forearm = outward(pitched({0, 0, -1}, -arm.swing - arm.bend));
    ArmBones bones;
    bones.shoulder = {0, 11.3 * side, 0};
    bones.elbow = bones.shoulder + upper * 7;
    bones.wrist = bones.elbow + forearm * 7;
    bones.hand = bones.wrist + forearm * 4.2;
    bones.forearm = forearm;
    return bones;
}

void addArm(Shape& shape, const Pose::Arm& arm, double side, const Place& place) {
    const ArmBones bones = bonesOf(arm, side);
    shape.addTube({{bones.shoulder, 3, 3},
                   {(bones.shoulder + bones.elbow) * 0.5, 2.5, 2.5},
                   {bones.elbow, 2.1, 2.1},
                   {bones.wrist, 2.3, 2.3},
                   {bones.wrist + bones.forearm * 2, 3, 2.7},
                   {bones.hand, 2.2, 2},
                   {bones.hand + bones.forearm * 1.4, 0, 0}},
                  6, kArmRegion, {0, 0, -1}, {1, 0, 0}, place);
}

void addLeg(Shape& shape, const Pose::Foot& foot, double side, const Placement& placement) {
    const Place ofFoot = [&](const Point& p) { return placement.ofFoot(p, foot, side); };
    const Place asItIs = [](const Point& p) { return p; };
    constexpr double kBone = 6;
    const Point hip = placement.ofBody({0, 5.5 * side, -11});
    const Point ankle = ofFoot({-1, 0, 1});
    const Point between = ankle - hip;
    const double bend = std::sqrt(std::max(0.0, kBone * kBone - dot(between, between) / 4));
    const Point toes = ofFoot({1, 0.3 * side, 0}) - ofFoot({0, 0, 0});
    const Point knee = (hip + ankle) * 0.5 + unit(toes) * bend;
    shape.addTube({{hip, 4.6, 4.6}, {knee, 3.4, 3.2}, {ankle, 2.6, 2.6}}, 7, kLegRegion, {0, 0, -1},
                  {1, 0, 0}, asItIs);
    shape.addTube({{{-4.2, 0, -0.6}, 0, 0},
                   {{-3, 0, -0.3}, 2.2, 2.1},
                   {{0.5, 0.3 * side, -0.2}, 3.3, 2.3},
                   {{4.5, 0.8 * side, -0.9}, 3.7, 1.6},
                   {{6.4, 1 * side, -1.6}, 0, 0}},
                  7, kFootRegion, {1, 0, 0}, {0, 0, 1}, ofFoot);
    for (const double toe : {-2.3, 0.0, 2.3}) {
        shape.addSpike({5, 0.9 * side + toe, -1.2}, {8.2 - std::abs(toe) / 4, 1.1 * side + toe * 1.25, -2.4},
                       1, kToothRegion, ofFoot);
    }
}

Shape impIn(const Pose& pose) {
    Shape shape(kSkinSize);
    const Placement placement(pose);
    const Place ofBody = [&](const Point& p) { return placement.ofBody(p); };
    addBody(shape, pose, ofBody);
    addHeadgear(shape, pose, ofBody);
    addTail(shape, pose, ofBody);
    addArm(shape, pose.leftArm, 1, ofBody);
    addArm(shape, pose.rightArm, -1, ofBody);
    addLeg(shape, pose.left, 1, placement);
    addLeg(shape, pose.right, -1, placement);
    return shape;
}

// --- The mace ------------------------------------------------------------------------------------------

Shape maceIn(const Pose& pose) {
    Shape shape(kWeaponSkinSize);
    const Placement placement(pose);
    const ArmBones bones = bonesOf(pose.rightArm, -1);
    // In the hand's own axes the mace points forward while the arm hangs down.
    const Point grip = bones.wrist + bones.forearm * 2.2;
    const Place inHand = [&](const Point& p) {
        return placement.ofBody(grip + turned(p, {0, 0, -1}, bones.forearm));
    };
    shape.addTube({{{-6, 0, 0}, 0, 0},
                   {{-5.6, 0, 0}, 1.3, 1.3},
                   {{-4, 0, 0}, 1, 1},
                   {{4, 0, 0}, 0.9, 0.9},
                   {{9, 0, 0}, 1.1, 1.1}},
                  6, kHandleRegion, {1, 0, 0}, {0, 0, 1}, inHand);
    shape.addTube({{{8, 0, 0}, 1.1, 1.1},
                   {{9.3, 0, 0}, 3.2, 3.2},
                   {{12, 0, 0}, 4, 4},
                   {{14.7, 0, 0}, 3, 3},
                   {{16, 0, 0}, 0, 0}},
                  8, kMaceRegion, {1, 0, 0}, {0, 0, 1}, inHand);
    for (int i = 0; i < 4; ++i) {
        const Point outward = rolled({0, 0, 1}, 90.0 * i);
        shape.addSpike(Point{12, 0, 0} + outward * 3.4, Point{12, 0, 0} + outward * 7, 1.2, kMaceSpikeRegion,
                       inHand);
    }
    shape.addSpike({15.2, 0, 0}, {19, 0, 0}, 1.3, kMaceSpikeRegion, inHand);
    return shape;
}

// --- Frames --------------------------------------------------------------------------------------------

/// Of each vertex, the mean of its triangles' by their area.
std::vector<Point> normalsOf(const Shape& shape) {
    std::vector<Point> normals(shape.points.size());
    for (const TriangleSource& triangle : shape.triangles) {
        const Point& a = shape.points[triangle.vertex[0]];
        const Point normal =
            cross(shape.points[triangle.vertex[2]] - a, shape.points[triangle.vertex[1]] - a);
        for (const std::uint16_t vertex : triangle.vertex) {
            normals[vertex] = normals[vertex] + normal;
        }
    }
    return normals;
}

FrameSource frameOf(const std::string& name, const Shape& shape) {
    // One grid for all frames: what rests does not tremble.
    constexpr double kStep = 0.25;
    Point least = shape.points[0];
    for (const Point& p : shape.points) {
        least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
    }
    least = {std::floor(least.x / kStep), std::floor(least.y / kStep), std::floor(least.z / kStep)};
    const auto packed = [&](double value, double from) {
        return static_cast<std::uint8_t>(std::clamp(std::lround(value / kStep - from), 0L, 255L));
    };
    FrameSource frame;
    frame.name = name;
    frame.scale = {float(kStep), float(kStep), float(kStep)};
    frame.translate = {float(least.x * kStep), float(least.y * kStep), float(least.z * kStep)};
    const std::vector<Point> normals = normalsOf(shape);
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
        const Point& p = shape.points[i];
        frame.vertices.push_back({packed(p.x, least.x), packed(p.y, least.y), packed(p.z, least.z),
                                  normalIndexOf({normals[i].x, normals[i].y, normals[i].z})});
    }
    return frame;
}

// --- Clips ---------------------------------------------------------------------------------------------

double wave(double phase) {
    return std::sin(2 * kPi * phase);
}
/// Rises from 0 to 1 between `from` and `to`, without a corner.
double rise(double phase, double from, double to) {
    const double x = std::clamp((phase - from) / (to - from), 0.0, 1.0);
    return x * x * (3 - 2 * x);
}
/// Rises between `from` and `top` and falls back until `to`.
double bump(double phase, double from, double top, double to) {
    return rise(phase, from, top) * (1 - rise(phase, top, to));
}

Pose stand(double phase) {
    Pose pose;
    pose.squash = 1 + 0.035 * (1 - std::cos(2 * kPi * phase));
    pose.roll = 2.5 * wave(phase);
    pose.leftArm = {12 + 5 * wave(phase), 24 - 4 * wave(phase), 35};
    pose.rightArm = {14 - 5 * wave(phase), 24 - 4 * wave(phase), 50};
    pose.wag = 55 * wave(2 * phase);
    pose.lids = phase > 0.6 && phase < 0.7 ? 1 : 0;
    return pose;
}

Pose run(double phase) {
    const auto step = [](double at) {
        return Pose::Foot{8 * std::cos(2 * kPi * at), std::max(0.0, -5.5 * wave(at)),
                          -30 * std::min(0.0, wave(at))};
    };
    Pose pose;
    pose.left = step(phase);
    pose.right = step(phase + 0.5);
    pose.lift = 1.6 * std::abs(std::cos(2 * kPi * phase));
    pose.pitch = 14;
    pose.roll = 5 * wave(phase);
    pose.yaw = 8 * std::cos(2 * kPi * phase);
    pose.squash = 1 + 0.04 * std::cos(4 * kPi * phase);
    pose.leftArm = {-45 * std::cos(2 * kPi * phase), 20, 60};
    pose.rightArm = {20 + 35 * std::cos(2 * kPi * phase), 20, 70};
    pose.wag = 50 * wave(phase);
    pose.tail = 30;
    pose.jaw = 1.5;
    return pose;
}

Pose attack(double phase) {
    const double back = bump(phase, 0, 0.35, 0.6);
    const double blow = bump(phase, 0.35, 0.62, 1);
    Pose pose;
    pose.rightArm = {14 + 110 * back + 40 * blow, 38 - 60 * back - 20 * blow, 50 - 20 * back - 45 * blow};
    pose.leftArm = {12 - 40 * blow, 24 + 20 * back, 35};
    pose.pitch = -12 * back + 24 * blow;
    pose.yaw = -26 * back + 26 * blow;
    pose.shift = 5 * blow;
    pose.right.forward = 6 * blow;
    pose.left.forward = -5 * blow;
    pose.jaw = 2 + 3 * blow;
    pose.tail = 40 * blow;
    pose.squash = 1 + 0.06 * back - 0.08 * blow;
    return pose;
}

Pose bite(double phase) {
    const double open = bump(phase, 0, 0.45, 0.7);
    const double lunge = bump(phase, 0.15, 0.6, 1);
    Pose pose;
    pose.jaw = 9 * open;
    pose.pitch = -14 * open + 22 * lunge;
    pose.shift = 7 * lunge;
    pose.left.forward = pose.right.forward = -3 * lunge;
    pose.leftArm = {12 - 60 * open, 24 + 30 * open, 35};
    pose.rightArm = {14 - 50 * open, 24 + 30 * open, 50};
    pose.tail = 50 * open;
    pose.lids = phase > 0.6 && phase < 0.8 ? 0.7 : 0;
    return pose;
}

Pose pain1(double phase) {
    const double hit = bump(phase, -0.3, 0.2, 1.1);
    Pose pose;
    pose.pitch = -26 * hit;
    pose.shift = -5 * hit;
    pose.left.forward = 3 * hit;
    pose.right.forward = -3 * hit;
    pose.jaw = 5 * hit;
    pose.lids = hit > 0.4 ? 1 : 0;
    pose.leftArm = {60 * hit + 12, 24 + 40 * hit, 35};
    pose.rightArm = {50 * hit + 14, 24 + 40 * hit, 50};
    return pose;
}

Pose pain2(double phase) {
    const double hit = bump(phase, -0.3, 0.2, 1.1);
    Pose pose;
    pose.roll = 24 * hit;
    pose.yaw = 25 * hit;
    pose.squash = 1 - 0.18 * hit;
    pose.jaw = 3 * hit;
    pose.lids = hit > 0.4 ? 0.8 : 0;
    pose.left.up = 3 * hit;
    pose.wag = 90 * hit;
    pose.leftArm = {12, 24 + 60 * hit, 35};
    return pose;
}

Pose jump(double phase) {
    const double crouch = bump(phase, -0.2, 0.15, 0.35) + 0.7 * bump(phase, 0.7, 0.85, 1.05);
    const double air =
        std::max(0.0, std::sin(kPi * (phase - 0.2) / 0.6)) * (phase > 0.2 && phase < 0.8 ? 1 : 0);
    Pose pose;
    pose.squash = 1 - 0.28 * crouch + 0.12 * air;
    pose.lift = 18 * air;
    pose.left = {-2 * air, 3.5 * air, 35 * air};
    pose.right = {3 * air, 5 * air, 20 * air};
    pose.pitch = 16 * crouch - 6 * air;
    pose.leftArm = {12 - 50 * crouch + 10 * air, 24 + 85 * air, 35};
    pose.rightArm = {14 - 50 * crouch + 10 * air, 24 + 80 * air, 50};
    pose.tail = -60 * air;
    pose.jaw = 4 * air;
    return pose;
}

Pose death(double phase) {
    const double stagger = bump(phase, 0, 0.2, 0.5);
    const double fall = rise(phase, 0.2, 0.7);
    const double bounce = bump(phase, 0.68, 0.78, 0.9);
    Pose pose;
    pose.pitch = 18 * stagger - 10 * fall;
    pose.fall = 80 * fall - 12 * bounce;
    pose.lift = 7.5 * fall;
    pose.jaw = 3 * stagger + 5 * fall;
    pose.lids = 0.5 * stagger + rise(phase, 0.4, 0.8);
    pose.leftArm = {12 + 30 * stagger - 20 * fall, 24 + 75 * fall, 35 - 20 * fall};
    pose.rightArm = {14 + 30 * stagger - 20 * fall, 24 + 65 * fall, 50 - 20 * fall};
    pose.left.up = 4 * fall * (1 - rise(phase, 0.75, 0.95));
    pose.tail = -110 * fall;
    pose.squash = 1 - 0.1 * stagger - 0.06 * rise(phase, 0.8, 1);
    return pose;
}

/// Frame names and poses of all clips, in order.
std::vector<std::pair<std::string, Pose>> poses() {
    struct {
        const char* name;
        int count;
        Pose (*at)(double);
        bool ends; ///< the last frame is the end rather than one before the first again
    } const clips[] = {
        {"stand", 12, stand, false}, {"run", 8, run, false},     {"attack", 8, attack, false},
        {"bite", 6, bite, false},    {"pain1", 4, pain1, false}, {"pain2", 4, pain2, false},
        {"jump", 8, jump, false},    {"death", 8, death, true},
    };
    std::vector<std::pair<std::string, Pose>> result;
    for (const auto& clip : clips) {
        for (int i = 0; i < clip.count; ++i) {
            const std::string number = (i + 1 < 10 ? "0" : "") + std::to_string(i + 1);
            result.emplace_back(clip.name + number,
                                clip.at(static_cast<double>(i) / (clip.ends ? clip.count - 1 : clip.count)));
        }
    }
    return result;
}

Md2Builder modelOf(Shape (*shapeIn)(const Pose&), ImageSize skin) {
    Md2Builder model;
    model.skinwidth = static_cast<std::int32_t>(skin.width);
    model.skinheight = static_cast<std::int32_t>(skin.height);
    for (const auto& [name, pose] : poses()) {
        const Shape shape = shapeIn(pose);
        model.frames.push_back(frameOf(name, shape));
        model.st = shape.st;
        model.triangles = shape.triangles;
    }
    return model;
}

} // namespace

Md2Builder sampleModel() {
    Md2Builder model = modelOf(impIn, kSkinSize);
    model.skins = {"players\\imp\\moss.pcx", "players\\imp\\ember.pcx"};
    return model.describeTrianglesInGlCommands();
}

Md2Builder sampleWeapon() {
    Md2Builder model = modelOf(maceIn, kWeaponSkinSize);
    model.skins = {"players\\imp\\weapon.pcx"};
    return model.describeTrianglesInGlCommands();
}

} // namespace assimp_md2::inner::test
