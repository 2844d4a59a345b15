// SPDX-License-Identifier: BSD-3-Clause
// Checks and sorts the keys of node and morph channels, and interpolates their values at a given time.
#pragma once

#include "maker/pose/transform.h"

#include <assimp/anim.h>

#include <cstddef>
#include <vector>

namespace assimp_md2::inner {

template <typename Value>
struct Key {
    double time;
    Value value;
    bool isStep = false; ///< the value holds up to the next key
};

/// The keys of one component of a channel. Times are finite and ascending.
template <typename Value>
using Keys = std::vector<Key<Value>>;

/// Moves one node in one animation.
class NodeChannel {
public:
    /// If a channel has no keys of one kind (position, rotation or scaling), the node keeps that component of
    /// its own transformation. glTF has the same rule, and Assimp's ScenePreprocessor adds keys with the
    /// node's own values to the scenes of Assimp's importers. (Assimp's header requires at least one key of
    /// each kind.)
    ///
    /// Before the first and after the last key, the nearest key holds, as in glTF and in Assimp's viewer.
    /// aiAnimBehaviour_DEFAULT (the node's own transformation) is not used as documented, because Assimp's
    /// importers leave this value in scenes from formats that hold the nearest key.
    ///
    /// Keys whose time is not finite are ignored, the others are sorted by time. Assimp 6.0.5 and later store
    /// a cubic key of glTF as three keys: in-tangent, value, out-tangent
    /// (https://github.com/assimp/assimp/pull/6543). The values are used.
    ///
    /// \param node the index of the node that the channel moves
    /// \param own the transformation of this node
    NodeChannel(const aiNodeAnim& channel, std::size_t node, const Transform& own);

    /// Leaves out components that Assimp's ScenePreprocessor has copied from another node with the name.
    void leaveOutCopiesOf(const Transform& other);

    std::size_t node() const { return node_; }
    Transform at(double ticks) const;

    /// Whether the channel has a key at all. Without one it does not move its node.
    bool isEmpty() const { return positions_.empty() && rotations_.empty() && scalings_.empty(); }

private:
    std::size_t node_;
    Keys<DoubleVector> positions_;
    Keys<Quaternion> rotations_;
    Keys<DoubleVector> scalings_;
    TransformParts own_; ///< of the node, for kinds without keys
};

/// The weights of anim meshes in one animation. Keys need not list all anim meshes: the weight of each
/// is interpolated between the keys that list it. For example, Assimp's FBX importer makes a key at each time
/// where at least one weight has a key, and lists only the weights that have a key at that time. An anim mesh
/// that no key lists has weight 0.
class MorphChannel {
public:
    /// \param targetCount the number of anim meshes
    MorphChannel(const aiMeshMorphAnim& channel, std::size_t targetCount);

    /// Calls `use(index, weight)` in ascending order for each anim mesh with a weight other than 0.
    template <typename Use>
    void forEachWeight(double ticks, Use use) const {
        for (const Track& track : tracks_) {
            const double weight = weightAt(track, ticks);
            if (weight != 0) {
                use(track.target, weight);
            }
        }
    }

private:
    /// The keys of one anim mesh. At least one key has a weight other than 0.
    struct Track {
        std::size_t target;
        Keys<double> keys;
    };
    static double weightAt(const Track& track, double ticks);

    std::vector<Track> tracks_;
};

} // namespace assimp_md2::inner
