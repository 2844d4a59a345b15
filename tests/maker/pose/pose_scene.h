// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with node animation, bones and morph targets, piece by piece.
#pragma once

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2::inner::test {

using Point = std::array<double, 3>;

/// Deletes a hierarchy of any depth. The destructor of aiNode is recursive.
struct DeleteScene {
    void operator()(aiScene* scene) const;
};
using ScenePointer = std::unique_ptr<aiScene, DeleteScene>;

/// Puts an element behind those of an array of a scene.
template <typename Element>
void append(Element*& array, unsigned int& count, Element element) {
    auto* const longer = new Element[count + 1];
    std::copy_n(array, count, longer);
    longer[count] = element;
    delete[] array;
    array = longer;
    ++count;
}

aiVector3D vectorOf(const Point& point);
aiQuaternion rotationAbout(const Point& axis, double degrees);
aiMatrix4x4 translation(const Point& offset);
aiMatrix4x4 scaling(const Point& factors);
aiMatrix4x4 rotation(const Point& axis, double degrees);

/// A scene with an empty root node "root".
ScenePointer emptyScene();

/// The new node belongs to `parent`.
aiNode* addNode(aiNode* parent, const std::string& name, const aiMatrix4x4& transformation = {});

/// A mesh of points, in no node yet. Normals may be empty.
aiMesh* addMesh(aiScene& scene, const std::string& name, const std::vector<Point>& positions,
                const std::vector<Point>& normals = {});

using Faces = std::vector<std::vector<unsigned int>>;

/// In place of the faces that the mesh has.
void setFaces(aiMesh& mesh, const Faces& faces);

/// As many triangles, which share no vertex.
Faces separateTriangles(std::size_t count);

/// Gives a mesh of the scene to a node.
void useMesh(aiNode* node, unsigned int index);

/// In place of the texture that the material has.
void addTexture(aiMaterial& material, const std::string& texture);
/// A name or texture that is empty is left out.
void addMaterial(aiScene& scene, const std::string& texture, const std::string& name = "");

aiBone* addBone(aiMesh* mesh, const std::string& name, const aiMatrix4x4& offset,
                const std::vector<std::pair<unsigned int, double>>& weights);

aiAnimMesh* addTarget(aiMesh* mesh, const std::vector<Point>& positions,
                      const std::vector<Point>& normals = {}, float weight = 0);

aiAnimation* addAnimation(aiScene& scene, const std::string& name, double duration,
                          double ticksPerSecond = 1);

/// A channel without keys. It belongs to the animation.
aiNodeAnim* addChannel(aiAnimation* animation, const std::string& node);

void setPositions(aiNodeAnim* channel, const std::vector<std::pair<double, Point>>& keys);
void setScalings(aiNodeAnim* channel, const std::vector<std::pair<double, Point>>& keys);
void setRotations(aiNodeAnim* channel, const std::vector<std::pair<double, aiQuaternion>>& keys);

struct MorphKey {
    double time;
    std::vector<std::pair<unsigned int, double>> weights; ///< anim mesh and weight
};
aiMeshMorphAnim* addMorphChannel(aiAnimation* animation, const std::string& name,
                                 const std::vector<MorphKey>& keys);

/// Two triangles of different materials that a bone, a morph target and a node move.
ScenePointer movingScene();

/// A scene with many of everything: a chain of nodes that are bones, meshes with targets, channels whose keys
/// must be sorted.
ScenePointer largeScene(unsigned int size);

} // namespace assimp_md2::inner::test
