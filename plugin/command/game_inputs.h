// SPDX-License-Identifier: BSD-3-Clause
// The inputs of `assimp-md2 convert`: MD2 files, and names and patterns of a game.
#pragma once

#include "batch/plan.h"

namespace assimp_md2::inner {

class Game;

/// \param game may be null
InputRules inputsOfConvert(const Game* game);

} // namespace assimp_md2::inner
