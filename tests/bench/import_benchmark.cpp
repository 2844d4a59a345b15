// SPDX-License-Identifier: BSD-3-Clause
// What an import costs, beside the floor (the same allocations, filled and freed) and the built-in importer.
// import-benchmark [FILE.md2...] [--benchmark_…]: models from the builder, and the files that are named.
#include "format/view.h"
#include "support/heap.h"
#include "support/import.h"

#include <assimp/config.h>
#include <benchmark/benchmark.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <numeric>

namespace {

using namespace assimp_md2::test;

struct Model {
    std::string name;
    Bytes bytes;
    std::size_t frameCorners = 0;           ///< frames × corners
    std::vector<std::size_t> allocations{}; ///< of the scene, in order
    std::size_t peakAboveScene = 0;         ///< bytes at the peak that are neither scene nor file
};

const aiScene* read(Assimp::Importer& importer, const Model& model) {
    return importer.ReadFileFromMemory(model.bytes.data(), model.bytes.size(), 0, "md2");
}

/// Imports once and takes down what that costs in memory.
bool measure(Model& model) {
    const auto importer = makeImporter();
    const HeapWatch watch;
    const aiScene* const scene = read(*importer, model);
    model.allocations = watch.living();
    if (scene == nullptr) {
        return false;
    }
    const std::size_t sceneBytes =
        std::accumulate(model.allocations.begin(), model.allocations.end(), std::size_t{0});
    const std::size_t known = sceneBytes + model.bytes.size();
    model.peakAboveScene = watch.peakBytes() > known ? watch.peakBytes() - known : 0;
    model.frameCorners = std::size_t{scene->mMeshes[0]->mNumAnimMeshes} * scene->mMeshes[0]->mNumVertices;
    return true;
}

void perFrameCorner(benchmark::State& state, const Model& model) {
    state.counters["per_frame_corner"] =
        benchmark::Counter(static_cast<double>(model.frameCorners),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void import(benchmark::State& state, const Model& model) {
    const auto importer = makeImporter();
    for (auto _ : state) {
        benchmark::DoNotOptimize(read(*importer, model));
        importer->FreeScene();
    }
    perFrameCorner(state, model);
    state.counters["peak_above_scene"] = static_cast<double>(model.peakAboveScene);
}

void floorOf(benchmark::State& state, const Model& model) {
    std::vector<void*> pieces(model.allocations.size());
    for (auto _ : state) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            pieces[i] = ::operator new(model.allocations[i]);
            std::memset(pieces[i], 1, model.allocations[i]);
            benchmark::DoNotOptimize(pieces[i]);
        }
        for (void* const piece : pieces) {
            ::operator delete(piece);
        }
    }
    perFrameCorner(state, model);
}

void builtInOneFrame(benchmark::State& state, const Model& model) {
    Assimp::Importer importer;
    for (auto _ : state) {
        benchmark::DoNotOptimize(read(importer, model));
        importer.FreeScene();
    }
}

void builtInEachFrame(benchmark::State& state, const Model& model) {
    Assimp::Importer importer;
    const int frames = valueAt(model.bytes, field::kNumFrames);
    for (auto _ : state) {
        for (int frame = 0; frame < frames; ++frame) {
            importer.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, frame);
            benchmark::DoNotOptimize(read(importer, model));
            importer.FreeScene();
        }
    }
    perFrameCorner(state, model);
}

void parseAlone(benchmark::State& state, const Model& model) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            assimp_md2::parse(assimp_md2::ByteSlice(model.bytes.data(), model.bytes.size())));
    }
}

void add(Model model) {
    if (!measure(model)) {
        std::fprintf(stderr, "%s does not import\n", model.name.c_str());
        return;
    }
    const auto shared = std::make_shared<const Model>(std::move(model));
    const std::pair<const char*, void (*)(benchmark::State&, const Model&)> cases[] = {
        {"floor", floorOf},
        {"import", import},
        {"parse", parseAlone},
        {"built_in_one_frame", builtInOneFrame},
        {"built_in_each_frame", builtInEachFrame},
    };
    for (const auto& [name, function] : cases) {
        benchmark::RegisterBenchmark((shared->name + "/" + name).c_str(), [function = function,
                                                                           shared](benchmark::State& state) {
            function(state, *shared);
        })->Unit(benchmark::kMicrosecond);
    }
}

Bytes bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

int main(int argc, char** argv) {
    // Keeps freed memory mapped, so that no run pays for the pages of the one before. MALLOC_… variables of
    // the environment, or a build without this line, show what fresh memory costs on top.
    if (std::getenv("FRESH_MEMORY") == nullptr) {
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        mallopt(M_TRIM_THRESHOLD, -1);
    }
    benchmark::Initialize(&argc, argv);
    add({"small", sheetModel(30, 40).bytes()});
    add({"player", sheetModel(198, 480).bytes()});
    add({"large", sheetModel(198, 2000).bytes()});
    add({"huge", sheetModel(512, 10000).bytes()});
    for (int i = 1; i < argc; ++i) {
        add({std::filesystem::path(argv[i]).filename().string(), bytesOf(argv[i])});
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
