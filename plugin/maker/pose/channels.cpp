// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/channels.h"

#include "importer/base/finite.h"

#include <algorithm>
#include <cmath>
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
/// \param keys at least one
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

double distance(const DoubleVector& a, const DoubleVector& b) {
    return (a - b).Length() / (1 + b.Length());
}
/// Rounding to floats changes that of half turns most.
double distance(const Quaternion& a, const Quaternion& b) {
    return 1 - std::abs(dot(a, b));
}

/// A component that the channel does not move has the node's own value.
template <typename Value>
void complete(Keys<Value>& keys, const Value& own, const Value& first, bool mayBeCopied) {
    constexpr double kRounding = 1e-5;
    if (keys.empty() || (mayBeCopied && keys.size() == 1 && distance(keys[0].value, first) < kRounding)) {
        keys = {{0, own}};
    }
}

/// Whether Assimp's glTF importer made the key from a cubic spline. Such a key of glTF has three numbers for
/// each of n targets: n in-tangents, n weights, n out-tangents. The importer (5.2 … 6.0) lists all except the
/// first and the last as weights of targets 0 … 3n - 3.
bool isCubicSpline(const aiMeshMorphKey& key, std::size_t targetCount) {
    const std::size_t count = key.mNumValuesAndWeights;
    return targetCount > 1 && count == 3 * targetCount - 2 && key.mValues[count - 1] == count - 1;
}

} // namespace

NodeChannel::NodeChannel(const aiNodeAnim& channel, const Transform& own, const Transform& first)
    : positions_(readKeys(channel.mPositionKeys, channel.mNumPositionKeys, toVector))
    , rotations_(readKeys(channel.mRotationKeys, channel.mNumRotationKeys, toQuaternion))
    , scalings_(readKeys(channel.mScalingKeys, channel.mNumScalingKeys, toVector)) {
    const TransformParts ofNode = decompose(own);
    const TransformParts ofFirst = decompose(first);
    const bool mayBeCopied = first != own;
    complete(positions_, ofNode.position, ofFirst.position, mayBeCopied);
    complete(rotations_, ofNode.rotation, ofFirst.rotation, mayBeCopied);
    complete(scalings_, ofNode.scaling, ofFirst.scaling, mayBeCopied);
}

Transform NodeChannel::at(double ticks) const {
    return compose(interpolated(positions_, ticks), interpolated(rotations_, ticks),
                   interpolated(scalings_, ticks));
}

bool NodeChannel::isConstant() const {
    return areEqual(positions_) && areEqual(rotations_) && areEqual(scalings_);
}

MorphTracks readMorphTracks(const aiMeshMorphAnim& channel, std::size_t targetCount) {
    MorphTracks read;
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        const std::size_t tangents = isCubicSpline(key, targetCount) ? targetCount - 1 : 0;
        for (unsigned int k = 0; k < key.mNumValuesAndWeights; ++k) {
            const std::size_t listed = key.mValues[k];
            if (listed >= tangents && listed - tangents < targetCount) {
                const double weight = key.mWeights[k];
                read[listed - tangents].push_back({key.mTime, isFinite(weight) ? weight : 0});
            }
        }
    }
    for (auto track = read.begin(); track != read.end();) {
        sortKeys(track->second);
        const bool isUnused = std::all_of(track->second.begin(), track->second.end(),
                                          [](const Key<double>& key) { return key.value == 0; });
        track = isUnused ? read.erase(track) : std::next(track); // as most in a clip of an imported MD2
    }
    return read;
}

double weightAt(const Keys<double>& track, double ticks) {
    return interpolated(track, ticks);
}

bool areConstant(const MorphTracks& tracks) {
    return std::all_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return areEqual(track.second); });
}

} // namespace assimp_md2::inner
