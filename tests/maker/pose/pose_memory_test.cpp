// SPDX-License-Identifier: BSD-3-Clause
// The memory that the evaluation of a pose takes.
#include "maker/pose/pose_evaluator.h"
#include "maker/pose/pose_scene.h"
#include "support/heap.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

TEST(PoseMemory, IsNotAllocatedByAnEvaluation) {
    const ScenePointer scene = largeScene(50);
    Warnings repairs;
    PoseEvaluator evaluator(*scene, repairs);
    std::vector<float> positions(3 * evaluator.vertexCount());
    std::vector<float> normals(3 * evaluator.vertexCount());
    const HeapWatch watch;
    evaluator.evaluate({}, positions.data(), normals.data());
    evaluator.evaluate({0, 1.5}, positions.data(), normals.data());
    EXPECT_EQ(watch.calls(), 0u);
}

} // namespace
} // namespace assimp_md2::inner::test
