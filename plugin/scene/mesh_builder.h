// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiMesh of a surface, one frame after the other.
#pragma once

#include "scene/assimp_objects.h"
#include "scene/model_frames.h"
#include "scene/scene.h"

#include <assimp/mesh.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace assimp_md2 {

class MeshBuilder {
public:
    /// \param source its triangles and texture coordinates are freed as soon as the mesh has them: before the
    ///        frames, which are the bulk, are allocated. It outlives the builder.
    /// \param model whose frames move the mesh; it outlives the builder
    /// \param isStatic the mesh shows one frame and has no anim meshes
    MeshBuilder(Mesh& source, const Model& model, bool isStatic);

    /// Adds the next frame: an anim mesh, or the one frame of a static mesh. Call it for the frames of the
    /// model in ascending order.
    ///
    /// \param frames of the model
    /// \param frame of Model::frames
    ///
    /// \return how many bytes were decoded
    std::uint64_t addFrame(ModelFrames& frames, std::size_t frame);

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
