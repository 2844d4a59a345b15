// SPDX-License-Identifier: BSD-3-Clause
// The inputs of `assimp-md2 convert`: MD2 files, and names and patterns of a game.
#pragma once

#include "batch/plan.h"

#include <set>
#include <string>

namespace assimp_md2::inner {

class Game;

/// \param game may be null
InputRules inputsOfConvert(const Game* game);

/// The files that convert must not replace: those of a game, and the weapons of the inputs.
///
/// \param game may be null
/// \param weapon a file in the folder of each input that is read with it; may be empty
std::set<FileId> keptFiles(const Plan& plan, const Game* game, const std::string& weapon);

} // namespace assimp_md2::inner
