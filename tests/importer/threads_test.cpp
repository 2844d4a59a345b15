// SPDX-License-Identifier: BSD-3-Clause
// Imports and exports on many threads at once, each with importers of its own: the scenes equal those of one
// thread.
#include "assimp-md2/game_files.h"
#include "assimp-md2/properties.h"
#include "support/archives.h"
#include "support/export.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace assimp_md2::inner::test {
namespace {

std::vector<Bytes> samples() {
    Md2Builder onlyCommands = smallModel(4);
    onlyCommands.triangles.clear();
    Md2Builder damaged = smallModel(4);
    damaged.triangles[0].vertex[0] = 77;
    damaged.triangles[1].st[0] = 77;
    damaged.frames[1].vertices[0][3] = 255;
    Bytes cutOff = smallModel(4).bytes();
    cutOff.resize(cutOff.size() / 2);
    return {smallModel(4).bytes(),
            onlyCommands.bytes(),
            damaged.bytes(),
            cutOff,
            sampleModel().bytes(),
            smallModel(198, "fr").bytes(),
            sheetModel(20, 400).bytes(),
            modelWithFrames({"pain101", "pain201", "caf\xE9", ""}).bytes(),
            anachronoxModel(1).bytes()};
}

using SetProperties = std::function<void(Assimp::Importer&)>;

std::vector<SetProperties> propertySets() {
    return {
        [](Assimp::Importer&) {},
        [](Assimp::Importer& importer) { importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all"); },
        [](Assimp::Importer& importer) {
            importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "a:0-1;b:2-3@5");
            importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
        },
        [](Assimp::Importer& importer) { importer.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 1); }};
}

/// The imported scene as a GLB, which has all its values, or the error.
std::string resultOf(const Assimp::Importer& importer) {
    if (importer.GetScene() == nullptr) {
        return importer.GetErrorString();
    }
    const Bytes glb = exported(*importer.GetScene(), "glb2");
    return {glb.begin(), glb.end()};
}

/// Each import from 0 to `count` - 1 gives on each of eight threads what it gives on one.
void expectTheSameOnThreads(std::size_t count, const std::function<std::string(std::size_t)>& import) {
    constexpr std::size_t kThreads = 8;
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(import(i));
    }
    std::vector<std::size_t> different(kThreads, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            // Each starts with another file, so that different imports run at the same time.
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t at = (i + t * count / kThreads) % count;
                different[t] += import(at) != expected[at] ? 1u : 0u;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(different, std::vector<std::size_t>(kThreads, 0));
}

TEST(Threads, ImportTheSameScenesAsOneThread) {
    const std::vector<Bytes> files = samples();
    const std::vector<SetProperties> sets = propertySets();
    expectTheSameOnThreads(files.size() * sets.size(), [&](std::size_t i) {
        const auto importer = makeImporter();
        sets[i % sets.size()](*importer);
        importBytes(*importer, files[i / sets.size()]);
        return resultOf(*importer);
    });
}

TEST(Threads, ShareTheFilesOfAGame) {
    std::vector<PackedFile> inZip{{"players/zip/tris.md2", sampleModel().bytes()}};
    for (const SampleFile& file : filesBesideSampleModel()) {
        inZip.push_back({"players/zip/" + file.name, file.bytes});
    }
    std::vector<PackedFile> inPak = inZip;
    for (PackedFile& file : inPak) {
        file.name.replace(8, 3, "pak");
    }
    const TemporaryFolder folder;
    folder.put("pak0.pkz", zipArchive(inZip));
    folder.put("pak0.pak", pakArchive(inPak));
    GameFiles shared({folder / ""});
    expectTheSameOnThreads(8, [&](std::size_t i) {
        const auto importer = makeImporterOfMd2Alone();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
        // Half of the imports share the object itself, the others what its copies share.
        const bool sharesObject = i / 2 % 2 == 0;
        importer->SetIOHandler(sharesObject ? &shared : new GameFiles(shared));
        importer->ReadFile(i % 2 == 0 ? "players/zip/tris.md2" : "players/pak/tris.md2", 0);
        std::string result = resultOf(*importer);
        EXPECT_EQ(result.substr(0, 4), "glTF") << result.substr(0, 100);
        if (sharesObject) {
            importer->SetIOHandler(nullptr); // the importer would delete it
        }
        return result;
    });
}

} // namespace
} // namespace assimp_md2::inner::test
