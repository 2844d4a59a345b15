// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to models and prints bones, errors at and between the frames, mean angles of normals, the
// sizes of GLB files and times:
// skeleton-benchmark MAX_BONES [FILE...]
#include "assimp-md2/properties.h"
#include "skeleton/check.h"
#include "skeleton/models.h"
#include "support/export.h"
#include "support/files.h"
#include "support/import.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

/// The size of the model as a GLB without images and without closing keys, divided by the size of the MD2.
double glbShare(const Bytes& file, const char* animation, std::size_t maxBones) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, animation},
                                        {ASSIMP_MD2_CONFIG_LOOP, "none"},
                                        {ASSIMP_MD2_CONFIG_MAX_BONES, std::to_string(maxBones)}});
    return static_cast<double>(exported(*sceneOf(*importer, file), "glb2").size()) /
           static_cast<double>(file.size());
}

/// \param file empty for a generated model
void measure(const AnimatedModel& model, const Bytes& file, std::size_t maxBones) {
    const std::clock_t start = std::clock(); // of the processor: other programs may run at the same time
    const Skeleton skeleton = fitSkeleton(model.input(maxBones), {});
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const SkeletonQuality& quality = skeleton.quality;
    const double step =
        std::accumulate(model.steps.begin(), model.steps.end(), 0.0) / static_cast<double>(model.frameCount);
    const std::string angle =
        model.normals.empty() ? "" : std::to_string(meanNormalAngle(skeleton, model.normals)).substr(0, 4);
    char sizes[32] = " | ";
    if (!file.empty()) {
        std::snprintf(sizes, sizeof sizes, "%.2f | %.1f", glbShare(file, "skeleton", maxBones),
                      glbShare(file, "morph", maxBones));
    }
    std::printf("| %s | %zu × %zu | %zu | %.3f | %.2f | %.2f | %zu of %zu | %s | %s | %.3f |\n",
                model.name.c_str(), model.frameCount, model.vertexCount, skeleton.bones.size(),
                quality.rms / step, quality.maximum / step, 100 * quality.withinStep, quality.swings,
                quality.pairs, angle.c_str(), sizes, seconds);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    const std::size_t maxBones = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
    if (maxBones == 0) {
        std::fprintf(stderr, "usage: skeleton-benchmark MAX_BONES [FILE...]\n");
        return 2;
    }
    std::printf("| model | frames × vertices | bones | rms, steps | maximum, steps | within a step, %% | "
                "swings | normals, degrees | GLB ÷ MD2, bones | GLB ÷ MD2, targets | s |\n");
    for (const AnimatedModel& model : generatedModels()) {
        measure(model, {}, maxBones);
    }
    for (int i = 2; i < argc; ++i) {
        if (const std::optional<AnimatedModel> model = readModel(argv[i])) {
            measure(*model, readBytes(argv[i]), maxBones);
        }
    }
}
