// SPDX-License-Identifier: BSD-3-Clause
// Links the importer, or the skeletons as well (WITH_SKELETONS), and nothing else. Without them, bones are an
// error that says what to link.
#include <assimp-md2/importer.h>
#include <assimp-md2/properties.h>
#ifdef WITH_SKELETONS
#include <assimp-md2/skeleton.h>
#endif
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>

int main(int argc, char** argv) {
    Assimp::Importer importer;
#ifdef WITH_SKELETONS
    const bool isRegistered = assimp_md2::registerImporterWithSkeletons(importer);
#else
    const bool isRegistered = assimp_md2::registerImporter(importer);
#endif
    const aiScene* scene = argc == 2 && isRegistered ? importer.ReadFile(argv[1], 0) : nullptr;
    if (scene == nullptr) {
        return 1;
    }
    std::printf("%u frames, %u clips, ", scene->mMeshes[0]->mNumAnimMeshes, scene->mNumAnimations);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 2);
    scene = importer.ReadFile(argv[1], 0);
    if (scene != nullptr) {
        std::printf("%u bones\n", scene->mMeshes[0]->mNumBones);
    } else {
        std::printf("%s\n", importer.GetErrorString());
    }
}
