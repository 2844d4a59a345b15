// SPDX-License-Identifier: BSD-3-Clause
// Poses of any scene: a pose is always the same.
#include "fuzz/require.h"
#include "fuzz/scene_of_bytes.h"
#include "gltf/scene/usable_parts.h"
#include "maker/pose/animation_times.h"
#include "maker/pose/pose_evaluator.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;

/// Positions and normals as bytes, because NaN differs from NaN.
std::string poseAt(PoseEvaluator& evaluator, std::optional<std::size_t> animation, double ticks) {
    std::vector<float> pose(3 * evaluator.vertexCount(), 77);
    std::vector<float> normals = pose;
    evaluator.evaluate({animation, ticks}, pose.data(), normals.data());
    pose.insert(pose.end(), normals.begin(), normals.end());
    return {reinterpret_cast<const char*>(pose.data()), pose.size() * sizeof(float)};
}

void evaluateAll(PoseEvaluator& evaluator, const aiScene& scene) {
    const std::string rest = poseAt(evaluator, {}, 0);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const double duration = durationInTicks(*scene.mAnimations[i]);
        require(duration >= 0 && std::isfinite(duration), "a duration is 0 or more");
        const double speed = ticksPerSecond(*scene.mAnimations[i]);
        require(speed > 0 && std::isfinite(speed), "an animation has a speed");
        for (const double ticks :
             {0.0, 0.5, duration / 3, duration, 1e300, -1e300, std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::quiet_NaN()}) {
            const std::string pose = poseAt(evaluator, i, ticks);
            require(poseAt(evaluator, i, ticks) == pose, "a pose is the same the second time");
        }
    }
    require(poseAt(evaluator, {}, 0) == rest, "animations leave nothing behind");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    assimp_md2::inner::test::ByteReader bytes(data, size);
    bytes.next(); // so that inputs of earlier versions keep their meaning
    const assimp_md2::inner::test::ScenePointer scene = assimp_md2::inner::test::sceneOfBytes(bytes);
    Warnings repairs;
    PoseEvaluator evaluator(*scene, repairs);
    evaluateAll(evaluator, *scene);
    return 0;
}
