// SPDX-License-Identifier: BSD-3-Clause
// The sizes that a ZIP archive states allocate nothing before the limits are checked.
#include "assimp-md2/game_files.h"
#include "assimp-md2/properties.h"
#include "games/game.h"
#include "importer/image/png.h"
#include "support/archives.h"
#include "support/heap.h"
#include "support/images.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/IOStream.hpp>
#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner::test {
namespace {

/// What zlib and the buffers of a few files need.
constexpr std::size_t kSmall = 2'000'000;

constexpr std::uint64_t kStatedSize = 2'000'000'000;

/// A file that states 2 GB. It has enough compressed bytes to make that possible, but they end earlier.
PackedFile bomb(const std::string& name, Bytes bytes) {
    const Bytes noise = noiseImage(1'000, 700).pixels;
    bytes.insert(bytes.end(), noise.begin(), noise.end());
    PackedFile file{name, bytes};
    file.zipSize = kStatedSize;
    return file;
}

class GameMemory : public testing::Test {
protected:
    GameMemory() {
        Md2Builder model = smallModel(2);
        model.skinwidth = 8;
        model.skinheight = 4;
        model.skins = {"a/one.png", "a/two.png"};
        const Bytes image = encodePng(rgbImage(8, 4)).value();
        folder_.put("game/a.pkz", zipArchive({{"a/tris.md2", model.bytes()},
                                              bomb("a/one.png", image),
                                              bomb("a/two.png", image),
                                              bomb("a/bomb.md2", model.bytes())}));
    }

    TemporaryFolder folder_;
};

TEST_F(GameMemory, IsNotTakenForAFileBeyondTheLimit) {
    const Game game({folder_ / "game"});
    const HeapWatch watch;
    const auto bytes = game.read("a/bomb.md2", 1'000'000);
    ASSERT_FALSE(bytes.has_value());
    EXPECT_EQ(bytes.error().code, ErrorCode::FileTooLarge);
    EXPECT_LE(watch.peakBytes(), kSmall);
}

/// A ZIP or a PAK with almost a quarter of the entries that a game may have.
Bytes fullArchive(bool isPak) {
    std::vector<PackedFile> files(kMaximumGameFiles / 4 - 1);
    for (std::size_t i = 0; i < files.size(); ++i) {
        files[i].name = "folder" + std::to_string(i) + (isPak ? ".md2" : "/");
        files[i].deflated = false;
    }
    return isPak ? pakArchive(files) : zipArchive(files);
}

TEST_F(GameMemory, ReadingArchivesStopsAtTheLimitOfAGame) {
    for (const bool isPak : {true, false}) {
        const Bytes archive = fullArchive(isPak);
        const auto peakOf = [&](const std::string& name, int archives) {
            for (int i = 0; i < archives; ++i) {
                folder_.put(name + "/pak" + std::to_string(i) + (isPak ? ".pak" : ".pkz"), archive);
            }
            const HeapWatch watch;
            const Game game({folder_ / name});
            const auto& problems = game.problems();
            const auto leftOut =
                std::count_if(problems.begin(), problems.end(), [](const std::string& problem) {
                    return problem.find("65535 files and folders, the limit of the game leaves 4; the "
                                        "archive is left out") != std::string::npos;
                });
            EXPECT_EQ(leftOut, archives - 4);
            return watch.peakBytes();
        };
        const std::string suffix = isPak ? "pak" : "zip";
        const std::size_t four = peakOf("four" + suffix, 4);
        EXPECT_LE(peakOf("six" + suffix, 6), four + kSmall) << suffix;
    }
}

TEST_F(GameMemory, IsNotTakenForAStreamBeforeItIsRead) {
    GameFiles files({folder_ / "game"});
    const HeapWatch watch;
    Assimp::IOStream* const stream = files.Open("a/bomb.md2");
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(stream->FileSize(), kStatedSize);
    std::uint8_t bytes[4] = {};
    EXPECT_EQ(stream->Read(bytes, 1, 4), 4u);
    EXPECT_EQ(bytes[0], 'I');
    EXPECT_LE(watch.peakBytes(), kSmall);
    files.Close(stream);
}

TEST_F(GameMemory, IsNotTakenForSkinsBeyondTheLimit) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, "8"}});
    importer->SetIOHandler(new GameFiles({folder_ / "game"}));
    const HeapWatch watch;
    ASSERT_NE(importer->ReadFile("a/tris.md2", 0), nullptr) << importer->GetErrorString();
    EXPECT_LE(watch.peakBytes(), kSmall);
}

} // namespace
} // namespace assimp_md2::inner::test
