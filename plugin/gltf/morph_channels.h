// SPDX-License-Identifier: BSD-3-Clause
// Which nodes a morph channel moves; knows aiScene, nothing of glTF.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

struct aiNode;
struct aiScene;

namespace assimp_md2 {

/// All nodes, in the order in which Assimp's exporter numbers them.
std::vector<const aiNode*> allNodes(const aiScene& scene);

/// The numbers of the nodes that a morph channel of this name moves. It may name a node, as most importers
/// write it; a node and the place of a geometry in it ("name*0"), as the FBX importer does; or a mesh.
std::vector<std::size_t> nodesOfChannel(const aiScene& scene, const std::vector<const aiNode*>& nodes,
                                        const std::string& name);

} // namespace assimp_md2
