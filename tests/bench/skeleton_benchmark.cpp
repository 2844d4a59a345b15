// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to models and prints bones, the share of them that has another bone as parent, errors at
// and between the frames, mean angles of normals and times: skeleton-benchmark [--bones=N] [FILE|FOLDER...]
// With Dem Bones, also its errors on the same positions with the same number of bones: the best of three
// settings, and the time of all three.
#include "bench/program.h"
#include "skeleton/check.h"
#include "skeleton/models.h"

#ifdef ASSIMP_MD2_HAS_DEM_BONES
#include "bench/dem_bones.h"
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

/// Of the processor: other programs may run at the same time.
double secondsOf(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void measure(const AnimatedModel& model, std::size_t maxBones) {
    Budget budget(std::numeric_limits<std::uint64_t>::max());
    Skeleton skeleton;
    const double seconds = secondsOf([&] { skeleton = fitSkeleton(model.input(maxBones), budget, {}); });
    const SkeletonQuality& quality = skeleton.quality;
    const std::string angle =
        model.normals.empty() ? "" : std::to_string(meanNormalAngle(skeleton, model.normals)).substr(0, 4);
    std::printf("| %s | %zu × %zu | %zu | %.0f | %.3f | %.2f | %.2f | %zu of %zu | %zu | %.1f | %s | %.3f |",
                model.name.c_str(), model.frameCount, model.vertexCount, skeleton.bones.size(),
                100 * quality.linked, quality.rmsSteps, quality.maximumSteps, 100 * quality.withinStep,
                quality.swings, quality.pairs, swingsBelowRoot(skeleton, model.input(maxBones)),
                100 * quality.between, angle.c_str(), seconds);
#ifdef ASSIMP_MD2_HAS_DEM_BONES
    // It reads outside its arrays when a model has few vertices.
    if (model.vertexCount < 30 || model.frameCount < 8) {
        std::printf(" | | | | |\n");
        return;
    }
    DemBonesResult theirs;
    const double theirSeconds = secondsOf([&] { theirs = runDemBones(model, skeleton.bones.size()); });
    double steps = 0;
    for (const float step : model.steps) {
        steps += double{step} / static_cast<double>(model.frameCount);
    }
    std::printf(" %s | %zu | %.3f | %.2f | %.3f |", theirs.settings.c_str(), theirs.bones, theirs.rms / steps,
                100 * theirs.withinStep, theirSeconds);
#endif
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::size_t maxBones =
        std::strtoul(takeOption(arguments, "--bones").value_or("64").c_str(), nullptr, 10);
    std::vector<AnimatedModel> models = generatedModels();
    for (const std::string& argument : arguments) {
        const std::vector<std::filesystem::path> files = std::filesystem::is_directory(argument)
                                                             ? md2FilesIn(argument)
                                                             : std::vector<std::filesystem::path>{argument};
        for (const std::filesystem::path& file : files) {
            if (std::optional<AnimatedModel> model = readModel(file)) {
                models.push_back(std::move(*model));
            }
        }
    }
    std::printf(
        "| model | frames × vertices | bones | linked, %% | rms, steps | maximum, steps | "
        "within a step, %% | swings | swings below the root | between, %% of size | normals, degrees | s |"
#ifdef ASSIMP_MD2_HAS_DEM_BONES
        " Dem Bones: settings | bones | rms, steps | within, %% | s |"
#endif
        "\n");
    for (const AnimatedModel& model : models) {
        measure(model, maxBones);
    }
}
