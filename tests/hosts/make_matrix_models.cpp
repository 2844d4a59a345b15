// SPDX-License-Identifier: BSD-3-Clause
// Writes three models to FOLDER: clips.md2 with several clips, one_frame.md2, and two_skins.md2, one of whose
// skins is beside it: make_matrix_models FOLDER
#include "support/pcx_builder.h"
#include "support/sample.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

bool write(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) {
        file.put(static_cast<char>(byte));
    }
    file.close();
    return !file.fail();
}

Image skin() {
    Image image;
    image.size = {64, 32};
    image.layout = PixelLayout::Palette;
    image.palette.resize(256, Colour{200, 100, 50});
    image.pixels.resize(64 * 32);
    return image;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_matrix_models FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    Md2Builder oneFrame = sampleModel();
    oneFrame.frames.resize(1);
    Md2Builder twoSkins = smallModel(8);
    twoSkins.skins = {"two_skins.pcx", "absent.pcx"};
    const bool written = write(folder / "clips.md2", sampleModel().bytes()) &&
                         write(folder / "one_frame.md2", oneFrame.bytes()) &&
                         write(folder / "two_skins.md2", twoSkins.bytes()) &&
                         write(folder / "two_skins.pcx", PcxBuilder().build(skin()));
    return written ? 0 : 1;
}
