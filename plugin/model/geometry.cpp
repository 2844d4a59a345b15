// SPDX-License-Identifier: BSD-3-Clause
// The surface of a model: corners and triangles, from the triangle list or from the GL commands. Knows the
// view, nothing of frames in motion or of scenes.
#include "model/geometry.h"

#include "format/gl_commands.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <random>

namespace assimp_md2 {
namespace {

/// Numbers the corners in order of first use.
class CornerTable {
public:
    /// \param uses how many corners will be asked for at the most
    explicit CornerTable(std::size_t uses) {
        unsigned bits = 1;
        while (bits < 32 && std::size_t{1} << bits < uses) {
            ++bits;
        }
        shift_ = 64 - bits;
        buckets_.resize(std::size_t{1} << bits);
        // Odd factors that depend on the moment: no file can be made so that its corners all fall into one
        // bucket. (The numbers of corners do not depend on them. A random_device costs more than most
        // imports.)
        std::minstd_rand0 random(
            static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
        textureFactor_ = (std::uint64_t{random()} << 33 ^ random()) | 1;
        vertexFactor_ = (std::uint64_t{random()} << 33 ^ random()) | 1;
    }

    /// The number of the corner of `vertex` at the texture coordinate whose bits are `texture`.
    std::uint32_t number(std::uint32_t vertex, std::uint64_t texture) {
        std::uint32_t& bucket =
            buckets_[static_cast<std::size_t>((texture * textureFactor_ + vertex * vertexFactor_) >> shift_)];
        for (std::uint32_t link = bucket; link != 0; link = corners_[link - 1].next) {
            const Corner& corner = corners_[link - 1];
            if (corner.vertex == vertex && corner.texture == texture) {
                return link - 1;
            }
        }
        corners_.push_back({texture, vertex, bucket});
        bucket = static_cast<std::uint32_t>(corners_.size());
        return bucket - 1;
    }

private:
    struct Corner {
        std::uint64_t texture;
        std::uint32_t vertex;
        std::uint32_t next; ///< 1 + the next corner of the bucket, 0 at its end
    };
    std::vector<Corner> corners_;
    std::vector<std::uint32_t> buckets_; ///< 1 + the first corner, or 0
    unsigned shift_;
    std::uint64_t textureFactor_;
    std::uint64_t vertexFactor_;
};

/// Collects corners and triangles, sharing corners or not.
class GeometryBuilder {
public:
    GeometryBuilder(std::size_t triangleCount, bool sharedVertices)
        : sharedVertices_(sharedVertices), table_(sharedVertices ? 3 * triangleCount : 0) {
        geometry_.triangles.reserve(triangleCount);
        // Real models have about as many corners as triangles.
        const std::size_t corners = sharedVertices ? triangleCount : 3 * triangleCount;
        geometry_.vertices.reserve(corners);
        geometry_.textureCoordinates.reserve(corners);
    }

    /// \param texture the bits that tell texture coordinates apart
    /// \param coordinate gives the texture coordinate, and is asked once for each corner
    template <typename Coordinate>
    std::uint32_t corner(std::uint32_t vertex, std::uint64_t texture, Coordinate coordinate) {
        const auto fresh = static_cast<std::uint32_t>(geometry_.vertices.size());
        const std::uint32_t number = sharedVertices_ ? table_.number(vertex, texture) : fresh;
        if (number == fresh) {
            geometry_.vertices.push_back(vertex);
            geometry_.textureCoordinates.push_back(coordinate());
        }
        return number;
    }

    /// Takes three corners in the clockwise order of the file.
    void triangle(std::uint32_t first, std::uint32_t second, std::uint32_t third) {
        geometry_.triangles.push_back({third, second, first});
    }

    Geometry take() { return std::move(geometry_); }

private:
    bool sharedVertices_;
    CornerTable table_;
    Geometry geometry_;
};

std::variant<Geometry, Error> fromTriangles(const View& view, bool sharedVertices, Repairs& repairs) {
    const Header& header = view.header();
    const std::size_t stCount = view.stCount();
    auto width = static_cast<float>(header.skinwidth);
    auto height = static_cast<float>(header.skinheight);
    if (stCount > 0 && (header.skinwidth <= 0 || header.skinheight <= 0)) {
        repairs.add(Repair::NoSkinSize);
        width = height = 1.0f;
    }

    GeometryBuilder builder(view.triangleCount(), sharedVertices);
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
        builder.triangle(corners[0], corners[1], corners[2]);
    }
    repairs.add(Repair::TriangleDropped, dropped);
    repairs.add(Repair::StClamped, clamped);

    Geometry geometry = builder.take();
    if (geometry.triangles.empty()) {
        Error error{ErrorCode::NoTriangles, Section::Triangles};
        error.count = view.triangleCount();
        return error;
    }
    if (stCount == 0) {
        geometry.textureCoordinates.clear();
    }
    return geometry;
}

/// The bits of a finite float, the same for 0 and −0.
std::uint32_t bitsOf(float value) {
    value += 0.0f;
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

Geometry fromGlCommands(const View& view, std::size_t triangleCount, bool sharedVertices) {
    GeometryBuilder builder(triangleCount, sharedVertices);
    const auto cornerOf = [&](const GlVertex& vertex) {
        return builder.corner(vertex.vertex, bitsOf(vertex.s) | std::uint64_t{bitsOf(vertex.t)} << 32, [&] {
            return TextureCoordinate{vertex.s, 1.0f - vertex.t};
        });
    };
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices) {
        const std::uint32_t first = cornerOf(vertices[0]);
        const std::uint32_t second = cornerOf(vertices[1]);
        const std::uint32_t third = cornerOf(vertices[2]);
        builder.triangle(first, second, third);
    });
    return builder.take();
}

} // namespace

std::variant<Geometry, Error> readGeometry(const View& view, GeometrySource source, bool sharedVertices,
                                           Repairs& repairs) {
    using State = GlCommandsSummary::State;
    const GlCommandsSummary commands = checkGlCommands(view.glCommands(), view.vertexCount());
    const bool whole = commands.state == State::Whole && commands.triangleCount > 0;
    if (commands.state == State::Unended) {
        repairs.add(Repair::GlCommandsUnended);
    }

    const bool incomplete = view.triangleCount() == 0 || view.stCount() == 0;
    if (source == GeometrySource::GlCommands || (source == GeometrySource::Auto && incomplete && whole)) {
        if (commands.state == State::Broken) {
            Error error{ErrorCode::BrokenGlCommands, Section::GlCommands};
            error.offset = commands.offset;
            return error;
        }
        if (commands.triangleCount == 0) {
            return Error{ErrorCode::NoGlCommands, Section::GlCommands};
        }
        if (source == GeometrySource::Auto) {
            repairs.add(Repair::BuiltFromGlCommands);
        }
        return fromGlCommands(view, commands.triangleCount, sharedVertices);
    }
    if (commands.state == State::Broken) {
        repairs.add(Repair::GlCommandsBroken);
    }
    return fromTriangles(view, sharedVertices, repairs);
}

} // namespace assimp_md2
