// SPDX-License-Identifier: BSD-3-Clause
// Reads the tags of UFO: Alien Invasion, which are in a file `MODEL.tag` beside `MODEL.md2`.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/error.h"

#include <array>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The largest `.tag` that is read, in bytes. The largest real one has 189 KB.
inline constexpr std::uint64_t kMaximumTagBytes = std::uint64_t{1} << 20;

/// The directions of a tag's axes x, y and z, then its position, in the axes of the model.
using TagMatrix = std::array<float, 12>;

/// A tag with a matrix for each frame of the model.
struct MovingTag {
    std::string name; ///< Latin-1
    std::vector<TagMatrix> frames;
};

/// Parses a file of tags, little-endian. Its header has eight integers: `JDP2`, version 1, number of tags,
/// number of frames, offsets of names and matrices, and two offsets of ends, which are ignored. A name has 64
/// bytes. The matrices of all frames of a tag are followed by those of the next tag.
///
/// \param frameCount of the model
/// \return the tags, or an error if the file is of another kind, is truncated, has another number of frames,
///         or has a number that is not finite or beyond kFarthestCoordinate
Result<std::vector<MovingTag>> parseTags(ByteSlice file, std::size_t frameCount);

} // namespace assimp_md2::inner
