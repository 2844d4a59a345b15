// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/channels.h"

#include "importer/base/finite.h"
#include "maker/pose/repairs.h"

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace assimp_md2::inner {
namespace {

/// Ignores keys whose time is not finite, and sorts the others by time.
template <typename Value>
void sortKeys(Keys<Value>& keys, Warnings& repairs) {
    const auto notFinite =
        std::remove_if(keys.begin(), keys.end(), [](const Key<Value>& key) { return !isFinite(key.time); });
    repairs.add(repair::kKeyTimeNotFinite, static_cast<std::uint64_t>(keys.end() - notFinite));
    keys.erase(notFinite, keys.end());
    const auto isEarlier = [](const Key<Value>& a, const Key<Value>& b) { return a.time < b.time; };
    if (!std::is_sorted(keys.begin(), keys.end(), isEarlier)) {
        repairs.add(repair::kKeysUnordered);
        std::stable_sort(keys.begin(), keys.end(), isEarlier);
    }
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
auto readKeys(const AnyKey* keys, std::size_t count, Convert convert, Warnings& repairs) {
    const bool isCubicSpline = count > 0 && count % 3 == 0 && interpolationOf(keys[0], 0) == 3;
    const std::size_t step = isCubicSpline ? 3 : 1;
    Keys<decltype(convert(keys->mValue))> read;
    read.reserve(count / step);
    for (std::size_t i = isCubicSpline ? 1 : 0; i < count; i += step) {
        read.push_back({keys[i].mTime, convert(keys[i].mValue), interpolationOf(keys[i], 0) == 0});
    }
    sortKeys(read, repairs);
    return read;
}

/// The value at a time: before the first key that of the first, after the last key and for NaN that of the
/// last. If several keys have the same time, the last of them is used.
template <typename Value>
Value interpolated(const Keys<Value>& keys, double ticks) {
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

template <typename Value>
bool areEqual(const Keys<Value>& keys) {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const Key<Value>& key) { return key.value == keys.front().value; });
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

NodeChannel::NodeChannel(const aiNodeAnim& channel, std::size_t node, const Transform& own, Warnings& repairs)
    : node_(node)
    , positions_(readKeys(channel.mPositionKeys, channel.mNumPositionKeys, toVector, repairs))
    , rotations_(readKeys(channel.mRotationKeys, channel.mNumRotationKeys, toQuaternion, repairs))
    , scalings_(readKeys(channel.mScalingKeys, channel.mNumScalingKeys, toVector, repairs))
    , repeatsBefore_(channel.mPreState == aiAnimBehaviour_REPEAT)
    , repeatsAfter_(channel.mPostState == aiAnimBehaviour_REPEAT) {
    if (positions_.empty() || rotations_.empty() || scalings_.empty()) {
        own_ = decompose(own);
    }
}

template <typename Value>
Value NodeChannel::valueAt(const Keys<Value>& keys, double ticks, const Value& own) const {
    if (keys.empty()) {
        return own;
    }
    const double first = keys.front().time;
    const double length = keys.back().time - first;
    const bool repeats = ticks < first ? repeatsBefore_ : ticks > keys.back().time && repeatsAfter_;
    if (!repeats || !(length > 0)) {
        return interpolated(keys, ticks);
    }
    const double passed = std::fmod(ticks - first, length);
    return interpolated(keys, first + (passed < 0 ? passed + length : passed));
}

Transform NodeChannel::at(double ticks) const {
    return compose(valueAt(positions_, ticks, own_.position), valueAt(rotations_, ticks, own_.rotation),
                   valueAt(scalings_, ticks, own_.scaling));
}

bool NodeChannel::isConstant() const {
    return areEqual(positions_) && areEqual(rotations_) && areEqual(scalings_);
}

MorphChannel::MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount, Warnings& repairs) {
    Keys<const aiMeshMorphKey*> order;
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        order.push_back({channel.mKeys[i].mTime, &channel.mKeys[i]});
    }
    sortKeys(order, repairs);
    std::vector<Track> tracks(targetCount);
    std::uint64_t outside = 0;
    for (const auto& [time, key, isStep] : order) {
        forEachListed(*key, targetCount, [&, now = time](std::size_t target, double weight) {
            if (target >= targetCount) {
                outside += 1;
                return;
            }
            tracks[target].target = target;
            tracks[target].keys.push_back({now, isFinite(weight) ? weight : 0});
        });
    }
    repairs.add(repair::kMorphKeyOutside, outside);
    // Most anim meshes of an imported MD2 weigh 0 throughout a clip.
    std::copy_if(std::make_move_iterator(tracks.begin()), std::make_move_iterator(tracks.end()),
                 std::back_inserter(tracks_), [](const Track& track) {
                     return std::any_of(track.keys.begin(), track.keys.end(),
                                        [](const Key<double>& key) { return key.value != 0; });
                 });
}

bool MorphChannel::isConstant() const {
    return std::all_of(tracks_.begin(), tracks_.end(),
                       [](const Track& track) { return areEqual(track.keys); });
}

double MorphChannel::weightAt(const Track& track, double ticks) {
    const double weight = interpolated(track.keys, ticks);
    return isFinite(weight) ? weight : 0;
}

} // namespace assimp_md2::inner
