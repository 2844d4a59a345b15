// SPDX-License-Identifier: BSD-3-Clause
// The project's own model: a pear that stands, hops and bites, made by calculation.
#include "support/sample.h"

#include "format/normals.h"
#include "support/pcx_builder.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::test {
namespace {

constexpr std::size_t kRings = 14;    ///< from the lower pole to the upper
constexpr std::size_t kSegments = 16; ///< around
constexpr std::size_t kUpperLip = 8;  ///< the ring that lies on the one below it while the mouth is shut
constexpr double kPi = 3.14159265358979323846;

struct Pose {
    double squash = 1;  ///< height
    double lift = 0;    ///< above the ground
    double sway = 0;    ///< sideways, growing with height
    double opening = 0; ///< of the mouth
};

struct Point {
    double x, y, z;
};

Point pointOf(std::size_t ring, std::size_t segment, const Pose& pose) {
    // Lip and ring below share their height; the opening parts them.
    const auto level = static_cast<double>(ring < kUpperLip ? ring : ring - 1) / (kRings - 2);
    const double angle = 2 * kPi * static_cast<double>(segment) / kSegments;
    const double radius = std::sin(kPi * level) * (1.25 - 0.6 * level) / std::sqrt(pose.squash);
    const double lip = ring >= kUpperLip ? pose.opening : 0;
    return {radius * std::cos(angle), radius * std::sin(angle) + pose.sway * level,
            2 * level * pose.squash + pose.lift + lip};
}

std::uint8_t nearestNormal(const Point& direction) {
    const auto along = [&](const std::array<float, 3>& normal) {
        return normal[0] * direction.x + normal[1] * direction.y + normal[2] * direction.z;
    };
    const auto nearest = std::max_element(kNormals.begin(), kNormals.end(),
                                          [&](const auto& a, const auto& b) { return along(a) < along(b); });
    return static_cast<std::uint8_t>(nearest - kNormals.begin());
}

/// The byte that stands for `value` in steps of `scale` from `translate`.
std::uint8_t packed(double value, double scale, double translate) {
    return static_cast<std::uint8_t>(std::clamp(std::lround((value - translate) / scale), 0L, 255L));
}

FrameSource frameOf(const std::string& name, const Pose& pose) {
    constexpr double kScale = 4.0 / 255;
    constexpr double kSideways = -2;
    FrameSource frame;
    frame.name = name;
    frame.scale = {static_cast<float>(kScale), static_cast<float>(kScale), static_cast<float>(kScale)};
    frame.translate = {static_cast<float>(kSideways), static_cast<float>(kSideways), 0};
    for (std::size_t ring = 0; ring < kRings; ++ring) {
        for (std::size_t segment = 0; segment < kSegments; ++segment) {
            const Point point = pointOf(ring, segment, pose);
            const Point outward{point.x, point.y - pose.sway / 2, point.z - pose.squash - pose.lift};
            frame.vertices.push_back({packed(point.x, kScale, kSideways), packed(point.y, kScale, kSideways),
                                      packed(point.z, kScale, 0), nearestNormal(outward)});
        }
    }
    return frame;
}

/// `count` frames of a clip; `pose` is given the phase, from 0 to below 1.
template <typename PoseAt>
void addClip(Md2Builder& model, const std::string& name, std::size_t count, PoseAt pose) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i + 1);
        model.frames.push_back(frameOf(name + (number.size() < 2 ? "0" : "") + number,
                                       pose(static_cast<double>(i) / static_cast<double>(count))));
    }
}

void addSurface(Md2Builder& model) {
    for (std::size_t ring = 0; ring < kRings; ++ring) {
        // One column more than there are segments: the seam has both ends of the skin.
        for (std::size_t column = 0; column <= kSegments; ++column) {
            model.st.push_back({static_cast<std::int16_t>(column * 128 / kSegments),
                                static_cast<std::int16_t>(64 - ring * 64 / (kRings - 1))});
        }
    }
    const auto vertex = [](std::size_t ring, std::size_t column) {
        return static_cast<std::uint16_t>(ring * kSegments + column % kSegments);
    };
    const auto st = [](std::size_t ring, std::size_t column) {
        return static_cast<std::uint16_t>(ring * (kSegments + 1) + column);
    };
    for (std::size_t ring = 0; ring + 1 < kRings; ++ring) {
        // Between the lips lies no skin.
        for (std::size_t column = 0; ring + 1 != kUpperLip && column < kSegments; ++column) {
            // Clockwise from outside, as the game has it. At a pole one of the two has no area.
            if (ring + 2 < kRings) {
                model.triangles.push_back(
                    {{vertex(ring, column), vertex(ring + 1, column), vertex(ring + 1, column + 1)},
                     {st(ring, column), st(ring + 1, column), st(ring + 1, column + 1)}});
            }
            if (ring > 0) {
                model.triangles.push_back(
                    {{vertex(ring, column), vertex(ring + 1, column + 1), vertex(ring, column + 1)},
                     {st(ring, column), st(ring + 1, column + 1), st(ring, column + 1)}});
            }
        }
    }
}

double wave(double phase) {
    return std::sin(2 * kPi * phase);
}

} // namespace

Md2Builder sampleModel() {
    Md2Builder model;
    model.skinwidth = 128;
    model.skinheight = 64;
    model.skins = {"models\\pear\\skin.pcx"};
    addSurface(model);
    addClip(model, "stand", 16, [](double phase) {
        return Pose{1 + 0.03 * wave(phase), 0, 0.1 * wave(phase), 0};
    });
    addClip(model, "hop", 10, [](double phase) {
        return Pose{1 - 0.2 * wave(2 * phase), std::max(0.0, 0.8 * wave(phase)), 0, 0};
    });
    addClip(model, "pain1", 4, [](double phase) { return Pose{0.9, 0, 0.4 * wave(phase), 0}; });
    addClip(model, "pain2", 4, [](double phase) { return Pose{0.7 + 0.3 * phase, 0, 0, 0}; });
    addClip(model, "bite", 6, [](double phase) { return Pose{1, 0, 0, 0.8 * std::abs(wave(phase))}; });
    return model.describeTrianglesInGlCommands();
}

Image sampleSkin() {
    constexpr std::uint32_t kWidth = 128;
    constexpr std::uint32_t kHeight = 64;
    // Where addSurface lays the two lips.
    constexpr std::uint32_t kLip = kHeight - kUpperLip * kHeight / (kRings - 1);
    Image skin;
    skin.size = {kWidth, kHeight};
    skin.layout = PixelLayout::Palette;
    for (unsigned int i = 0; i < 256; ++i) {
        // Shades from green to yellow, and red at the end.
        const auto shade = static_cast<std::uint8_t>(i);
        skin.palette.push_back(i < 255 ? Colour{shade, 200, 40} : Colour{220, 20, 30});
    }
    for (std::uint32_t y = 0; y < kHeight; ++y) {
        for (std::uint32_t x = 0; x < kWidth; ++x) {
            const bool isMouth = y + 2 >= kLip && y <= kLip + 6;
            skin.pixels.push_back(static_cast<std::uint8_t>(isMouth ? 255 : 100 + 60 * (x / 8 % 2) + y));
        }
    }
    return skin;
}

Bytes sampleSkinFile() {
    return PcxBuilder().build(sampleSkin());
}

} // namespace assimp_md2::test
