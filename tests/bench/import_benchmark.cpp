// SPDX-License-Identifier: BSD-3-Clause
// Measures import and export, beside the floor, the built-in importer and Assimp's own export.
//
// import-benchmark [MODEL...] [--benchmark_...]
// import-benchmark --once [MODEL...]
// import-benchmark --write=FOLDER [MODEL...]
//
// MODEL is a model of the builder (sample, small, player, large, huge; all of them unless something is
// named; and medium, for convert.py), an .md2 file, or a folder that is searched for such files. --once runs
// each import once for warm-up and once measured, and prints a line for each: model, case and nanoseconds of
// CPU time, with tabs between.
// --write writes the models to a folder, for other programs.
#include "assimp-md2/gltf.h"
#include "assimp-md2/properties.h"
#include "bench/heap.h"
#include "bench/program.h"
#include "support/files.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/config.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using namespace assimp_md2::inner::test;

struct Model {
    std::string name;
    Bytes bytes;
    std::size_t frameCorners = 0;     ///< frames × corners
    std::vector<std::size_t> scene{}; ///< the sizes of its allocations
    std::size_t peakAboveScene = 0;   ///< bytes at the peak that are neither scene nor file
};

/// What is measured. Returns the size of what was written, 1 if nothing is written, and 0 after an error.
using Work = std::function<std::size_t()>;

/// Google Benchmark sets a case up several times, and an import with bones of a larger model takes seconds.
constexpr std::size_t kMostFrameCornersForBones = 1'000'000;

const aiScene* read(Assimp::Importer& importer, const Model& model) {
    return importer.ReadFileFromMemory(model.bytes.data(), model.bytes.size(), 0, "md2");
}

/// Imports once and measures the memory. The scene is what its destructor frees: neither temporary memory of
/// the import nor what the Importer keeps. \return whether the model could be imported
bool measure(Model& model) {
    const auto importer = makeImporter();
    HeapWatch watch;
    const aiScene* const scene = read(*importer, model);
    if (scene == nullptr) {
        return false;
    }
    for (unsigned int i = 0; i < scene->mNumMeshes; ++i) {
        const aiMesh& mesh = *scene->mMeshes[i];
        model.frameCorners += std::size_t{mesh.mNumAnimMeshes} * mesh.mNumVertices;
    }
    const std::size_t peak = watch.peakBytes();
    const std::size_t freedBefore = watch.freed().size();
    importer->FreeScene();
    model.scene.assign(watch.freed().begin() + static_cast<std::ptrdiff_t>(freedBefore), watch.freed().end());
    const std::size_t known = std::accumulate(model.scene.begin(), model.scene.end(), model.bytes.size());
    model.peakAboveScene = peak > known ? peak - known : 0;
    return true;
}

/// The memory of the scene and nothing else: as many allocations of the same sizes, every byte written once,
/// and freed.
Work floorOf(const Model& model) {
    return [&model, pieces = std::vector<void*>(model.scene.size())]() mutable {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            pieces[i] = ::operator new(model.scene[i]);
            std::memset(pieces[i], 1, model.scene[i]);
            benchmark::DoNotOptimize(pieces[i]);
        }
        benchmark::ClobberMemory();
        for (void* const piece : pieces) {
            ::operator delete(piece);
        }
        return std::size_t{1};
    };
}

/// Imports the frames from 0 to `frameCount` - 1 one by one, or all at once if `frameCount` is 0.
Work importWith(std::shared_ptr<Assimp::Importer> importer, const Model& model, int frameCount) {
    return [importer = std::move(importer), &model, frameCount] {
        bool isRead = true;
        for (int frame = 0; frame == 0 || frame < frameCount; ++frame) {
            if (frameCount > 0) {
                importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, frame);
            }
            isRead = read(*importer, model) != nullptr && isRead;
            importer->FreeScene();
        }
        return std::size_t{isRead};
    };
}

/// A whole export: the exporter's copy of the scene, the post-processing that Assimp requires before it
/// writes, and the writing.
Work exportWith(const Model& model, bool isOurs, const char* animation) {
    const std::shared_ptr<Assimp::Importer> importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
    const aiScene* const scene = read(*importer, model);
    const auto exporter = std::make_shared<Assimp::Exporter>();
    if (isOurs) {
        assimp_md2::registerExporters(*exporter);
    }
    return [importer, exporter, scene] {
        exporter->FreeBlob();
        const aiExportDataBlob* const blob = exporter->ExportToBlob(scene, kGlb);
        return blob == nullptr ? 0 : blob->size;
    };
}

struct Case {
    const char* name;
    Work (*work)(const Model&);
};

constexpr Case kImports[] = {
    {"floor", floorOf},
    {"import", [](const Model& model) { return importWith(makeImporter(), model, 0); }},
    {"import_one_frame", [](const Model& model) { return importWith(makeImporter(), model, 1); }},
    {"built_in_one_frame",
     [](const Model& model) { return importWith(std::make_shared<Assimp::Importer>(), model, 1); }},
};
constexpr Case kOthers[] = {
    // How a program gets all frames without this library.
    {"built_in_each_frame",
     [](const Model& model) {
         return importWith(std::make_shared<Assimp::Importer>(), model,
                           static_cast<int>(valueAt(model.bytes, field::kNumFrames)));
     }},
    {"export", [](const Model& model) { return exportWith(model, true, "morph"); }},
    {"export_assimp", [](const Model& model) { return exportWith(model, false, "morph"); }},
};
constexpr Case kExportWithBones = {"export_with_bones",
                                   [](const Model& model) { return exportWith(model, true, "skeleton"); }};

void repeat(benchmark::State& state, const Model& model, const Case& measured) {
    const Work work = measured.work(model);
    std::size_t result = 1;
    for (auto _ : state) {
        result = work();
    }
    if (result == 0) {
        state.SkipWithError("cannot be imported or exported");
    }
    state.counters["frame_corners"] = static_cast<double>(model.frameCorners);
    state.counters["peak_above_scene"] = static_cast<double>(model.peakAboveScene);
    state.counters["md2_bytes"] = static_cast<double>(model.bytes.size());
    state.counters["written_bytes"] = static_cast<double>(result);
}

void addBenchmarks(Model loaded) {
    const auto model = std::make_shared<const Model>(std::move(loaded));
    const auto add = [&](const Case& measured) {
        benchmark::RegisterBenchmark(
            (model->name + "/" + measured.name).c_str(),
            [model, measured](benchmark::State& state) { repeat(state, *model, measured); });
    };
    std::for_each(std::begin(kImports), std::end(kImports), add);
    std::for_each(std::begin(kOthers), std::end(kOthers), add);
    if (model->frameCorners <= kMostFrameCornersForBones) {
        add(kExportWithBones);
    }
}

long long nanoseconds() {
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

void printOnce(const Model& model) {
    std::printf("%s\tframes\t%d\n", model.name.c_str(),
                static_cast<int>(valueAt(model.bytes, field::kNumFrames)));
    for (const Case& measured : kImports) {
        const Work work = measured.work(model);
        work(); // warm-up
        const long long start = nanoseconds();
        if (work() != 0) {
            std::printf("%s\t%s\t%lld\n", model.name.c_str(), measured.name, nanoseconds() - start);
        }
    }
}

/// The models that an argument names.
std::vector<Model> modelsOf(const std::string& argument) {
    const std::pair<const char*, Md2Builder (*)()> builders[] = {
        {"sample", [] { return sampleModel(); }},        {"small", [] { return sheetModel(30, 40); }},
        {"player", [] { return sheetModel(198, 480); }}, {"large", [] { return sheetModel(198, 2000); }},
        {"huge", [] { return sheetModel(512, 10000); }}, {"medium", [] { return sheetModel(30, 300); }},
    };
    for (const auto& [name, build] : builders) {
        if (argument == name) {
            return {{argument, build().bytes()}};
        }
    }
    if (!std::filesystem::is_directory(argument)) {
        return {{argument, readBytes(argument)}};
    }
    std::vector<Model> models;
    for (const std::filesystem::path& path : md2FilesIn(argument)) {
        models.push_back({path.lexically_relative(argument).generic_string(), readBytes(path)});
    }
    return models;
}

void run(std::vector<std::string> arguments) {
    const bool isOnce = takeOption(arguments, "--once").has_value();
    const std::optional<std::string> folder = takeOption(arguments, "--write");
    if (arguments.empty()) {
        arguments = {"sample", "small", "player", "large", "huge"};
    }
    refuseOptions(arguments);
    keepFreedMemory();
    for (const std::string& argument : arguments) {
        for (Model& model : modelsOf(argument)) {
            if (folder) {
                writeBytes(std::filesystem::path(*folder) / (model.name + ".md2"), model.bytes);
            } else if (!measure(model)) {
                std::fprintf(stderr, "%s cannot be imported\n", model.name.c_str());
            } else if (isOnce) {
                printOnce(model);
            } else {
                addBenchmarks(std::move(model));
            }
        }
    }
    if (!folder && !isOnce) {
        describeRun();
        benchmark::RunSpecifiedBenchmarks();
    }
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
