// SPDX-License-Identifier: BSD-3-Clause
// What the evaluation of poses allocates, and what happens when memory runs out.
#include "exporters/pose/pose_evaluator.h"
#include "exporters/pose/pose_scene.h"
#include "support/heap.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assimp_md2::test {
namespace {

/// A scene with many of everything: a chain of nodes that are bones, meshes with targets, channels whose keys
/// must be sorted.
ScenePointer largeScene(unsigned int size) {
    ScenePointer scene = emptyScene();
    const std::vector<Point> points(size, {1, 2, 3});
    aiMesh* const skinned = addMesh(*scene, "skinned", points, points);
    aiMesh* const morphed = addMesh(*scene, "morphed", points, points);
    aiAnimation* const animation = addAnimation(*scene, "move", size);
    aiNode* node = scene->mRootNode;
    std::vector<MorphKey> morphKeys;
    for (unsigned int i = 0; i < size; ++i) {
        const std::string name = "node" + std::to_string(i);
        node = addNode(node, name, translation({1, 0, 0}));
        useMesh(node, i % 2);
        addBone(skinned, i % 3 == 0 ? "gone" : name, {}, {{i, 1}, {(i + 1) % size, 1}, {size / 2, 1}});
        addTarget(morphed, points, points, 0.5f);
        const double time = i % 5;
        setPositions(addChannel(animation, name), {{time, {}}, {2, {}}, {0, {}}});
        addMorphChannel(animation, name, {{time, {{i, 1}, {0, 0.5}}}, {1, {{i, 0.5}}}});
        morphKeys.push_back({std::cos(i), {{i, 1}, {0, 0.5}}});
    }
    addMorphChannel(animation, "morphed", morphKeys);
    return scene;
}

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

TEST(ShortOfMemory, CreatingAnEvaluatorThrowsAndLeavesNothing) {
    const ScenePointer scene = largeScene(6);
    const auto create = [&] {
        Warnings repairs;
        const PoseEvaluator evaluator(*scene, repairs);
    };
    EXPECT_GT(failEachAllocation(create, [](bool) {}), 20u);
}

} // namespace
} // namespace assimp_md2::test
