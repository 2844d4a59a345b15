// SPDX-License-Identifier: BSD-3-Clause
// Writes the project's sample model and, beside it, its skin: make-sample FILE.md2
#include "support/sample.h"

#include <cstdio>
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
    if (argc != 2) {
        std::fprintf(stderr, "usage: make-sample FILE.md2\n");
        return 2;
    }
    const std::filesystem::path model = argv[1];
    const bool written =
        write(model, sampleModel().bytes()) && write(model.parent_path() / "skin.pcx", sampleSkinFile());
    return written ? 0 : 1;
}
