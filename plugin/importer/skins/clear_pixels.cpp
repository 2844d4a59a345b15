// SPDX-License-Identifier: BSD-3-Clause
#include "importer/skins/clear_pixels.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner {
namespace {

/// Points along each side of a triangle.
constexpr int kSteps = 16;
constexpr std::size_t kSamples = kSteps * (kSteps + 1) / 2; ///< of a triangle

/// The pixel at a coordinate, where 1 is the size of the image, which repeats.
std::size_t pixelAt(double coordinate, std::uint32_t size) {
    const double inImage = coordinate - std::floor(coordinate);
    return std::min<std::size_t>(static_cast<std::size_t>(inImage * size), size - 1);
}

} // namespace

bool showsClearPixels(const std::vector<const Geometry*>& geometries, const Image& image,
                      std::size_t mostSamples) {
    if (image.layout != PixelLayout::Rgba) {
        return false;
    }
    std::size_t triangles = 0;
    for (const Geometry* const geometry : geometries) {
        triangles += geometry->triangles.size();
    }
    const std::size_t sampled = std::max<std::size_t>(mostSamples / kSamples, 1);
    const std::size_t step = (triangles + sampled - 1) / sampled;
    double covered = 0;
    double clear = 0;
    for (const Geometry* const geometry : geometries) {
        for (std::size_t next = 0; next < geometry->triangles.size(); next += step) {
            const auto& triangle = geometry->triangles[next];
            const TextureCoordinate& a = geometry->textureCoordinates[triangle[0]];
            const TextureCoordinate& b = geometry->textureCoordinates[triangle[1]];
            const TextureCoordinate& c = geometry->textureCoordinates[triangle[2]];
            const double area = std::abs((double{b.u} - a.u) * (double{c.v} - a.v) -
                                         (double{c.u} - a.u) * (double{b.v} - a.v));
            for (int i = 0; i < kSteps; ++i) {
                for (int j = 0; i + j < kSteps; ++j) {
                    const double toB = (i + 1 / 3.0) / kSteps;
                    const double toC = (j + 1 / 3.0) / kSteps;
                    const double u = a.u + toB * (double{b.u} - a.u) + toC * (double{c.u} - a.u);
                    const double v = a.v + toB * (double{b.v} - a.v) + toC * (double{c.v} - a.v);
                    const std::size_t pixel =
                        pixelAt(1 - v, image.size.height) * image.size.width + pixelAt(u, image.size.width);
                    covered += area;
                    clear += image.pixels[4 * pixel + 3] < 128 ? area : 0;
                }
            }
        }
    }
    return covered > 0 && clear >= 0.02 * covered;
}

} // namespace assimp_md2::inner
