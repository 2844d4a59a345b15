// SPDX-License-Identifier: BSD-3-Clause
// Where the tags of a model are in each of its frames.
#pragma once

#include "scene/model_frames.h"
#include "scene/scene.h"

#include <assimp/types.h>

#include <cstddef>
#include <vector>

namespace assimp_md2 {

/// Position and rotation of a tag in the space of its model: the centre of its triangle; x along the first
/// edge, z along the normal. A triangle without an area gives no rotation.
struct TagPlace {
    aiVector3D position;
    aiQuaternion rotation;
};

/// For each tag of a model, its place in each frame of Model::frames.
class TagPlaces {
public:
    /// \param model outlives the object
    explicit TagPlaces(const Model& model);

    /// Adds the next frame. Call it for the frames in ascending order.
    ///
    /// \param frame of Model::frames
    void addFrame(ModelFrames& frames, std::size_t frame);

    const TagPlace& place(std::size_t tag, std::size_t frame) const { return places_[tag][frame]; }

private:
    const Model& model_;
    std::vector<std::vector<TagPlace>> places_;
};

} // namespace assimp_md2
