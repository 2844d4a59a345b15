// SPDX-License-Identifier: BSD-3-Clause
// Measures how well the normals of a file agree with its surface.
#include "importer/md2/normal_source.h"

#include "assimp-md2/properties.h"
#include "importer/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace assimp_md2::inner {
namespace {

constexpr double kRight = 0.7;
constexpr double kInward = -0.5;
constexpr double kRightIfExchanged = 0.6;
constexpr double kGainIfExchanged = 0.1;
constexpr double kNoise = 0.3;
constexpr std::size_t kFewTriangles = 20;
constexpr std::size_t kMostFrames = 12;

/// Of the rough agreement by a few triangles. In 3,285 real models, two frames beyond kSurelyRight are right
/// in all 708 that have them. Frames that differ from a usual frame by kUnusual or more are all 296 with
/// other normals and 0.5 % of the others; half of this value finds no more.
constexpr double kSurelyRight = 0.75;
constexpr double kUnusual = 0.2;

/// Real models have about two triangles for each vertex. This limit keeps the time to decode all frames
/// linear in the size of the file.
constexpr std::size_t kMostTrianglesPerVertex = 64;

VertexTriangle triangleAt(const Geometry& geometry, std::size_t index) {
    const auto& [c, b, a] = geometry.triangles[index];
    return {geometry.vertices[a], geometry.vertices[b], geometry.vertices[c]};
}

/// Calls `use` with the vertices of each triangle, up to the limit.
template <typename Use>
void forEachTriangle(const View& view, const std::vector<Surface>& surfaces, Use use) {
    std::size_t left = kMostTrianglesPerVertex * view.vertexCount();
    for (const auto& [geometry, skin] : surfaces) {
        for (std::size_t i = 0; i < geometry.triangles.size() && left > 0; ++i, --left) {
            use(triangleAt(geometry, i));
        }
    }
}

/// In units of packed positions, where the sums of triangles that cancel each other are exactly 0.
using PackedSums = std::vector<std::array<std::int64_t, 3>>;

/// The packed vertices of a frame.
struct PackedFrame {
    explicit PackedFrame(const Frame& frame)
        : bytes(frame.vertices.data()), scale{frame.scale[0], frame.scale[1], frame.scale[2]} {}

    std::array<std::int32_t, 3> positionOf(std::uint32_t vertex) const {
        const std::uint8_t* const position = bytes + kVertexSize * vertex;
        return {position[0], position[1], position[2]};
    }

    /// In units of packed positions.
    std::array<std::int32_t, 3> normalOf(const VertexTriangle& triangle) const {
        return triangleNormal(positionOf(triangle[0]), positionOf(triangle[1]), positionOf(triangle[2]));
    }

    /// The unit vector of a sum of such normals; nothing for the sum 0.
    template <typename Packed>
    std::optional<std::array<double, 3>> unitOf(const Packed& sum) const {
        const double x = static_cast<double>(sum[0]) * scale[1] * scale[2];
        const double y = static_cast<double>(sum[1]) * scale[2] * scale[0];
        const double z = static_cast<double>(sum[2]) * scale[0] * scale[1];
        const double squareLength = x * x + y * y + z * z;
        if (!(squareLength > 0)) {
            return std::nullopt;
        }
        const double factor = 1 / std::sqrt(squareLength);
        return std::array<double, 3>{x * factor, y * factor, z * factor};
    }

    /// The normal of a vertex in the file.
    const std::array<float, 3>& normalInFile(std::size_t vertex) const {
        return kNormals[std::min<std::size_t>(bytes[kVertexSize * vertex + 3], kNormalCount - 1)];
    }

    const std::uint8_t* bytes;
    std::array<double, 3> scale;
};

/// The agreement of the normals of the file, and of these with y and z exchanged.
struct Agreement {
    double file = 1;
    double exchanged = 1;
};

/// \param sums memory that the calls share
Agreement agreementOf(const View& view, std::size_t frame, const std::vector<Surface>& surfaces,
                      PackedSums& sums) {
    const PackedFrame packed(view.frame(frame));
    sums.assign(view.vertexCount(), {});
    forEachTriangle(view, surfaces, [&](const VertexTriangle& triangle) {
        addNormal(sums, triangle, packed.normalOf(triangle));
    });
    Agreement sum{0, 0};
    double count = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (const auto unit = packed.unitOf(sums[i])) {
            const auto& [x, y, z] = *unit;
            const std::array<float, 3>& n = packed.normalInFile(i);
            sum.file += x * n[0] + y * n[1] + z * n[2];
            sum.exchanged += x * n[0] + y * n[2] + z * n[1];
            ++count;
        }
    }
    return count == 0 ? Agreement() : Agreement{sum.file / count, sum.exchanged / count};
}

/// Some triangles of a model.
using Sample = std::array<VertexTriangle, 12>;

Sample sampleOf(const Geometry& geometry) {
    Sample sample;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        sample[i] = triangleAt(geometry, (2 * i + 1) * geometry.triangles.size() / (2 * sample.size()));
    }
    return sample;
}

/// A rough agreement of a frame, in a tenth of the time.
double agreementOf(const View& view, std::size_t frame, const Sample& sample) {
    const PackedFrame packed(view.frame(frame));
    double sum = 0;
    double count = 0;
    for (const VertexTriangle& triangle : sample) {
        if (const auto unit = packed.unitOf(packed.normalOf(triangle))) {
            const std::array<float, 3>& a = packed.normalInFile(triangle[0]);
            const std::array<float, 3>& b = packed.normalInFile(triangle[1]);
            const std::array<float, 3>& c = packed.normalInFile(triangle[2]);
            const auto& [x, y, z] = *unit;
            sum += x * (a[0] + b[0] + c[0]) + y * (a[1] + b[1] + c[1]) + z * (a[2] + b[2] + c[2]);
            count += 3;
        }
    }
    return count == 0 ? 1 : sum / count;
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

/// \param what is done with the normals
void warn(Warnings& warnings, const std::string& what, std::uint64_t count, const std::string& example) {
    warnings.add("normals: " + what + "; " ASSIMP_MD2_CONFIG_NORMALS "=file keeps them", count, example);
}

/// By the median agreement.
NormalSource sourceFor(const Agreement& agreement, bool hasFewTriangles, std::string_view name,
                       Warnings& warnings) {
    if (agreement.file >= kRight) {
        return NormalSource::File;
    }
    const std::string model = std::string(name) + ", agreement with the surface " + textOf(agreement.file, 2);
    if (agreement.file < kInward) {
        warn(warnings, "they point inward and are negated", 1, model);
        return NormalSource::Negated;
    }
    if (hasFewTriangles) {
        return NormalSource::File;
    }
    if (agreement.exchanged >= kRightIfExchanged &&
        agreement.exchanged >= agreement.file + kGainIfExchanged) {
        warn(warnings, "y and z are exchanged back", 1, model);
        return NormalSource::Exchanged;
    }
    warn(warnings, "they do not agree with the surface and are computed from it", 1, model);
    return NormalSource::Computed;
}

/// \param frames that are imported
ModelNormals normalsFor(const View& view, const std::vector<Surface>& surfaces,
                        const std::vector<std::size_t>& frames, std::string_view name, Warnings& warnings) {
    PackedSums sums;
    const auto agreement = [&](std::size_t frame) { return agreementOf(view, frame, surfaces, sums).file; };
    const Geometry& geometry = surfaces.front().geometry; // version 8 has one surface
    const bool hasFewTriangles = geometry.triangles.size() < kFewTriangles;
    const Sample sample = sampleOf(geometry);
    const std::size_t last = view.frameCount() - 1;
    const double roughInFirst = agreementOf(view, 0, sample);
    const double roughInLast = agreementOf(view, last, sample);
    // Nearly all models that are right in these two frames are right in all; the others would cost time.
    const bool isSurelyRight =
        !hasFewTriangles && roughInFirst >= kSurelyRight && roughInLast >= kSurelyRight;
    const double inFirst = isSurelyRight ? 1 : agreement(0);
    const double inLast = isSurelyRight ? 1 : last == 0 ? inFirst : agreement(last);
    const bool isRight = inFirst >= kRight && inLast >= kRight;
    ModelNormals normals{isRight
                             ? NormalSource::File
                             : sourceFor(agreementOf(view, surfaces, sums), hasFewTriangles, name, warnings)};
    const bool isNegated = normals.source == NormalSource::Negated;
    if (!isNegated && (normals.source != NormalSource::File || hasFewTriangles)) {
        return normals;
    }
    // Only frames whose rough agreement is not that of a usual frame are measured.
    const auto isUsual = [&](double found) { return isNegated ? found < kInward : found >= kRight; };
    const bool hasUsual = isUsual(inFirst) || isUsual(inLast);
    const double usual = isUsual(inFirst) ? roughInFirst : roughInLast;
    std::vector<NormalSource> ofFrames(view.frameCount(), normals.source);
    std::uint64_t computed = 0;
    for (const std::size_t frame : frames) {
        if (!hasUsual || std::abs(agreementOf(view, frame, sample) - usual) > kUnusual) {
            const double found = agreement(frame);
            const bool isNoise = std::abs(found) < kNoise && !hasFewTriangles;
            ofFrames[frame] = isNoise      ? NormalSource::Computed
                              : found >= 0 ? NormalSource::File
                                           : NormalSource::Negated;
            computed += isNoise ? 1 : 0;
        }
    }
    if (ofFrames != std::vector<NormalSource>(view.frameCount(), normals.source)) {
        normals.ofFrames = std::move(ofFrames);
    }
    warn(warnings, "in single frames they do not agree with the surface and are computed from it", computed,
         std::string(name));
    return normals;
}

} // namespace

ModelNormals chooseNormals(const View& view, const std::vector<Surface>& surfaces,
                           const std::vector<std::size_t>& frames, NormalMode mode, std::string_view name,
                           Warnings& warnings) {
    ModelNormals normals{NormalSource::Computed};
    if (view.hasKnownNormals() && mode != NormalMode::Computed) {
        normals = mode == NormalMode::File ? ModelNormals{NormalSource::File}
                                           : normalsFor(view, surfaces, frames, name, warnings);
    }
    if (normals.source == NormalSource::Computed ||
        std::count(normals.ofFrames.begin(), normals.ofFrames.end(), NormalSource::Computed) > 0) {
        forEachTriangle(view, surfaces,
                        [&](const VertexTriangle& triangle) { normals.triangles.push_back(triangle); });
    }
    return normals;
}

} // namespace assimp_md2::inner
