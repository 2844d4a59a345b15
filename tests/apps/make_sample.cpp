// SPDX-License-Identifier: BSD-3-Clause
// Writes the project's sample model and, beside it, its skins, its weapon and the weapon's skin:
// make-sample FILE.md2 [SKIN_NAME [FRAMES]]
// With SKIN_NAME the model has one skin, which it calls by this name and which alone lies beside it; FRAMES
// is how many of its frames it has.
#include "support/sample.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

bool write(const std::filesystem::path& path, const assimp_md2::test::Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) {
        file.put(static_cast<char>(byte));
    }
    file.close();
    if (!file) {
        std::fprintf(stderr, "make-sample: %s cannot be written\n", path.c_str());
    }
    return !file.fail();
}

} // namespace

int main(int argc, char** argv) {
    using namespace assimp_md2::test;
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
    bool written = write(model, sample.bytes());
    for (const SampleFile& file : files) {
        written = write(model.parent_path() / file.name, file.bytes) && written;
    }
    return written ? 0 : 1;
}
