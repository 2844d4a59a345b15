// SPDX-License-Identifier: BSD-3-Clause
// Prints the meshes, frames and clips of a model: list_scene FILE. It uses Assimp's C API and is
// not linked with this library, so it shows what the plugin gives to any program.
#include <assimp/cimport.h>
#include <assimp/scene.h>

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: list_scene FILE\n");
        return 2;
    }
    const aiScene* const scene = aiImportFile(argv[1], 0);
    if (scene == nullptr) {
        std::fprintf(stderr, "list_scene: %s\n", aiGetErrorString());
        return 1;
    }
    for (unsigned int i = 0; i < scene->mNumMeshes; ++i) {
        const aiMesh& mesh = *scene->mMeshes[i];
        std::printf("mesh %s: %u vertices, %u triangles, %u frames\n", mesh.mName.C_Str(), mesh.mNumVertices,
                    mesh.mNumFaces, mesh.mNumAnimMeshes);
    }
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        const unsigned int keys =
            animation.mNumMorphMeshChannels > 0 ? animation.mMorphMeshChannels[0]->mNumKeys : 0;
        std::printf("clip %s: %u keys, %.2f s\n", animation.mName.C_Str(), keys,
                    animation.mDuration / animation.mTicksPerSecond);
    }
    aiReleaseImport(scene);
    return 0;
}
