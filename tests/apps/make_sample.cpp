// SPDX-License-Identifier: BSD-3-Clause
// Writes the project's sample model: make_sample FILE.md2
#include "support/sample.h"

#include <cstdio>
#include <fstream>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_sample FILE.md2\n");
        return 2;
    }
    std::ofstream file(argv[1], std::ios::binary);
    for (const std::uint8_t byte : assimp_md2::test::sampleModel().bytes()) {
        file.put(static_cast<char>(byte));
    }
    file.close();
    if (!file) {
        std::fprintf(stderr, "make_sample: %s cannot be written\n", argv[1]);
        return 1;
    }
    return 0;
}
