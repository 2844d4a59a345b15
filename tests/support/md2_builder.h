// SPDX-License-Identifier: BSD-3-Clause
// Makes any MD2, valid or not, from values; has numbers of its own for the layout, so that it does not repeat
// a mistake of the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

using Bytes = std::vector<std::uint8_t>;

/// Offsets of the header's fields in bytes, for patches.
namespace field {
constexpr std::size_t kIdent = 0, kVersion = 4, kSkinwidth = 8, kSkinheight = 12, kFramesize = 16,
                      kNumSkins = 20, kNumVertices = 24, kNumSt = 28, kNumTris = 32, kNumGlcmds = 36,
                      kNumFrames = 40, kOfsSkins = 44, kOfsSt = 48, kOfsTris = 52, kOfsFrames = 56,
                      kOfsGlcmds = 60, kOfsEnd = 64;
/// Version 15 alone.
constexpr std::size_t kNumSurfaces = 68, kOfsSurfaces = 72, kNumTagged = 88, kOfsTagged = 92;
} // namespace field

struct FrameSource {
    std::array<float, 3> scale{1, 1, 1};
    std::array<float, 3> translate{0, 0, 0};
    std::string name; ///< up to 16 bytes; may have a NUL and garbage after it
    std::vector<std::array<std::uint8_t, 4>> vertices; ///< x, y, z, normal index
    /// The same for version 15, whose components have up to 16 bits.
    std::vector<std::array<std::uint16_t, 4>> wideVertices{};
};

struct TagSource {
    std::string name; ///< up to 8 bytes
    std::int32_t triangle;
};

struct TriangleSource {
    std::array<std::uint16_t, 3> vertex;
    std::array<std::uint16_t, 3> st;
};

/// A word of the GL commands, as an integer or as a float.
std::int32_t word(float value);

struct Md2Builder {
    std::int32_t skinwidth = 64;
    std::int32_t skinheight = 32;
    std::vector<std::string> skins; ///< up to 64 bytes each
    std::vector<std::array<std::int16_t, 2>> st;
    std::vector<TriangleSource> triangles;
    std::vector<FrameSource> frames;
    std::vector<std::int32_t> glCommands;
    std::size_t framePadding = 0; ///< bytes after each frame, included in framesize
    /// The sections in the order of the file: k skins, s st, t triangles, f frames, g GL commands, and for
    /// version 15 u surfaces, a tags.
    std::string order = "kstfgua";

    int version = 8; ///< 14 and 15 have all that follows
    int resolution = 0;
    std::vector<std::uint16_t> surfaces; ///< GL primitives of each skin
    std::vector<TagSource> tags;
    std::array<float, 3> lodScale{1, 1, 1};

    Bytes bytes() const;

    /// Appends GL commands that describe the triangles, one strip of three each, and the terminator.
    Md2Builder& describeTrianglesInGlCommands();
};

/// The index of the nearest normal of the table.
std::uint8_t normalIndexOf(const std::array<double, 3>& direction);

/// Overwrites four bytes with `value`, little-endian.
void patch(Bytes& bytes, std::size_t offset, std::int32_t value);
/// GL commands as a file has them.
Bytes bytesOf(const std::vector<std::int32_t>& words);
std::int32_t valueAt(const Bytes& bytes, std::size_t offset);
int unsignedShortAt(const Bytes& bytes, std::size_t offset);
int shortAt(const Bytes& bytes, std::size_t offset);
float floatAt(const Bytes& bytes, std::size_t offset);

/// A small complete model: four vertices, three triangles that share corners, two skins, `frameCount` frames
/// named `name`1, `name`2 … that differ from each other, and GL commands.
Md2Builder smallModel(std::size_t frameCount = 3, const std::string& name = "stand");

/// A small model of version 15 with three frames: a pyramid whose base has skin 1 and whose sides have skin
/// 0, and a tag `Hand_R` on the first side.
Md2Builder anachronoxModel(int resolution);

/// `smallModel` with these frame names.
Md2Builder modelWithFrames(const std::vector<std::string>& names);

/// A small model with these skins, of 8 × 4 pixels.
Bytes modelWithSkins(const std::vector<std::string>& skins);

/// A sheet of about `corners` corners that waves through `frameCount` frames, for benchmarks and limits.
Md2Builder sheetModel(std::size_t frameCount, std::size_t corners);

} // namespace assimp_md2::inner::test
