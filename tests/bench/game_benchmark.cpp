// SPDX-License-Identifier: BSD-3-Clause
// Measures the opening of a game with 3,000 files, and imports from archives and from loose files.
//
// game-benchmark [--benchmark_...]
#include "assimp-md2/game_files.h"
#include "assimp-md2/properties.h"
#include "bench/program.h"
#include "support/archives.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <benchmark/benchmark.h>

#include <stdexcept>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

constexpr std::size_t kFiles = 3'000;

/// As many files as in a game, 20 in each folder; the first folder has the sample with its skins.
std::vector<PackedFile> filesOfGame() {
    std::vector<PackedFile> files{{"players/imp/tris.md2", sampleModel().bytes()}};
    for (const SampleFile& file : filesBesideSampleModel()) {
        files.push_back({"players/imp/" + file.name, file.bytes});
    }
    while (files.size() < kFiles) {
        const std::string number = std::to_string(files.size());
        files.push_back({"textures/folder" + std::to_string(files.size() / 20) + "/texture" + number + ".wal",
                         Bytes(100, static_cast<std::uint8_t>(files.size()))});
    }
    return files;
}

void open(benchmark::State& state, const std::string& folder) {
    for (auto _ : state) {
        GameFiles files({folder});
        benchmark::DoNotOptimize(files);
    }
    state.counters["files"] = static_cast<double>(GameFiles({folder}).list().size());
}

void import(benchmark::State& state, const GameFiles* game, const std::string& path) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    if (game != nullptr) {
        importer->SetIOHandler(new GameFiles(*game));
    }
    for (auto _ : state) {
        const aiScene* const scene = importer->ReadFile(path, 0);
        if (scene == nullptr || scene->mNumTextures != 3) {
            state.SkipWithError(importer->GetErrorString());
            return;
        }
        importer->FreeScene();
    }
}

void run(std::vector<std::string> arguments) {
    if (!arguments.empty()) {
        throw std::runtime_error("usage: game-benchmark [--benchmark_...]");
    }
    // Games of the same files: in a PAK, in a ZIP, and loose.
    const TemporaryFolder games;
    const std::vector<PackedFile> files = filesOfGame();
    games.put("pak/pak0.pak", pakArchive(files));
    games.put("zip/pak0.pk3", zipArchive(files));
    for (const PackedFile& file : files) {
        games.put("loose/" + file.name, file.bytes);
    }
    for (const char* const kind : {"pak", "zip", "loose"}) {
        const std::string folder = games / kind;
        benchmark::RegisterBenchmark((std::string("open/") + kind).c_str(), [folder](
                                                                                benchmark::State& state) {
            open(state, folder);
        })->Unit(benchmark::kMicrosecond);
        const auto game = std::make_shared<const GameFiles>(std::vector<std::string>{folder});
        benchmark::RegisterBenchmark(
            (std::string("import/game_of_") + kind).c_str(),
            [game](benchmark::State& state) { import(state, game.get(), "players/imp/tris.md2"); })
            ->Unit(benchmark::kMicrosecond);
    }
    const std::string model = games / "loose/players/imp/tris.md2";
    benchmark::RegisterBenchmark("import/file_system", [model](benchmark::State& state) {
        import(state, nullptr, model);
    })->Unit(benchmark::kMicrosecond);
    describeRun();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
