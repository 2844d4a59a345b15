// SPDX-License-Identifier: BSD-3-Clause
// Reads the clips of UFO: Alien Invasion, which lists them in a text file `MODEL.anm` beside `MODEL.md2`.
#pragma once

#include "importer/settings/settings.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The largest `.anm` that is read, in bytes. The largest real one has 4 KB.
inline constexpr std::uint64_t kMaximumAnmBytes = std::uint64_t{64} << 10;

/// Parses a list of clips: name, first frame, last frame (inclusive) and frames per second, separated by
/// white space. `//` starts a comment that ends with the line. Ranges may overlap and need not cover all
/// frames. A rate of 0 stands for the first frame alone. A last frame that the model does not have is cut,
/// with a warning.
///
/// \param text Latin-1
/// \return the clips, or an error if a number or a part of an entry is missing, or if the clips have more
///         than 4 × `frameCount` + 4,096 frames in all
Result<std::vector<ListedClip>> parseAnm(std::string_view text, std::size_t frameCount, Warnings& warnings);

} // namespace assimp_md2::inner
