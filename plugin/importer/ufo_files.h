// SPDX-License-Identifier: BSD-3-Clause
// Reads the files that UFO: Alien Invasion has beside `MODEL.md2`: clips in `MODEL.anm` and tags in
// `MODEL.tag`.
#pragma once

#include "importer/scene/scene.h"
#include "importer/settings/settings.h"
#include "importer/skins/skin_search.h"

namespace assimp_md2::inner {

/// Parses a list of clips: name, first frame, last frame (inclusive) and frames per second, separated by
/// white space. `//` starts a comment that ends with the line. Ranges may overlap and need not cover all
/// frames. A rate of 0 stands for the first frame alone. A last frame that the model does not have is cut,
/// with a warning.
///
/// \param text Latin-1
/// \return the clips, or an error if a number or a part of an entry is missing, or if the clips have more
///         than 4 × `frameCount` + 4,096 frames in all
Result<std::vector<ListedClip>> parseAnm(std::string_view text, std::size_t frameCount, Warnings& warnings);

/// Parses a file of tags, little-endian. Its header has eight integers: `JDP2`, version 1, number of tags,
/// number of frames, offsets of names and matrices, and two offsets of ends, which are ignored. A name has 64
/// bytes. The matrices of all frames of a tag are followed by those of the next tag.
///
/// \param frameCount of the model
/// \return the tags, or an error if the file is of another kind, is truncated, has another number of frames,
///         or has a number that is not finite or beyond kFarthestCoordinate
Result<std::vector<TagNode>> parseTags(ByteSlice file, std::size_t frameCount);

/// The clips of `MODEL.anm`; none if there is no such file or it cannot be used, with a warning.
std::vector<ListedClip> readAnm(SkinSearch& search, const View& view, Warnings& warnings);

/// The tags of `MODEL.tag`; none if there is no such file or it cannot be used, with a warning. Only models
/// whose skins begin with a dot have one; for others no file is searched.
std::vector<TagNode> readTags(SkinSearch& search, const View& view, Warnings& warnings);

} // namespace assimp_md2::inner
