// SPDX-License-Identifier: BSD-3-Clause
// Poses of any scene: only damaged scenes are refused, and a pose is always the same.
#include "fuzz/require.h"
#include "fuzz/scene_of_bytes.h"
#include "pose/animations.h"
#include "pose/pose_evaluator.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace {

using namespace assimp_md2;
using test::require;

struct Pose {
    std::vector<float> positions;
    std::vector<float> normals;

    bool operator==(const Pose& other) const {
        const auto isSame = [](const std::vector<float>& a, const std::vector<float>& b) {
            // Not a comparison of floats: NaN is the same as NaN.
            return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
        };
        return isSame(positions, other.positions) && isSame(normals, other.normals);
    }
};

Pose poseAt(PoseEvaluator& evaluator, std::optional<std::size_t> animation, double ticks) {
    Pose pose{std::vector<float>(3 * evaluator.vertexCount(), 77),
              std::vector<float>(3 * evaluator.vertexCount(), 77)};
    evaluator.evaluate(animation, ticks, pose.positions.data(), pose.normals.data());
    return pose;
}

void evaluateAll(PoseEvaluator& evaluator, const aiScene& scene) {
    const Pose rest = poseAt(evaluator, {}, 0);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const double duration = durationInTicks(*scene.mAnimations[i]);
        require(duration >= 0 && std::isfinite(duration), "a duration is 0 or more");
        const double speed = ticksPerSecond(*scene.mAnimations[i]);
        require(speed > 0 && std::isfinite(speed), "an animation has a speed");
        for (const double ticks :
             {0.0, 0.5, duration / 3, duration, 1e300, -1e300, std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::quiet_NaN()}) {
            const Pose pose = poseAt(evaluator, i, ticks);
            require(poseAt(evaluator, i, ticks) == pose, "a pose is the same the second time");
        }
    }
    require(poseAt(evaluator, {}, 0) == rest, "animations leave nothing behind");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    assimp_md2::test::ByteReader bytes(data, size);
    bytes.next(); // so that inputs of earlier versions keep their meaning
    const assimp_md2::test::SceneOfBytes built(bytes);
    if (built.isDamaged()) {
        return 0; // no scene of an importer
    }
    Warnings repairs;
    auto evaluator = PoseEvaluator::create(built.scene(), repairs);
    require(evaluator.has_value(), "a sound scene has poses");
    evaluateAll(*evaluator, built.scene());
    return 0;
}
