// SPDX-License-Identifier: BSD-3-Clause
// Writes the seeds of the fuzzers: make-seeds FOLDER, with a folder for each target.
#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"
#include "support/sample.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

void write(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) {
        file.put(static_cast<char>(byte));
    }
}

/// `model`, followed by the bytes that choose properties.
Bytes withProperties(Bytes model, const Bytes& choice) {
    model.insert(model.end(), choice.begin(), choice.end());
    return model;
}

std::vector<std::pair<const char*, Bytes>> models() {
    Md2Builder onlyCommands = smallModel(2);
    onlyCommands.triangles.clear();
    Md2Builder noCoordinates = smallModel(2);
    noCoordinates.st.clear();
    noCoordinates.glCommands.clear();
    Md2Builder damaged = smallModel(3);
    damaged.triangles[0].vertex[0] = 99;
    damaged.triangles[1].st[0] = 99;
    damaged.frames[1].vertices[0][3] = 200;
    Md2Builder padded = smallModel(3);
    padded.framePadding = 6;
    padded.order = "gfstk";
    return {
        {"small", smallModel(3).bytes()},
        {"commands", onlyCommands.bytes()},
        {"no-st", noCoordinates.bytes()},
        {"damaged", damaged.bytes()},
        {"padded", padded.bytes()},
        {"weapon", sampleWeapon().bytes()},
        {"player", smallModel(198, "fr").bytes()},
        {"names", modelWithFrames({"pain101", "pain102", "pain201", "WB06F", "Frame 1", ""}).bytes()},
    };
}

void writeFormatSeeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (const auto& [model, bytes] : models()) {
        write(folder / model, bytes);
    }
}

void writeImportSeeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const std::pair<const char*, Bytes> choices[] = {
        {"defaults", {0, 0, 0, 0}}, {"own-vertices", {1, 1, 5, 0}}, {"commands", {2, 2, 0, 0}},
        {"static", {0, 0, 0, 2}},   {"list", {5, 0, 4, 0}},         {"strict", {3, 0, 2, 0}},
    };
    for (const auto& [model, bytes] : models()) {
        for (const auto& [choice, properties] : choices) {
            write(folder / (std::string(model) + "-" + choice), withProperties(bytes, properties));
        }
    }
}

void writePcxForms(const std::filesystem::path& folder) {
    struct {
        unsigned bits;
        unsigned planes;
    } const forms[] = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 1}, {4, 1}, {8, 1}, {8, 3}};
    for (const auto& form : forms) {
        PcxBuilder builder;
        builder.bits = form.bits;
        builder.planes = form.planes;
        const bool isRgb = form.bits == 8 && form.planes == 3;
        const unsigned colours = isRgb ? 0 : 1U << (form.bits * form.planes);
        const Image image = isRgb ? rgbImage(13, 5) : paletteImage(13, 5, colours);
        const std::string name = std::to_string(form.bits) + "x" + std::to_string(form.planes) + ".pcx";
        write(folder / name, builder.build(image));
        builder.encoded = false;
        write(folder / ("raw" + name), builder.build(image));
    }
}

void writePcxPalettes(const std::filesystem::path& folder) {
    PcxBuilder builder;
    builder.palette = PcxPalette::WithoutMarker;
    write(folder / "without_marker.pcx", builder.build(paletteImage(13, 5)));
    builder.palette = PcxPalette::None;
    write(folder / "without_palette.pcx", builder.build(paletteImage(13, 5)));
    builder.palette = PcxPalette::WithMarker;
    builder.trailing = {1, 2, 3};
    write(folder / "trailing.pcx", builder.build(paletteImage(13, 5)));
}

void writeOthers(const std::filesystem::path& folder) {
    write(folder / "8.bmp", bmpFile(paletteImage(9, 4), 8));
    write(folder / "old.bmp", oldBmpFile(paletteImage(9, 4)));
    write(folder / "24.bmp", bmpFile(rgbImage(9, 4), 24));
    write(folder / "32.bmp", bmpFile(rgbaImage(9, 4), 32));
    write(folder / "32_alpha.bmp", bmpFile(rgbaImage(9, 4), 32, true));
    write(folder / "24.tga", tgaFile(rgbImage(9, 4)));
    write(folder / "32.tga", tgaFile(rgbaImage(9, 4)));
    write(folder / "start.jpg", jpegHeader({9, 4}));
}

void writeImageSeeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    writePcxForms(folder);
    writePcxPalettes(folder);
    writeOthers(folder);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    writeFormatSeeds(folder / "export");
    writeFormatSeeds(folder / "format");
    writeImportSeeds(folder / "import");
    writeImageSeeds(folder / "image");
    writeImageSeeds(folder / "pcx");
    return 0;
}
