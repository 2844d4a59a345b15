// SPDX-License-Identifier: BSD-3-Clause
// A checked view of an MD2 file: after a successful parse, no accessor reads outside the file.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/md2/layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// One frame: position[i] = vertex[i] × scale[i] + translate[i], which is finite for every vertex.
struct Frame {
    std::array<float, 3> scale;
    std::array<float, 3> translate;
    ByteSlice vertices; ///< num_vertices × View::vertexSize(); version 8: uint8 position[3], normal index
    bool isRepaired = false; ///< true: positions on an axis were not finite; they are 0 in this frame
};

/// A triangle to which things can be attached (version 15).
struct Tag {
    std::string_view name; ///< Latin-1, up to its NUL
    std::int32_t triangle; ///< of the triangle list; as in the file: it may be out of range
};

/// Positions beyond this distance from the origin on an axis are garbage. The game's world ends at ±4,096. In
/// 3,344 real files, no sound frame is beyond 100,000.
inline constexpr float kFarthestCoordinate = 1e6f;

/// Whether a coordinate is not finite or beyond this distance. By its bits, as isFinite.
inline bool isTooFar(float coordinate) {
    return (bitsOf(coordinate) & 0x7FFFFFFF) > bitsOf(kFarthestCoordinate);
}

/// Borrows the bytes it was parsed from. Precondition of all accessors: the index argument is less than the
/// count of the section.
class View {
public:
    const Header& header() const { return header_; }

    /// 8, 14 or 15. Version 14 is read as 15.
    std::int32_t version() const { return version_; }

    /// Whether each skin belongs to a part of the model (version 15): the surface section stores the number
    /// of GL primitives of each skin. In version 8 the skins are alternatives for the whole model.
    bool isSplitBySkin() const { return version_ != kVersion; }

    /// Whether the vertices of frames name normals by an index into the table of normals.h (version 8). The
    /// table of version 15 is not known.
    bool hasKnownNormals() const { return version_ == kVersion; }

    /// Bytes of a vertex in a frame: 4, or 5, 6 or 8 in version 15.
    std::size_t vertexSize() const { return vertexSize_; }

    /// The number of surfaces in version 15 (surface i belongs to skin i); 0 in version 8.
    std::size_t surfaceCount() const { return surfaces_.size() / kSurfaceSize; }
    /// The number of GL primitives of a surface.
    std::size_t primitivesOfSurface(std::size_t index) const { return surfaces_.u16(index * kSurfaceSize); }

    /// The number of tags; 0 in version 8.
    std::size_t tagCount() const { return tags_.size() / kTagSize; }
    Tag tag(std::size_t index) const;

    /// Version 15: a scale that the game uses for levels of detail; nothing in version 8.
    const std::optional<std::array<float, 3>>& lodScale() const { return lodScale_; }

    std::size_t skinCount() const { return skins_.size() / kSkinSize; }
    std::size_t stCount() const { return st_.size() / kStSize; }
    std::size_t triangleCount() const { return triangles_.size() / kTriangleSize; }
    std::size_t vertexCount() const { return static_cast<std::size_t>(header_.num_vertices); }
    std::size_t frameCount() const { return static_cast<std::size_t>(header_.num_frames); }

    /// The name of a skin in Latin-1, up to its NUL; `\` is unchanged.
    std::string_view skinName(std::size_t index) const;

    St st(std::size_t index) const { return {st_.i16(index * kStSize), st_.i16(index * kStSize + 2)}; }

    /// The indices are as in the file: they may be out of range.
    Triangle triangle(std::size_t index) const {
        const std::size_t at = index * kTriangleSize;
        return {{triangles_.u16(at), triangles_.u16(at + 2), triangles_.u16(at + 4)},
                {triangles_.u16(at + 6), triangles_.u16(at + 8), triangles_.u16(at + 10)}};
    }

    /// Latin-1, up to its NUL.
    std::string_view frameName(std::size_t index) const;
    std::vector<std::string_view> frameNames() const;

    /// Returns a frame. If it is garbage, the result is the nearest frame that is not, and the earlier one of
    /// two equally near frames.
    Frame frame(std::size_t index) const;

    /// Whether a frame is garbage, as exporters leave it that write frames without filling them. Its scale or
    /// translate is not finite, or a corner of its box is beyond kFarthestCoordinate. If this holds for half
    /// of the frames or more, it is no accident, and no frame counts as garbage.
    bool isGarbage(std::size_t index) const { return !frameUsed_.empty() && frameUsed_[index] != index; }

    /// The words of the GL commands that lie inside the file; gl_commands.h reads them.
    ByteSlice glCommands() const { return glCommands_; }

    /// What parse has repaired.
    const Warnings& repairs() const { return repairs_; }

private:
    bool looksLikeGarbage(std::size_t index) const;
    Frame frameInFile(std::size_t index) const;
    /// \return how many frames look like garbage
    std::size_t replaceGarbageFrames();

    friend Result<View> parse(ByteSlice file);
    friend Result<View> parseSections(ByteSlice file);

    Header header_{};
    std::int32_t version_ = kVersion;
    std::size_t vertexSize_ = kVertexSize;
    std::optional<std::array<float, 3>> lodScale_;
    ByteSlice surfaces_;
    ByteSlice tags_;
    ByteSlice skins_;
    ByteSlice st_;
    ByteSlice triangles_;
    ByteSlice frames_;
    std::size_t frameStride_ = 0;
    std::vector<std::uint32_t> frameUsed_; ///< in place of each frame; empty if no frame is garbage
    ByteSlice glCommands_;
    Warnings repairs_;
};

/// Reads `file`, which must outlive the view. Returns an error if the file is not an MD2 of version 8, 14 or
/// 15, if a section other than the GL commands extends beyond the file, or if a count is too small for a
/// model. Triangles and texture coordinates may be missing: geometry.h decides whether the model has a
/// surface. The error about a file that was changed as text says so, whichever section it damages.
Result<View> parse(ByteSlice file);

} // namespace assimp_md2::inner
