// SPDX-License-Identifier: BSD-3-Clause
// Where the tags of a model are in each of its frames.
#include "importer/scene/tag_poses.h"

#include <array>

namespace assimp_md2 {

TagPose poseOf(const TagNode& tag, ModelFrames& frames, std::size_t frame) {
    std::array<aiVector3D, 3> positions;
    std::array<aiVector3D, 3> normals;
    frames.decode(frame, {tag.vertices.begin(), tag.vertices.end()}, positions.data(), normals.data());
    const auto& [a, b, c] = positions;
    const ai_real third = ai_real(1) / 3;
    const aiVector3D centre = a * third + b * third + c * third;
    // In double, because damaged files have positions whose products leave the range of float.
    using Vector = aiVector3t<double>;
    Vector x = Vector(b) - Vector(a);
    Vector z = (Vector(c) - Vector(a)) ^ x;
    if (z.SquareLength() == 0) {
        return {centre, {}};
    }
    const aiVector3D unitX = x.Normalize();
    const aiVector3D unitY = z.Normalize() ^ x;
    const aiVector3D unitZ = z;
    return {centre, aiQuaternion(aiMatrix3x3(unitX.x, unitY.x, unitZ.x, unitX.y, unitY.y, unitZ.y, unitX.z,
                                             unitY.z, unitZ.z))};
}

} // namespace assimp_md2
