// SPDX-License-Identifier: BSD-3-Clause
// Decodes the frames of a model into Assimp's vectors.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/md2/frame_decoder.h"
#include "importer/scene/scene.h"

#include <assimp/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assimp_md2 {

class ModelFrames {
public:
    /// \param model outlives the object
    /// \param axes of the decoded positions and normals
    /// \param repairs receives the normals that had to be clamped
    ModelFrames(const Model& model, Axes axes, Warnings& repairs)
        : model_(model), decoder_(*model.view, model.normals, axes), repairs_(repairs) {}

    /// Decodes one frame. If normals are computed, the decoder caches one frame, so decode all meshes of a
    /// frame before the next frame.
    ///
    /// \param index of the frame in Model::frames
    /// \param vertices the vertex index of each corner; at least one
    /// \param positions room for a vector for each corner
    /// \param normals as positions
    void decode(std::size_t index, const std::vector<std::uint32_t>& vertices, aiVector3D* positions,
                aiVector3D* normals);

private:
    const Model& model_;
    FrameDecoder decoder_;
    Warnings& repairs_;
};

} // namespace assimp_md2
