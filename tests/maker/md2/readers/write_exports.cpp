// SPDX-License-Identifier: BSD-3-Clause
// Writes exported MD2 files for other readers: write-exports FOLDER [MODELS]
//
// FOLDER receives the sample, its weapon and a sheet, each exported from anim meshes and from bones. MODELS
// is a folder of real models, each of which is imported and exported again.
#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "support/files.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>

#include <cstdio>
#include <filesystem>

namespace {

using namespace assimp_md2::inner::test;

/// \return false for a model that cannot be imported, which a folder may contain
bool writeExport(const Bytes& model, const char* animation, const std::filesystem::path& output) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "names");
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_NORMALS, "file");
    const aiScene* const scene = importBytes(*importer, model);
    Assimp::Exporter exporter;
    assimp_md2::registerMd2Exporter(exporter);
    if (scene == nullptr) {
        return false;
    }
    if (exporter.Export(scene, "md2", output.string()) != aiReturn_SUCCESS) {
        throw std::runtime_error(output.string() + ": " + exporter.GetErrorString());
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: write-exports FOLDER [MODELS]\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const char* const animation : {"morph", "skeleton"}) {
        const std::pair<const char*, Bytes> models[] = {{"sample", sampleModel().bytes()},
                                                        {"weapon", sampleWeapon().bytes()},
                                                        {"sheet", sheetModel(198, 480).bytes()}};
        for (const auto& [name, bytes] : models) {
            if (!writeExport(bytes, animation, folder / (std::string(name) + "_" + animation + ".md2"))) {
                std::fprintf(stderr, "%s cannot be imported\n", name);
                return 1;
            }
        }
    }
    if (argc > 2) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[2])) {
            if (entry.path().extension() == ".md2") {
                std::string name = std::filesystem::relative(entry.path(), argv[2]).string();
                std::replace(name.begin(), name.end(), '/', '_');
                writeExport(readBytes(entry.path()), "morph", folder / name);
            }
        }
    }
    return 0;
}
