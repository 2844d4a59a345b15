// SPDX-License-Identifier: BSD-3-Clause
// The keys of node and morph channels, checked and in order, and their values at a time.
#include "pose/channels.h"

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
void sortKeys(std::vector<std::uint32_t>& indices, TimeOf timeOf, Repairs& repairs) {
    const auto notFinite = std::remove_if(indices.begin(), indices.end(),
                                          [&](std::uint32_t index) { return !std::isfinite(timeOf(index)); });
    if (notFinite != indices.end()) {
        repairs.add(Repair::KeyTimeNotFinite, static_cast<std::uint64_t>(indices.end() - notFinite));
        indices.erase(notFinite, indices.end());
    }
    const auto isEarlier = [&](std::uint32_t a, std::uint32_t b) { return timeOf(a) < timeOf(b); };
    if (!std::is_sorted(indices.begin(), indices.end(), isEarlier)) {
        repairs.add(Repair::KeysUnordered);
        std::stable_sort(indices.begin(), indices.end(), isEarlier);
    }
}

template <typename Value>
typename std::vector<Value>::iterator iteratorAt(std::vector<Value>& values, std::size_t index) {
    return values.begin() + static_cast<std::ptrdiff_t>(index);
}

} // namespace

template <typename Key>
KeyList<Key>::KeyList(const Key* keys, std::size_t count, Repairs& repairs) {
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

NodeChannel::NodeChannel(const aiNodeAnim& channel, std::size_t node, const aiNode& target, Repairs& repairs)
    : node_(node)
    , positions_(channel.mPositionKeys, channel.mNumPositionKeys, repairs)
    , rotations_(channel.mRotationKeys, channel.mNumRotationKeys, repairs)
    , scalings_(channel.mScalingKeys, channel.mNumScalingKeys, repairs)
    , repeatsBefore_(channel.mPreState == aiAnimBehaviour_REPEAT)
    , repeatsAfter_(channel.mPostState == aiAnimBehaviour_REPEAT) {
    if (positions_.empty() || rotations_.empty() || scalings_.empty()) {
        aiVector3D scaling;
        aiQuaternion rotation;
        aiVector3D position;
        target.mTransformation.Decompose(scaling, rotation, position);
        position_ = toVector(position);
        rotation_ = toQuaternion(rotation);
        scaling_ = toVector(scaling);
    }
}

std::uint64_t NodeChannel::mostBytes(const aiNodeAnim& channel) {
    return KeyList<aiVectorKey>::mostBytes(channel.mNumPositionKeys) +
           KeyList<aiQuatKey>::mostBytes(channel.mNumRotationKeys) +
           KeyList<aiVectorKey>::mostBytes(channel.mNumScalingKeys);
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
        const Interval interval = keys.find(wrapped(keys, ticks));
        const auto before = convert(keys[interval.before].mValue);
        return interval.factor > 0
                   ? interpolate(before, convert(keys[interval.after].mValue), interval.factor)
                   : before;
    };
    return compose(positions_.empty() ? position_ : valueOf(positions_, toVector),
                   rotations_.empty() ? rotation_ : valueOf(rotations_, toQuaternion),
                   scalings_.empty() ? scaling_ : valueOf(scalings_, toVector));
}

MorphChannel::MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount, Repairs& repairs) {
    std::vector<std::uint32_t> order(channel.mNumKeys);
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    sortKeys(
        order, [&](std::uint32_t index) { return channel.mKeys[index].mTime; }, repairs);

    std::uint64_t outside = 0;
    for (const std::uint32_t index : order) {
        const aiMeshMorphKey& key = channel.mKeys[index];
        for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
            if (key.mValues[i] < targetCount) {
                keys_.push_back(
                    {key.mValues[i], key.mTime, std::isfinite(key.mWeights[i]) ? key.mWeights[i] : 0});
            } else {
                outside += 1;
            }
        }
    }
    if (outside > 0) {
        repairs.add(Repair::MorphKeyOutside, outside);
    }
    std::stable_sort(keys_.begin(), keys_.end(),
                     [](const Key& a, const Key& b) { return a.target < b.target; });
    // Most anim meshes of an imported MD2 weigh 0 throughout a clip.
    std::size_t kept = 0;
    for (std::size_t first = 0; first < keys_.size();) {
        std::size_t end = first;
        bool isUsed = false;
        for (; end < keys_.size() && keys_[end].target == keys_[first].target; ++end) {
            isUsed = isUsed || keys_[end].weight != 0;
        }
        if (isUsed) {
            tracks_.push_back({keys_[first].target, kept, end - first});
            kept = static_cast<std::size_t>(
                std::copy(iteratorAt(keys_, first), iteratorAt(keys_, end), iteratorAt(keys_, kept)) -
                keys_.begin());
        }
        first = end;
    }
    keys_.resize(kept);
    keys_.shrink_to_fit();
}

std::uint64_t MorphChannel::mostBytes(const aiMeshMorphAnim& channel) {
    std::uint64_t weights = 0;
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        weights += channel.mKeys[i].mNumValuesAndWeights;
    }
    // Vectors that grow, and copies to sort.
    return weights * (4 * sizeof(Key) + 3 * sizeof(Track)) +
           2 * std::uint64_t{channel.mNumKeys} * sizeof(std::uint32_t) + 256;
}

double MorphChannel::weightAt(const Track& track, double ticks) const {
    const Key* const keys = keys_.data() + track.firstKey;
    const Interval interval = findInterval(
        track.keyCount, [&](std::size_t index) { return keys[index].time; }, ticks);
    const double weight =
        (1 - interval.factor) * keys[interval.before].weight + interval.factor * keys[interval.after].weight;
    return std::isfinite(weight) ? weight : 0;
}

} // namespace assimp_md2
