// SPDX-License-Identifier: BSD-3-Clause
// Checks and sorts the keys of node and morph channels, and interpolates their values at a given time.
#pragma once

#include "maker/pose/transform.h"

#include <assimp/anim.h>

#include <cstddef>
#include <map>
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
    /// \param own the transformation of the node that the channel moves
    /// \param first the transformation of the first node with the name, which differs from `own` if several
    ///        nodes have the name. A single key that is equal to it does not count, because Assimp's
    ///        ScenePreprocessor has made it.
    NodeChannel(const aiNodeAnim& channel, const Transform& own, const Transform& first);

    Transform at(double ticks) const;

    /// Whether the channel gives the same transformation at any time.
    bool isConstant() const;

private:
    // Each has at least one key.
    Keys<DoubleVector> positions_;
    Keys<Quaternion> rotations_;
    Keys<DoubleVector> scalings_;
};

using MorphTracks = std::map<std::size_t, Keys<double>>;

/// The weights of anim meshes in one animation. Keys need not list all anim meshes: the weight of each
/// is interpolated between the keys that list it. For example, Assimp's FBX importer makes a key at each time
/// where at least one weight has a key, and lists only the weights that have a key at that time. An anim mesh
/// that no key lists has weight 0.
///
/// \param targetCount the number of anim meshes
/// \return by the index of the anim mesh; without those whose weight is always 0
MorphTracks readMorphTracks(const aiMeshMorphAnim& channel, std::size_t targetCount);

double weightAt(const Keys<double>& track, double ticks);

/// Whether the weights are the same at any time.
bool areConstant(const MorphTracks& tracks);

} // namespace assimp_md2::inner
