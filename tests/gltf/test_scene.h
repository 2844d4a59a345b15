// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with morph animation, of the shape that the MD2 importer delivers; knows nothing of glTF.
#pragma once

#include <assimp/scene.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace assimp_md2::test {

using Vector = std::array<float, 3>;

struct Clip {
    std::string name;
    unsigned int first;
    unsigned int count;
};

struct Model {
    /// For each frame, one position for each vertex; three vertices make a triangle.
    std::vector<std::vector<Vector>> positions;
    std::vector<std::vector<Vector>> normals;
    std::vector<std::string> names; ///< of the frames, UTF-8
    std::vector<Clip> clips;
    std::string texture;
};

/// A model with `vertexCount` moving vertices (a multiple of 3). The first vertices of its triangles coincide
/// in the first frame, with their normals and texture coordinates, and part later.
Model wavingModel(unsigned int frameCount, unsigned int vertexCount);

/// Root "tris.md2", its child "tris" with the mesh "tris", a target for each frame, an animation for each
/// clip.
std::unique_ptr<aiScene> makeScene(const Model& model);

/// The smallest PNG file: one black pixel.
extern const std::string kPng;

/// Puts kPng into the scene under this name.
void embedTexture(aiScene& scene, const std::string& name);

/// Gives the node "tris" a second mesh, "second", with as many targets.
void addSecondMesh(aiScene& scene, unsigned int targetCount);

} // namespace assimp_md2::test
