// SPDX-License-Identifier: BSD-3-Clause
// Measures import, registration and export, beside the floor, the built-in importer and Assimp's own export.
//
// import-benchmark [--fresh-memory] [MODEL...] [--benchmark_...]
// import-benchmark --write=FOLDER [MODEL...]
//
// MODEL is a model of the builder (sample, small, player, large, huge; all of them unless something is
// named), an .md2 file, or a folder that is searched for such files. --write writes the models to a folder,
// for other programs. --fresh-memory returns freed memory to the system before every run, so that page faults
// are measured too. Without it, memory stays mapped.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "bench/heap.h"
#include "bench/program.h"
#include "md2/view.h"
#include "support/files.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/cexport.h>
#include <assimp/config.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <malloc.h>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace assimp_md2::test;

struct Model {
    std::string name;
    Bytes bytes;
    std::size_t frameCorners = 0;   ///< frames × corners
    HeapPieces scene{};             ///< the allocations of the scene
    std::size_t peakAboveScene = 0; ///< bytes at the peak that are neither scene nor file
};

bool memoryIsFresh = false; ///< set by main, once

/// Google Benchmark sets a case up several times, and an import with bones of a larger model takes seconds.
constexpr std::size_t kMostFrameCornersForBones = 1'000'000;

/// Times `work`, as often as Google Benchmark asks for it.
template <typename Work>
void repeat(benchmark::State& state, Work work) {
    for (auto _ : state) {
        if (memoryIsFresh) {
            state.PauseTiming();
            malloc_trim(0);
            state.ResumeTiming();
        }
        work();
    }
}

void perFrameCorner(benchmark::State& state, const Model& model) {
    state.counters["per_frame_corner"] =
        benchmark::Counter(static_cast<double>(model.frameCorners),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

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
    model.frameCorners = std::size_t{scene->mMeshes[0]->mNumAnimMeshes} * scene->mMeshes[0]->mNumVertices;
    const std::size_t peak = watch.peakBytes();
    model.scene = watch.piecesFreedBy([&] { importer->FreeScene(); });
    const std::size_t known = model.scene.bytes + model.bytes.size();
    model.peakAboveScene = peak > known ? peak - known : 0;
    return true;
}

/// The memory of the scene and nothing else: the same allocations in the same order, every byte written once,
/// and freed.
void floorOf(benchmark::State& state, const Model& model) {
    std::vector<void*> pieces(model.scene.sizes.size());
    repeat(state, [&] {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            pieces[i] = ::operator new(model.scene.sizes[i]);
            std::memset(pieces[i], 1, model.scene.sizes[i]);
            benchmark::DoNotOptimize(pieces[i]);
        }
        benchmark::ClobberMemory();
        for (const std::size_t index : model.scene.freeOrder) {
            ::operator delete(pieces[index]);
        }
    });
    perFrameCorner(state, model);
}

void repeatImport(benchmark::State& state, Assimp::Importer& importer, const Model& model) {
    repeat(state, [&] {
        benchmark::DoNotOptimize(read(importer, model));
        importer.FreeScene();
    });
}

void import(benchmark::State& state, const Model& model) {
    repeatImport(state, *makeImporter(), model);
    perFrameCorner(state, model);
    state.counters["peak_above_scene"] = static_cast<double>(model.peakAboveScene);
}

void importOneFrame(benchmark::State& state, const Model& model) {
    const auto importer = makeImporter();
    importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 0);
    repeatImport(state, *importer, model);
}

void parseAlone(benchmark::State& state, const Model& model) {
    repeat(state, [&] {
        benchmark::DoNotOptimize(
            assimp_md2::parse(assimp_md2::ByteSlice(model.bytes.data(), model.bytes.size())));
    });
}

/// The built-in importer for the frames before `frameCount`, one after the other.
void builtIn(benchmark::State& state, const Model& model, int frameCount) {
    Assimp::Importer importer;
    bool isRead = true;
    repeat(state, [&] {
        for (int frame = 0; frame < frameCount; ++frame) {
            importer.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, frame);
            isRead = read(importer, model) != nullptr && isRead;
            importer.FreeScene();
        }
    });
    if (!isRead) {
        state.SkipWithError("the built-in importer does not read it");
    }
}

void builtInOneFrame(benchmark::State& state, const Model& model) {
    builtIn(state, model, 1);
}

/// How a program gets all frames without this library.
void builtInEachFrame(benchmark::State& state, const Model& model) {
    builtIn(state, model, valueAt(model.bytes, field::kNumFrames));
    perFrameCorner(state, model);
}

/// Registers on new importers. Stopping a clock takes longer than one registration, so the importers are
/// created first, and the clock runs for many of them.
void registration(benchmark::State& state) {
    constexpr benchmark::IterationCount kBatch = 64;
    std::vector<std::unique_ptr<Assimp::Importer>> importers(kBatch);
    while (state.KeepRunningBatch(kBatch)) {
        state.PauseTiming();
        for (auto& importer : importers) {
            importer = std::make_unique<Assimp::Importer>();
        }
        state.ResumeTiming();
        for (auto& importer : importers) {
            benchmark::DoNotOptimize(assimp_md2::registerImporter(*importer));
        }
    }
}

/// A model's scene, and an exporter with or without this library.
struct ExportSetup {
    ExportSetup(const Model& model, bool isOurs, bool hasBones = false) : importer(makeImporter()) {
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, hasBones ? "skeleton" : "morph");
        scene = read(*importer, model);
        if (isOurs) {
            assimp_md2::registerExporters(exporter);
        }
    }

    std::unique_ptr<Assimp::Importer> importer;
    const aiScene* scene = nullptr;
    Assimp::Exporter exporter;
};

/// A whole export: the exporter's copy of the scene, the post-processing that Assimp requires before it
/// writes, and the writing.
void exportToBlob(benchmark::State& state, const Model& model, bool isOurs, bool hasBones = false) {
    ExportSetup setup(model, isOurs, hasBones);
    const aiExportDataBlob* blob = nullptr;
    repeat(state, [&] {
        setup.exporter.FreeBlob();
        blob = setup.exporter.ExportToBlob(setup.scene, kGlb);
    });
    if (blob == nullptr) {
        state.SkipWithError(setup.exporter.GetErrorString());
        return;
    }
    state.counters["glb_bytes"] = static_cast<double>(blob->size);
    state.counters["glb_per_md2"] = static_cast<double>(blob->size) / static_cast<double>(model.bytes.size());
}

void hookedExport(benchmark::State& state, const Model& model) {
    exportToBlob(state, model, true);
}

void assimpExport(benchmark::State& state, const Model& model) {
    exportToBlob(state, model, false);
}

void boneExport(benchmark::State& state, const Model& model) {
    exportToBlob(state, model, true, true);
}

/// The function that an exporter calls to write a format, after the copy and the post-processing.
Assimp::Exporter::fpExportFunc writerOf(const Assimp::Exporter& exporter) {
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* const description = exporter.GetExportFormatDescription(i);
        if (std::strcmp(description->id, kGlb) == 0) {
            // The description is the first member of its entry.
            return reinterpret_cast<const Assimp::Exporter::ExportFormatEntry*>(description)->mExportFunction;
        }
    }
    throw std::runtime_error("this Assimp does not write GLB");
}

/// A file in memory. Assimp's BlobIOStream cannot be linked with a static Assimp: its header defines its
/// destructor once more.
class WrittenFile : public Assimp::IOStream {
public:
    std::size_t Read(void*, std::size_t, std::size_t) override { return 0; }
    std::size_t Write(const void* from, std::size_t size, std::size_t count) override {
        bytes_.resize(std::max(bytes_.size(), offset_ + size * count));
        std::copy_n(static_cast<const std::uint8_t*>(from), size * count,
                    bytes_.begin() + static_cast<std::ptrdiff_t>(offset_));
        offset_ += size * count;
        return count;
    }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        offset_ = origin == aiOrigin_SET   ? offset
                  : origin == aiOrigin_CUR ? offset_ + offset
                                           : bytes_.size() - offset;
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return offset_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::vector<std::uint8_t> bytes_;
    std::size_t offset_ = 0;
};

class WrittenFiles : public Assimp::IOSystem {
public:
    bool Exists(const char*) const override { return false; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char*, const char*) override { return new WrittenFile; }
    void Close(Assimp::IOStream* stream) override { delete stream; }
};

/// Writes a new copy of the scene each time, as an exporter does: the writer consumes it.
void write(benchmark::State& state, const ExportSetup& setup) {
    const Assimp::Exporter::fpExportFunc writer = writerOf(setup.exporter);
    const Assimp::ExportProperties properties;
    repeat(state, [&] {
        state.PauseTiming();
        aiScene* copy = nullptr;
        aiCopyScene(setup.scene, &copy);
        std::unique_ptr<aiScene, void (*)(const aiScene*)> owner(copy, aiFreeScene);
        state.ResumeTiming();
        {
            WrittenFiles files;
            writer("model.glb", &files, copy, &properties);
        }
        state.PauseTiming();
        owner.reset();
        state.ResumeTiming();
    });
}

/// This library's glTF writer alone. An export also includes the copy of the scene that Assimp::Exporter
/// makes first.
void hookedWriter(benchmark::State& state, const Model& model) {
    write(state, ExportSetup(model, true));
}

/// Assimp's glTF writer alone, with anim meshes and animations hidden from it.
void assimpWriterWithoutMorphs(benchmark::State& state, const Model& model) {
    ExportSetup setup(model, false);
    aiMesh& mesh = *setup.scene->mMeshes[0];
    auto& animationCount = const_cast<aiScene*>(setup.scene)->mNumAnimations;
    // The counts are restored before the scene is freed, because its destructor uses them.
    const unsigned int animMeshes = std::exchange(mesh.mNumAnimMeshes, 0U);
    const unsigned int animations = std::exchange(animationCount, 0U);
    write(state, setup);
    mesh.mNumAnimMeshes = animMeshes;
    animationCount = animations;
}

void add(Model model) {
    if (!measure(model)) {
        std::fprintf(stderr, "%s cannot be imported\n", model.name.c_str());
        return;
    }
    const auto shared = std::make_shared<const Model>(std::move(model));
    const std::pair<const char*, void (*)(benchmark::State&, const Model&)> cases[] = {
        {"floor", floorOf},
        {"import", import},
        {"import_one_frame", importOneFrame},
        {"parse", parseAlone},
        {"built_in_one_frame", builtInOneFrame},
        {"built_in_each_frame", builtInEachFrame},
        {"export", hookedExport},
        {"export_assimp", assimpExport},
        {"export_with_bones", boneExport},
        {"write", hookedWriter},
        {"write_assimp_without_morphs", assimpWriterWithoutMorphs},
    };
    for (const auto& [name, function] : cases) {
        if (function == boneExport && shared->frameCorners > kMostFrameCornersForBones) {
            continue;
        }
        benchmark::RegisterBenchmark((shared->name + "/" + name).c_str(), [function = function,
                                                                           shared](benchmark::State& state) {
            function(state, *shared);
        })->Unit(benchmark::kMicrosecond);
    }
}

constexpr const char* kBuilderModels[] = {"sample", "small", "player", "large", "huge"};

std::optional<Md2Builder> builderModel(std::string_view name) {
    if (name == "sample") {
        return sampleModel();
    }
    if (name == "small") {
        return sheetModel(30, 40);
    }
    if (name == "player") {
        return sheetModel(198, 480);
    }
    if (name == "large") {
        return sheetModel(198, 2000);
    }
    if (name == "huge") {
        return sheetModel(512, 10000);
    }
    return std::nullopt;
}

/// The models that an argument names.
std::vector<Model> modelsOf(const std::string& argument) {
    if (const std::optional<Md2Builder> builder = builderModel(argument)) {
        return {{argument, builder->bytes()}};
    }
    if (!std::filesystem::is_directory(argument)) {
        return {{argument, readBytes(argument)}};
    }
    std::vector<Model> models;
    for (const std::filesystem::path& path : md2FilesIn(argument)) {
        models.push_back({path.string(), readBytes(path)});
    }
    return models;
}

void run(std::vector<std::string> arguments) {
    memoryIsFresh = takeOption(arguments, "--fresh-memory").has_value();
    const std::optional<std::string> folder = takeOption(arguments, "--write");
    if (arguments.empty()) {
        arguments.assign(std::begin(kBuilderModels), std::end(kBuilderModels));
    }
    refuseOptions(arguments);
    keepFreedMemory();
    for (const std::string& argument : arguments) {
        for (Model& model : modelsOf(argument)) {
            if (folder) {
                const std::string stem = std::filesystem::path(model.name).stem().string();
                writeBytes(std::filesystem::path(*folder) / (stem + ".md2"), model.bytes);
            } else {
                add(std::move(model));
            }
        }
    }
    if (!folder) {
        benchmark::AddCustomContext("memory", memoryIsFresh ? "fresh" : "mapped");
        describeRun();
        benchmark::RegisterBenchmark("register", registration)->Unit(benchmark::kMicrosecond);
        benchmark::RunSpecifiedBenchmarks();
    }
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
