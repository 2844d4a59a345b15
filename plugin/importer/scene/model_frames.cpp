// SPDX-License-Identifier: BSD-3-Clause
// Decodes frames to float, or to double where Assimp has it, and finds the tags in them.
#include "importer/scene/scene_parts.h"

#include "importer/base/repairs.h"

#include <type_traits>

namespace assimp_md2::inner {

void ModelFrames::decode(std::size_t index, const std::vector<std::uint32_t>& vertices, aiVector3D* positions,
                         aiVector3D* normals) {
    const std::size_t frame = model_.frames[index];
    static_assert(sizeof(aiVector3D) == 3 * sizeof(ai_real));
    std::uint64_t clamped = 0;
    if constexpr (std::is_same_v<ai_real, float>) {
        // The vectors are fresh memory, three floats each.
        clamped = decoder_.decode(frame, vertices.data(), vertices.size(),
                                  static_cast<float*>(static_cast<void*>(positions)),
                                  static_cast<float*>(static_cast<void*>(normals)));
    } else {
        // Assimp has double precision.
        std::vector<float> floats(6 * vertices.size());
        float* const ofNormals = &floats[3 * vertices.size()];
        clamped = decoder_.decode(frame, vertices.data(), vertices.size(), floats.data(), ofNormals);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            positions[i] = {floats[3 * i], floats[3 * i + 1], floats[3 * i + 2]};
            normals[i] = {ofNormals[3 * i], ofNormals[3 * i + 1], ofNormals[3 * i + 2]};
        }
    }
    repairs_.add(repair::kNormalClamped, clamped);
}

namespace {

TagPose poseFrom(const TagMatrix& matrix, Axes axes) {
    const auto& [ax, ay, az, bx, by, bz, cx, cy, cz, px, py, pz] = matrix;
    const aiQuaternion turn(aiMatrix3x3(ax, bx, cx, ay, by, cy, az, bz, cz));
    // The objects at the tag are in the axes of the scene, too, so only the axis of the rotation is rotated.
    const auto [x, y, z] = rotated(aiVector3D(turn.x, turn.y, turn.z), axes);
    return {rotated(aiVector3D(px, py, pz), axes), aiQuaternion(turn.w, x, y, z).Normalize()};
}

} // namespace

TagPose ModelFrames::poseOf(const TagNode& tag, std::size_t index) {
    if (!tag.matrices.empty()) {
        return poseFrom(tag.matrices[model_.frames[index]], axes_);
    }
    std::array<aiVector3D, 3> positions;
    std::array<aiVector3D, 3> normals;
    decode(index, {tag.vertices.begin(), tag.vertices.end()}, positions.data(), normals.data());
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

} // namespace assimp_md2::inner
