// SPDX-License-Identifier: BSD-3-Clause
// Writes three models to FOLDER: clips.md2 with several clips, one_frame.md2, and two_skins.md2, one of whose
// skins is beside it: make_matrix_models FOLDER
#include "support/files.h"
#include "support/pcx_builder.h"
#include "support/sample.h"

#include <cstdio>
#include <filesystem>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

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
    writeBytes(folder / "clips.md2", sampleModel().bytes());
    writeBytes(folder / "one_frame.md2", oneFrame.bytes());
    writeBytes(folder / "two_skins.md2", twoSkins.bytes());
    writeBytes(folder / "two_skins.pcx", PcxBuilder().build(skin()));
    return 0;
}
