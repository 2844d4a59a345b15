// SPDX-License-Identifier: BSD-3-Clause
// A program of Assimp's C API that the plugin is linked to: linked FILE prints the number of frames and
// clips.
#include <assimp/cimport.h>
#include <assimp/scene.h>

#include <cstdio>

int main(int argc, char** argv) {
    const aiScene* const scene = argc == 2 ? aiImportFile(argv[1], 0) : nullptr;
    if (scene == nullptr) {
        return 1;
    }
    std::printf("%u frames, %u clips\n", scene->mMeshes[0]->mNumAnimMeshes, scene->mNumAnimations);
    aiReleaseImport(scene);
    return 0;
}
