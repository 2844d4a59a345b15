// SPDX-License-Identifier: BSD-3-Clause
// Fits skeletons to models and prints bones, errors at and between the frames, mean angles of normals, the
// sizes of GLB files and times:
// skeleton-benchmark [--bones=N] [FILE|FOLDER...]
#include "assimp-md2/gltf.h"
#include "assimp-md2/properties.h"
#include "bench/program.h"
#include "skeleton/check.h"
#include "skeleton/models.h"
#include "support/files.h"
#include "support/import.h"

#include <assimp/Exporter.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <numeric>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

/// Of the processor: other programs may run at the same time.
double secondsOf(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The size of the model as a GLB without images and without closing keys, divided by the size of the MD2.
double glbShare(const Bytes& file, const char* animation, std::size_t maxBones) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "none");
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, static_cast<int>(maxBones));
    const aiScene* const scene = importBytes(*importer, file);
    Assimp::Exporter exporter;
    registerExporters(exporter);
    const aiExportDataBlob* const blob = scene == nullptr ? nullptr : exporter.ExportToBlob(scene, "glb2");
    return blob == nullptr ? 0 : static_cast<double>(blob->size) / static_cast<double>(file.size());
}

/// \param file empty for a generated model
void measure(const AnimatedModel& model, const Bytes& file, std::size_t maxBones) {
    Skeleton skeleton;
    const double seconds = secondsOf([&] { skeleton = fitSkeleton(model.input(maxBones), {}); });
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
    std::printf("| %s | %zu × %zu | %zu | %.3f | %.2f | %.2f | %zu of %zu | %s | %s | %.3f |",
                model.name.c_str(), model.frameCount, model.vertexCount, skeleton.bones.size(),
                quality.rms / step, quality.maximum / step, 100 * quality.withinStep, quality.swings,
                quality.pairs, angle.c_str(), sizes, seconds);
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::size_t maxBones =
        std::strtoul(takeOption(arguments, "--bones").value_or("64").c_str(), nullptr, 10);
    std::printf("| model | frames × vertices | bones | rms, steps | maximum, steps | within a step, %% | "
                "swings | normals, degrees | GLB ÷ MD2, bones | GLB ÷ MD2, targets | s |"
                "\n");
    for (const AnimatedModel& model : generatedModels()) {
        measure(model, {}, maxBones);
    }
    for (const std::string& argument : arguments) {
        const std::vector<std::filesystem::path> files = std::filesystem::is_directory(argument)
                                                             ? md2FilesIn(argument)
                                                             : std::vector<std::filesystem::path>{argument};
        for (const std::filesystem::path& file : files) {
            if (const std::optional<AnimatedModel> model = readModel(file)) {
                measure(*model, readBytes(file), maxBones);
            }
        }
    }
}
