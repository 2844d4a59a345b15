// SPDX-License-Identifier: BSD-3-Clause
// Measures imports from disk with skins, and with an export of each model.
//
// disk-benchmark [FOLDER...] [--benchmark_...]
//
// FOLDER is a folder that the program generates (all of them unless something is named):
//   own        players with a skin each
//   shared     players that name one skin
//   spellings  players with four skins each, whose names are one file
// Every case runs over all models of its folder. malloc keeps its default settings, so page faults are
// measured as programs have them.
#include "assimp-md2/gltf.h"
#include "assimp-md2/properties.h"
#include "bench/program.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>
#include <benchmark/benchmark.h>

#include <memory>
#include <stdexcept>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

constexpr std::size_t kPlayersInFolder = 20;

std::string playerName(std::size_t number, const char* extension) {
    return "player" + std::to_string(number) + extension;
}

/// The names of the skins of a player in a folder.
std::vector<std::string> skinsIn(const std::string& folder, std::size_t number) {
    if (folder == "own") {
        return {playerName(number, ".pcx")};
    }
    if (folder == "shared") {
        return {"skin.pcx"};
    }
    if (folder == "spellings") {
        return {"skin.pcx", "Skin.pcx", "SKIN.PCX", "skin.PCX"};
    }
    throw std::runtime_error("there is no folder " + folder);
}

struct Folder {
    TemporaryFolder files{};
    std::vector<std::string> paths{};
    std::size_t textures = 0; ///< that the imports of all models embed
};

std::shared_ptr<const Folder> makeFolder(const std::string& name) {
    auto folder = std::make_shared<Folder>();
    const Bytes skin = filesBesideSampleModel().front().bytes;
    Md2Builder player = sheetModel(198, 480);
    const auto importer = makeImporter();
    for (std::size_t i = 0; i < kPlayersInFolder; ++i) {
        player.skins = skinsIn(name, i);
        folder->files.put(player.skins[0], skin);
        folder->files.put(playerName(i, ".md2"), player.bytes());
        folder->paths.push_back(folder->files / playerName(i, ".md2"));
        folder->textures += sceneOfFile(*importer, folder->paths.back())->mNumTextures;
    }
    return folder;
}

/// Imports the models of a folder in turn, and exports each to a GLB file if `exports` is true.
void importAll(benchmark::State& state, const Folder& folder, const char* textures, bool exports) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, textures);
    Assimp::Exporter exporter;
    registerExporters(exporter);
    const TemporaryFolder output;
    for (auto _ : state) {
        for (const std::string& path : folder.paths) {
            const aiScene* const scene = importer->ReadFile(path, 0);
            if (exports && exporter.Export(scene, kGlb, output / "model.glb") != aiReturn_SUCCESS) {
                state.SkipWithError(exporter.GetErrorString());
                return;
            }
            importer->FreeScene();
        }
    }
    state.counters["models"] = static_cast<double>(folder.paths.size());
    state.counters["textures"] = static_cast<double>(folder.textures);
}

void run(std::vector<std::string> arguments) {
    refuseOptions(arguments);
    if (arguments.empty()) {
        arguments = {"own", "shared", "spellings"};
    }
    for (const std::string& name : arguments) {
        const auto folder = makeFolder(name);
        const auto add = [&](const char* caseName, const char* textures, bool exports) {
            benchmark::RegisterBenchmark((name + "/" + caseName).c_str(),
                                         [folder, textures, exports](benchmark::State& state) {
                                             importAll(state, *folder, textures, exports);
                                         });
        };
        add("names", "names", false);
        add("auto", "auto", false);
        add("export", "auto", true);
    }
    describeRun();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks(); // removes the generated folders
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
