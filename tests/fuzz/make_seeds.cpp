// SPDX-License-Identifier: BSD-3-Clause
// Writes the seeds of the fuzzers: make-seeds FOLDER, with a folder for each target.
#include "support/archives.h"
#include "support/files.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/md2_builder.h"
#include "support/pcx_builder.h"

#include <filesystem>
#include <string>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

/// Inputs by their names.
using Seeds = std::vector<std::pair<std::string, Bytes>>;

void writeSeeds(const std::filesystem::path& folder, const Seeds& seeds) {
    std::filesystem::create_directories(folder);
    for (const auto& [name, bytes] : seeds) {
        writeBytes(folder / name, bytes);
    }
}

Bytes text(const std::string& content) {
    return {content.begin(), content.end()};
}

/// Below 2 KiB: small inputs run fast.
Seeds models() {
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
        {"15-8-bits", anachronoxModel(0).bytes()},
        {"15-11-bits", anachronoxModel(1).bytes()},
        {"15-16-bits", anachronoxModel(2).bytes()},
        {"names", modelWithFrames({"pain101", "pain102", "pain201", "WB06F", "Frame 1", ""}).bytes()},
    };
}

/// The game's table needs 172 frames and more. These are slow, and have a folder of their own.
Seeds players() {
    const auto ofOneVertex = [](Md2Builder model) {
        for (FrameSource& frame : model.frames) {
            frame.vertices.resize(1);
        }
        model.triangles = {{{0, 0, 0}, {0, 1, 2}}};
        model.glCommands.clear();
        return model.describeTrianglesInGlCommands().bytes();
    };
    std::vector<std::string> words;
    for (std::size_t i = 0; i < 199; ++i) {
        words.push_back((i < 40 ? "run" : i < 46 ? "stand" : i < 100 ? "Jump" : "x") + std::to_string(i));
    }
    return {
        {"weapon", ofOneVertex(smallModel(173, "frame"))},
        {"player", ofOneVertex(smallModel(198, "fr"))},
        {"words", ofOneVertex(modelWithFrames(words))},
    };
}

Seeds searches() {
    return {
        {"places",
         text(std::string(1, 0) + "skin.pcx\nmodels/thing/Skin.PCX\nmodels/other/b.jpeg\nsub/a.tga")},
        {"up", text("\1../../../x.pcx\n/etc/x.png\n..\\..\\x.pcx\na/../../b/x.pcx\n..")},
        {"servers", text("\1http://other.host/x.pcx\n//other.host/x.pcx\nsome.host:8766/leak.pcx\na/x.pcx")},
        {"drives", text("\2C:\\x.pcx\nd:x\nprefix/PREFIX/x.pcx")},
        {"repeated", text("\3a/b/x.pcx\na/b/a/b/c/players/x.pcx\nA/B/x.PCX\nx.pcx\nx")},
        {"none", text("\4\n/\n.\nskin.dat\nmr.smith\n\xC3\xBC.pcx")},
    };
}

/// Models, followed by the bytes that choose properties.
Seeds imports() {
    const Seeds choices = {
        {"defaults", {0, 0, 0, 0}}, {"own-vertices", {1, 1, 5, 0}}, {"commands", {2, 2, 0, 0}},
        {"static", {0, 0, 0, 2}},   {"list", {5, 0, 4, 0}},         {"strict", {3, 0, 2, 0}},
        {"skeleton", {0, 0, 8, 0}},
    };
    Seeds seeds;
    for (const auto& [model, bytes] : models()) {
        for (const auto& [choice, properties] : choices) {
            seeds.emplace_back(model + "-" + choice, bytes);
            Bytes& seed = seeds.back().second;
            seed.insert(seed.end(), properties.begin(), properties.end());
        }
    }
    return seeds;
}

/// Each seed, followed by `count` bytes of any values.
Seeds continued(Seeds seeds, unsigned count) {
    for (auto& seed : seeds) {
        for (unsigned i = 0; i < count; ++i) {
            seed.second.push_back(static_cast<std::uint8_t>(i * i / 7 + i % 5));
        }
    }
    return seeds;
}

/// The form, frames, vertices, bones and clips that the target reads first, then the frames of a long
/// animation, and positions.
Seeds skeletons() {
    return continued(
        {
            {"one-clip", {1, 5, 6, 64, 0, 5}},
            {"two-clips", {2, 6, 5, 4, 0, 3, 3, 3}},
            {"any-floats", {4, 4, 4, 16}},
            {"any-steps", {8, 5, 5, 16}},
            {"little-memory", {16, 11, 11, 255}},
            {"a-vertex", {0, 9, 1, 1}},
            {"many-frames", {33, 7, 6, 5, 0, 99}},
        },
        900);
}

/// Each line starts with the number of frames.
Seeds names() {
    return {
        {"player", text("'stand\n%run\n'attack\n#pain1\n#pain2\n%jump\n%death3")},
        {"usual",
         text("'Armature|Robot_Idle|BaseLayer\n)1H_Melee_Attack_Chop\n#Hit_A\n#Crouch_Walk\n&Sit_Idle")},
        {"numbers", text(" idle\n idle2\n#pain1\n$pain\n%anim 1\n%anim 2\n+Take 001\n+Take 002")},
        {"long",
         text("%averylongnameofanything1\n%averylongnameofanything2\n%averylongname\n\n%\n%\xC3\xBC")},
    };
}

/// The limits, the size and the form of a mesh, and its points.
Seeds meshes() {
    return continued(
        {
            {"sheet", {60, 100, 125, 8, 9, 0}},
            {"tube", {40, 100, 125, 9, 9, 3}},
            {"holes", {60, 80, 100, 9, 9, 6}},
            {"seams", {100, 100, 30, 9, 9, 11}},
            {"vertices", {250, 20, 120, 9, 9, 15}},
        },
        300);
}

Seeds images() {
    const Image palette = paletteImage(9, 4);
    PcxBuilder rgb;
    rgb.planes = 3;
    PcxBuilder withoutMarker;
    withoutMarker.palette = PcxPalette::WithoutMarker;
    PcxBuilder withoutPalette;
    withoutPalette.palette = PcxPalette::None;
    PcxBuilder trailing;
    trailing.trailing = {1, 2, 3};
    return {
        {"8x1.pcx", PcxBuilder().build(palette)},
        {"8x3.pcx", rgb.build(rgbImage(9, 4))},
        {"without_marker.pcx", withoutMarker.build(palette)},
        {"without_palette.pcx", withoutPalette.build(palette)},
        {"trailing.pcx", trailing.build(palette)},
        {"8.bmp", bmpFile(palette, 8)},
        {"old.bmp", oldBmpFile(palette)},
        {"24.bmp", bmpFile(rgbImage(9, 4), 24)},
        {"32.bmp", bmpFile(rgbaImage(9, 4), 32)},
        {"32_alpha.bmp", bmpFile(rgbaImage(9, 4), 32, true)},
        {"24.tga", tgaFile(rgbImage(9, 4))},
        {"32.tga", tgaFile(rgbaImage(9, 4))},
        {"start.jpg", jpegHeader({9, 4})},
    };
}

Seeds archives() {
    PackedFile stored{"models/a/skin.pcx", {4, 5, 6}};
    stored.deflated = false;
    PackedFile encrypted{"a", {1}};
    encrypted.flags = 1;
    PackedFile damaged{"b", Bytes(200, 3)};
    damaged.damaged = true;
    return {
        {"empty.pak", pakArchive({})},
        {"two.pak", pakArchive({{"models/a/tris.md2", {1, 2, 3}}, {"models\\a\\skin.pcx", {4}}})},
        {"names.pak",
         pakArchive({{"../a", {}}, {"/b", {}}, {"C:\\c", {}}, {"", {}}, {std::string(56, 'd'), {}}})},
        {"outside.pak", pakArchive({{"a", {1}, -1}, {"b", {1}, 12, 1000}})},
        {"empty.pk3", zipArchive({})},
        {"two.pk3", zipArchive({{"models/a/tris.md2", Bytes(500, 7)}, stored})},
        {"names.pkz", zipArchive({{"../a", {}}, {"/b", {}}, {"C:\\c", {}}, {"d/", {}}})},
        {"damaged.pk3", zipArchive({encrypted, damaged})},
    };
}

/// Bytes without meaning: each gives some scene.
Seeds scenes() {
    Seeds seeds;
    std::uint32_t state = 1;
    for (int i = 0; i < 40; ++i) {
        Bytes bytes;
        while (bytes.size() < 1024) {
            state = state * 1664525 + 1013904223;
            bytes.push_back(static_cast<std::uint8_t>(state >> 24));
        }
        seeds.emplace_back(std::to_string(i), bytes);
    }
    return seeds;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    writeSeeds(folder / "archive", archives());
    writeSeeds(folder / "export", models());
    writeSeeds(folder / "format", models());
    writeSeeds(folder / "image", images());
    writeSeeds(folder / "import", imports());
    writeSeeds(folder / "md2_export", scenes());
    writeSeeds(folder / "names", names());
    writeSeeds(folder / "players", players());
    writeSeeds(folder / "pose", scenes());
    writeSeeds(folder / "search", searches());
    writeSeeds(folder / "simplify", meshes());
    writeSeeds(folder / "skeleton", skeletons());
    writeSeeds(folder / "write", models());
    return 0;
}
