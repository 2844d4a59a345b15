// SPDX-License-Identifier: BSD-3-Clause
// The animations of a scene: weights of morph targets, and translation, rotation and scale of nodes.
#pragma once

#include <array>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;
class Meshes;
class Nodes;

/// Whether the channels of a node change its translation, rotation and scale in any animation.
using Moves = std::array<bool, 3>;

/// The moves of each node.
///
/// \param document its budget is charged
std::vector<Moves> findMoves(Document& document, const aiScene& scene, const Nodes& nodes);

/// Writes each animation of the scene. An animation that moves nothing gets a channel that keeps the root's
/// transformation, because glTF requires at least one channel, and dropping the animation would change the
/// indices of the others.
///
/// - A node channel moves the first node of its name. Translation, rotation and scale are left out if they
///   are not in `moves`.
/// - A morph channel moves all nodes that have targets and the name of the channel. This name may end with
///   the place of a mesh in the node ("name*0"), as the FBX importer writes it. If there is no such node, the
///   channel moves all nodes with targets whose meshes have its name.
/// - Keys are left out if their time is negative, not finite, or not greater than that of the previous key.
///
/// \return whether a channel keeps the root's transformation
bool writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes,
                     const std::vector<Moves>& moves);

} // namespace assimp_md2
