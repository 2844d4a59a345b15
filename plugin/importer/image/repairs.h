// SPDX-License-Identifier: BSD-3-Clause
// What the decoders of images repair, as kinds of Warnings. Each of these defects occurs in real files.
#pragma once

namespace assimp_md2::inner::repair {

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
