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
    /// \param uses upper bound for the calls of `number`
    explicit CornerTable(std::size_t uses) {
        unsigned bits = 1;
        while (bits < 32 && std::size_t{1} << bits < uses) {
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

    /// \param texture bits that differ for different texture coordinates
    /// \param coordinate returns the texture coordinate; called once for each corner
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

Result<Geometry> fromTriangles(const View& view, bool sharedVertices, Repairs& repairs) {
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
        return tl::unexpected(error);
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

void addGlTriangle(GeometryBuilder& builder, const std::array<GlVertex, 3>& vertices) {
    std::array<std::uint32_t, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
        const GlVertex& vertex = vertices[k];
        const std::uint64_t texture = bitsOf(vertex.s) | std::uint64_t{bitsOf(vertex.t)} << 32;
        corners[k] = builder.corner(vertex.vertex, texture, [&] {
            return TextureCoordinate{vertex.s, 1.0f - vertex.t};
        });
    }
    builder.triangle(corners[0], corners[1], corners[2]);
}

Geometry fromGlCommands(const View& view, std::size_t triangleCount, bool sharedVertices) {
    GeometryBuilder builder(triangleCount, sharedVertices);
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
        addGlTriangle(builder, vertices);
    });
    return builder.take();
}

Error noGeometryFrom(const GlCommandsSummary& commands) {
    if (commands.state == GlCommandsSummary::State::Broken) {
        Error error{ErrorCode::BrokenGlCommands, Section::GlCommands};
        error.offset = commands.offset;
        return error;
    }
    return Error{ErrorCode::NoGlCommands, Section::GlCommands};
}

/// The skin of each GL primitive: the surfaces count them in the order of the commands.
Result<std::vector<std::size_t>> skinsOfPrimitives(const View& view, std::size_t primitiveCount,
                                                   Repairs& repairs) {
    std::uint64_t counted = 0;
    for (std::size_t surface = 0; surface < view.surfaceCount(); ++surface) {
        counted += view.primitivesOfSurface(surface);
    }
    if (counted > primitiveCount) {
        Error error{ErrorCode::BadSurfaces, Section::Surfaces};
        error.needed = counted;
        error.available = primitiveCount;
        return tl::unexpected(error);
    }
    std::vector<std::size_t> skins;
    skins.reserve(primitiveCount);
    for (std::size_t surface = 0; surface < view.surfaceCount(); ++surface) {
        skins.insert(skins.end(), view.primitivesOfSurface(surface), surface);
    }
    if (view.surfaceCount() > 0) {
        repairs.add(Repair::SurfacesTooFew, primitiveCount - skins.size());
    }
    skins.resize(primitiveCount, std::max<std::size_t>(view.surfaceCount(), 1) - 1);
    return skins;
}

/// One surface for each skin that is used.
Result<std::vector<Surface>> wornSurfaces(const View& view, bool sharedVertices, Repairs& repairs) {
    const GlCommandsSummary commands = checkGlCommands(view.glCommands(), view.vertexCount());
    if (commands.triangleCount == 0) {
        return tl::unexpected(noGeometryFrom(commands));
    }
    if (commands.state == GlCommandsSummary::State::Unended) {
        repairs.add(Repair::GlCommandsUnended);
    }
    const auto skins = skinsOfPrimitives(view, commands.primitiveCount, repairs);
    if (!skins) {
        return tl::unexpected(skins.error());
    }
    const std::vector<std::size_t>& skinOf = *skins;
    std::vector<std::size_t> triangles(skinOf.back() + 1);
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>&, std::size_t primitive) {
        ++triangles[skinOf[primitive]];
    });
    std::vector<GeometryBuilder> builders;
    builders.reserve(triangles.size());
    for (const std::size_t count : triangles) {
        builders.emplace_back(count, sharedVertices);
    }
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t primitive) {
        addGlTriangle(builders[skinOf[primitive]], vertices);
    });
    std::vector<Surface> surfaces;
    for (std::size_t skin = 0; skin < builders.size(); ++skin) {
        if (triangles[skin] > 0) {
            surfaces.push_back({builders[skin].take(), skin});
        }
    }
    return surfaces;
}

} // namespace

Result<Geometry> readGeometry(const View& view, GeometrySource source, bool sharedVertices,
                              Repairs& repairs) {
    using State = GlCommandsSummary::State;
    const GlCommandsSummary commands = checkGlCommands(view.glCommands(), view.vertexCount());
    const bool whole = commands.state == State::Whole && commands.triangleCount > 0;
    if (commands.state == State::Unended) {
        repairs.add(Repair::GlCommandsUnended);
    }

    const bool incomplete = view.triangleCount() == 0 || view.stCount() == 0;
    if (source == GeometrySource::GlCommands || (source == GeometrySource::Auto && incomplete && whole)) {
        if (commands.triangleCount == 0) {
            return tl::unexpected(noGeometryFrom(commands));
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

Result<std::vector<Surface>> readSurfaces(const View& view, GeometrySource source, bool sharedVertices,
                                          Repairs& repairs) {
    if (view.isAnachronox()) {
        return wornSurfaces(view, sharedVertices, repairs);
    }
    Result<Geometry> geometry = readGeometry(view, source, sharedVertices, repairs);
    if (!geometry) {
        return tl::unexpected(geometry.error());
    }
    std::vector<Surface> surfaces;
    surfaces.push_back({*std::move(geometry), 0});
    return surfaces;
}

} // namespace assimp_md2
