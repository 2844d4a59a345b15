// SPDX-License-Identifier: BSD-3-Clause
// Imports any bytes and exports the scene to a GLB in memory. Every scene must export, and the lengths in the
// GLB must be right.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "support/import.h"

#include <assimp/Exporter.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace assimp_md2::test;

void expect(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "%s\n", what);
        std::abort();
    }
}

/// One importer and one exporter for all runs: making them costs more than most runs.
struct Tools {
    std::unique_ptr<Assimp::Importer> importer = makeImporter();
    Assimp::Exporter exporter;

    Tools() {
        assimp_md2::registerExporters(exporter);
        importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 4);
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Tools tools;
    const aiScene* const scene = importBytes(*tools.importer, Bytes(data, data + size));
    if (scene == nullptr) {
        return 0;
    }
    const aiExportDataBlob* const blob = tools.exporter.ExportToBlob(scene, "glb2");
    expect(blob != nullptr, tools.exporter.GetErrorString());
    const auto* const start = static_cast<const std::uint8_t*>(blob->data);
    const Bytes glb(start, start + blob->size);
    constexpr std::size_t kHeaderAndChunkHeader = 20;
    expect(glb.size() >= kHeaderAndChunkHeader, "the GLB has a header");
    expect(static_cast<std::size_t>(valueAt(glb, 8)) == glb.size(), "the GLB's length is its size");
    expect(static_cast<std::size_t>(valueAt(glb, 12)) <= glb.size() - kHeaderAndChunkHeader,
           "the JSON chunk lies inside");
    return 0;
}
