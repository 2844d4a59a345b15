// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/animation_times.h"

#include "gltf/scene/usable_parts.h"

#include <algorithm>
#include <limits>

namespace assimp_md2::inner {
double endInTicks(const aiAnimation& animation) {
    double last = 0;
    forEachKeyList(animation, [&](const auto* keys, unsigned int count) {
        for (unsigned int i = 0; i < count; ++i) {
            last = isFinite(keys[i].mTime) ? std::max(last, keys[i].mTime) : last;
        }
    });
    return last;
}

double durationInTicks(const aiAnimation& animation) {
    const double duration = isFinite(animation.mDuration) ? animation.mDuration : 0;
    return std::max(duration, endInTicks(animation));
}

double startInTicks(const aiAnimation& animation) {
    double start = std::numeric_limits<double>::max();
    forEachKeyList(animation, [&](const auto* keys, unsigned int count) {
        for (unsigned int i = 0; i < count && count > 1; ++i) {
            start = isFinite(keys[i].mTime) ? std::clamp(keys[i].mTime, 0.0, start) : start;
        }
    });
    return start < std::numeric_limits<double>::max() ? start : 0;
}

} // namespace assimp_md2::inner
