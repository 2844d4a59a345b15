// SPDX-License-Identifier: BSD-3-Clause
// What can be wrong with an MD2, as values and as words; knows nothing of how it is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2 {

/// The parts of a file, by the words of the format.
enum class Section { Header, Skins, St, Triangles, Frames, GlCommands };

enum class ErrorCode {
    TooShort,        ///< the file is shorter than a header: needed, available
    NotMd2,          ///< ident is not "IDP2": value
    IsMd3,           ///< ident is "IDP3"
    OtherVersion,    ///< version is not 8: value
    BadCount,        ///< a count of the header is negative, or 0 where there must be one: value
    NegativeOffset,  ///< an offset of the header is negative: value
    OutsideFile,     ///< the section leaves the file: count, elementSize, offset, needed, available
    NoTriangles,     ///< there is no surface: no triangle, or none whose vertices exist
    NoGlCommands,    ///< the GL commands were asked for and are not there
    BrokenGlCommands ///< the GL commands were asked for and are damaged: offset, in bytes, of the damage
};

/// Why a file is refused. Which fields a code uses stands beside it; the others are 0.
struct Error {
    ErrorCode code;
    Section section;
    std::int64_t value = 0;
    std::uint64_t count = 0;
    std::uint64_t elementSize = 0;
    std::uint64_t offset = 0;
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
};

/// One line for the person who has the file: what is wrong, where, what was expected.
std::string message(const Error& error);

/// What a damaged file is repaired by. Real files need each of them; how many is in md2-format's counts.
enum class Repair {
    FrameStride,         ///< framesize is wrong, the frames fit with the size that num_vertices gives
    GlCommandsOutside,   ///< the GL commands leave the file; those that are inside are read
    GlCommandsUnended,   ///< the GL commands have no terminator
    GlCommandsBroken,    ///< the GL commands are damaged; they are not used
    BuiltFromGlCommands, ///< triangles or texture coordinates are missing; the GL commands serve instead
    TriangleDropped,     ///< a triangle names a vertex that is not there; it is left out
    StClamped,           ///< a triangle names a texture coordinate that is not there; the last one serves
    NoSkinSize,          ///< skinwidth or skinheight is not positive; texture coordinates stay in pixels
    FrameNotFinite,      ///< scale or translate of a frame give no finite positions; that axis is flat
    NormalClamped        ///< a vertex names a normal above 161; the last one serves
};
constexpr std::size_t kRepairCount = 10;

/// How often each repair was needed.
class Repairs {
public:
    void add(Repair repair, std::uint64_t count = 1) { counts_[static_cast<std::size_t>(repair)] += count; }
    std::uint64_t count(Repair repair) const { return counts_[static_cast<std::size_t>(repair)]; }

    /// One line for each kind that was needed, with its count.
    std::vector<std::string> messages() const;

private:
    std::array<std::uint64_t, kRepairCount> counts_{};
};

} // namespace assimp_md2
