// SPDX-License-Identifier: BSD-3-Clause
// The sample's skins, painted pixel by pixel in 256 colours. The regions are those of a skin.
#include "support/pcx_builder.h"
#include "support/sample.h"
#include "support/sample_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assimp_md2::inner::test {
namespace {

/// The palette is eight ramps of 32 shades.
enum Ramp : std::uint8_t { kHide, kPattern, kBelly, kHorn, kIvory, kFlesh, kIris, kWhite, kRampCount };
constexpr int kShades = 32;

struct Paint {
    Ramp ramp;
    double shade; ///< 0 dark to 1 light
};

/// Dark, middle and light of each ramp.
using Ramps = std::array<std::array<Colour, 3>, kRampCount>;

constexpr Ramps kMoss = {{{{{14, 34, 22}, {62, 118, 52}, {188, 214, 104}}},
                          {{{10, 26, 30}, {26, 74, 70}, {82, 150, 120}}},
                          {{{74, 52, 28}, {190, 158, 92}, {250, 236, 184}}},
                          {{{38, 24, 18}, {128, 90, 56}, {224, 198, 150}}},
                          {{{96, 80, 54}, {212, 198, 160}, {255, 252, 236}}},
                          {{{34, 6, 14}, {136, 26, 40}, {240, 128, 128}}},
                          {{{60, 18, 0}, {226, 120, 8}, {255, 226, 80}}},
                          {{{60, 56, 60}, {206, 204, 190}, {255, 255, 250}}}}};
constexpr Ramps kEmber = {{{{{14, 10, 16}, {64, 54, 70}, {152, 138, 150}}},
                           {{{120, 20, 0}, {246, 108, 8}, {255, 236, 130}}},
                           {{{50, 16, 12}, {146, 58, 36}, {232, 150, 96}}},
                           {{{10, 8, 10}, {52, 42, 44}, {150, 128, 116}}},
                           {{{84, 70, 60}, {196, 180, 156}, {250, 244, 226}}},
                           {{{40, 6, 2}, {176, 40, 12}, {255, 168, 60}}},
                           {{{0, 34, 52}, {10, 160, 206}, {170, 246, 255}}},
                           {{{50, 40, 44}, {196, 190, 188}, {255, 252, 246}}}}};
constexpr Ramps kIron = {{{{{20, 14, 10}, {92, 58, 34}, {176, 124, 78}}},
                          {{{44, 22, 12}, {126, 66, 34}, {196, 130, 80}}},
                          {{{60, 44, 10}, {186, 146, 48}, {255, 236, 150}}},
                          {{{18, 20, 26}, {92, 98, 110}, {206, 214, 226}}},
                          {{{70, 74, 80}, {176, 182, 190}, {250, 252, 255}}},
                          {{{30, 6, 6}, {120, 26, 22}, {220, 110, 90}}},
                          {{{20, 20, 20}, {120, 120, 120}, {230, 230, 230}}},
                          {{{20, 20, 20}, {120, 120, 120}, {255, 255, 255}}}}};

std::vector<Colour> paletteOf(const Ramps& ramps) {
    std::vector<Colour> palette;
    for (const auto& [dark, middle, light] : ramps) {
        for (int i = 0; i < kShades; ++i) {
            const double at = 2.0 * i / (kShades - 1);
            const Colour& from = at < 1 ? dark : middle;
            const Colour& to = at < 1 ? middle : light;
            const auto mixed = [part = at < 1 ? at : at - 1](std::uint8_t a, std::uint8_t b) {
                return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
            };
            palette.push_back(
                {mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)});
        }
    }
    return palette;
}

/// 0 to below 1, the same for the same place.
double random(int x, int y) {
    std::uint32_t value =
        static_cast<std::uint32_t>(x) * 0x9E3779B1u ^ static_cast<std::uint32_t>(y) * 0x85EBCA77u;
    value = (value ^ value >> 15) * 0x2C1B3C6Du;
    value = (value ^ value >> 12) * 0x297A2D39u;
    return (value ^ value >> 15) / 4294967296.0;
}

/// Smooth between the points of a grid, from 0 to 1; repeats every `period` cells across.
double noise(double x, double y, int period) {
    const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
    const auto at = [&](int c, int r) { return random((c % period + period) % period, r); };
    const auto smooth = [](double f) { return f * f * (3 - 2 * f); };
    const double fx = smooth(x - column), fy = smooth(y - row);
    const double upper = at(column, row) + (at(column + 1, row) - at(column, row)) * fx;
    const double lower = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * fx;
    return upper + (lower - upper) * fy;
}

double mottle(double x, double y) {
    return 0.5 * noise(x / 16, y / 16, 16) + 0.3 * noise(x / 8, y / 8, 32) + 0.2 * noise(x / 4, y / 4, 64) -
           0.5;
}

/// Distances to the nearest and the second nearest of points strewn one to a cell.
struct Cells {
    double nearest, second;
    double chance; ///< of the nearest one
};
Cells cellsAt(double x, double y, double size, int period) {
    const int column = static_cast<int>(std::floor(x / size)), row = static_cast<int>(std::floor(y / size));
    Cells cells{9, 9, 0};
    for (int c = column - 1; c <= column + 1; ++c) {
        for (int r = row - 1; r <= row + 1; ++r) {
            const int wrapped = (c % period + period) % period;
            const double dx = c + 0.15 + 0.7 * random(wrapped + 500, r) - x / size;
            const double dy = r + 0.15 + 0.7 * random(wrapped, r + 900) - y / size;
            const double distance = std::sqrt(dx * dx + dy * dy);
            if (distance < cells.nearest) {
                cells = {distance, cells.nearest, random(wrapped + 77, r + 33)};
            } else {
                cells.second = std::min(cells.second, distance);
            }
        }
    }
    return cells;
}

/// The relief of overlapping scales: dark where one lies under the next, light at its middle.
double scales(double x, double y, double width, double height) {
    const double row = std::floor(y / height);
    const double u = x / width + 0.5 * std::fmod(row, 2.0);
    const double across = 2 * (u - std::floor(u)) - 1, down = y / height - row;
    const double edge = down - 0.55 * (1 - across * across);
    return edge > 0.28 ? -0.16 : 0.1 - 0.14 * down - 0.08 * across * across;
}

double spot(double x, double y, double centreX, double centreY, double radius) {
    const double distance = std::hypot(x - centreX, y - centreY) / radius;
    return std::clamp(1.5 - 1.5 * distance, 0.0, 1.0);
}

/// The hide anywhere: spotted on moss, cracked on ember. `back` is 1 on the back, 0 on the face.
Paint hide(double x, double y, double light, double back, bool isEmber) {
    const double shade = light + 0.45 * mottle(x, y) + scales(x, y, 8, 6);
    if (isEmber) {
        const Cells cells = cellsAt(x, y, 16, 16);
        const double crack = cells.second - cells.nearest - 0.06 * (1 - back);
        if (crack < 0.09) {
            return {kPattern, 0.95 - 7 * std::max(0.0, crack)};
        }
        return {kHide, shade * 0.75 - (crack < 0.16 ? 0.12 : 0)};
    }
    const Cells cells = cellsAt(x, y, 16, 16);
    const double size = 0.16 + 0.32 * back * cells.chance;
    if (cells.chance > 0.35 && cells.nearest < size) {
        return {kPattern, shade + (cells.nearest > size - 0.07 ? -0.1 : 0.05)};
    }
    return {kHide, shade};
}

/// Mirrored, so that both halves of the face agree: 0 in front, 128 at the back.
double fromFront(int x) {
    return std::abs(x + 0.5 - 128);
}

/// As far from the front as the lips part.
constexpr double kMouthCorner = 62;

Paint head(int x, int y, bool isEmber) {
    const double side = fromFront(x);
    const double back = std::clamp((side - 40) / 40, 0.0, 1.0);
    // Lit from above; the eyes lie in hollows, the brow over them is heavy.
    double light = 0.62 - 0.0022 * y;
    light -= 0.55 * spot(side, y, 26, 45, 24);
    light += 0.25 * spot(side, y, 30, 24, 14);
    light += 0.2 * spot(side, y, 0, 56, 12);
    if (y > 76 && side < kMouthCorner) {
        return {kFlesh, 0.3 + 0.06 * (y - 76) + 0.3 * mottle(x, y)};
    }
    if (spot(side, y, 6, 63, 4.5) > 0.4) {
        return {kFlesh, 0.05};
    }
    light -= 0.3 * spot(side, y, 6, 63, 8);
    light -= y > 70 && side < 70 ? 0.05 * (y - 70) : 0;
    return hide(x, y, light, back, isEmber);
}

Paint belly(int x, int y, bool isEmber) {
    const double side = fromFront(x);
    if (y < 4 && side < kMouthCorner) {
        return {kFlesh, 0.5 - 0.07 * y + 0.3 * mottle(x, y + 80)};
    }
    const double back = std::clamp((side - 50) / 40, 0.0, 1.0);
    const double edge = 44 + 3 * noise(y / 5.0, 3, 99);
    const double light = 0.5 - 0.004 * y - (y < 10 && side < 70 ? 0.04 * (10 - y) : 0);
    if (side < edge && y > 7) {
        // Broad plates, each over the next.
        const double arch = y + side * side / 260;
        const double down = std::fmod(arch, 10) / 10;
        const double shade = 0.82 - 0.35 * down - 0.0075 * side + 0.25 * mottle(x, y + 80) - 0.003 * y;
        return {kBelly, side > edge - 2 || down > 0.9 ? shade - 0.3 : shade};
    }
    return hide(x, y + 80, light, back, isEmber);
}

/// Across: the angle from the bottom of the eye over its left; down: from the pupil to the back.
Paint eye(double across, double down, bool isEmber) {
    const double angle = 2 * kPi * across, distance = down;
    const double x = std::sin(angle) * distance, y = -std::cos(angle) * distance;
    // The lid covers the upper edge in front and everything behind.
    if (distance > 0.82 || y > 0.46 + 0.25 * x * x) {
        const double crease = distance > 0.82 && distance < 0.87 ? -0.3 : 0;
        return {kHide, (isEmber ? 0.42 : 0.6) + crease + 0.3 * noise(across * 8, down * 8, 8) - 0.25 +
                           0.2 * (y > 0)};
    }
    if (std::hypot(x + 0.13, y - 0.2) < 0.1) {
        return {kWhite, 1};
    }
    if (distance < 0.46) {
        const double slit = std::abs(x) - 0.11 * (1 - (y / 0.42) * (y / 0.42));
        if (slit < 0) {
            return {kIris, 0};
        }
        const double rays = 0.12 * noise(across * 24, 1, 24);
        return {kIris, distance > 0.4 ? 0.15 : 0.85 - 0.8 * distance + rays - 0.25 * (y > 0.2)};
    }
    const double vein = noise(across * 20, distance * 5, 20) > 0.8 ? -0.12 : 0;
    return {kWhite, 0.92 - 0.35 * distance + vein - 0.3 * std::max(0.0, y)};
}

Paint mouth(double across, double down) {
    // Dark in the throat, a tongue on the lower half.
    const double depth = 1 - std::abs(2 * down - 1);
    const bool isTongue = down > 0.55 && std::abs(across - 0.5) < 0.24;
    if (isTongue) {
        return {kFlesh, 0.75 - 0.5 * depth - (std::abs(across - 0.5) < 0.015 ? 0.2 : 0)};
    }
    return {kFlesh, 0.34 - 0.34 * depth + 0.1 * noise(across * 12, down * 8, 12)};
}

Paint horn(double across, double down) {
    const double ring = std::fmod(down * 9 + 0.2 * noise(across * 6, down * 6, 6), 1.0);
    return {kHorn, 0.2 + 0.65 * down + 0.16 * ring - (ring > 0.85 ? 0.25 : 0) +
                       0.2 * noise(across * 10, down * 3, 10)};
}

Paint tooth(double across, double down) {
    return {kIvory, 0.35 + 0.6 * down + 0.15 * noise(across * 8, down * 3, 8)};
}

Paint limb(int x, int y, double across, double down, double lit, bool isEmber) {
    // Paler inside, darker towards the body and towards the end.
    const double inside = std::cos(2 * kPi * across) * 0.12;
    return hide(x * 1.4, y * 1.4 + 300, lit - inside - 0.16 * std::abs(2 * down - 1), 0.5, isEmber);
}

Paint arm(int x, int y, double across, double down, bool isEmber) {
    if (down > 0.88) {
        return {kHorn, 0.5 + 0.3 * noise(across * 12, down * 20, 12)};
    }
    // A band around the wrist.
    if (down > 0.5 && down < 0.6) {
        const bool isStud = std::fmod(across * 6, 1.0) > 0.35 && std::fmod(across * 6, 1.0) < 0.65 &&
                            down > 0.53 && down < 0.57;
        return isStud ? Paint{kIvory, 0.9}
                      : Paint{kHorn, down < 0.51 || down > 0.59
                                         ? 0.08
                                         : 0.3 + 0.15 * noise(across * 16, down * 40, 16)};
    }
    return limb(x, y, across, down, 0.5, isEmber);
}

Paint tail(int x, int y, double across, double down, bool isEmber) {
    if (down > 0.8) {
        return {kHorn, 0.3 + 0.4 * std::abs(2 * across - 1) + 0.2 * noise(across * 6, down * 12, 6)};
    }
    const double underside = std::cos(2 * kPi * across);
    if (underside > 0.6) {
        return {kBelly, 0.6 - 0.3 * std::fmod(down * 14, 1.0) + 0.2 * mottle(x, y)};
    }
    return hide(x * 1.4, y * 1.4 + 500, 0.5 - 0.15 * underside, 0.7, isEmber);
}

class Canvas {
public:
    Canvas(ImageSize size, const Ramps& ramps) {
        image_.size = size;
        image_.layout = PixelLayout::Palette;
        image_.palette = paletteOf(ramps);
        image_.pixels.assign(std::size_t{size.width} * size.height, 0);
    }

    /// `paint` is given the pixel's place in the region, in pixels and from 0 to 1. Regions grow by a pixel,
    /// so that filtering finds the same paint beyond their edges.
    template <typename PaintAt>
    void fill(const Region& region, PaintAt paint) {
        for (int y = -1; y <= region.height; ++y) {
            for (int x = -1; x <= region.width; ++x) {
                const int s = region.s + x, t = region.t + y;
                if (s < 0 || t < 0 || s >= static_cast<int>(image_.size.width) ||
                    t >= static_cast<int>(image_.size.height)) {
                    continue;
                }
                const int inX = std::clamp(x, 0, region.width - 1), inY = std::clamp(y, 0, region.height - 1);
                const Paint painted =
                    paint(inX, inY, (inX + 0.5) / region.width, (inY + 0.5) / region.height);
                const long shade = std::clamp(std::lround(painted.shade * (kShades - 1)), 0L, kShades - 1L);
                image_.pixels[static_cast<std::size_t>(t) * image_.size.width + static_cast<std::size_t>(s)] =
                    static_cast<std::uint8_t>(painted.ramp * kShades + shade);
            }
        }
    }

    Image image() const { return image_; }

private:
    Image image_;
};

Image impSkin(const Ramps& ramps, bool isEmber) {
    Canvas canvas(kSkinSize, ramps);
    canvas.fill(kHeadRegion, [&](int x, int y, double, double) { return head(x, y, isEmber); });
    canvas.fill(kBellyRegion, [&](int x, int y, double, double) { return belly(x, y, isEmber); });
    canvas.fill(kEyeRegion, [&](int, int, double across, double down) { return eye(across, down, isEmber); });
    canvas.fill(kMouthRegion, [](int, int, double across, double down) { return mouth(across, down); });
    canvas.fill(kHornRegion, [](int, int, double across, double down) { return horn(across, down); });
    canvas.fill(kToothRegion, [](int, int, double across, double down) { return tooth(across, down); });
    canvas.fill(kSpikeRegion, [](int, int, double across, double down) { return horn(across, down); });
    canvas.fill(kArmRegion,
                [&](int x, int y, double across, double down) { return arm(x, y, across, down, isEmber); });
    canvas.fill(kLegRegion, [&](int x, int y, double across, double down) {
        return limb(x, y, across, down, 0.45, isEmber);
    });
    canvas.fill(kFootRegion, [&](int x, int y, double across, double down) {
        return limb(x, y, across, down, 0.4, isEmber);
    });
    canvas.fill(kTailRegion,
                [&](int x, int y, double across, double down) { return tail(x, y, across, down, isEmber); });
    return canvas.image();
}

Image maceSkin() {
    Canvas canvas(kWeaponSkinSize, kIron);
    canvas.fill(kHandleRegion, [](int x, int y, double across, double down) {
        // Wood, with leather wound around the grip.
        if (down > 0.45 && down < 0.78) {
            const double turn = std::fmod(down * 26 + across, 1.0);
            return Paint{kPattern, 0.62 - 0.4 * turn + 0.2 * mottle(x, y)};
        }
        return Paint{down < 0.4 ? kBelly : kHide, 0.5 + 0.5 * noise(across * 10, down * 3, 10) - 0.2};
    });
    canvas.fill(kMaceRegion, [](int x, int y, double across, double down) {
        const double plate = std::abs(2 * std::fmod(across * 8, 1.0) - 1);
        if (down > 0.44 && down < 0.56) {
            return Paint{kBelly, 0.55 + 0.4 * plate - (down < 0.46 || down > 0.54 ? 0.4 : 0)};
        }
        const double scratch = noise(x / 2.0, y / 9.0, 30) > 0.78 ? 0.2 : 0;
        return Paint{kHorn, 0.4 - (plate > 0.85 ? 0.25 : 0) + scratch + 0.4 * mottle(x * 2, y)};
    });
    canvas.fill(kMaceSpikeRegion, [](int, int, double across, double down) {
        return Paint{kIvory, 0.15 + 0.75 * down + 0.2 * noise(across * 6, down * 5, 6)};
    });
    return canvas.image();
}

} // namespace

std::vector<SampleFile> filesBesideSampleModel() {
    return {{"moss.pcx", PcxBuilder().build(impSkin(kMoss, false))},
            {"ember.pcx", PcxBuilder().build(impSkin(kEmber, true))},
            {"weapon.md2", sampleWeapon().bytes()},
            {"weapon.pcx", PcxBuilder().build(maceSkin())}};
}

} // namespace assimp_md2::inner::test
