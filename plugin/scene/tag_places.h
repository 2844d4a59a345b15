// SPDX-License-Identifier: BSD-3-Clause
// Computes the positions and rotations of a model's tags in each frame.
#pragma once

#include "scene/model_frames.h"
#include "scene/scene.h"

#include <assimp/types.h>

#include <cstddef>
#include <vector>

namespace assimp_md2 {

/// Position and rotation of a tag in the axes of ModelFrames. The position is the centre of its triangle. x
/// points along the first edge, z along the normal. If the triangle has no area, the tag has the axes of the
/// model.
struct TagPlace {
    aiVector3D position;
    aiQuaternion rotation;
};

/// For each tag of a model, its transformation (position and rotation) in each frame of Model::frames.
class TagPlaces {
public:
    /// \param model outlives the object
    explicit TagPlaces(const Model& model);

    /// Adds the next frame. Call it for the frames in ascending order.
    ///
    /// \param frame index in Model::frames
    void addFrame(ModelFrames& frames, std::size_t frame);

    const TagPlace& place(std::size_t tag, std::size_t frame) const { return places_[tag][frame]; }

private:
    const Model& model_;
    std::vector<std::vector<TagPlace>> places_;
};

} // namespace assimp_md2
