// SPDX-License-Identifier: BSD-3-Clause
// A program that is not linked to Assimp and loads one libassimp after the other when it runs:
// late_host FILE (local|global LIBASSIMP FRAMES)... says of each import whether it has FRAMES frames, and
// whether it can be exported.
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <typename Function>
Function symbol(void* library, const char* name) {
    void* const address = dlsym(library, name);
    if (address == nullptr) {
        std::printf("%s\n", dlerror());
        std::exit(2);
    }
    return reinterpret_cast<Function>(address);
}

void importWith(const char* scope, const char* path, const char* file, unsigned long frames) {
    void* const library = dlopen(path, RTLD_NOW | (std::strcmp(scope, "global") == 0 ? RTLD_GLOBAL : 0));
    if (library == nullptr) {
        std::printf("%s\n", dlerror());
        std::exit(2);
    }
    const auto import = symbol<const aiScene* (*)(const char*, unsigned int)>(library, "aiImportFile");
    const auto release = symbol<void (*)(const aiScene*)>(library, "aiReleaseImport");
    using Export = aiReturn (*)(const aiScene*, const char*, const char*, unsigned int);
    const auto exportScene = symbol<Export>(library, "aiExportScene");
    for (int i = 0; i < 3; ++i) {
        const aiScene* const scene = import(file, aiProcess_JoinIdenticalVertices);
        const bool expected = scene != nullptr && scene->mMeshes[0]->mNumAnimMeshes == frames;
        std::printf("import: %s\n", expected ? "as expected" : "other frames than expected");
        const bool isExported = exportScene(scene, "obj", "late.obj", 0) == aiReturn_SUCCESS;
        std::printf("export: %s\n", isExported ? "as expected" : "not as expected");
        release(scene);
    }
}

} // namespace

int main(int argc, char** argv) {
    for (int i = 2; i + 2 < argc; i += 3) {
        importWith(argv[i], argv[i + 1], argv[1], std::strtoul(argv[i + 2], nullptr, 10));
    }
    return 5;
}
