// SPDX-License-Identifier: BSD-3-Clause
// Writes a game for the tests of programs: make-game FOLDER
// FOLDER/baseq2 has pak0.pak with the sample as a player, its skins and its weapon, two models in Pak1.PAK
// (the name of one looks like an option), one in models.pkz and a loose one.
// FOLDER/mod hides models/second.
#include "support/archives.h"
#include "support/files.h"
#include "support/sample.h"

#include <cstdio>
#include <exception>
#include <filesystem>

int main(int argc, char** argv) {
    using namespace assimp_md2::inner::test;
    if (argc != 2) {
        std::fprintf(stderr, "usage: make-game FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    Md2Builder still = sampleModel();
    still.frames.resize(1);
    still.skins = {"players/imp/moss.pcx"};
    std::vector<PackedFile> player{{"players/imp/tris.md2", sampleModel().bytes()}};
    for (const SampleFile& file : filesBesideSampleModel()) {
        player.push_back({"players/imp/" + file.name, file.bytes});
    }
    try {
        std::filesystem::create_directories(folder / "baseq2" / "models" / "loose");
        std::filesystem::create_directories(folder / "mod" / "models" / "second");
        writeBytes(folder / "baseq2" / "pak0.pak", pakArchive(player));
        writeBytes(folder / "baseq2" / "Pak1.PAK",
                   pakArchive({{"models\\Second\\tris.md2", still.bytes()}, {"-x/-y.md2", still.bytes()}}));
        writeBytes(folder / "baseq2" / "models.pkz", zipArchive({{"models/a name/tris.md2", still.bytes()}}));
        writeBytes(folder / "baseq2" / "models" / "loose" / "tris.md2", still.bytes());
        still.frames = sampleModel().frames;
        writeBytes(folder / "mod" / "models" / "second" / "tris.md2", still.bytes());
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "make-game: %s\n", failure.what());
        return 1;
    }
    return 0;
}
