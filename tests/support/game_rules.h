// SPDX-License-Identifier: BSD-3-Clause
// What games check when they load an MD2, with numbers of their own: shares no code with the library.
#pragma once

#include "support/md2_builder.h"

#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// The rules of Quake II, Q2PRO and the format that the file breaks, a line each; none for a file that every
/// game plays. The rules are those of id's Mod_LoadAliasModel and of Q2PRO's MOD_ValidateMD2, and:
///
/// - names of skins and frames end with a NUL, and their fields have nothing after it
/// - skins are paths below the game root that end in .pcx
/// - every vertex and every texture coordinate is used, and every triangle has three vertices
/// - GL commands end with a 0 at their last word and cover every triangle once, with its vertices and
///   winding, and with texture coordinates that are at most 1.5 pixels from its (s + 0.5, t + 0.5)
std::vector<std::string> brokenGameRules(const Bytes& file);

} // namespace assimp_md2::inner::test
