// SPDX-License-Identifier: BSD-3-Clause
// Writes the poses of a file that Assimp reads, for compare_three.mjs: show-poses FILE OUTPUT.
// OUTPUT.json: {"vertices": N, "animations": [{"name": …, "times": [seconds, …]}, …], "repairs": [text, …]}
// OUTPUT.bin: floats, the scene as it stands, then each animation at each of its times; a pose is N
// positions, then N normals.
#include "pose/animations.h"
#include "pose/pose_evaluator.h"
#include "pose/unit_vectors.h"

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

int main(int argc, char** argv) {
    using namespace assimp_md2;
    if (argc != 3) {
        std::fprintf(stderr, "usage: show-poses FILE OUTPUT\n");
        return 2;
    }
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    if (scene == nullptr) {
        std::fprintf(stderr, "%s\n", importer.GetErrorString());
        return 1;
    }
    Warnings repairs;
    auto evaluator = PoseEvaluator::create(*scene, repairs);
    if (!evaluator) {
        std::fprintf(stderr, "%s\n", evaluator.error().text.c_str());
        return 1;
    }
    const std::size_t size = 3 * evaluator->vertexCount();
    std::vector<float> pose(2 * size);
    std::ofstream poses(std::string(argv[2]) + ".bin", std::ios::binary);
    std::chrono::steady_clock::duration duration{};
    const auto write = [&](std::optional<std::size_t> animation, double ticks) {
        const auto start = std::chrono::steady_clock::now();
        evaluator->evaluate(animation, ticks, pose.data(), pose.data() + size);
        duration += std::chrono::steady_clock::now() - start;
        test::normalise(pose.data() + size, evaluator->vertexCount());
        poses.write(reinterpret_cast<const char*>(pose.data()),
                    static_cast<std::streamsize>(pose.size() * sizeof(float)));
    };
    write({}, 0);
    nlohmann::json animations = nlohmann::json::array();
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        nlohmann::json times = nlohmann::json::array();
        constexpr int kSamples = 37;
        const double end = durationInTicks(animation);
        for (int sample = 0; sample <= kSamples; ++sample) {
            const double ticks = end * sample / kSamples;
            write(i, ticks);
            times.push_back(ticks / ticksPerSecond(animation));
        }
        animations.push_back({{"name", animation.mName.C_Str()}, {"times", times}});
    }
    const nlohmann::json about = {
        {"vertices", evaluator->vertexCount()},
        {"animations", animations},
        {"repairs", repairs.lines("MD2: ")},
        {"milliseconds", std::chrono::duration<double, std::milli>(duration).count()}};
    std::ofstream(std::string(argv[2]) + ".json") << about;
    return poses ? 0 : 1;
}
