// SPDX-License-Identifier: BSD-3-Clause
// An engine with the importer as one source file: plays a model with its skin.
#include "assimp_md2.h"
#include <assimp/Importer.hpp>
#include <cstdio>

int main(int argc, char** argv) {
    Assimp::Importer importer;
    const aiScene* const scene =
        argc == 2 && assimp_md2::registerImporter(importer) ? importer.ReadFile(argv[1], 0) : nullptr;
    if (scene == nullptr) {
        std::printf("%s\n", importer.GetErrorString());
        return 1;
    }
    const aiMesh& mesh = *scene->mMeshes[0];
    const assimp_md2::Pose pose = assimp_md2::poseAt(*scene, mesh, *scene->mAnimations[0], 0.25);
    const assimp_md2::SkinImage skin = assimp_md2::skinOf(*scene, mesh);
    std::printf("%u frames, %u clips, %zu vertices, %s\n", mesh.mNumAnimMeshes, scene->mNumAnimations,
                pose.positions.size(), skin.size > 0 ? "an image" : skin.path.c_str());
}
