// SPDX-License-Identifier: BSD-3-Clause
// Measures imports from disk with skins, and with an export of each model.
//
// disk-benchmark [FOLDER...] [--benchmark_...]
//
// FOLDER is one of the folders that the program generates (all of them unless something is named):
//   own        players with a skin each
//   shared     players that name one skin
//   spellings  players with four skins each, whose names are one file
// or any folder of models. Every case runs over all models of its folder. malloc keeps its default settings,
// so page faults are measured as programs have them.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "bench/program.h"
#include "image/image.h"
#include "support/files.h"
#include "support/import.h"
#include "support/pcx_builder.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

constexpr std::size_t kPlayersInFolder = 20;

/// A skin like those of games: patches in shades of one colour with noise, and about a quarter of it unused.
Image skinImage(unsigned number) {
    constexpr std::uint32_t kSide = 256;
    constexpr std::uint32_t kPatch = 32;
    std::minstd_rand random(std::minstd_rand::result_type{number} + 1);
    Image image;
    image.size = {kSide, kSide};
    image.layout = PixelLayout::Palette;
    for (unsigned i = 0; i < 256; ++i) {
        const unsigned shade = 8 + i % 16 * 15;
        image.palette.push_back({static_cast<std::uint8_t>(shade),
                                 static_cast<std::uint8_t>(shade * (i / 16) / 16),
                                 static_cast<std::uint8_t>(shade * (15 - i / 16) / 16)});
    }
    for (std::uint32_t y = 0; y < kSide; ++y) {
        for (std::uint32_t x = 0; x < kSide; ++x) {
            const std::uint32_t patch = x / kPatch + y / kPatch * 3 + number;
            const double shade = 7.5 + 5 * std::sin(x / 11.0 + patch) * std::cos(y / 13.0);
            const unsigned noise = random() >> 8 & 1;
            const bool isUsed = patch % 4 != 0;
            image.pixels.push_back(static_cast<std::uint8_t>(
                isUsed ? patch % 15 * 16 + static_cast<unsigned>(shade) + noise : 0));
        }
    }
    return image;
}

std::string playerName(std::size_t number, const char* extension) {
    return "player" + std::to_string(number) + extension;
}

/// The files of a generated folder, by their names; none for any other name.
std::map<std::string, Bytes> filesOf(const std::string& name) {
    std::map<std::string, Bytes> files;
    const auto add = [&](std::vector<std::string> (*skinsOf)(std::size_t)) {
        Md2Builder player = sheetModel(198, 480);
        for (std::size_t i = 0; i < kPlayersInFolder; ++i) {
            player.skins = skinsOf(i);
            files[playerName(i, ".md2")] = player.bytes();
            files.try_emplace(player.skins[0], PcxBuilder().build(skinImage(static_cast<unsigned>(i))));
        }
    };
    if (name == "own") {
        add([](std::size_t i) { return std::vector<std::string>{playerName(i, ".pcx")}; });
    } else if (name == "shared") {
        add([](std::size_t) { return std::vector<std::string>{"skin.pcx"}; });
    } else if (name == "spellings") {
        add([](std::size_t) {
            return std::vector<std::string>{"skin.pcx", "Skin.pcx", "SKIN.PCX", "skin.PCX"};
        });
    }
    return files;
}

struct Folder {
    TemporaryFolder generated{}; ///< empty for a folder of the user
    std::vector<std::string> paths{};
    std::size_t textures = 0; ///< that the imports of all models embed
};

std::shared_ptr<const Folder> openFolder(const std::string& name) {
    auto folder = std::make_shared<Folder>();
    const std::map<std::string, Bytes> files = filesOf(name);
    for (const auto& [file, bytes] : files) {
        folder->generated.put(file, bytes);
    }
    const auto importer = makeImporter();
    for (const std::filesystem::path& path :
         md2FilesIn(files.empty() ? std::filesystem::path(name) : folder->generated.path())) {
        if (const aiScene* const scene = importer->ReadFile(path.string(), 0)) {
            folder->paths.push_back(path.string());
            folder->textures += scene->mNumTextures;
        } else {
            std::fprintf(stderr, "%s cannot be imported\n", path.string().c_str());
        }
    }
    if (folder->paths.empty()) {
        throw std::runtime_error("no model in " + name + " can be imported");
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
        const auto folder = openFolder(name);
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
