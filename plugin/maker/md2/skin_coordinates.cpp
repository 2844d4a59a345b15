// SPDX-License-Identifier: BSD-3-Clause
// Maps texture coordinates to pixels of the skins.
#include "maker/md2/skins.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assimp_md2::inner {
namespace {

/// How far texture coordinates may be outside 0 … 1 because of rounding.
constexpr float kUvTolerance = 1e-4f;

/// Shifts one coordinate of a triangle's corners by a whole number.
///
/// \return whether all three values are then inside 0 … 1
bool moveInside(std::array<float, 3>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least >= -kUvTolerance && *most <= 1 + kUvTolerance) {
        return true;
    }
    const float shift = std::floor(*least + kUvTolerance);
    const bool fits = *most - shift <= 1 + kUvTolerance;
    std::transform(values.begin(), values.end(), values.begin(), [&](float value) { return value - shift; });
    return fits;
}

/// A texture coordinate on the skin, in pixels that the format can store. Both kinds of coordinates are made
/// of it, so that they show the same image.
float onSkin(float value, float first, float size, bool isPart) {
    const float pixel = first + size * (isPart ? std::clamp(value, 0.0f, 1.0f) : value);
    return std::clamp(pixel, -32768.0f, 32767.0f);
}

std::int16_t pixelOf(float position, float first, float size, bool isPart) {
    float pixel = std::round(position);
    // A header that is smaller than its atlas has parts that begin and end within pixels.
    if (isPart && std::ceil(first) <= std::floor(first + size)) {
        pixel = std::clamp(pixel, std::ceil(first), std::floor(first + size));
    }
    return static_cast<std::int16_t>(pixel);
}

} // namespace

void setSkinCoordinates(std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins, bool isImported,
                        Warnings& warnings) {
    const auto width = static_cast<float>(skins.size.width);
    const auto height = static_cast<float>(skins.size.height);
    // The texture coordinates of an imported MD2 refer to the corners of pixels, those of GL commands to the
    // centres.
    const bool isReduced = skins.reducedFrom.width > 0;
    const float toCentreU = isReduced ? 0.5f / static_cast<float>(skins.reducedFrom.width) : 0;
    const float toCentreV = isReduced ? 0.5f / static_cast<float>(skins.reducedFrom.height) : 0;
    std::size_t repeated = 0;
    std::size_t without = 0;
    for (SurfaceTriangle& triangle : triangles) {
        const SkinPlace& place = skins.places[triangle.place];
        std::array<float, 3> u = {0.5f, 0.5f, 0.5f};
        std::array<float, 3> v = u;
        if (place.isPatch || !triangle.hasUvs) {
            without += place.isPatch ? 0U : 1U;
        } else {
            for (std::size_t k = 0; k < 3; ++k) {
                u[k] = triangle.uvs[k].u;
                v[k] = triangle.uvs[k].v;
            }
            if (!isImported) {
                const bool isInside = moveInside(u);
                repeated += moveInside(v) && isInside ? 0U : 1U;
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const float s = onSkin(u[k], place.x, place.width, place.isPart);
            const float t = onSkin(v[k], place.y, place.height, place.isPart);
            const St st{pixelOf(s, place.x, place.width, place.isPart),
                        pixelOf(t, place.y, place.height, place.isPart)};
            triangle.onSkin[k] = {st, isImported && !isReduced
                                          ? GlCoordinate{(static_cast<float>(st.s) + 0.5f) / width,
                                                         (static_cast<float>(st.t) + 0.5f) / height}
                                          : GlCoordinate{s / width + toCentreU, t / height + toCentreV}};
        }
    }
    warnings.add("textures repeat within triangles, but a skin cannot repeat", repeated);
    warnings.add("triangles without texture coordinates have the colour in the middle of the skin", without);
}

} // namespace assimp_md2::inner
