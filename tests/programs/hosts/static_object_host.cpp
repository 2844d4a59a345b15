// SPDX-License-Identifier: BSD-3-Clause
// A program that imports before its main begins and after it has ended: HOST_FILE names the file,
// HOST_FRAMES the frames it is to have.
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>
#include <cstdlib>

namespace {

void import(Assimp::Importer& importer, const char* when) {
    const aiScene* const scene = importer.ReadFile(std::getenv("HOST_FILE"), 0);
    const unsigned long frames = std::strtoul(std::getenv("HOST_FRAMES"), nullptr, 10);
    const bool expected = scene != nullptr && scene->mMeshes[0]->mNumAnimMeshes == frames;
    std::printf("import %s main: %s\n", when, expected ? "as expected" : "other frames than expected");
}

class ImportsEarlyAndLate {
public:
    ImportsEarlyAndLate() { import(importer_, "before"); }
    ~ImportsEarlyAndLate() {
        import(importer_, "after");
        Assimp::Importer other;
        import(other, "long after");
    }

private:
    Assimp::Importer importer_;
};

const ImportsEarlyAndLate kObject;

} // namespace

int main() {
    std::printf("main\n");
    return 5;
}
