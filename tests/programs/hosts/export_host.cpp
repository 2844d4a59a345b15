// SPDX-License-Identifier: BSD-3-Clause
// A program that passes post-processing flags to an export, and is not linked with this library:
// export_host MODEL IMPORT_FLAGS FORMAT EXPORT_FLAGS OUTPUT. Exit code 0 when the file was written.
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    if (argc != 6) {
        return 2;
    }
    Assimp::Importer importer;
    const auto importFlags = static_cast<unsigned int>(std::strtoul(argv[2], nullptr, 10));
    const aiScene* const scene = importer.ReadFile(argv[1], importFlags);
    if (scene == nullptr) {
        std::printf("%s\n", importer.GetErrorString());
        return 3;
    }
    Assimp::Exporter exporter;
    const auto exportFlags = static_cast<unsigned int>(std::strtoul(argv[4], nullptr, 10));
    if (exporter.Export(scene, argv[3], argv[5], exportFlags) != aiReturn_SUCCESS) {
        std::printf("%s\n", exporter.GetErrorString());
        return 4;
    }
    return 0;
}
