// SPDX-License-Identifier: BSD-3-Clause
// A program that registers by hand: explicit FILE prints the number of frames and clips.
#include <assimp-md2/properties.h>
#include <assimp-md2/registration.h>
#include <assimp-md2/version.h>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>

int main(int argc, char** argv) {
    Assimp::Importer importer;
    if (argc != 2 || !assimp_md2::registerImporter(importer)) {
        return 2;
    }
    importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 20);
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    if (scene == nullptr) {
        std::fprintf(stderr, "%s\n", importer.GetErrorString());
        return 1;
    }
    std::printf("%u frames, %u clips, %g ticks a second\n", scene->mMeshes[0]->mNumAnimMeshes,
                scene->mNumAnimations, scene->mAnimations[0]->mTicksPerSecond);
    return 0;
}
