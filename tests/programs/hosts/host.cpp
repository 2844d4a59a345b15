// SPDX-License-Identifier: BSD-3-Clause
// A program that uses Assimp in one of the ways in which programs do, and is not linked with this library:
// host WAY FILE FRAMES. What it prints and its exit code tell whether every import had FRAMES frames, and so
// are the same whether there is a plugin or not. HOST_FOLDER is the folder that it changes to.
#include <assimp/BaseImporter.h>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

const char* file = "";
unsigned long frames = 0;

bool isAsExpected(const aiScene* scene) {
    return scene != nullptr && scene->mNumMeshes == 1 && scene->mMeshes[0]->mNumAnimMeshes == frames;
}

bool importsAsExpected() {
    Assimp::Importer importer;
    return isAsExpected(importer.ReadFile(file, 0));
}

void say(const char* what, bool expected) {
    std::printf("%s: %s\n", what, expected ? "as expected" : "not as expected");
    std::fflush(stdout);
}

void neverImports() {
    std::printf("Assimp %u.%u\n", aiGetVersionMajor(), aiGetVersionMinor());
}

void makesManyImporters() {
    std::size_t expected = 0;
    for (int i = 0; i < 10000; ++i) {
        Assimp::Importer importer;
        const bool imports = i % 1000 != 0 || isAsExpected(importer.ReadFile(file, 0));
        expected += imports && importer.IsExtensionSupported(".md2") ? 1u : 0u;
    }
    say("10,000 importers", expected == 10000);
}

void usesTheCApi() {
    const aiScene* const scene = aiImportFile(file, 0);
    say("aiImportFile", isAsExpected(scene));
    aiReleaseImport(scene);
    say("aiIsExtensionSupported", aiIsExtensionSupported(".md2") == AI_TRUE);
    say("a file that is not there", aiImportFile("no such file.md2", 0) == nullptr);
    std::printf("%s\n", aiGetErrorString());
}

/// \return whether a child process imports as expected
bool childImports() {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        _exit(importsAsExpected() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void forks() {
    say("the child", childImports());
    say("the parent", importsAsExpected());
    say("the child of a parent that has imported", childImports());
    say("the parent again", importsAsExpected());
}

void forksAmongThreads() {
    std::atomic<bool> stop{false};
    std::atomic<unsigned> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!stop) {
                wrong += importsAsExpected() ? 0u : 1u;
            }
        });
    }
    bool children = true;
    for (int i = 0; i < 20; ++i) {
        children = childImports() && children;
    }
    stop = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    say("the children", children);
    say("the threads", wrong == 0);
}

/// Imports the model with a vertex out of range, of which the plugin warns.
void importDamaged() {
    std::ifstream stream(file, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    constexpr std::size_t kOffsetOfTriangles = 52;
    std::int32_t triangles = 0;
    std::memcpy(&triangles, &bytes.at(kOffsetOfTriangles), sizeof triangles);
    bytes.at(static_cast<std::size_t>(triangles) + 1) = 0x7F;
    Assimp::Importer().ReadFileFromMemory(bytes.data(), bytes.size(), 0, "md2");
}

void forksDuringAWarning() {
    // Nobody reads from this pipe, so the thread waits until the child has ended.
    int ends[2];
    const int standardError = dup(STDERR_FILENO);
    if (pipe(ends) != 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0) {
        return;
    }
    const std::string page(4096, '.');
    while (write(ends[1], page.data(), page.size()) > 0) {
    }
    fcntl(ends[1], F_SETFL, 0);
    dup2(ends[1], STDERR_FILENO);
    std::thread warning(importDamaged);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const pid_t child = fork();
    if (child == 0) {
        constexpr unsigned kMostSeconds = 20;
        alarm(kMostSeconds);
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        importDamaged();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    dup2(standardError, STDERR_FILENO);
    std::string all(1 << 20, '\0');
    while (read(ends[0], all.data(), all.size()) == 0) {
    }
    warning.join();
    say("the child", WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void unregistersImporters() {
    Assimp::Importer importer;
    Assimp::BaseImporter* const md2 = importer.GetImporter("md2");
    say("there is an importer", md2 != nullptr);
    say("it can be taken out", importer.UnregisterLoader(md2) == aiReturn_SUCCESS);
    say("then there is none", !importer.IsExtensionSupported(".md2"));
    say("and MD2 is not read", importer.ReadFile(file, 0) == nullptr);
    say("it can be put in", importer.RegisterLoader(md2) == aiReturn_SUCCESS);
    say("then MD2 is read", isAsExpected(importer.ReadFile(file, 0)));
}

class OwnImporter : public Assimp::BaseImporter {
public:
    bool CanRead(const std::string&, Assimp::IOSystem*, bool) const override { return true; }
    const aiImporterDesc* GetInfo() const override {
        static const aiImporterDesc kDescription = {"the host's own", "", "", "", 0, 0, 0, 0, 0, "own"};
        return &kDescription;
    }

protected:
    void InternReadFile(const std::string&, aiScene* scene, Assimp::IOSystem*) override {
        scene->mFlags |= AI_SCENE_FLAGS_INCOMPLETE;
        scene->mRootNode = new aiNode("own");
    }
};

void registersImporters() {
    Assimp::Importer importer;
    say("its own is taken", importer.RegisterLoader(new OwnImporter) == aiReturn_SUCCESS);
    say("MD2 is read", isAsExpected(importer.ReadFile(file, 0)));
    const unsigned char bytes[] = {1, 2, 3};
    const aiScene* const scene = importer.ReadFileFromMemory(bytes, sizeof bytes, 0, "own");
    say("its own is read", scene != nullptr && std::strcmp(scene->mRootNode->mName.C_Str(), "own") == 0);
}

/// Whether the scene can be exported by each of the functions that Assimp has for it, and is as it was
/// afterwards.
bool exports(const aiScene& scene, const char* format) {
    const aiMesh& mesh = *scene.mMeshes[0];
    const auto state = [&] {
        return std::make_tuple(scene.mFlags, mesh.mNumVertices,
                               mesh.mNumAnimMeshes == 0 ? nullptr : mesh.mAnimMeshes[0]->mNormals,
                               scene.mNumAnimations == 0 ? 0 : scene.mAnimations[0]->mDuration);
    };
    const auto stateBefore = state();
    const std::string output = std::string("exported.") + format;
    Assimp::Exporter exporter;
    bool exported = exporter.Export(&scene, format, output) == aiReturn_SUCCESS;
    exported = exporter.ExportToBlob(&scene, format) != nullptr && exported;
    exported = aiExportScene(&scene, format, output.c_str(), 0) == aiReturn_SUCCESS && exported;
    const aiExportDataBlob* const blob = aiExportSceneToBlob(&scene, format, 0);
    exported = blob != nullptr && exported;
    aiReleaseExportBlob(blob);
    return exported && state() == stateBefore;
}

constexpr const char* kFormats[] = {"obj", "x", "stlb", "fbx", "fbxa", "3ds", "gltf", "glb2"};

void exportsScenes() {
    for (const unsigned int flags :
         {0u, unsigned{aiProcess_JoinIdenticalVertices}, unsigned{aiProcess_DropNormals}}) {
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFile(file, flags);
        say("import", isAsExpected(scene));
        for (const char* format : kFormats) {
            say(format, exports(*scene, format));
        }
    }
}

void exportsOneSceneFromThreads() {
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(file, aiProcess_JoinIdenticalVertices);
    std::atomic<unsigned> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < 10; ++j) {
                Assimp::Exporter exporter;
                wrong += exporter.ExportToBlob(scene, "obj") != nullptr ? 0u : 1u;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    say("the exports", wrong == 0);
}

void changesItsFolder() {
    say("the other folder", chdir(std::getenv("HOST_FOLDER")) == 0);
    say("import", importsAsExpected());
}

void exitsFromAnotherThread() {
    say("import", importsAsExpected());
    std::thread([] {
        say("import on another thread", importsAsExpected());
        std::exit(5);
    }).join();
}

void exitsWhileThreadsImport() {
    static std::atomic<unsigned> imports{0};
    static std::atomic<unsigned> wrong{0};
    for (int i = 0; i < 4; ++i) {
        std::thread([] {
            for (;;) {
                wrong += importsAsExpected() ? 0u : 1u;
                ++imports;
            }
        }).detach();
    }
    while (imports < 20) {
        std::this_thread::yield();
    }
    say("the imports", wrong == 0);
}

/// Imports before main() begins and after it has ended, if HOST_FILE names the file.
class ImportsEarlyAndLate {
public:
    ImportsEarlyAndLate() {
        if (const char* const path = std::getenv("HOST_FILE")) {
            file = path;
            frames = std::strtoul(std::getenv("HOST_FRAMES"), nullptr, 10);
            say("import before main", importsAsExpected());
        }
    }
    ~ImportsEarlyAndLate() {
        if (std::getenv("HOST_FILE") != nullptr) {
            say("import after main", importsAsExpected());
        }
    }
};
const ImportsEarlyAndLate kEarlyAndLate;

struct Way {
    const char* name;
    void (*run)();
};

constexpr Way kWays[] = {{"never-imports", neverImports},
                         {"makes-10000-importers", makesManyImporters},
                         {"uses-the-c-api", usesTheCApi},
                         {"forks", forks},
                         {"forks-among-threads", forksAmongThreads},
                         {"forks-during-a-warning", forksDuringAWarning},
                         {"unregisters-importers", unregistersImporters},
                         {"registers-importers", registersImporters},
                         {"exports-scenes", exportsScenes},
                         {"exports-one-scene-from-threads", exportsOneSceneFromThreads},
                         {"changes-its-folder", changesItsFolder},
                         {"exits-from-another-thread", exitsFromAnotherThread},
                         {"exits-while-threads-import", exitsWhileThreadsImport}};

} // namespace

int main(int argc, char** argv) {
    if (argc == 4) {
        file = argv[2];
        frames = std::strtoul(argv[3], nullptr, 10);
    }
    for (const Way& way : kWays) {
        if (argc == 4 && std::strcmp(argv[1], way.name) == 0) {
            way.run();
            return 5;
        }
    }
    for (const Way& way : kWays) {
        std::printf("%s\n", way.name);
    }
    return 0;
}
