// SPDX-License-Identifier: BSD-3-Clause
// The keys of node and morph channels, checked and in order, and their values at a time.
#pragma once

#include "format/error.h"
#include "io/budget.h"
#include "pose/transform.h"

#include <assimp/anim.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

struct aiNode;

namespace assimp_md2 {

/// Two neighbouring keys and where a time lies between them.
struct Interval {
    std::size_t before;
    std::size_t after;
    double factor; ///< 0 … 1: from `before` to `after`
};

/// \param count at least 1
/// \param timeOf the time of a key by its index, in ascending order; of equal times the last key counts
/// \param ticks before the first key is the first key, after the last the last; NaN is the last
template <typename TimeOf>
Interval findInterval(std::size_t count, TimeOf timeOf, double ticks) {
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

/// Keys of a node channel. They belong to the scene.
template <typename Key>
class KeyList {
public:
    KeyList() = default;

    /// Leaves out keys whose time is not finite and sorts keys that are not in order. Assimp 6.0.5 and later
    /// store a cubic key of glTF as three keys: in-tangent, value, out-tangent. The values are used.
    ///
    /// \param repairs receives KeyTimeNotFinite and KeysUnordered
    KeyList(const Key* keys, std::size_t count, Repairs& repairs);

    bool empty() const { return count_ == 0; }
    const Key& operator[](std::size_t index) const { return keys_[isDirect_ ? index : order_[index]]; }
    double firstTime() const { return (*this)[0].mTime; }
    double lastTime() const { return (*this)[count_ - 1].mTime; }

    Interval find(double ticks) const {
        Interval interval = findInterval(
            count_, [this](std::size_t index) { return (*this)[index].mTime; }, ticks);
        if (isStep((*this)[interval.before])) {
            interval.factor = 0;
        }
        return interval;
    }

    /// The bytes that a list of so many keys can take.
    static std::uint64_t mostBytes(std::uint64_t count) {
        // The order, and as much again to sort it.
        return 2 * count * sizeof(std::uint32_t) + 64;
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
    /// A kind of keys (positions, rotations, scalings) without a key leaves that part of the node's own
    /// transformation as it is. This is glTF's rule, and what Assimp's ScenePreprocessor does for scenes of
    /// its importers. Assimp's header wants a key of each kind.
    ///
    /// aiAnimBehaviour_REPEAT repeats the keys. All other behaviours hold the nearest key, as glTF demands
    /// and Assimp's viewer does: Assimp's importers leave the default behaviour (the node's own
    /// transformation) in scenes that they have from formats in which the nearest key holds.
    ///
    /// \param node the index of the node that it moves
    NodeChannel(const aiNodeAnim& channel, std::size_t node, const aiNode& target, Repairs& repairs);

    std::size_t node() const { return node_; }
    Transform at(double ticks) const;

    /// Whether the channel has a key at all. Without one it does not move its node.
    bool isEmpty() const { return positions_.empty() && rotations_.empty() && scalings_.empty(); }

    /// The bytes that it can take beside its own size.
    static std::uint64_t mostBytes(const aiNodeAnim& channel);

private:
    template <typename Key>
    double wrapped(const KeyList<Key>& keys, double ticks) const;

    std::size_t node_;
    KeyList<aiVectorKey> positions_;
    KeyList<aiQuatKey> rotations_;
    KeyList<aiVectorKey> scalings_;
    bool repeatsBefore_;
    bool repeatsAfter_;
    Components own_; ///< of the node, for kinds without keys
};

/// Weighs the anim meshes of meshes in one animation. Keys need not list all anim meshes: the weight of each
/// is interpolated between the keys that list it. Assimp's FBX importer makes a key at each time at which any
/// of the weights has one, and lists those alone. An anim mesh that no key lists weighs 0.
class MorphChannel {
public:
    /// \param targetCount anim meshes with an index of this or more do not exist
    /// \param loan is charged for the memory beside the channel's own size
    /// \param repairs receives KeyTimeNotFinite, KeysUnordered and MorphKeyOutside
    /// \return OverBudget when the loan is refused
    static Result<MorphChannel> create(const aiMeshMorphAnim& channel, std::size_t targetCount, Loan& loan,
                                       Repairs& repairs);

    /// Calls `use(index, weight)` for anim meshes below `targetCount` that do not weigh 0, in ascending
    /// order.
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

private:
    MorphChannel() = default;

    struct Key {
        double time;
        double weight;
    };
    /// The keys of one anim mesh, at least one of which is not 0.
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
