// SPDX-License-Identifier: BSD-3-Clause
// Implements normal_source.h.
#include "md2/normal_source.h"

#include "assimp-md2/properties.h"
#include "md2/normals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <locale>
#include <sstream>
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

std::size_t triangleCount(const View& view, const std::vector<Surface>& surfaces) {
    std::size_t count = 0;
    for (const Surface& surface : surfaces) {
        count += surface.geometry.triangles.size();
    }
    return std::min(count, kMostTrianglesPerVertex * view.vertexCount());
}

std::vector<VertexTriangle> trianglesOf(const View& view, const std::vector<Surface>& surfaces) {
    std::vector<VertexTriangle> triangles(triangleCount(view, surfaces));
    std::size_t next = 0;
    for (const Surface& surface : surfaces) {
        const Geometry& geometry = surface.geometry;
        const std::size_t count = std::min(geometry.triangles.size(), triangles.size() - next);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [c, b, a] = geometry.triangles[i];
            triangles[next++] = {geometry.vertices[a], geometry.vertices[b], geometry.vertices[c]};
        }
    }
    return triangles;
}

double agreementOf(const View& view, std::size_t frame, const std::vector<VertexTriangle>& triangles,
                   NormalSource source) {
    std::vector<float> positions(3 * view.vertexCount());
    decodePositions(view, frame, positions.data());
    const NormalSums sums = sumNormals(positions.data(), view.vertexCount(), triangles);
    const double least = leastSquareLength(sums);
    const ByteSlice vertices = view.frame(frame).vertices;
    const NormalOfByte& normals = normalOfByte(source);
    double agreement = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto& [x, y, z] = sums[i];
        const double squareLength = x * x + y * y + z * z;
        if (squareLength > least) {
            const auto& normal = normals[vertices.u8(kVertexSize * i + 3)];
            agreement += (x * static_cast<double>(normal[0]) + y * static_cast<double>(normal[1]) +
                          z * static_cast<double>(normal[2])) /
                         std::sqrt(squareLength);
            ++count;
        }
    }
    return count == 0 ? 1 : agreement / static_cast<double>(count);
}

/// The median of up to twelve evenly spaced frames.
double agreementOf(const View& view, const std::vector<VertexTriangle>& triangles, NormalSource source) {
    const std::size_t count = std::min(view.frameCount(), kMostFrames);
    std::vector<double> agreements;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = count == 1 ? 0 : i * (view.frameCount() - 1) / (count - 1);
        agreements.push_back(agreementOf(view, frame, triangles, source));
    }
    std::sort(agreements.begin(), agreements.end());
    return (agreements[(count - 1) / 2] + agreements[count / 2]) / 2;
}

std::string describe(std::string_view name, double agreement) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << name << ", agreement with the surface " << std::fixed << std::setprecision(2) << agreement;
    return text.str();
}

NormalSource sourceFor(const View& view, const std::vector<VertexTriangle>& triangles, std::string_view name,
                       Warnings& warnings) {
    // Nearly all models that are right in frame 0 are right in all frames; the others would cost time.
    if (agreementOf(view, 0, triangles, NormalSource::File) >= kRight) {
        return NormalSource::File;
    }
    const double agreement = agreementOf(view, triangles, NormalSource::File);
    if (agreement >= kRight) {
        return NormalSource::File;
    }
    if (agreement < kInward) {
        warnings.add(kNegated, 1, describe(name, agreement));
        return NormalSource::Negated;
    }
    if (triangles.size() < kFewTriangles) {
        return NormalSource::File;
    }
    if (agreementOf(view, triangles, NormalSource::Exchanged) >= kRightIfExchanged) {
        warnings.add(kExchanged, 1, describe(name, agreement));
        return NormalSource::Exchanged;
    }
    warnings.add(kComputed, 1, describe(name, agreement));
    return NormalSource::Computed;
}

} // namespace

ModelNormals chooseNormals(const View& view, const std::vector<Surface>& surfaces, NormalMode mode,
                           std::string_view name, Warnings& warnings) {
    if (mode == NormalMode::File && view.hasKnownNormals()) {
        return {};
    }
    ModelNormals normals{NormalSource::Computed, trianglesOf(view, surfaces)};
    if (mode == NormalMode::Auto && view.hasKnownNormals()) {
        normals.source = sourceFor(view, normals.triangles, name, warnings);
    }
    if (normals.source != NormalSource::Computed) {
        normals.triangles = {};
    }
    return normals;
}

} // namespace assimp_md2
