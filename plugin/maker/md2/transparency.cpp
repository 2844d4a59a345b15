// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/transparency.h"

#include "maker/md2/frame_encoder.h"
#include "maker/md2/simplify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace assimp_md2::inner {
namespace {

constexpr double kSolid = 0.98;

/// The texel at a place of a triangle, whose texture may repeat.
std::size_t texelAt(const SurfaceTriangle& triangle, const Shares& shares, ImageSize size) {
    double u = 0;
    double v = 0;
    for (std::size_t k = 0; k < 3 && triangle.hasUvs; ++k) {
        u += shares[k] * static_cast<double>(triangle.uvs[k].u);
        v += shares[k] * static_cast<double>(triangle.uvs[k].v);
    }
    const auto index = [](double value, std::uint32_t side) {
        return std::min(static_cast<std::size_t>((value - std::floor(value)) * side), std::size_t{side} - 1);
    };
    return index(v, size.height) * size.width + index(u, size.width);
}

/// The shares at the place of a triangle that is nearest to a point.
Shares sharesOf(const CornerVectors& corners, const DoubleVector& point) {
    const DoubleVector normal = normalOf(corners);
    Shares shares{};
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleVector& next = corners[(k + 1) % 3];
        shares[k] = std::max(((corners[(k + 2) % 3] - next) ^ (point - next)) * normal, 0.0);
    }
    const double sum = shares[0] + shares[1] + shares[2];
    return sum > 0 ? Shares{shares[0] / sum, shares[1] / sum, shares[2] / sum} : Shares{1, 0, 0};
}

double alphaAt(const Image& image, std::size_t texel) {
    return image.pixels[4 * texel + 3] / 255.0;
}

void mix(Image& image, std::size_t texel, const Colour& below) {
    const double alpha = alphaAt(image, texel);
    std::uint8_t* to = image.pixels.data() + 4 * texel;
    for (const std::uint8_t other : {below.red, below.green, below.blue}) {
        *to = static_cast<std::uint8_t>(std::lround(alpha * *to + (1 - alpha) * other));
        ++to;
    }
    *to = 255; // so that a texel is mixed once
}

void fillWithMean(Image& image) {
    std::array<double, 3> sums{};
    double total = 1e-9; // all may be clear
    for (std::size_t i = 0; i < image.size.pixels(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            sums[k] += alphaAt(image, i) * image.pixels[4 * i + k];
        }
        total += alphaAt(image, i);
    }
    const auto mean = [&](double sum) { return static_cast<std::uint8_t>(std::lround(sum / total)); };
    for (std::size_t i = 0; i < image.size.pixels(); ++i) {
        mix(image, i, {mean(sums[0]), mean(sums[1]), mean(sums[2])});
    }
}

class ClearPainter {
public:
    ClearPainter(const std::vector<float>& positions, std::vector<Image>& images,
                 std::vector<SurfaceTriangle>& triangles)
        : images_(images), triangles_(triangles) {
        constexpr double kSameSurface = 0.01; // of the longest side
        for (const SurfaceTriangle& triangle : triangles) {
            corners_.push_back(cornersOf(positions, triangle));
            double sum = 0;
            double count = 0;
            forEachPlace(8, [&, image = &images[triangle.place]](const Shares& shares) {
                sum += alphaAt(*image, texelAt(triangle, shares, image->size));
                ++count;
            });
            alphas_.push_back(sum / count);
        }
        const std::array<double, 3> size = boundsOf(positions, triangles).size();
        nearest_ = kSameSurface * *std::max_element(size.begin(), size.end());
    }

    std::set<std::uint32_t> paint() {
        std::set<std::uint32_t> clearMaterials; // below which nothing lies
        std::vector<bool> isLeftOut(triangles_.size());
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            const std::size_t below = alphas_[i] < kSolid ? solidBelow(i) : triangles_.size();
            if (below < triangles_.size()) {
                paintBelow(i, below);
                // Two triangles at one place would flicker.
                isLeftOut[below] = isLeftOut[below] || corners_[i] == corners_[below];
            } else if (alphas_[i] < kSolid) {
                isLeftOut[i] = alphas_[i] < 0.5;
                clearMaterials.insert(triangles_[i].material);
            }
        }
        std::for_each(images_.begin(), images_.end(), fillWithMean);
        std::vector<SurfaceTriangle> left;
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            if (!isLeftOut[i]) {
                left.push_back(triangles_[i]);
            }
        }
        if (!left.empty()) {
            triangles_ = std::move(left);
        }
        return clearMaterials;
    }

private:
    /// The nearest solid triangle with the same front, or the end.
    std::size_t solidBelow(std::size_t triangle) {
        const CornerVectors& corners = corners_[triangle];
        const DoubleVector normal = normalOf(corners);
        const DoubleVector middle = (corners[0] + corners[1] + corners[2]) * (1 / 3.0);
        double least = nearest_ * nearest_;
        std::size_t found = triangles_.size();
        for (std::size_t i = 0; i < triangles_.size() && comparisonsLeft_ > 0; ++i, --comparisonsLeft_) {
            const CornerVectors& other = corners_[i];
            const bool isSolid = alphas_[i] >= kSolid && normal * normalOf(other) > 0;
            const double distance = isSolid ? distanceToTriangle(middle, other) : INFINITY;
            found = distance <= least ? i : found;
            least = std::min(distance, least);
        }
        return found;
    }

    /// Mixes the texels of a triangle with the colours of another one.
    void paintBelow(std::size_t above, std::size_t below) {
        constexpr double kMostSteps = 4096;
        const SurfaceTriangle& triangle = triangles_[above];
        Image& image = images_[triangle.place];
        const Image& other = images_[triangles_[below].place];
        double side = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& [from, to] = std::pair(triangle.uvs[k], triangle.uvs[(k + 1) % 3]);
            side = std::max({side, static_cast<double>(std::abs(to.u - from.u)) * image.size.width,
                             static_cast<double>(std::abs(to.v - from.v)) * image.size.height});
        }
        forEachPlace(static_cast<int>(std::clamp(2 * side, 1.0, kMostSteps)), [&](const Shares& shares) {
            const CornerVectors& at = corners_[above];
            const Shares nearest =
                sharesOf(corners_[below], shares[0] * at[0] + shares[1] * at[1] + shares[2] * at[2]);
            mix(image, texelAt(triangle, shares, image.size),
                other.colour(texelAt(triangles_[below], nearest, other.size)));
        });
    }

    std::vector<Image>& images_;
    std::vector<SurfaceTriangle>& triangles_;
    std::vector<CornerVectors> corners_;          ///< of the triangles, as `alphas_`
    std::vector<double> alphas_;                  ///< the means
    double nearest_ = 0;                          ///< further apart are two surfaces
    std::uint64_t comparisonsLeft_ = 200'000'000; ///< so that no scene takes minutes
};

} // namespace

std::set<std::uint32_t> paintClearTexels(const std::vector<float>& positions, std::vector<Image>& images,
                                         std::vector<SurfaceTriangle>& triangles) {
    return ClearPainter(positions, images, triangles).paint();
}

} // namespace assimp_md2::inner
