// SPDX-License-Identifier: BSD-3-Clause
// An engine with the importer as one source file: plays a model with its skin, and its bones if they are
// compiled in.
#include "assimp_md2.h"
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
    Assimp::Importer importer;
#if defined(ASSIMP_MD2_SKELETON)
    const bool isRegistered = assimp_md2::registerImporterWithSkeletons(importer);
#else
    const bool isRegistered = assimp_md2::registerImporter(importer);
#endif
    if (argc > 2) {
        importer.SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, argv[2]);
    }
    const aiScene* const scene = argc > 1 && isRegistered ? importer.ReadFile(argv[1], 0) : nullptr;
    if (scene == nullptr) {
        std::printf("%s\n", importer.GetErrorString());
        return 1;
    }
    const aiMesh& mesh = *scene->mMeshes[0];
    if (mesh.mNumBones > 0) {
        std::printf("%u bones\n", mesh.mNumBones);
        return 0;
    }
    bool isFinite = true;
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        for (unsigned int k = 0; k < mesh.mNumVertices; ++k) {
            const aiVector3D& position = mesh.mAnimMeshes[i]->mVertices[k];
            isFinite = isFinite && std::isfinite(position.x + position.y + position.z);
        }
    }
    const assimp_md2::Pose pose = assimp_md2::poseAt(*scene, mesh, *scene->mAnimations[0], 0.25);
    const assimp_md2::SkinImage skin = assimp_md2::skinOf(*scene, mesh);
    std::printf("%u frames, %u clips, %zu vertices, %s%s\n", mesh.mNumAnimMeshes, scene->mNumAnimations,
                pose.positions.size(), skin.size > 0 ? "an image" : skin.path.c_str(),
                isFinite ? "" : ", not finite");
}
