// SPDX-License-Identifier: BSD-3-Clause
// Measures how well the normals of a file agree with its surface.
#include "importer/md2/normal_source.h"

#include "assimp-md2/properties.h"
#include "importer/base/text.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner {
namespace {

constexpr double kRight = 0.7;
constexpr double kInward = -0.5;
constexpr double kRightIfExchanged = 0.6;
constexpr double kGainIfExchanged = 0.1;
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

/// The agreement of the normals of the file, and of these with y and z exchanged.
struct Agreement {
    double file = 1;
    double exchanged = 1;
};

/// \param sums memory that the calls share
Agreement agreementOf(const View& view, std::size_t frame, const std::vector<Surface>& surfaces,
                      PackedSums& sums) {
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
    Agreement sum{0, 0};
    double count = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double x = static_cast<double>(sums[i][0]) * scale[1] * scale[2];
        const double y = static_cast<double>(sums[i][1]) * scale[2] * scale[0];
        const double z = static_cast<double>(sums[i][2]) * scale[0] * scale[1];
        const double squareLength = x * x + y * y + z * z;
        if (squareLength > 0) {
            const auto& normal =
                kNormals[std::min<std::size_t>(bytes[kVertexSize * i + 3], kNormalCount - 1)];
            const std::array<double, 3> n{normal[0], normal[1], normal[2]};
            const double length = std::sqrt(squareLength);
            sum.file += (x * n[0] + y * n[1] + z * n[2]) / length;
            sum.exchanged += (x * n[0] + y * n[2] + z * n[1]) / length;
            ++count;
        }
    }
    return count == 0 ? Agreement() : Agreement{sum.file / count, sum.exchanged / count};
}

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// The medians of up to twelve evenly spaced frames.
Agreement agreementOf(const View& view, const std::vector<Surface>& surfaces, PackedSums& sums) {
    const std::size_t count = std::min(view.frameCount(), kMostFrames);
    std::vector<double> file;
    std::vector<double> exchanged;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = count == 1 ? 0 : i * (view.frameCount() - 1) / (count - 1);
        const Agreement agreement = agreementOf(view, frame, surfaces, sums);
        file.push_back(agreement.file);
        exchanged.push_back(agreement.exchanged);
    }
    return {medianOf(std::move(file)), medianOf(std::move(exchanged))};
}

std::string describe(std::string_view name, double agreement) {
    return std::string(name) + ", agreement with the surface " + textOf(agreement, 2);
}

ModelNormals normalsFor(const View& view, const std::vector<Surface>& surfaces, std::string_view name,
                        Warnings& warnings) {
    PackedSums sums;
    const auto isRight = [&](std::size_t frame, double least) {
        return agreementOf(view, frame, surfaces, sums).file >= least;
    };
    // Nearly all models that are right in these two frames are right in all; the others would cost time.
    const std::size_t last = view.frameCount() - 1;
    if (isRight(0, kRight) && (last == 0 || isRight(last, kRight))) {
        return {NormalSource::File};
    }
    const Agreement agreement = agreementOf(view, surfaces, sums);
    if (agreement.file >= kRight) {
        return {NormalSource::File};
    }
    if (agreement.file < kInward) {
        ModelNormals normals{NormalSource::Negated};
        for (std::size_t frame = 0; frame <= last; ++frame) {
            normals.isFrameRight.push_back(isRight(frame, 0));
        }
        warnings.add(kNegated, 1, describe(name, agreement.file));
        return normals;
    }
    // Version 8 has one surface.
    if (surfaces.front().geometry.triangles.size() < kFewTriangles) {
        return {NormalSource::File};
    }
    if (agreement.exchanged >= kRightIfExchanged &&
        agreement.exchanged >= agreement.file + kGainIfExchanged) {
        warnings.add(kExchanged, 1, describe(name, agreement.file));
        return {NormalSource::Exchanged};
    }
    warnings.add(kComputed, 1, describe(name, agreement.file));
    return {NormalSource::Computed};
}

} // namespace

ModelNormals chooseNormals(const View& view, const std::vector<Surface>& surfaces, NormalMode mode,
                           std::string_view name, Warnings& warnings) {
    ModelNormals normals{NormalSource::Computed};
    if (view.hasKnownNormals() && mode != NormalMode::Computed) {
        normals = mode == NormalMode::File ? ModelNormals{NormalSource::File}
                                           : normalsFor(view, surfaces, name, warnings);
    }
    if (normals.source == NormalSource::Computed) {
        forEachTriangle(view, surfaces,
                        [&](const VertexTriangle& triangle) { normals.triangles.push_back(triangle); });
    }
    return normals;
}

} // namespace assimp_md2::inner
