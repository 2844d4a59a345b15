// SPDX-License-Identifier: BSD-3-Clause
// Decodes the frames of a model into Assimp's vectors, and the poses of its tags.
#pragma once

#include "importer/scene/scene.h"

#include <assimp/types.h>

namespace assimp_md2::inner {

class ModelFrames {
public:
    /// \param model outlives the object
    /// \param axes of the decoded positions and normals
    /// \param repairs receives the normals that had to be clamped
    ModelFrames(const Model& model, Axes axes, Warnings& repairs)
        : model_(model), axes_(axes), decoder_(*model.view, model.normals, axes), repairs_(repairs) {}

    /// \param index of the frame in Model::frames
    std::size_t frameInFile(std::size_t index) const { return model_.frames[index]; }

    Axes axes() const { return axes_; }

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
    Axes axes_;
    FrameDecoder decoder_;
    Warnings& repairs_;
};

/// Position and rotation of a tag in the axes of ModelFrames. The position is the centre of its triangle. x
/// points along the first edge, z along the normal. If the triangle has no area, the tag has the axes of the
/// model. The matrix of a tag rotates an object that is in the axes of ModelFrames, too.
struct TagPose {
    aiVector3D position;
    aiQuaternion rotation;
};

/// The poses of each tag of a model, in each frame of Model::frames.
using TagPoses = std::vector<std::vector<TagPose>>;

/// The pose of a tag of the model that `frames` decodes.
///
/// \param frame index in Model::frames
TagPose poseOf(const TagNode& tag, ModelFrames& frames, std::size_t frame);

} // namespace assimp_md2::inner
