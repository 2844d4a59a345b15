// SPDX-License-Identifier: BSD-3-Clause
// Any bytes through the layers below Assimp: every accessor of the view, the GL commands, the surface from
// each source, the clips. Checks what their headers promise.
#include "fuzz/require.h"
#include "fuzz/sample.h"
#include "importer/base/repairs.h"
#include "importer/md2/clips.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/geometry.h"
#include "importer/md2/gl_commands.h"
#include "importer/md2/view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;

void checkMessage(const Error& error) {
    require(error.text.size() > 15, "an error has a message");
}

void checkNames(const View& view) {
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        require(view.skinName(i).size() <= kSkinSize, "a skin's name ends with its field");
    }
    for (std::size_t i = 0; i < view.tagCount(); ++i) {
        require(view.tag(i).name.size() <= kTagNameSize, "a tag's name ends with its field");
    }
}

void checkFrames(const View& view) {
    std::uint64_t repaired = 0;
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        const Frame frame = view.frame(i);
        require(frame.vertices.size() == view.vertexSize() * view.vertexCount(), "a frame has all vertices");
        require(view.frameName(i).size() <= kFrameNameSize, "a frame's name ends with its field");
        repaired += frame.isRepaired ? 1u : 0u;
    }
    require(view.repairs().count(repair::kFrameNotFinite) == repaired,
            "frames that are repaired are counted");
}

void checkDecodedFrames(const View& view) {
    std::vector<std::uint32_t> vertices(view.vertexCount());
    std::iota(vertices.begin(), vertices.end(), 0U);
    std::vector<float> positions(3 * vertices.size());
    std::vector<float> normals(positions.size());
    const bool areComputed = !view.hasKnownNormals();
    ModelNormals source{areComputed ? NormalSource::Computed : NormalSource::File};
    if (areComputed) {
        forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& corners, std::size_t) {
            source.triangles.push_back({corners[0].vertex, corners[1].vertex, corners[2].vertex});
        });
    }
    FrameDecoder decoder(view, source, Axes::FrontX);
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        const std::uint64_t clamped =
            decoder.decode(i, vertices.data(), vertices.size(), positions.data(), normals.data());
        require(clamped <= vertices.size(), "normals that are clamped are counted");
        for (std::size_t at = 0; at < positions.size(); at += 3) {
            require(std::isfinite(positions[at]) && std::isfinite(positions[at + 1]) &&
                        std::isfinite(positions[at + 2]),
                    "positions are finite");
            const float length = std::hypot(normals[at], normals[at + 1], normals[at + 2]);
            require(std::abs(length - 1) < 1e-4f, "normals are unit vectors");
        }
    }
}

/// \return whether frames can be decoded: the normals of version 15 come from the commands
bool checkCommands(const View& view) {
    using State = GlCommandsSummary::State;
    const GlCommandsSummary summary = checkGlCommands(view.glCommands(), view.vertexCount());
    if (summary.state != State::Whole && summary.state != State::Unended) {
        return !view.isSplitBySkin();
    }
    std::size_t triangles = 0;
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t primitive) {
        ++triangles;
        require(primitive < summary.primitiveCount, "the primitives of the GL commands are counted");
        for (const GlVertex& vertex : vertices) {
            require(vertex.vertex < view.vertexCount(), "vertices of GL commands are there");
            require(std::isfinite(vertex.s) && std::isfinite(vertex.t), "their coordinates are finite");
        }
    });
    require(triangles == summary.triangleCount, "the triangles of the GL commands are counted");
    return true;
}

void checkGeometry(const Geometry& geometry, const View& view) {
    require(!geometry.triangles.empty(), "a surface has triangles");
    require(geometry.textureCoordinates.empty() ||
                geometry.textureCoordinates.size() == geometry.vertices.size(),
            "every corner has a texture coordinate, or none");
    for (const std::uint32_t vertex : geometry.vertices) {
        require(vertex < view.vertexCount(), "the vertices of corners exist");
    }
    for (const TextureCoordinate& coordinate : geometry.textureCoordinates) {
        require(std::isfinite(coordinate.u) && std::isfinite(coordinate.v), "coordinates are finite");
    }
    std::size_t used = 0;
    for (const auto& triangle : geometry.triangles) {
        for (const std::size_t k : {std::size_t{2}, std::size_t{1}, std::size_t{0}}) {
            require(triangle[k] <= used, "corners are numbered in order of first use");
            used += triangle[k] == used ? 1u : 0u;
        }
    }
    require(used == geometry.vertices.size(), "every corner is used");
}

/// The surfaces of version 15 together have the triangles of the GL commands.
void checkSurfaces(const View& view) {
    Warnings repairs;
    const auto result = readSurfaces(view, repairs);
    if (!result) {
        checkMessage(result.error());
        return;
    }
    std::size_t triangles = 0;
    std::size_t nextSkin = 0;
    for (const Surface& surface : *result) {
        checkGeometry(surface.geometry, view);
        require(surface.skin >= nextSkin, "a skin has one surface, in the order of the skins");
        nextSkin = surface.skin + 1;
        triangles += surface.geometry.triangles.size();
    }
    require(!view.isSplitBySkin() ||
                triangles == checkGlCommands(view.glCommands(), view.vertexCount()).triangleCount,
            "every triangle is in a surface");
}

void checkClips(const std::vector<Clip>& clips, std::size_t frameCount) {
    std::size_t next = 0;
    std::set<std::string> names;
    for (const Clip& clip : clips) {
        require(clip.firstFrame == next && clip.frameCount > 0, "clips follow each other");
        require(!clip.name.empty() && names.insert(clip.name).second, "clips have unique names");
        next += clip.frameCount;
    }
    require(next == frameCount, "each frame is in a clip");
}

void checkAllClips(const View& view) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        names.push_back(view.frameName(i));
    }
    for (const auto clips : {clipsFromNames, clipsFromPlayerTable, clipsOf}) {
        checkClips(clips(names, "model"), names.size());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto parsed = parse(ByteSlice(data, size));
    if (!parsed) {
        checkMessage(parsed.error());
        return 0;
    }
    const View& view = *parsed;
    checkNames(view);
    checkFrames(view);
    if (checkCommands(view)) {
        checkDecodedFrames(view);
    }
    checkSurfaces(view);
    // Clips take longer than all the rest; the target of imports makes them for every input.
    if (test::isInSample(data, size)) {
        checkAllClips(view);
    }
    return 0;
}
