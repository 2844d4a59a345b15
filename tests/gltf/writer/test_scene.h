// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with morph animation like those of the MD2 importer.
#pragma once

#include "maker/pose/pose_scene.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

using Vector = std::array<float, 3>;

struct Clip {
    std::string name;
    unsigned int first;
    unsigned int count;
    bool isClosed = false; ///< its last key shows its first frame again
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

/// In place of the metadata of the scene: the importer that it comes from. makeScene gives it this library's.
void setSourceFormat(aiScene& scene, const std::string& format);

/// The folder in which the import has found the model.
void recordFolder(aiScene& scene, const std::string& folder);

/// The file that the import has found for the texture of the material. It must exist.
void recordFile(aiMaterial& material, const std::string& path);

/// Puts a texture behind those that the scene has. It belongs to the scene then.
void addTexture(aiScene& scene, aiTexture* texture);

/// Puts an image file into the scene under this name.
void embedTexture(aiScene& scene, const std::string& name, const std::string& file = kPng,
                  const std::string& hint = "png");

/// The same weight for each vertex, for addBone.
std::vector<std::pair<unsigned int, double>> weightsOfAll(const aiMesh& mesh, double weight);

void removeAnimations(aiScene& scene);
void removeTargets(aiMesh& mesh);

/// Gives the node "tris" a second mesh, "second", with as many targets.
void addSecondMesh(aiScene& scene, unsigned int targetCount);

} // namespace assimp_md2::inner::test
