// SPDX-License-Identifier: BSD-3-Clause
// Measures import and export, beside a copy of the scene, the built-in importer and Assimp's own export.
//
// import-benchmark [--benchmark_...] [MODEL...]
//
// MODEL is a model of the builder (sample, small, player, large, huge; all of them unless something is
// named) or an .md2 file.
#include "assimp-md2/gltf.h"
#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "support/files.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/SceneCombiner.h>
#include <assimp/config.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <malloc.h>
#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace assimp_md2::inner::test;

struct Model {
    std::string name;
    Bytes bytes;
};

/// What is measured. Returns the size of what was written, 1 if nothing is written, and 0 after an error.
using Work = std::function<std::size_t()>;

/// Google Benchmark sets a case up several times. An import with bones of a larger model takes seconds, and a
/// larger model is above the limits of an MD2.
constexpr std::size_t kMostBytesOfSmallModels = 4'000'000;

const aiScene* read(Assimp::Importer& importer, const Model& model) {
    return importer.ReadFileFromMemory(model.bytes.data(), model.bytes.size(), 0, "md2");
}

/// Imports the first frame, or all.
Work importWith(std::shared_ptr<Assimp::Importer> importer, const Model& model, bool isOneFrame) {
    if (isOneFrame) {
        importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 0);
    }
    return [importer = std::move(importer), &model] {
        const bool isRead = read(*importer, model) != nullptr;
        importer->FreeScene();
        return std::size_t{isRead};
    };
}

/// The floor of an import: the memory of its scene, written once and freed.
Work copyOfScene(const Model& model) {
    const std::shared_ptr<Assimp::Importer> importer = makeImporter();
    const aiScene* const scene = read(*importer, model);
    return [importer, scene] {
        aiScene* copy = nullptr;
        Assimp::SceneCombiner::CopyScene(&copy, scene);
        const std::unique_ptr<aiScene> owner(copy);
        return std::size_t{copy != nullptr};
    };
}

/// A whole export: the exporter's copy of the scene, the post-processing that Assimp requires before it
/// writes, and the writing.
Work exportWith(const Model& model, bool isOurs, const char* animation, const char* format = "glb2") {
    const std::shared_ptr<Assimp::Importer> importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
    const aiScene* const scene = read(*importer, model);
    const auto exporter = std::make_shared<Assimp::Exporter>();
    if (isOurs) {
        assimp_md2::registerExporters(*exporter);
        assimp_md2::registerMd2Exporter(*exporter);
    }
    return [importer, exporter, scene, format] {
        exporter->FreeBlob();
        const aiExportDataBlob* const blob = exporter->ExportToBlob(scene, format);
        return blob == nullptr ? 0 : blob->size;
    };
}

struct Case {
    const char* name;
    Work (*work)(const Model&);
};

constexpr Case kCases[] = {
    {"copy_of_scene", copyOfScene},
    {"import", [](const Model& model) { return importWith(makeImporter(), model, false); }},
    {"import_one_frame", [](const Model& model) { return importWith(makeImporter(), model, true); }},
    {"built_in_one_frame",
     [](const Model& model) { return importWith(std::make_shared<Assimp::Importer>(), model, true); }},
    {"export", [](const Model& model) { return exportWith(model, true, "morph"); }},
    {"export_assimp", [](const Model& model) { return exportWith(model, false, "morph"); }},
};
constexpr Case kOfSmallModels[] = {
    {"export_with_bones", [](const Model& model) { return exportWith(model, true, "skeleton"); }},
    {"export_md2", [](const Model& model) { return exportWith(model, true, "morph", "md2"); }},
};

void repeat(benchmark::State& state, const Model& model, const Case& measured) {
    const Work work = measured.work(model);
    std::size_t result = 1;
    for (auto _ : state) {
        result = work();
    }
    if (result == 0) {
        state.SkipWithError("cannot be imported or exported");
    }
    if (result > 1) {
        state.counters["written_per_md2_byte"] =
            static_cast<double>(result) / static_cast<double>(model.bytes.size());
    }
}

void addBenchmarks(Model loaded) {
    const auto model = std::make_shared<const Model>(std::move(loaded));
    const auto add = [&](const Case& measured) {
        benchmark::RegisterBenchmark(
            (model->name + "/" + measured.name).c_str(),
            [model, measured](benchmark::State& state) { repeat(state, *model, measured); });
    };
    std::for_each(std::begin(kCases), std::end(kCases), add);
    if (model->bytes.size() <= kMostBytesOfSmallModels) {
        std::for_each(std::begin(kOfSmallModels), std::end(kOfSmallModels), add);
    }
}

Model modelOf(const std::string& argument) {
    const std::pair<const char*, Md2Builder (*)()> builders[] = {
        {"sample", [] { return sampleModel(); }},        {"small", [] { return sheetModel(30, 40); }},
        {"player", [] { return sheetModel(198, 480); }}, {"large", [] { return sheetModel(198, 2000); }},
        {"huge", [] { return sheetModel(512, 10000); }},
    };
    for (const auto& [name, build] : builders) {
        if (argument == name) {
            return {argument, build().bytes()};
        }
    }
    return {argument, readBytes(argument)};
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::vector<std::string> names(argv + 1, argv + argc);
    if (names.empty()) {
        names = {"sample", "small", "player", "large", "huge"};
    }
    // malloc keeps freed memory of every size for the next allocation, so that no page faults are measured.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    for (const std::string& name : names) {
        addBenchmarks(modelOf(name));
    }
    benchmark::RunSpecifiedBenchmarks();
}
