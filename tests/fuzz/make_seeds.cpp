// SPDX-License-Identifier: BSD-3-Clause
// Writes what the fuzzers start from: make-seeds FOLDER, a folder for each target.
#include "support/sample.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace assimp_md2::test;

void write(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) {
        file.put(static_cast<char>(byte));
    }
}

/// `model` with the bytes that choose properties behind it.
Bytes withProperties(Bytes model, const Bytes& choice) {
    model.insert(model.end(), choice.begin(), choice.end());
    return model;
}

void writeImportSeeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    Md2Builder onlyCommands = smallModel(2);
    onlyCommands.triangles.clear();
    Md2Builder noCoordinates = smallModel(2);
    noCoordinates.st.clear();
    noCoordinates.glCommands.clear();
    Md2Builder damaged = smallModel(3);
    damaged.triangles[0].vertex[0] = 99;
    damaged.triangles[1].st[0] = 99;
    damaged.frames[1].vertices[0][3] = 200;
    const std::pair<const char*, Bytes> models[] = {
        {"small", smallModel(3).bytes()},
        {"commands", onlyCommands.bytes()},
        {"no-st", noCoordinates.bytes()},
        {"damaged", damaged.bytes()},
        {"sample", sampleModel().bytes()},
        {"player", smallModel(198, "fr").bytes()},
        {"names", modelWithFrames({"pain101", "pain102", "pain201", "WB06F", "Frame 1", ""}).bytes()},
    };
    const std::pair<const char*, Bytes> choices[] = {
        {"defaults", {0, 0, 0, 0}}, {"own-vertices", {1, 1, 5, 0}}, {"commands", {2, 2, 0, 0}},
        {"static", {0, 0, 0, 2}},   {"list", {5, 0, 4, 0}},         {"strict", {3, 0, 2, 0}},
    };
    for (const auto& [model, bytes] : models) {
        for (const auto& [choice, properties] : choices) {
            write(folder / (std::string(model) + "-" + choice), withProperties(bytes, properties));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    writeImportSeeds(std::filesystem::path(argv[1]) / "import");
    return 0;
}
