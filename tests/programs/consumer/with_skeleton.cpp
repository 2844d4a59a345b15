// SPDX-License-Identifier: BSD-3-Clause
// Imports a model with bones.
#include <assimp-md2/properties.h>
#include <assimp-md2/skeleton.h>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>

int main(int argc, char** argv) {
    Assimp::Importer importer;
    if (argc != 2 || !assimp_md2::registerImporterWithSkeletons(importer)) {
        return 1;
    }
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 2);
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    std::printf("%u bones\n", scene != nullptr ? scene->mMeshes[0]->mNumBones : 0);
    return 0;
}
