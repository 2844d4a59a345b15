// SPDX-License-Identifier: BSD-3-Clause
// Implements normal_source.h.
#include "importer/md2/normal_source.h"

#include "assimp-md2/properties.h"
#include "importer/base/text.h"
#include "importer/md2/normals.h"
#include "importer/md2/surface_normals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

constexpr double kRight = 0.5;
constexpr double kInward = -0.5;
constexpr double kRightIfExchanged = 0.6;
constexpr std::size_t kFewTriangles = 20;
constexpr std::size_t kMostFrames = 12;

#define ASSIMP_MD2_KEEPS_THEM "; " ASSIMP_MD2_CONFIG_NORMALS "=file keeps them"
constexpr const char* kNegated = "normals: they point inward and are negated" ASSIMP_MD2_KEEPS_THEM;
constexpr const char* kExchanged = "normals: y and z are exchanged back" ASSIMP_MD2_KEEPS_THEM;
constexpr const char* kComputed =
    "normals: they do not agree with the surface and are computed from it" ASSIMP_MD2_KEEPS_THEM;
#undef ASSIMP_MD2_KEEPS_THEM

/// Real models have about two triangles for each vertex. This limit keeps the time to decode all frames
/// linear in the size of the file.
constexpr std::size_t kMostTrianglesPerVertex = 64;

/// Calls `use` with the vertices of each triangle, up to the limit.
template <typename Use>
void forEachTriangle(const View& view, const std::vector<Surface>& surfaces, Use use) {
    std::size_t left = kMostTrianglesPerVertex * view.vertexCount();
    for (const Surface& surface : surfaces) {
        const std::vector<std::uint32_t>& vertices = surface.geometry.vertices;
        for (const auto& [c, b, a] : surface.geometry.triangles) {
            if (left == 0) {
                return;
            }
            --left;
            use(VertexTriangle{vertices[a], vertices[b], vertices[c]});
        }
    }
}

/// In units of packed positions, where the sums of triangles that cancel each other are exactly 0.
using PackedSums = std::vector<std::array<std::int64_t, 3>>;

/// \param sums memory that the calls share
double agreementOf(const View& view, std::size_t frame, const std::vector<Surface>& surfaces,
                   NormalSource source, PackedSums& sums) {
    const Frame packed = view.frame(frame);
    const std::uint8_t* const bytes = packed.vertices.data();
    const auto positionOf = [&](std::uint32_t vertex) {
        const std::uint8_t* const position = bytes + kVertexSize * vertex;
        return std::array<std::int32_t, 3>{position[0], position[1], position[2]};
    };
    sums.assign(view.vertexCount(), {});
    forEachTriangle(view, surfaces, [&](const VertexTriangle& triangle) {
        addNormal(sums, triangle,
                  triangleNormal(positionOf(triangle[0]), positionOf(triangle[1]), positionOf(triangle[2])));
    });
    const std::array<double, 3> scale{packed.scale[0], packed.scale[1], packed.scale[2]};
    const NormalOfByte& normals = normalOfByte(source);
    double agreement = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double x = static_cast<double>(sums[i][0]) * scale[1] * scale[2];
        const double y = static_cast<double>(sums[i][1]) * scale[2] * scale[0];
        const double z = static_cast<double>(sums[i][2]) * scale[0] * scale[1];
        const double squareLength = x * x + y * y + z * z;
        if (squareLength > 0) {
            const auto& normal = normals[bytes[kVertexSize * i + 3]];
            agreement += (x * static_cast<double>(normal[0]) + y * static_cast<double>(normal[1]) +
                          z * static_cast<double>(normal[2])) /
                         std::sqrt(squareLength);
            ++count;
        }
    }
    return count == 0 ? 1 : agreement / static_cast<double>(count);
}

/// The median of up to twelve evenly spaced frames.
double agreementOf(const View& view, const std::vector<Surface>& surfaces, NormalSource source,
                   PackedSums& sums) {
    const std::size_t count = std::min(view.frameCount(), kMostFrames);
    std::vector<double> agreements;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = count == 1 ? 0 : i * (view.frameCount() - 1) / (count - 1);
        agreements.push_back(agreementOf(view, frame, surfaces, source, sums));
    }
    std::sort(agreements.begin(), agreements.end());
    return (agreements[(count - 1) / 2] + agreements[count / 2]) / 2;
}

std::string describe(std::string_view name, double agreement) {
    return std::string(name) + ", agreement with the surface " + textOf(agreement, 2);
}

NormalSource sourceFor(const View& view, const std::vector<Surface>& surfaces, std::string_view name,
                       Warnings& warnings) {
    PackedSums sums;
    // Nearly all models that are right in frame 0 are right in all frames; the others would cost time.
    if (agreementOf(view, 0, surfaces, NormalSource::File, sums) >= kRight) {
        return NormalSource::File;
    }
    const double agreement = agreementOf(view, surfaces, NormalSource::File, sums);
    if (agreement >= kRight) {
        return NormalSource::File;
    }
    if (agreement < kInward) {
        warnings.add(kNegated, 1, describe(name, agreement));
        return NormalSource::Negated;
    }
    // Version 8 has one surface.
    if (surfaces.front().geometry.triangles.size() < kFewTriangles) {
        return NormalSource::File;
    }
    if (agreementOf(view, surfaces, NormalSource::Exchanged, sums) >= kRightIfExchanged) {
        warnings.add(kExchanged, 1, describe(name, agreement));
        return NormalSource::Exchanged;
    }
    warnings.add(kComputed, 1, describe(name, agreement));
    return NormalSource::Computed;
}

} // namespace

ModelNormals chooseNormals(const View& view, const std::vector<Surface>& surfaces, NormalMode mode,
                           std::string_view name, Warnings& warnings) {
    ModelNormals normals{NormalSource::Computed};
    if (view.hasKnownNormals() && mode != NormalMode::Computed) {
        normals.source =
            mode == NormalMode::File ? NormalSource::File : sourceFor(view, surfaces, name, warnings);
    }
    if (normals.source == NormalSource::Computed) {
        forEachTriangle(view, surfaces,
                        [&](const VertexTriangle& triangle) { normals.triangles.push_back(triangle); });
    }
    return normals;
}

} // namespace assimp_md2
