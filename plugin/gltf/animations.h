// SPDX-License-Identifier: BSD-3-Clause
// The animations of a scene: weights of morph targets, and translation, rotation and scale of nodes.
#pragma once

#include <cstddef>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;
class Meshes;
class Nodes;

/// Writes each animation of the scene. An animation that moves nothing gets a channel that keeps the root's
/// transformation, because glTF requires at least one channel, and dropping the animation would change the
/// indices of the others.
///
/// - A node channel moves the first node of its name. Its translation, rotation or scale is left out if it
///   equals the node's own value in every animation.
/// - A morph channel moves all nodes of its name that have targets, or else all whose meshes have the name.
///   It may also name a node and the place of a mesh in it ("name*0"), as the FBX importer writes it.
/// - Keys are left out if their time is not greater than that of the previous key, negative, or not finite.
///
/// \return for each node, whether a channel moves it
std::vector<bool> writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes,
                                  const Meshes& meshes);

} // namespace assimp_md2
