// SPDX-License-Identifier: BSD-3-Clause
// The project's own model, calculated: an imp with two skins, and the mace in its hand, as a player and a
// player's weapon of the game have it.
#pragma once

#include "support/md2_builder.h"

#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// The imp: 58 frames in eight clips (stand, run, attack, bite, pain1, pain2, jump, death), in the game's
/// units and with its feet at z = -24. Its two lips lie at one place in frame 0 and part when it bites: a
/// model whose vertices may not be welded. It names its skins as players/imp/….pcx.
Md2Builder sampleModel();

/// The mace, which follows the imp's right hand: the same frames, one skin.
Md2Builder sampleWeapon();

struct SampleFile {
    std::string name;
    Bytes bytes;
};

/// What belongs in one folder with the model: its skins as PCX, weapon.md2 and the weapon's skin.
std::vector<SampleFile> filesBesideSampleModel();

} // namespace assimp_md2::inner::test
