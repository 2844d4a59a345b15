// SPDX-License-Identifier: BSD-3-Clause
// An engine, compiled without RTTI and perhaps without exceptions, whose IOSystem therefore has no type
// information: engine_host FILE FRAMES imports and exports the file through this IOSystem and says whether
// every import had FRAMES frames. With ENGINE_LINKS_LIBRARY, it registers by hand, and also reads a game and
// the file empty.md2 of it.
#if defined(ENGINE_LINKS_LIBRARY)
#include <assimp-md2/game_files.h>
#include <assimp-md2/gltf.h>
#include <assimp-md2/skeleton.h>
#endif

#include <assimp/DefaultIOStream.h>
#include <assimp/Exporter.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#if defined(__GXX_RTTI)
#error "compile with -fno-rtti"
#endif

namespace {

class File : public Assimp::DefaultIOStream {
public:
    File(std::FILE* file, const char* path) : DefaultIOStream(file, path) {}
};

class EngineFiles : public Assimp::IOSystem {
public:
    bool Exists(const char* path) const override {
        std::FILE* const file = std::fopen(path, "rb");
        return file != nullptr && std::fclose(file) == 0;
    }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        std::FILE* const file = std::fopen(path, mode);
        return file != nullptr ? new File(file, path) : nullptr;
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }
};

void say(const std::string& what, bool expected) {
    std::printf("%s: %s\n", what.c_str(), expected ? "as expected" : "not as expected");
}

void exportAs(const char* format, const aiScene* scene) {
    Assimp::Exporter exporter;
#if defined(ENGINE_LINKS_LIBRARY)
    say("registerExporters", assimp_md2::registerExporters(exporter));
#endif
    exporter.SetIOHandler(new EngineFiles); // the exporter deletes it
    say(format, exporter.Export(scene, format, std::string("engine.") + format) == aiReturn_SUCCESS);
}

void importFrom(Assimp::IOSystem* files, const char* path, unsigned long frames) {
    Assimp::Importer importer;
#if defined(ENGINE_LINKS_LIBRARY)
    say("registerImporterWithSkeletons", assimp_md2::registerImporterWithSkeletons(importer));
#endif
    importer.SetIOHandler(files); // the importer deletes it
    const aiScene* const scene = importer.ReadFile(path, 0);
    say("import", scene != nullptr && scene->mMeshes[0]->mNumAnimMeshes == frames);
    if (scene != nullptr) {
        exportAs("glb2", scene);
        exportAs("obj", scene);
        scene->mMetaData->Set(AI_METADATA_SOURCE_FORMAT, aiString("another importer"));
        exportAs("gltf2", scene);
    }
}

#if defined(ENGINE_LINKS_LIBRARY)
/// The importer, which may be the plugin's, reads a file without bytes only of a GameFiles that it knows.
void checkIsKnown(Assimp::IOSystem* game) {
    Assimp::Importer importer;
    assimp_md2::registerImporterWithSkeletons(importer);
    importer.SetIOHandler(game); // the importer deletes it
    say("a GameFiles", importer.ReadFile("empty.md2", 0) == nullptr &&
                           std::strncmp(importer.GetErrorString(), "MD2: ", 5) == 0);
}
#endif

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    const unsigned long frames = std::strtoul(argv[2], nullptr, 10);
    importFrom(new EngineFiles, argv[1], frames);
#if defined(ENGINE_LINKS_LIBRARY)
    importFrom(new assimp_md2::GameFiles({"."}), argv[1], frames);
    checkIsKnown(new assimp_md2::GameFiles({"."}));
#endif
    return 5;
}
