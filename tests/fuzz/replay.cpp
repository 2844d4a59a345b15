// SPDX-License-Identifier: BSD-3-Clause
// A main for a fuzz target without a fuzzer: runs the target on every file of the given folders.
#include "support/files.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (!entry.is_regular_file()) {
                continue;
            }
            const std::vector<std::uint8_t> bytes = assimp_md2::inner::test::readBytes(entry.path());
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
            ++files;
        }
    }
    std::printf("%zu files replayed\n", files);
    return files > 0 ? 0 : 1;
}
