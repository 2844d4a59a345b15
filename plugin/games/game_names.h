// SPDX-License-Identifier: BSD-3-Clause
// Names of files in a game: relative, with `/`, without regard to case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assimp_md2 {

/// Takes a path that a program or a model asks for, with `/` or `\`.
///
/// \return the name below the game root, with `/` and without `.`, `..` and empty parts; std::nullopt if the
///         path is empty, is absolute, has a drive letter, or leads above the root with `..`
std::optional<std::string> gameName(std::string_view path);

/// Whether a name matches a pattern as matchesWildcards (base/text.h) defines it. `*` also stands for `/`. In
/// the pattern `\` is the same as `/`, and `./` at its start is dropped.
///
/// \param name as gameName returns it
bool matchesPattern(std::string_view pattern, std::string_view name);

} // namespace assimp_md2
