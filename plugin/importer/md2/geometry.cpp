// SPDX-License-Identifier: BSD-3-Clause
#include "importer/md2/geometry.h"

#include "importer/base/repairs.h"
#include "importer/md2/gl_commands.h"

#include <algorithm>
#include <chrono>
#include <random>

namespace assimp_md2::inner {
namespace {

/// Collects corners and triangles, surface by surface. Corners are numbered in order of first use.
class GeometryBuilder {
public:
    /// \param triangleCount upper bound of all surfaces; `corner` is called three times for each
    explicit GeometryBuilder(std::size_t triangleCount) {
        // Real models have about as many corners as triangles.
        corners_.reserve(triangleCount);
        geometry_.triangles.reserve(triangleCount);
        geometry_.vertices.reserve(triangleCount);
        geometry_.textureCoordinates.reserve(triangleCount);
        unsigned bits = 1;
        while (bits < 32 && std::size_t{1} << bits < 3 * triangleCount) {
            ++bits;
        }
        shift_ = 64 - bits;
        buckets_.resize(std::size_t{1} << bits);
        // The factors differ from run to run, so no file can be made whose corners all fall into one bucket.
        // The numbers of corners do not depend on them. A random_device takes longer than most imports.
        std::minstd_rand0 random(
            static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
        textureFactor_ = (std::uint64_t{random()} << 33 ^ random()) | 1;
        vertexFactor_ = (std::uint64_t{random()} << 33 ^ random()) | 1;
    }

    /// \param texture bits that differ for different texture coordinates
    /// \param coordinate returns the texture coordinate; called once for each corner
    ///
    /// \return the number of the corner in its surface
    template <typename Coordinate>
    std::uint32_t corner(std::uint32_t vertex, std::uint64_t texture, Coordinate coordinate) {
        std::uint32_t& bucket =
            buckets_[static_cast<std::size_t>((texture * textureFactor_ + vertex * vertexFactor_) >> shift_)];
        for (std::uint32_t link = bucket; link > first_; link = corners_[link - 1].next) {
            const Corner& corner = corners_[link - 1];
            if (corner.vertex == vertex && corner.texture == texture) {
                return link - 1 - first_;
            }
        }
        corners_.emplace_back(texture, vertex, bucket);
        bucket = static_cast<std::uint32_t>(corners_.size());
        geometry_.vertices.push_back(vertex);
        geometry_.textureCoordinates.push_back(coordinate());
        return bucket - 1 - first_;
    }

    /// Takes three corners in the clockwise order of the file.
    void triangle(const std::array<std::uint32_t, 3>& corners) {
        geometry_.triangles.push_back({corners[2], corners[1], corners[0]});
    }

    /// The surface so far. The next one shares no corners with it.
    Geometry take() {
        first_ = static_cast<std::uint32_t>(corners_.size());
        return std::exchange(geometry_, {});
    }

private:
    struct Corner {
        // GCC would copy a temporary corner as a whole, and wait until its parts are in memory.
        Corner(std::uint64_t texture_, std::uint32_t vertex_, std::uint32_t next_)
            : texture(texture_), vertex(vertex_), next(next_) {}
        std::uint64_t texture;
        std::uint32_t vertex;
        std::uint32_t next; ///< 1 + an older corner of the bucket, 0 at its end
    };
    std::vector<Corner> corners_;        ///< of all surfaces
    std::vector<std::uint32_t> buckets_; ///< 1 + the newest corner, or 0
    std::uint32_t first_ = 0;            ///< corner of the surface
    unsigned shift_;
    std::uint64_t textureFactor_;
    std::uint64_t vertexFactor_;
    Geometry geometry_;
};

Geometry fromTriangles(const View& view, Warnings& repairs) {
    const Header& header = view.header();
    const std::size_t stCount = view.stCount();
    auto width = static_cast<float>(header.skinwidth);
    auto height = static_cast<float>(header.skinheight);
    if (stCount > 0 && (header.skinwidth <= 0 || header.skinheight <= 0)) {
        repairs.add(repair::kNoSkinSize);
        width = height = 1.0f;
    }

    GeometryBuilder builder(view.triangleCount());
    std::uint64_t dropped = 0;
    std::uint64_t clamped = 0;
    for (std::size_t i = 0; i < view.triangleCount(); ++i) {
        const Triangle triangle = view.triangle(i);
        if (*std::max_element(triangle.vertex.begin(), triangle.vertex.end()) >= view.vertexCount()) {
            ++dropped;
            continue;
        }
        std::array<std::uint32_t, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            St st{0, 0};
            if (stCount > 0) {
                clamped += triangle.st[k] >= stCount;
                st = view.st(std::min<std::size_t>(triangle.st[k], stCount - 1));
            }
            const std::uint64_t texture = std::uint64_t{static_cast<std::uint16_t>(st.s)} << 16 |
                                          std::uint64_t{static_cast<std::uint16_t>(st.t)};
            corners[k] = builder.corner(triangle.vertex[k], texture, [&] {
                return TextureCoordinate{static_cast<float>(st.s) / width,
                                         1.0f - static_cast<float>(st.t) / height};
            });
        }
        builder.triangle(corners);
    }
    repairs.add(repair::kTriangleDropped, dropped);
    repairs.add(repair::kStClamped, clamped);

    Geometry geometry = builder.take();
    if (stCount == 0) {
        geometry.textureCoordinates.clear();
    }
    return geometry;
}

/// Checks that the surfaces of the file count no more GL primitives than there are.
std::optional<Error> checkSurfaces(const View& view, std::size_t primitiveCount, Warnings& repairs) {
    std::uint64_t counted = 0;
    for (std::size_t surface = 0; surface < view.surfaceCount(); ++surface) {
        counted += view.primitivesOfSurface(surface);
    }
    if (counted > primitiveCount) {
        return Error{ErrorCode::Other, "surfaces: the surfaces have " + std::to_string(counted) +
                                           " GL primitives together, the GL commands have " +
                                           std::to_string(primitiveCount)};
    }
    if (view.surfaceCount() > 0) {
        repairs.add(repair::kSurfacesTooFew, primitiveCount - counted);
    }
    return std::nullopt;
}

/// One surface for each skin that is used; in version 8, one surface. The surfaces of the file count the
/// primitives of skin 0, then those of skin 1 and so on, so one surface after the other is complete.
std::vector<Surface> surfacesBySkin(const View& view, std::size_t triangleCount) {
    const auto primitivesOf = [&](std::size_t skin) {
        return skin < view.surfaceCount() ? view.primitivesOfSurface(skin) : 0;
    };
    std::vector<Surface> surfaces;
    GeometryBuilder builder(triangleCount);
    std::size_t skin = 0;
    std::size_t end = primitivesOf(0); // the first primitive behind those of `skin`
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t primitive) {
        // Primitives that no surface counts have the last skin.
        while (primitive >= end && skin + 1 < view.surfaceCount()) {
            end += primitivesOf(++skin);
        }
        if (surfaces.empty() || surfaces.back().skin != skin) {
            if (!surfaces.empty()) {
                surfaces.back().geometry = builder.take();
            }
            surfaces.push_back({{}, skin});
        }
        std::array<std::uint32_t, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const GlVertex& vertex = vertices[k];
            // The sum makes −0 the same as 0.
            const std::uint64_t texture = bitsOf(vertex.s + 0.0f) | std::uint64_t{bitsOf(vertex.t + 0.0f)}
                                                                        << 32;
            corners[k] = builder.corner(vertex.vertex, texture, [&] {
                return TextureCoordinate{vertex.s, 1.0f - vertex.t};
            });
        }
        builder.triangle(corners);
    });
    surfaces.back().geometry = builder.take();
    return surfaces;
}

} // namespace

Result<std::vector<Surface>> readSurfaces(const View& view, Warnings& repairs) {
    using State = GlCommandsSummary::State;
    const GlCommandsSummary commands = checkGlCommands(view.glCommands(), view.vertexCount());
    if (commands.state == State::Unended) {
        repairs.add(repair::kGlCommandsUnended);
    }
    if (view.isSplitBySkin()) {
        if (commands.triangleCount == 0) {
            return failure(commands.state == State::Broken
                               ? "glcmds: the GL commands are damaged at byte " +
                                     std::to_string(commands.offset) + " of the section"
                               : "glcmds: the model has no GL commands to be built from");
        }
        if (const auto error = checkSurfaces(view, commands.primitiveCount, repairs)) {
            return tl::unexpected(*error);
        }
        return surfacesBySkin(view, commands.triangleCount);
    }
    const bool isIncomplete = view.triangleCount() == 0 || view.stCount() == 0;
    if (isIncomplete && commands.state == State::Whole && commands.triangleCount > 0) {
        repairs.add(repair::kBuiltFromGlCommands);
        return surfacesBySkin(view, commands.triangleCount);
    }
    if (commands.state == State::Broken) {
        repairs.add(repair::kGlCommandsBroken);
    }
    if (view.triangleCount() == 0) {
        return failure("triangles: there is no surface: num_tris is 0");
    }
    std::vector<Surface> surfaces(1);
    surfaces[0].geometry = fromTriangles(view, repairs);
    if (surfaces[0].geometry.triangles.empty()) {
        return failure("triangles: there is no surface: none of the " + std::to_string(view.triangleCount()) +
                       " triangles has three vertices that exist");
    }
    return surfaces;
}

} // namespace assimp_md2::inner
