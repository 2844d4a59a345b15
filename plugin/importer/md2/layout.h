// SPDX-License-Identifier: BSD-3-Clause
// The layout of MD2 versions 8 and 15: all their offsets and sizes.
#pragma once

#include "importer/base/bytes.h"

#include <array>

namespace assimp_md2::inner {

constexpr std::uint32_t kIdentMd2 = 0x32504449; // "IDP2"
constexpr std::uint32_t kIdentMd3 = 0x33504449; // "IDP3"; some files with the extension .md2 are MD3 files
constexpr std::int32_t kVersion = 8;

/// Anachronox writes 15. No real file of version 14 is known; it is read in the same way.
constexpr std::int32_t kVersionAnachronox = 15;
constexpr std::int32_t kVersionAnachronoxOld = 14;

constexpr std::size_t kHeaderSize = 68;
/// Version 15 adds: int32 num_surfaces, int32 ofs_surfaces, float lod_scale[3], int32 num_tagged, int32
/// ofs_tagged. The field `version` has the version in its lower 16 bits and the resolution in its upper 16.
constexpr std::size_t kHeaderSizeAnachronox = kHeaderSize + 28;
constexpr std::size_t kSkinSize = 64;
constexpr std::size_t kStSize = 4;
constexpr std::size_t kTriangleSize = 12;
constexpr std::size_t kGlCommandSize = 4;
constexpr std::size_t kVertexSize = 4;
constexpr std::size_t kSurfaceSize = 2;
constexpr std::size_t kTagSize = 12;
constexpr std::size_t kTagNameSize = 8;

/// The size of a frame's header: float scale[3], float translate[3], char name[16].
constexpr std::size_t kFrameHeaderSize = 40;
constexpr std::size_t kFrameTranslateOffset = 12;
constexpr std::size_t kFrameNameOffset = 24;
constexpr std::size_t kFrameNameSize = 16;

/// The number of normals in the format's table, which is in normals.h.
constexpr std::size_t kNormalCount = 162;

/// Bytes of a packed vertex in version 15, by the header's resolution (0, 1, 2). The position has 3 × uint8,
/// 11 + 10 + 11 bits, or 3 × uint16. A uint16 normal index follows.
constexpr std::array<std::size_t, 3> kVertexSizesAnachronox = {5, 6, 8};

/// The 17 little-endian int32 at the start of the file, named as in id's source.
struct Header {
    std::int32_t ident;
    std::int32_t version;
    std::int32_t skinwidth;
    std::int32_t skinheight;
    std::int32_t framesize;
    std::int32_t num_skins;
    std::int32_t num_vertices;
    std::int32_t num_st;
    std::int32_t num_tris;
    std::int32_t num_glcmds;
    std::int32_t num_frames;
    std::int32_t ofs_skins;
    std::int32_t ofs_st;
    std::int32_t ofs_tris;
    std::int32_t ofs_frames;
    std::int32_t ofs_glcmds;
    std::int32_t ofs_end;
};
static_assert(sizeof(Header) == kHeaderSize, "17 × int32");

/// `file` must have at least kHeaderSize bytes.
inline Header loadHeader(ByteSlice file) {
    return {file.i32(0),  file.i32(4),  file.i32(8),  file.i32(12), file.i32(16), file.i32(20),
            file.i32(24), file.i32(28), file.i32(32), file.i32(36), file.i32(40), file.i32(44),
            file.i32(48), file.i32(52), file.i32(56), file.i32(60), file.i32(64)};
}

/// A texture coordinate in pixels of the skin. The type is signed, because 21 of 3,344 real files have
/// negative coordinates.
struct St {
    std::int16_t s;
    std::int16_t t;
};

/// Indices into the vertices of every frame and into the texture coordinates, wound clockwise.
struct Triangle {
    std::array<std::uint16_t, 3> vertex;
    std::array<std::uint16_t, 3> st;
};

} // namespace assimp_md2::inner
