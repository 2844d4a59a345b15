// SPDX-License-Identifier: BSD-3-Clause
// Checks and sorts the keys of node and morph channels, and interpolates their values at a given time.
#pragma once

#include "base/error.h"
#include "base/warnings.h"
#include "pose/transform.h"

#include <assimp/anim.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assimp_md2 {

/// Two neighbouring keys and where a time lies between them.
struct KeyInterval {
    std::size_t before;
    std::size_t after;
    double factor; ///< 0 … 1: from `before` to `after`
};

/// Finds the two keys around a time, in a list of `count` keys (at least 1).
///
/// \param timeOf returns the time of a key by its index; the times are ascending. If several keys have the
///        same time, the last of them is used
/// \param ticks the time; before the first key the result is the first key, after the last key and for NaN it
///        is the last key
template <typename TimeOf>
KeyInterval findInterval(std::size_t count, TimeOf timeOf, double ticks) {
    std::size_t first = 0;
    std::size_t end = count;
    while (first < end) {
        const std::size_t middle = first + (end - first) / 2;
        if (timeOf(middle) > ticks) {
            end = middle;
        } else {
            first = middle + 1;
        }
    }
    if (first == 0 || first == count) {
        const std::size_t nearest = first == 0 ? 0 : count - 1;
        return {nearest, nearest, 0};
    }
    const double start = timeOf(first - 1);
    const double factor = (ticks - start) / (timeOf(first) - start);
    return {first - 1, first, factor >= 0 && factor <= 1 ? factor : 0};
}

/// The keys of one kind of a node channel. The scene owns the keys.
template <typename Key>
class KeyList {
public:
    KeyList() = default;

    /// Ignores keys whose time is not finite and sorts the others by time. Assimp 6.0.5 and later store a
    /// cubic key of glTF as three keys: in-tangent, value, out-tangent
    /// (https://github.com/assimp/assimp/pull/6543). The values are used.
    ///
    /// \param repairs receives kKeyTimeNotFinite and kKeysUnordered
    KeyList(const Key* keys, std::size_t count, Warnings& repairs);

    bool empty() const { return count_ == 0; }
    const Key& operator[](std::size_t index) const { return keys_[isDirect_ ? index : order_[index]]; }
    /// Whether all keys have the same value.
    bool isConstant() const {
        for (std::size_t i = 1; i < count_; ++i) {
            if (!((*this)[i].mValue == (*this)[0].mValue)) {
                return false;
            }
        }
        return true;
    }
    double firstTime() const { return (*this)[0].mTime; }
    double lastTime() const { return (*this)[count_ - 1].mTime; }

    KeyInterval find(double ticks) const {
        KeyInterval interval = findInterval(
            count_, [this](std::size_t index) { return (*this)[index].mTime; }, ticks);
        if (isStep((*this)[interval.before])) {
            interval.factor = 0;
        }
        return interval;
    }

private:
    // aiVectorKey::mInterpolation exists since Assimp 5.4: 0 is Step, 3 is Cubic_Spline.
    template <typename AnyKey>
    static auto interpolationOf(const AnyKey& key, int) -> decltype(static_cast<int>(key.mInterpolation)) {
        return static_cast<int>(key.mInterpolation);
    }
    template <typename AnyKey>
    static int interpolationOf(const AnyKey&, long) {
        return 1;
    }
    static bool isStep(const Key& key) { return interpolationOf(key, 0) == 0; }
    static bool isCubic(const Key& key) { return interpolationOf(key, 0) == 3; }

    const Key* keys_ = nullptr;
    std::size_t count_ = 0;
    bool isDirect_ = true; ///< all keys count, in their order; `order_` is empty
    std::vector<std::uint32_t> order_;
};

extern template class KeyList<aiVectorKey>;
extern template class KeyList<aiQuatKey>;

/// Moves one node in one animation.
class NodeChannel {
public:
    /// If a channel has no keys of one kind (position, rotation or scaling), the node keeps that component of
    /// its own transformation. glTF has the same rule, and Assimp's ScenePreprocessor adds keys with the
    /// node's own values to the scenes of Assimp's importers. (Assimp's header requires at least one key of
    /// each kind.)
    ///
    /// aiAnimBehaviour_REPEAT repeats the keys. All other behaviours hold the nearest key, as in glTF and in
    /// Assimp's viewer. aiAnimBehaviour_DEFAULT (the node's own transformation) is not used as documented,
    /// because Assimp's importers leave this value in scenes from formats that hold the nearest key.
    ///
    /// \param node the index of the node that the channel moves
    /// \param own the transformation of this node
    NodeChannel(const aiNodeAnim& channel, std::size_t node, const Transform& own, Warnings& repairs);

    std::size_t node() const { return node_; }
    Transform at(double ticks) const;

    /// Whether the channel has a key at all. Without one it does not move its node.
    bool isEmpty() const { return positions_.empty() && rotations_.empty() && scalings_.empty(); }

    /// Whether the channel gives the same transformation at any time.
    bool isConstant() const {
        return positions_.isConstant() && rotations_.isConstant() && scalings_.isConstant();
    }

private:
    template <typename Key>
    double wrapped(const KeyList<Key>& keys, double ticks) const;

    std::size_t node_;
    KeyList<aiVectorKey> positions_;
    KeyList<aiQuatKey> rotations_;
    KeyList<aiVectorKey> scalings_;
    bool repeatsBefore_;
    bool repeatsAfter_;
    TransformParts own_; ///< of the node, for kinds without keys
};

/// The weights of anim meshes in one animation. Keys need not list all anim meshes: the weight of each
/// is interpolated between the keys that list it. For example, Assimp's FBX importer makes a key at each time
/// where at least one weight has a key, and lists only the weights that have a key at that time. An anim mesh
/// that no key lists has weight 0.
class MorphChannel {
public:
    /// \param targetCount the number of anim meshes
    /// \param repairs receives kKeyTimeNotFinite, kKeysUnordered and kMorphKeyOutside
    MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount, Warnings& repairs);

    /// Calls `use(index, weight)` in ascending order for each anim mesh with an index below `targetCount` and
    /// a weight other than 0.
    template <typename Use>
    void forEachWeight(double ticks, std::size_t targetCount, Use use) const {
        for (const Track& track : tracks_) {
            if (track.target >= targetCount) {
                break;
            }
            const double weight = weightAt(track, ticks);
            if (weight != 0) {
                use(track.target, weight);
            }
        }
    }

    /// Whether the channel gives the same weights at any time.
    bool isConstant() const;

private:
    struct Key {
        double time;
        double weight;
    };
    /// The keys of one anim mesh. At least one key has a weight other than 0.
    struct Track {
        std::size_t target;
        std::size_t firstKey; ///< of keys_
        std::size_t keyCount;
    };
    double weightAt(const Track& track, double ticks) const;

    std::vector<Track> tracks_;
    std::vector<Key> keys_;
};

} // namespace assimp_md2
