// SPDX-License-Identifier: BSD-3-Clause
// Writes the project's sample model and, beside it, its skins, its weapon and the weapon's skin:
// make-sample FILE.md2 [SKIN_NAME [FRAMES]]
// With SKIN_NAME the model has one skin, which it calls by this name and which alone lies beside it; FRAMES
// is how many of its frames it has.
#include "support/files.h"
#include "support/sample.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

int main(int argc, char** argv) {
    using namespace assimp_md2::inner::test;
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: make-sample FILE.md2 [SKIN_NAME [FRAMES]]\n");
        return 2;
    }
    const std::filesystem::path model = argv[1];
    Md2Builder sample = sampleModel();
    std::vector<SampleFile> files = filesBesideSampleModel();
    if (argc > 2) {
        sample.skins = {argv[2]};
        files = {{argv[2], files[0].bytes}};
    }
    if (argc > 3) {
        sample.frames.resize(std::min<std::size_t>(sample.frames.size(), std::strtoul(argv[3], nullptr, 10)));
    }
    try {
        writeBytes(model, sample.bytes());
        for (const SampleFile& file : files) {
            writeBytes(model.parent_path() / file.name, file.bytes);
        }
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "make-sample: %s\n", failure.what());
        return 1;
    }
    return 0;
}
