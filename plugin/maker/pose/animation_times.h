// SPDX-License-Identifier: BSD-3-Clause
// When an aiAnimation begins and ends.
#pragma once

struct aiAnimation;

namespace assimp_md2::inner {

/// The duration of an animation of a checked scene: aiAnimation::mDuration or the time of its last key,
/// whichever is later.
///
/// \return 0 or more, finite
double durationInTicks(const aiAnimation& animation);

/// The time of the last key; 0 without keys.
double endInTicks(const aiAnimation& animation);

/// The time of the first key of an animation of a checked scene. Lists with a single key do not count,
/// because Assimp's glTF importer makes such keys, at time 0, for what the file does not animate.
///
/// \return 0 … durationInTicks; 0 if no list has two keys
double startInTicks(const aiAnimation& animation);

} // namespace assimp_md2::inner
