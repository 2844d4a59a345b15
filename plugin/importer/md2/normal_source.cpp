// SPDX-License-Identifier: BSD-3-Clause
// Measures how well the normals of a file agree with its surface.
#include "importer/md2/normal_source.h"

#include "assimp-md2/properties.h"
#include "importer/base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace assimp_md2 {
namespace {

constexpr double kRight = 0.7;
constexpr double kInward = -0.5;
constexpr double kRightIfExchanged = 0.6;
constexpr double kGainIfExchanged = 0.1;
constexpr double kNoise = 0.3;
constexpr std::size_t kFewTriangles = 20;
constexpr std::size_t kMostFrames = 12;

/// A frame whose sample differs by more from that of a usual frame is measured. In 2,600 real models, this
/// finds all 296 frames with other normals, and 0.5 % of the others. Half of this value finds as many.
constexpr double kUnusualSample = 0.2;

#define ASSIMP_MD2_KEEPS_THEM "; " ASSIMP_MD2_CONFIG_NORMALS "=file keeps them"
constexpr const char* kNegated = "normals: they point inward and are negated" ASSIMP_MD2_KEEPS_THEM;
constexpr const char* kExchanged = "normals: y and z are exchanged back" ASSIMP_MD2_KEEPS_THEM;
constexpr const char* kComputed =
    "normals: they do not agree with the surface and are computed from it" ASSIMP_MD2_KEEPS_THEM;
constexpr const char* kComputedInFrames = "normals: in single frames they do not agree with the surface and "
                                          "are computed from it" ASSIMP_MD2_KEEPS_THEM;
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

/// The packed vertices of a frame.
struct PackedFrame {
    explicit PackedFrame(const Frame& frame)
        : bytes(frame.vertices.data()), scale{frame.scale[0], frame.scale[1], frame.scale[2]} {}

    std::array<std::int32_t, 3> normalOf(const VertexTriangle& triangle) const {
        const auto positionOf = [&](std::uint32_t vertex) {
            const std::uint8_t* const position = bytes + kVertexSize * vertex;
            return std::array<std::int32_t, 3>{position[0], position[1], position[2]};
        };
        return triangleNormal(positionOf(triangle[0]), positionOf(triangle[1]), positionOf(triangle[2]));
    }

    /// \param normal in units of packed positions
    template <typename Packed>
    std::array<double, 3> unpacked(const Packed& normal) const {
        return {static_cast<double>(normal[0]) * scale[1] * scale[2],
                static_cast<double>(normal[1]) * scale[2] * scale[0],
                static_cast<double>(normal[2]) * scale[0] * scale[1]};
    }

    const std::array<float, 3>& normalOf(std::size_t vertex) const {
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
        const auto [x, y, z] = packed.unpacked(sums[i]);
        const double squareLength = x * x + y * y + z * z;
        if (squareLength > 0) {
            const std::array<float, 3>& n = packed.normalOf(i);
            const double length = std::sqrt(squareLength);
            sum.file += (x * n[0] + y * n[1] + z * n[2]) / length;
            sum.exchanged += (x * n[0] + y * n[2] + z * n[1]) / length;
            ++count;
        }
    }
    return count == 0 ? Agreement() : Agreement{sum.file / count, sum.exchanged / count};
}

/// Measures the normals of frames.
class Measure {
public:
    Measure(const View& view, const std::vector<Surface>& surfaces) : view_(view), surfaces_(surfaces) {
        // Version 8 has one surface.
        const Geometry& geometry = surfaces.front().geometry;
        for (std::size_t i = 0; i < kSampled; ++i) {
            const auto& [c, b, a] =
                geometry.triangles[(2 * i + 1) * geometry.triangles.size() / (2 * kSampled)];
            sample_[i] = {geometry.vertices[a], geometry.vertices[b], geometry.vertices[c]};
        }
    }

    const Agreement& of(std::size_t frame) {
        const auto [known, isNew] = known_.try_emplace(frame);
        if (isNew) {
            known->second = agreementOf(view_, frame, surfaces_, sums_);
        }
        return known->second;
    }

    /// A rough agreement, by a few triangles.
    double sampleOf(std::size_t frame) const {
        const PackedFrame packed(view_.frame(frame));
        double sum = 0;
        double count = 0;
        for (const VertexTriangle& triangle : sample_) {
            const auto [x, y, z] = packed.unpacked(packed.normalOf(triangle));
            const double squareLength = x * x + y * y + z * z;
            if (squareLength > 0) {
                const std::array<float, 3>& a = packed.normalOf(triangle[0]);
                const std::array<float, 3>& b = packed.normalOf(triangle[1]);
                const std::array<float, 3>& c = packed.normalOf(triangle[2]);
                sum += (x * (a[0] + b[0] + c[0]) + y * (a[1] + b[1] + c[1]) + z * (a[2] + b[2] + c[2])) /
                       std::sqrt(squareLength);
                count += 3;
            }
        }
        return count == 0 ? 1 : sum / count;
    }

    /// The sample of a frame that has been measured and has normals of this kind.
    std::optional<double> sampleOf(NormalSource source) const {
        for (const auto& [frame, agreement] : known_) {
            if (source == NormalSource::File ? agreement.file >= kRight : agreement.file < kInward) {
                return sampleOf(frame);
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t kSampled = 12;

    const View& view_;
    const std::vector<Surface>& surfaces_;
    std::array<VertexTriangle, kSampled> sample_;
    PackedSums sums_;
    std::map<std::size_t, Agreement> known_;
};

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// The medians of up to twelve evenly spaced frames.
Agreement agreementOf(const View& view, Measure& measure) {
    const std::size_t count = std::min(view.frameCount(), kMostFrames);
    std::vector<double> file;
    std::vector<double> exchanged;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = count == 1 ? 0 : i * (view.frameCount() - 1) / (count - 1);
        file.push_back(measure.of(frame).file);
        exchanged.push_back(measure.of(frame).exchanged);
    }
    return {medianOf(std::move(file)), medianOf(std::move(exchanged))};
}

std::string describe(std::string_view name, double agreement) {
    return std::string(name) + ", agreement with the surface " + textOf(agreement, 2);
}

NormalSource sourceFor(const View& view, Measure& measure, bool hasFewTriangles, std::string_view name,
                       Warnings& warnings) {
    // Nearly all models that are right in these two frames are right in all; the others would cost time.
    const std::size_t last = view.frameCount() - 1;
    if (measure.of(0).file >= kRight && measure.of(last).file >= kRight) {
        return NormalSource::File;
    }
    const Agreement agreement = agreementOf(view, measure);
    if (agreement.file >= kRight) {
        return NormalSource::File;
    }
    if (agreement.file < kInward) {
        warnings.add(kNegated, 1, describe(name, agreement.file));
        return NormalSource::Negated;
    }
    if (hasFewTriangles) {
        return NormalSource::File;
    }
    if (agreement.exchanged >= kRightIfExchanged &&
        agreement.exchanged >= agreement.file + kGainIfExchanged) {
        warnings.add(kExchanged, 1, describe(name, agreement.file));
        return NormalSource::Exchanged;
    }
    warnings.add(kComputed, 1, describe(name, agreement.file));
    return NormalSource::Computed;
}

/// The normals of each frame of a model whose normals are kept or negated; empty if all are those of the
/// model.
///
/// \param frames that are imported
std::vector<NormalSource> sourcesOfFrames(const std::vector<std::size_t>& frames, std::size_t frameCount,
                                          NormalSource source, Measure& measure, bool hasFewTriangles) {
    std::vector<NormalSource> sources(frameCount, source);
    const std::optional<double> usual = measure.sampleOf(source);
    for (const std::size_t frame : frames) {
        if (!usual || std::abs(measure.sampleOf(frame) - *usual) > kUnusualSample) {
            const double agreement = measure.of(frame).file;
            sources[frame] = std::abs(agreement) < kNoise && !hasFewTriangles ? NormalSource::Computed
                             : agreement >= 0                                 ? NormalSource::File
                                                                              : NormalSource::Negated;
        }
    }
    const bool areEqual =
        std::count(sources.begin(), sources.end(), source) == static_cast<std::ptrdiff_t>(frameCount);
    return areEqual ? std::vector<NormalSource>() : sources;
}

ModelNormals normalsFor(const View& view, const std::vector<Surface>& surfaces,
                        const std::vector<std::size_t>& frames, std::string_view name, Warnings& warnings) {
    Measure measure(view, surfaces);
    const bool hasFewTriangles = surfaces.front().geometry.triangles.size() < kFewTriangles;
    ModelNormals normals{sourceFor(view, measure, hasFewTriangles, name, warnings)};
    if (normals.source == NormalSource::Negated ||
        (normals.source == NormalSource::File && !hasFewTriangles)) {
        normals.ofFrames =
            sourcesOfFrames(frames, view.frameCount(), normals.source, measure, hasFewTriangles);
        const auto computed =
            std::count(normals.ofFrames.begin(), normals.ofFrames.end(), NormalSource::Computed);
        warnings.add(kComputedInFrames, static_cast<std::uint64_t>(computed), std::string(name));
    }
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

} // namespace assimp_md2
