// SPDX-License-Identifier: BSD-3-Clause
// Links the importer and nothing else. Bones are an error then, which says what to link.
#include <assimp-md2/importer.h>
#include <assimp-md2/properties.h>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
    Assimp::Importer importer;
    if (argc != 2 || !assimp_md2::registerImporter(importer)) {
        return 1;
    }
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    if (scene == nullptr) {
        return 1;
    }
    std::printf("%u frames, %u clips\n", scene->mMeshes[0]->mNumAnimMeshes, scene->mNumAnimations);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
    return importer.ReadFile(argv[1], 0) == nullptr &&
                   std::strstr(importer.GetErrorString(), "assimp-md2::skeleton") != nullptr
               ? 0
               : 1;
}
