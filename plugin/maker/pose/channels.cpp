// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/channels.h"

#include "importer/base/finite.h"

#include <assimp/scene.h>

#include <algorithm>
#include <iterator>

namespace assimp_md2::inner {
namespace {

/// Ignores keys whose time is not finite, and sorts the others by time.
template <typename Value>
void sortKeys(Keys<Value>& keys) {
    const auto hasNoTime = [](const Key<Value>& key) { return !isFinite(key.time); };
    keys.erase(std::remove_if(keys.begin(), keys.end(), hasNoTime), keys.end());
    std::stable_sort(keys.begin(), keys.end(),
                     [](const Key<Value>& a, const Key<Value>& b) { return a.time < b.time; });
}

// aiVectorKey::mInterpolation exists since Assimp 5.4: 0 is Step, 1 is Linear, 3 is Cubic_Spline.
template <typename AnyKey>
auto interpolationOf(const AnyKey& key, int) -> decltype(static_cast<int>(key.mInterpolation)) {
    return static_cast<int>(key.mInterpolation);
}
template <typename AnyKey>
int interpolationOf(const AnyKey&, long) {
    return 1;
}

template <typename AnyKey, typename Convert>
auto readKeys(const AnyKey* keys, std::size_t count, Convert convert) {
    const bool isCubicSpline = count > 0 && count % 3 == 0 && interpolationOf(keys[0], 0) == 3;
    const std::size_t step = isCubicSpline ? 3 : 1;
    Keys<decltype(convert(keys->mValue))> read;
    read.reserve(count / step);
    for (std::size_t i = isCubicSpline ? 1 : 0; i < count; i += step) {
        read.push_back({keys[i].mTime, convert(keys[i].mValue), interpolationOf(keys[i], 0) == 0});
    }
    sortKeys(read);
    return read;
}

/// The value at a time: before the first key that of the first, after the last key and for NaN that of the
/// last. If several keys have the same time, the last of them is used.
///
/// \param own the value without keys
template <typename Value>
Value interpolated(const Keys<Value>& keys, double ticks, const Value& own = {}) {
    if (keys.empty()) {
        return own;
    }
    const auto after = std::upper_bound(keys.begin(), keys.end(), ticks,
                                        [](double time, const Key<Value>& key) { return time < key.time; });
    if (after == keys.begin()) {
        return after->value;
    }
    const Key<Value>& before = *std::prev(after);
    if (after == keys.end() || before.isStep) {
        return before.value;
    }
    const double factor = (ticks - before.time) / (after->time - before.time);
    return factor > 0 && factor <= 1 ? interpolate(before.value, after->value, factor) : before.value;
}

/// Whether Assimp's glTF importer made the key from a cubic spline. Such a key of glTF has three numbers for
/// each of n targets: n in-tangents, n weights, n out-tangents. The importer (5.2 … 6.0) lists all except the
/// first and the last as weights of targets 0 … 3n - 3.
bool isCubicSpline(const aiMeshMorphKey& key, std::size_t targetCount) {
    const std::size_t count = key.mNumValuesAndWeights;
    return targetCount > 1 && count == 3 * targetCount - 2 && key.mValues[count - 1] == count - 1;
}

/// Calls `use(target, weight)` for all that a key lists, whether the anim mesh exists or not.
template <typename Use>
void forEachListed(const aiMeshMorphKey& key, std::size_t targetCount, Use use) {
    if (isCubicSpline(key, targetCount)) {
        for (std::size_t i = 0; i < targetCount; ++i) {
            use(i, key.mWeights[targetCount - 1 + i]);
        }
        return;
    }
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        use(std::size_t{key.mValues[i]}, key.mWeights[i]);
    }
}

} // namespace

NodeChannel::NodeChannel(const aiNodeAnim& channel, std::size_t node, const Transform& own)
    : node_(node)
    , positions_(readKeys(channel.mPositionKeys, channel.mNumPositionKeys, toVector))
    , rotations_(readKeys(channel.mRotationKeys, channel.mNumRotationKeys, toQuaternion))
    , scalings_(readKeys(channel.mScalingKeys, channel.mNumScalingKeys, toVector))
    , own_(decompose(own)) {}

void NodeChannel::leaveOutCopiesOf(const Transform& other) {
    constexpr double kRounding = 1e-5;
    const auto leaveOut = [](auto& keys, const auto& copied, const auto& distance) {
        if (keys.size() == 1 && distance(keys.front().value, copied) < kRounding) {
            keys.clear();
        }
    };
    const auto length = [](const DoubleVector& a, const DoubleVector& b) {
        return (a - b).Length() / (1 + b.Length());
    };
    const auto [position, rotation, scaling] = decompose(other);
    leaveOut(positions_, position, length);
    leaveOut(rotations_, rotation,
             [](const Quaternion& a, const Quaternion& b) { return 1 - std::abs(dot(a, b)); });
    leaveOut(scalings_, scaling, length);
}

Transform NodeChannel::at(double ticks) const {
    return compose(interpolated(positions_, ticks, own_.position),
                   interpolated(rotations_, ticks, own_.rotation),
                   interpolated(scalings_, ticks, own_.scaling));
}

MorphChannel::MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount) {
    std::vector<Track> tracks(targetCount);
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        forEachListed(key, targetCount, [&](std::size_t target, double weight) {
            if (target < targetCount) {
                tracks[target].target = target;
                tracks[target].keys.push_back({key.mTime, isFinite(weight) ? weight : 0});
            }
        });
    }
    std::for_each(tracks.begin(), tracks.end(), [](Track& track) { sortKeys(track.keys); });
    // Most anim meshes of an imported MD2 weigh 0 throughout a clip.
    std::copy_if(std::make_move_iterator(tracks.begin()), std::make_move_iterator(tracks.end()),
                 std::back_inserter(tracks_), [](const Track& track) {
                     return std::any_of(track.keys.begin(), track.keys.end(),
                                        [](const Key<double>& key) { return key.value != 0; });
                 });
}

double MorphChannel::weightAt(const Track& track, double ticks) {
    const double weight = interpolated(track.keys, ticks);
    return isFinite(weight) ? weight : 0;
}

} // namespace assimp_md2::inner
