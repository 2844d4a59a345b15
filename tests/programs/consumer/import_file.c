/* SPDX-License-Identifier: BSD-3-Clause */
/* A program in C: imports a model with a property, then with one that is wrong. */
#ifdef ONE_SOURCE
#include "assimp_md2.h"
#else
#include <assimp-md2/import_file.h>
#endif

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>

int main(int argc, char** argv) {
    const char* const properties[] = {"IMPORT_MD2_FPS", "20", NULL};
    const char* const wrong[] = {"IMPORT_MD2_FPS", "ten", NULL};
    char error[100];
    const struct aiScene* const scene =
        argc == 2 ? assimpMd2ImportFile(argv[1], 0, properties, error, sizeof error) : NULL;
    if (scene == NULL) {
        return 1;
    }
    printf("%u frames, %u clips, %g ticks a second, ", scene->mMeshes[0]->mNumAnimMeshes,
           scene->mNumAnimations, scene->mAnimations[0]->mTicksPerSecond);
    aiReleaseImport(scene);
    if (assimpMd2ImportFile(argv[1], 0, wrong, error, sizeof error) != NULL) {
        return 1;
    }
    printf("%s\n", error);
    return 0;
}
