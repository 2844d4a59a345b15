// SPDX-License-Identifier: BSD-3-Clause
// Writes a PAK with small models, of 30 frames and about 300 vertices each: make-pak COUNT FILE
#include "support/archives.h"
#include "support/files.h"
#include "support/md2_builder.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv) {
    using namespace assimp_md2::test;
    if (argc != 3) {
        std::fprintf(stderr, "usage: make-pak COUNT FILE\n");
        return 2;
    }
    Md2Builder sheet = sheetModel(30, 300);
    sheet.skins.clear();
    const std::vector<std::uint8_t> model = sheet.bytes();
    std::vector<PackedFile> files;
    for (long i = std::strtol(argv[1], nullptr, 10); i > 0; --i) {
        files.push_back({"models/" + std::to_string(i) + "/tris.md2", model});
    }
    try {
        writeBytes(argv[2], pakArchive(files));
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "make-pak: %s\n", failure.what());
        return 1;
    }
    return 0;
}
