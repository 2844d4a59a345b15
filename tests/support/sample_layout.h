// SPDX-License-Identifier: BSD-3-Clause
// Where on the sample's skins each part lies: what its shape and its painting have to agree on.
#pragma once

#include "importer/image/image.h"

namespace assimp_md2::inner::test {

inline constexpr double kPi = 3.14159265358979323846;

/// Pixels of a skin, from the upper left corner.
struct Region {
    int s, t, width, height;
};

inline constexpr ImageSize kSkinSize{256, 256};
// Around the head and the belly: the back at both ends, the face in the middle.
inline constexpr Region kHeadRegion{0, 0, 256, 80};
inline constexpr Region kBellyRegion{0, 81, 256, 63};
// From the pupil at the top to the back of the eyeball.
inline constexpr Region kEyeRegion{0, 146, 64, 30};
inline constexpr Region kMouthRegion{66, 146, 60, 30};
inline constexpr Region kHornRegion{128, 146, 48, 30};
inline constexpr Region kToothRegion{178, 146, 28, 30};
inline constexpr Region kSpikeRegion{208, 146, 48, 30};
inline constexpr Region kArmRegion{0, 178, 64, 76};
inline constexpr Region kLegRegion{66, 178, 60, 36};
inline constexpr Region kFootRegion{66, 216, 60, 38};
inline constexpr Region kTailRegion{128, 178, 64, 76};

inline constexpr ImageSize kWeaponSkinSize{128, 64};
inline constexpr Region kHandleRegion{0, 0, 40, 63};
inline constexpr Region kMaceRegion{42, 0, 60, 63};
inline constexpr Region kMaceSpikeRegion{104, 0, 23, 63};

} // namespace assimp_md2::inner::test
