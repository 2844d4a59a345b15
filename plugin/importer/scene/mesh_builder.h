// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiMesh of a surface, one frame after the other.
#pragma once

#include "importer/scene/assimp_objects.h"
#include "importer/scene/model_frames.h"
#include "importer/scene/scene.h"

#include <assimp/mesh.h>

#include <cstddef>
#include <memory>

namespace assimp_md2 {

class MeshBuilder {
public:
    /// \param source must outlive the builder. Its triangles and texture coordinates are freed as soon as
    ///        they are copied to the mesh, before the frames are allocated, which need most of the memory
    /// \param model the model of the mesh; must outlive the builder. If it has a skeleton, the constructor
    ///        completes the mesh, and addFrame must not be called
    /// \param isStatic the mesh shows one frame and has no anim meshes
    MeshBuilder(Mesh& source, const Model& model, bool isStatic);

    /// Adds the next frame of a model without a skeleton: an anim mesh, or the one frame of a static mesh.
    /// Call it for the frames of the model in ascending order.
    ///
    /// \param frames of the model
    /// \param frame index in Model::frames
    void addFrame(ModelFrames& frames, std::size_t frame);

    /// The mesh with all frames. Call it once.
    std::unique_ptr<aiMesh> take();

private:
    const Mesh& source_;
    const Model& model_;
    bool isStatic_;
    std::unique_ptr<aiMesh> mesh_;
    Objects<aiAnimMesh> animMeshes_;
};

} // namespace assimp_md2
