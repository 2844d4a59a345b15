// SPDX-License-Identifier: BSD-3-Clause
// Measures exports to MD2 beside imports of the same models, and the evaluation of poses by itself.
//
// md2-export-benchmark [player] [--benchmark_...]
//
// The models are those of the builder, player and large. Cases, all in memory:
//
// - import: the MD2, with its frames as anim meshes
// - export: the scene of the import to MD2, as a program calls it
// - copy: Assimp's copy of the scene, which each export makes and frees
// - poses: the positions and normals of each frame, from the anim meshes
// - skeleton_export, skeleton_copy, skeleton_poses: the same for a scene with bones and node animation
#include "assimp-md2/gltf.h"
#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "bench/program.h"
#include "gltf/scene/animations.h"
#include "maker/md2/poses.h"
#include "maker/pose/pose_evaluator.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/cexport.h>
#include <benchmark/benchmark.h>

#include <stdexcept>

namespace {

using namespace assimp_md2::inner::test;

struct Model {
    std::string name;
    Bytes bytes;
};

const aiScene* read(Assimp::Importer& importer, const Model& model) {
    return importer.ReadFileFromMemory(model.bytes.data(), model.bytes.size(), 0, "md2");
}

/// A model's scene.
struct Imported {
    Imported(const Model& model, const char* animation) : importer(makeImporter()) {
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
        scene = read(*importer, model);
        if (scene == nullptr) {
            throw std::runtime_error(model.name + " cannot be imported");
        }
    }

    std::unique_ptr<Assimp::Importer> importer;
    const aiScene* scene = nullptr;
};

void import(benchmark::State& state, const Model& model) {
    const auto importer = makeImporter();
    for (auto _ : state) {
        benchmark::DoNotOptimize(read(*importer, model));
        importer->FreeScene();
    }
}

template <const char* const& animation>
void exportToBlob(benchmark::State& state, const Model& model) {
    const Imported imported(model, animation);
    Assimp::Exporter exporter;
    assimp_md2::registerExporters(exporter);
    assimp_md2::registerMd2Exporter(exporter);
    const aiExportDataBlob* blob = nullptr;
    for (auto _ : state) {
        exporter.FreeBlob();
        blob = exporter.ExportToBlob(imported.scene, "md2");
    }
    if (blob == nullptr) {
        state.SkipWithError(exporter.GetErrorString());
    }
}

template <const char* const& animation>
void copy(benchmark::State& state, const Model& model) {
    const Imported imported(model, animation);
    for (auto _ : state) {
        aiScene* result = nullptr;
        aiCopyScene(imported.scene, &result);
        aiFreeScene(result);
    }
}

void evaluate(benchmark::State& state, assimp_md2::inner::PoseEvaluator& poses,
              const std::vector<assimp_md2::inner::Pose>& frames) {
    std::vector<float> positions(3 * poses.vertexCount());
    std::vector<float> normals(3 * poses.vertexCount());
    for (auto _ : state) {
        for (const assimp_md2::inner::Pose& frame : frames) {
            poses.evaluate(frame, positions.data(), normals.data());
            benchmark::ClobberMemory();
        }
    }
    state.counters["per_vertex"] =
        benchmark::Counter(static_cast<double>(frames.size() * poses.vertexCount()),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void morphPoses(benchmark::State& state, const Model& model) {
    const Imported imported(model, "morph");
    assimp_md2::inner::Warnings repairs;
    assimp_md2::inner::PoseEvaluator poses(
        *imported.scene, repairs, assimp_md2::inner::transformOf({1, assimp_md2::inner::ExportedFront::X}));
    std::vector<assimp_md2::inner::Pose> frames;
    for (std::size_t i = 0; i < imported.scene->mMeshes[0]->mNumAnimMeshes; ++i) {
        frames.push_back({std::nullopt, 0, i});
    }
    evaluate(state, poses, frames);
}

/// A tick is a frame in the scenes of this library's importer.
void skeletonPoses(benchmark::State& state, const Model& model) {
    const Imported imported(model, "skeleton");
    assimp_md2::inner::Warnings repairs;
    assimp_md2::inner::PoseEvaluator poses(*imported.scene, repairs, assimp_md2::inner::transformOf({}));
    std::vector<assimp_md2::inner::Pose> frames;
    for (std::size_t i = 0; i < imported.scene->mNumAnimations; ++i) {
        const double end = assimp_md2::inner::durationInTicks(*imported.scene->mAnimations[i]);
        for (double tick = 0; tick <= end; ++tick) {
            frames.push_back({i, tick});
        }
    }
    evaluate(state, poses, frames);
}

constexpr const char* kMorph = "morph";
constexpr const char* kSkeleton = "skeleton";

void run(std::vector<std::string> arguments) {
    refuseOptions(arguments);
    keepFreedMemory();
    const std::pair<const char*, void (*)(benchmark::State&, const Model&)> cases[] = {
        {"import", import},
        {"export", exportToBlob<kMorph>},
        {"copy", copy<kMorph>},
        {"poses", morphPoses},
        {"skeleton_export", exportToBlob<kSkeleton>},
        {"skeleton_copy", copy<kSkeleton>},
        {"skeleton_poses", skeletonPoses},
    };
    std::vector<Model> models{{"player", sheetModel(198, 480).bytes()}};
    if (arguments != std::vector<std::string>{"player"}) {
        models.push_back({"large", sheetModel(198, 2000).bytes()});
    }
    for (const Model& model : models) {
        for (const auto& [name, function] : cases) {
            benchmark::RegisterBenchmark((model.name + "/" + name).c_str(), [function = function,
                                                                             model](benchmark::State& state) {
                function(state, model);
            })->Unit(benchmark::kMicrosecond);
        }
    }
    describeRun();
    benchmark::RunSpecifiedBenchmarks();
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
