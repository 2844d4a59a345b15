// SPDX-License-Identifier: BSD-3-Clause
// Implements channels.h.
#include "pose/channels.h"

#include "pose/repairs.h"

#include <assimp/scene.h>

#include <numeric>
#include <utility>

namespace assimp_md2 {
namespace {

/// The indices of keys with a finite time, in the order of their times.
///
/// \param timeOf the time of a key by its index
/// \param indices ascending
template <typename TimeOf>
void sortKeys(std::vector<std::uint32_t>& indices, TimeOf timeOf, Warnings& repairs) {
    const auto notFinite = std::remove_if(indices.begin(), indices.end(),
                                          [&](std::uint32_t index) { return !std::isfinite(timeOf(index)); });
    if (notFinite != indices.end()) {
        repairs.add(repair::kKeyTimeNotFinite, static_cast<std::uint64_t>(indices.end() - notFinite));
        indices.erase(notFinite, indices.end());
    }
    const auto isEarlier = [&](std::uint32_t a, std::uint32_t b) { return timeOf(a) < timeOf(b); };
    if (!std::is_sorted(indices.begin(), indices.end(), isEarlier)) {
        repairs.add(repair::kKeysUnordered);
        std::stable_sort(indices.begin(), indices.end(), isEarlier);
    }
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

template <typename Key>
KeyList<Key>::KeyList(const Key* keys, std::size_t count, Warnings& repairs) {
    keys_ = keys;
    count_ = count;
    const bool isCubicSpline = count > 0 && count % 3 == 0 && isCubic(keys[0]);
    const auto isUsable = [&](std::size_t index) {
        return std::isfinite(keys[index].mTime) && (index == 0 || keys[index - 1].mTime <= keys[index].mTime);
    };
    std::size_t usable = 0;
    while (usable < count && isUsable(usable)) {
        ++usable;
    }
    isDirect_ = usable == count && !isCubicSpline;
    if (isDirect_) {
        return;
    }
    if (isCubicSpline) {
        order_.resize(count / 3);
        std::generate(order_.begin(), order_.end(),
                      [index = std::uint32_t{1}]() mutable { return std::exchange(index, index + 3); });
    } else {
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    }
    sortKeys(
        order_, [&](std::uint32_t index) { return keys[index].mTime; }, repairs);
    count_ = order_.size();
}

template class KeyList<aiVectorKey>;
template class KeyList<aiQuatKey>;

NodeChannel::NodeChannel(const aiNodeAnim& channel, std::size_t node, const Transform& own, Warnings& repairs)
    : node_(node)
    , positions_(channel.mPositionKeys, channel.mNumPositionKeys, repairs)
    , rotations_(channel.mRotationKeys, channel.mNumRotationKeys, repairs)
    , scalings_(channel.mScalingKeys, channel.mNumScalingKeys, repairs)
    , repeatsBefore_(channel.mPreState == aiAnimBehaviour_REPEAT)
    , repeatsAfter_(channel.mPostState == aiAnimBehaviour_REPEAT) {
    if (positions_.empty() || rotations_.empty() || scalings_.empty()) {
        own_ = decompose(own);
    }
}

template <typename Key>
double NodeChannel::wrapped(const KeyList<Key>& keys, double ticks) const {
    const double first = keys.firstTime();
    const double last = keys.lastTime();
    const bool repeats = ticks < first ? repeatsBefore_ : ticks > last && repeatsAfter_;
    if (!repeats || !(last > first)) {
        return ticks;
    }
    const double passed = std::fmod(ticks - first, last - first);
    return first + (passed < 0 ? passed + (last - first) : passed);
}

Transform NodeChannel::at(double ticks) const {
    const auto valueOf = [&](const auto& keys, auto convert) {
        const KeyInterval interval = keys.find(wrapped(keys, ticks));
        const auto before = convert(keys[interval.before].mValue);
        return interval.factor > 0
                   ? interpolate(before, convert(keys[interval.after].mValue), interval.factor)
                   : before;
    };
    return compose(positions_.empty() ? own_.position : valueOf(positions_, toVector),
                   rotations_.empty() ? own_.rotation : valueOf(rotations_, toQuaternion),
                   scalings_.empty() ? own_.scaling : valueOf(scalings_, toVector));
}

MorphChannel::MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount, Warnings& repairs) {
    std::vector<std::uint32_t> order(channel.mNumKeys);
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    sortKeys(
        order, [&](std::uint32_t index) { return channel.mKeys[index].mTime; }, repairs);

    // Most anim meshes of an imported MD2 weigh 0 throughout a clip.
    std::vector<bool> isUsed(targetCount);
    std::vector<Track> tracks(targetCount);
    std::uint64_t outside = 0;
    for (const std::uint32_t index : order) {
        forEachListed(channel.mKeys[index], targetCount, [&](std::size_t target, double weight) {
            if (target >= targetCount) {
                outside += 1;
                return;
            }
            tracks[target].keyCount += 1;
            isUsed[target] = isUsed[target] || (weight != 0 && std::isfinite(weight));
        });
    }
    if (outside > 0) {
        repairs.add(repair::kMorphKeyOutside, outside);
    }
    std::size_t keyCount = 0;
    for (std::size_t target = 0; target < targetCount; ++target) {
        tracks[target].target = target;
        tracks[target].firstKey = keyCount;
        keyCount += isUsed[target] ? tracks[target].keyCount : 0;
        tracks[target].keyCount = 0;
    }
    keys_.resize(keyCount);
    for (const std::uint32_t index : order) {
        const aiMeshMorphKey& key = channel.mKeys[index];
        forEachListed(key, targetCount, [&](std::size_t target, double weight) {
            if (target < targetCount && isUsed[target]) {
                Track& track = tracks[target];
                keys_[track.firstKey + track.keyCount] = {key.mTime, std::isfinite(weight) ? weight : 0};
                track.keyCount += 1;
            }
        });
    }
    tracks.erase(
        std::remove_if(tracks.begin(), tracks.end(), [](const Track& track) { return track.keyCount == 0; }),
        tracks.end());
    tracks_ = std::move(tracks);
}

bool MorphChannel::isConstant() const {
    return std::all_of(tracks_.begin(), tracks_.end(), [this](const Track& track) {
        const Key* const keys = keys_.data() + track.firstKey;
        return std::all_of(keys, keys + track.keyCount,
                           [keys](const Key& key) { return key.weight == keys[0].weight; });
    });
}

double MorphChannel::weightAt(const Track& track, double ticks) const {
    const Key* const keys = keys_.data() + track.firstKey;
    const KeyInterval interval = findInterval(
        track.keyCount, [&](std::size_t index) { return keys[index].time; }, ticks);
    const double weight =
        (1 - interval.factor) * keys[interval.before].weight + interval.factor * keys[interval.after].weight;
    return std::isfinite(weight) ? weight : 0;
}

} // namespace assimp_md2
