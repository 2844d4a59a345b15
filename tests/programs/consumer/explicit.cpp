// SPDX-License-Identifier: BSD-3-Clause
// A program that registers by hand: explicit FILE prints the number of frames and clips.
#include <assimp-md2/gltf.h>
#include <assimp-md2/importer.h>
#include <assimp-md2/properties.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>
#include <cstring>

#if ASSIMP_MD2_VERSION < 4000
#error "the version is not known to the preprocessor"
#endif

int main(int argc, char** argv) {
    Assimp::Importer importer;
    if (argc != 2 || !assimp_md2::registerImporter(importer) || assimp_md2::version() != ASSIMP_MD2_VERSION) {
        return 2;
    }
    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 20);
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    if (scene == nullptr) {
        std::fprintf(stderr, "%s\n", importer.GetErrorString());
        return 1;
    }
    // The text of an error reaches the program.
    Assimp::Exporter exporter;
    assimp_md2::registerExporters(exporter);
    if (exporter.Export(scene, "glb2", "no such folder/tris.glb") == aiReturn_SUCCESS ||
        std::strncmp(exporter.GetErrorString(), "glTF: ", 6) != 0) {
        std::fprintf(stderr, "the export's error is \"%s\"\n", exporter.GetErrorString());
        return 1;
    }
    std::printf("%u frames, %u clips, %g ticks a second\n", scene->mMeshes[0]->mNumAnimMeshes,
                scene->mNumAnimations, scene->mAnimations[0]->mTicksPerSecond);
    return 0;
}
