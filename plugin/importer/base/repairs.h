// SPDX-License-Identifier: BSD-3-Clause
// What an import repairs in a model and its images, as kinds of Warnings. Each of these defects occurs in
// real files.
#pragma once

namespace assimp_md2::inner::repair {

inline constexpr const char* kLineFeedsShortened =
    "the file was changed as text, so the model is damaged: CR LF became LF";
inline constexpr const char* kLineFeedsExtended =
    "the file was changed as text, so the model is damaged: LF became CR LF";
inline constexpr const char* kBytesReplaced =
    "the file was changed as text, so the model is damaged: bytes became U+FFFD in UTF-8";
inline constexpr const char* kFrameStride =
    "frames: framesize is wrong; the frames are read with the size that num_vertices gives";
inline constexpr const char* kGlCommandsOutside =
    "glcmds: the GL commands extend beyond the file; those inside are read";
inline constexpr const char* kGlCommandsUnended = "glcmds: the GL commands have no terminator";
inline constexpr const char* kGlCommandsBroken = "glcmds: the GL commands are damaged and are not used";
inline constexpr const char* kBuiltFromGlCommands =
    "triangles or texture coordinates are missing; the model is built from its GL commands";
inline constexpr const char* kTriangleDropped =
    "triangles: a vertex index is out of range; the triangle is left out";
inline constexpr const char* kStClamped =
    "triangles: a texture coordinate index is out of range; the last texture coordinate is used";
inline constexpr const char* kNoSkinSize =
    "header: skinwidth or skinheight is not positive; texture coordinates stay in pixels";
inline constexpr const char* kFrameNotFinite = "frames: scale or translate of a frame give positions that "
                                               "are not finite; the frame is flat on that axis";
inline constexpr const char* kFrameReplaced =
    "frames: a frame is garbage, with positions that are not finite or beyond 1,000,000 units; it gets the "
    "positions of the nearest frame that is not";
inline constexpr const char* kNormalClamped =
    "frames: a normal index is out of range; the last normal is used";
// The surfaces contain fewer primitives than the GL commands.
inline constexpr const char* kSurfacesTooFew =
    "surfaces: a GL primitive belongs to no surface; it gets the last skin";
inline constexpr const char* kTagDropped = "tags: a triangle index is out of range; the tag is left out";
inline constexpr const char* kImageLinesMissing =
    "skins: lines at the bottom of an image are missing; they are filled with colour 0";
inline constexpr const char* kCutPng = "skins: a PNG is cut off; it is used as it is";
inline constexpr const char* kLinesTooShort =
    "skins: the lines of a PCX are too short for its width; they are read with its width";
inline constexpr const char* kPaletteWithoutMarker =
    "skins: the marker in front of the palette of a PCX is missing";
inline constexpr const char* kBytesAfterPalette =
    "skins: a PCX has bytes after its palette; they are skipped";
inline constexpr const char* kNoPalette =
    "skins: the palette of a PCX is missing; a greyscale palette is used";

} // namespace assimp_md2::inner::repair
