// SPDX-License-Identifier: BSD-3-Clause
// Runs Dem Bones (Electronic Arts) on an animated model.
#include "bench/dem_bones.h"

#include <DemBones/DemBones.h>

#include <cmath>

namespace assimp_md2::test {

DemBonesResult runDemBones(const AnimatedModel& model, std::size_t bones) {
    Dem::DemBones<double, float> dem;
    dem.nV = static_cast<int>(model.vertexCount);
    dem.nF = static_cast<int>(model.frameCount);
    dem.nS = 1;
    dem.nB = static_cast<int>(bones);
    dem.nIters = 30;
    dem.nnz = 4;
    dem.fStart.resize(2);
    dem.fStart << 0, dem.nF;
    dem.subjectID = Eigen::VectorXi::Zero(dem.nF);
    dem.u.resize(3, dem.nV);
    dem.v.resize(3 * dem.nF, dem.nV);
    for (int frame = 0; frame < dem.nF; ++frame) {
        for (int v = 0; v < dem.nV; ++v) {
            const float* const position =
                model.positions.data() +
                3 * (static_cast<std::size_t>(frame) * model.vertexCount + static_cast<std::size_t>(v));
            for (int axis = 0; axis < 3; ++axis) {
                dem.v(3 * frame + axis, v) = position[axis];
                if (frame == 0) {
                    dem.u(axis, v) = position[axis];
                }
            }
        }
    }
    for (const std::array<std::uint32_t, 3>& triangle : model.triangles) {
        dem.fv.push_back(
            {static_cast<int>(triangle[0]), static_cast<int>(triangle[1]), static_cast<int>(triangle[2])});
    }
    dem.compute();
    DemBonesResult result;
    result.bones = static_cast<std::size_t>(dem.nB);
    result.rms = dem.rmse();
    std::size_t within = 0;
    for (int v = 0; v < dem.nV; ++v) {
        for (int frame = 0; frame < dem.nF; ++frame) {
            Eigen::Vector3d moved = Eigen::Vector3d::Zero();
            for (Eigen::SparseMatrix<double>::InnerIterator it(dem.w, v); it; ++it) {
                const auto matrix = dem.m.block<4, 4>(4 * frame, 4 * it.row());
                moved += it.value() *
                         (matrix.topLeftCorner<3, 3>() * dem.u.col(v) + matrix.topRightCorner<3, 1>());
            }
            const Eigen::Vector3d expected = dem.v.block<3, 1>(3 * frame, v).cast<double>();
            within +=
                (moved - expected).norm() <= double{model.steps[static_cast<std::size_t>(frame)]} ? 1 : 0;
        }
    }
    result.withinStep =
        static_cast<double>(within) / static_cast<double>(model.vertexCount * model.frameCount);
    return result;
}

} // namespace assimp_md2::test
