// SPDX-License-Identifier: BSD-3-Clause
// Writes the project's sample model and, beside it, its skin: make-sample FILE.md2 [SKIN_NAME [FRAMES]]
// SKIN_NAME is what the model calls its skin, FRAMES how many of its frames it has.
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
    if (argc > 2) {
        sample.skins = {argv[2]};
    }
    if (argc > 3) {
        sample.frames.resize(std::min<std::size_t>(sample.frames.size(), std::strtoul(argv[3], nullptr, 10)));
    }
    const bool written =
        write(model, sample.bytes()) && write(model.parent_path() / "skin.pcx", sampleSkinFile());
    return written ? 0 : 1;
}
