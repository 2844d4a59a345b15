// SPDX-License-Identifier: BSD-3-Clause
// Computes the positions and rotations of a model's tags in each frame.
#pragma once

#include "importer/scene/model_frames.h"
#include "importer/scene/scene.h"

#include <assimp/types.h>

#include <cstddef>
#include <vector>

namespace assimp_md2 {

/// Position and rotation of a tag in the axes of ModelFrames. The position is the centre of its triangle. x
/// points along the first edge, z along the normal. If the triangle has no area, the tag has the axes of the
/// model.
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

} // namespace assimp_md2
