// SPDX-License-Identifier: BSD-3-Clause
// What an import allocates, and the limits.
#include "assimp-md2/properties.h"
#include "support/heap.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace assimp_md2::inner::test {
namespace {

/// What an import may take besides the scene, for objects of Assimp and blocks of a constant size.
constexpr std::size_t kOfAssimp = std::size_t{1} << 20;

TEST(Memory, PeaksLittleAboveTheScene) {
    struct {
        const char* name;
        Md2Builder model;
    } const rows[] = {{"small", smallModel(3)},
                      {"player", sheetModel(198, 480)},
                      {"large", sheetModel(40, 10000)},
                      {"one large frame", sheetModel(1, 60000)},
                      {"many frames", sheetModel(1500, 4)}};
    for (const auto& [name, whole] : rows) {
        for (const bool hasTriangles : {true, false}) {
            for (const int keyframe : {-1, 0}) {
                SCOPED_TRACE(name + std::string(hasTriangles ? "" : ", from GL commands") +
                             (keyframe < 0 ? "" : ", one frame"));
                Md2Builder model = whole;
                model.triangles.resize(hasTriangles ? model.triangles.size() : 0);
                const Bytes file = model.bytes();
                const auto importer = makeImporter();
                importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, keyframe);
                const HeapWatch watch;
                ASSERT_NE(importer->ReadFileFromMemory(file.data(), file.size(), 0, "md2"), nullptr)
                    << importer->GetErrorString();
                EXPECT_LE(watch.peakBytes(),
                          watch.livingBytes() + file.size() + kOfAssimp + 32 * whole.triangles.size());
            }
        }
    }
}

/// A square image that does not compress.
Bytes noiseFile(std::uint32_t side) {
    return bmpFile(noiseImage(side, side), 24);
}

/// A model and its skins, all of one image, in a folder of the file system.
void putModelWithSkins(const TemporaryFolder& folder, Md2Builder model, std::size_t skins,
                       const Bytes& image) {
    model.skins.clear();
    for (std::size_t i = 0; i < skins; ++i) {
        model.skins.push_back("skin" + std::to_string(i) + ".bmp");
        folder.put(model.skins.back(), image);
    }
    folder.put("tris.md2", model.bytes());
}

/// Many images. The decoding of each fits in the 1 MiB, but not a second copy of them all.
TEST(MemoryOfSkins, IsNoMoreThanTheSceneContains) {
    constexpr std::size_t kSkins = 16;
    const Md2Builder model = sheetModel(198, 480);
    const TemporaryFolder folder;
    putModelWithSkins(folder, model, kSkins, noiseFile(200));
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, "embed"}});
    const HeapWatch watch;
    const aiScene* const scene = sceneOfFile(*importer, folder / "tris.md2");
    ASSERT_EQ(scene->mNumTextures, kSkins);
    EXPECT_LE(watch.peakBytes(), watch.livingBytes() + std::filesystem::file_size(folder / "tris.md2") +
                                     kOfAssimp + 32 * model.triangles.size());
}

TEST(MemoryLimit, RefusesBeforeAnythingOfThatSizeIsAllocated) {
    const Bytes wide = sheetModel(40, 10000).bytes();
    const Bytes longAnimated = sheetModel(3000, 4).bytes();
    for (const Bytes& file : {wide, longAnimated}) {
        for (const int megabytes : {3, 8}) {
            const auto importer = makeImporter();
            importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
            const HeapWatch watch;
            EXPECT_EQ(importer->ReadFileFromMemory(file.data(), file.size(), 0, "md2"), nullptr);
            const std::string error = importer->GetErrorString();
            EXPECT_EQ(error.rfind("MD2: at least ", 0), 0u) << error;
            const auto triangles = static_cast<std::size_t>(valueAt(file, field::kNumTris));
            EXPECT_LE(watch.largest(), file.size());
            EXPECT_LE(watch.peakBytes(), file.size() + kOfAssimp + 128 * triangles);
        }
    }
}

/// Imports `file` with a limit and returns whether it was refused for the limit.
bool isRefusedWithin(const Bytes& file, int megabytes, const char* animation = "morph") {
    const auto importer = makeImporterOfMd2Alone();
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 8);
    std::size_t peak = 0;
    bool isRefused = false;
    {
        const HeapWatch watch;
        isRefused = importer->ReadFileFromMemory(file.data(), file.size(), 0, "md2") == nullptr;
        peak = watch.peakBytes();
    }
    EXPECT_LE(peak, (static_cast<std::size_t>(megabytes) << 20) + kOfAssimp) << megabytes;
    const std::string error = importer->GetErrorString();
    EXPECT_TRUE(!isRefused || error.rfind("MD2: ", 0) == 0) << error;
    return isRefused && error.find(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB) != std::string::npos;
}

/// The fit needs all frames at once and more than the scene. The last limit at which a file is refused and
/// the first at which it is imported are the hardest for the charges.
TEST(SlowMemoryLimit, HoldsForSkeletons) {
    for (const Bytes& file :
         {sheetModel(10, 3000).bytes(), sheetModel(2000, 9).bytes(), sheetModel(80, 3000).bytes()}) {
        int megabytes = 1;
        while (megabytes < 64 && isRefusedWithin(file, megabytes, "skeleton")) {
            ++megabytes;
        }
        EXPECT_GT(megabytes, 2);
        EXPECT_LT(megabytes, 64);
    }
}

/// A pyramid with `tagCount` tags of one name and a clip for each of `frameCount` frames.
Bytes modelWithTags(std::size_t tagCount, std::size_t frameCount) {
    Md2Builder model = anachronoxModel(0);
    model.tags.assign(tagCount, TagSource{"tag", 0});
    const FrameSource frame = model.frames[0];
    model.frames.assign(frameCount, frame);
    for (std::size_t i = 0; i < frameCount; ++i) {
        // The stem changes, so each frame is a clip.
        model.frames[i].translate[0] = static_cast<float>(i % 2);
        model.frames[i].name = std::string(i % 2 == 0 ? "a" : "b") + std::to_string(i);
    }
    return model.bytes();
}

/// The triangle list is empty, so only the GL commands say how large the surface is.
Bytes modelOfOneFan(std::int32_t corners) {
    Md2Builder model = smallModel(2);
    model.triangles.clear();
    model.glCommands = {corners};
    for (std::int32_t i = 0; i < corners; ++i) {
        model.glCommands.insert(model.glCommands.end(), {i, 0, i % 4});
    }
    model.glCommands.push_back(0);
    return model.bytes();
}

Bytes modelOfSurfacesWithoutPrimitives(std::size_t count) {
    Md2Builder model = anachronoxModel(1);
    model.surfaces.resize(count);
    return model.bytes();
}

TEST(MemoryLimit, HoldsForSmallFilesOfLargeScenes) {
    struct {
        const char* name;
        Bytes file;
        int refused;  ///< with this limit
        int imported; ///< 0: never
    } const rows[] = {{"surfaces without primitives", modelOfSurfacesWithoutPrimitives(10'000'000), 0, 64},
                      {"GL commands without triangles", modelOfOneFan(1'000'000), 64, 0},
                      {"tags of many clips", modelWithTags(120, 150), 4, 64},
                      {"keys with all targets", sheetModel(2000, 3).bytes(), 40, 64},
                      // In quadratic time this would take minutes.
                      {"many tags of one name", modelWithTags(100'000, 3), 100, 2000}};
    for (const auto& row : rows) {
        SCOPED_TRACE(row.name);
        EXPECT_TRUE(row.refused == 0 || isRefusedWithin(row.file, row.refused));
        EXPECT_TRUE(row.imported == 0 || !isRefusedWithin(row.file, row.imported));
    }
}

/// Files whose sections are as large as those of a damaged header may claim.
std::vector<std::pair<const char*, Bytes>> oversizedFiles() {
    std::vector<std::pair<const char*, Bytes>> files;
    const auto add = [&](const char* name, const Md2Builder& model) {
        files.emplace_back(name, model.bytes());
    };
    for (const int version : {8, 15}) {
        const Md2Builder model = version == 8 ? smallModel(3) : anachronoxModel(1);
        Md2Builder skins = model;
        for (int i = 0; i < 3000; ++i) {
            skins.skins.push_back(std::string(40, '\xE4') + std::to_string(i));
        }
        add("skins", skins);
        for (const std::size_t frames : {100U, 1000U, 5000U}) {
            for (const bool areClips : {false, true}) {
                Md2Builder many = model;
                many.frames.assign(frames, FrameSource(model.frames[0]));
                for (std::size_t i = 0; i < frames; ++i) {
                    // A stem for each clip; 16 characters of two bytes in UTF-8.
                    many.frames[i].name = std::string(areClips ? 10 : 4, '\xE4') +
                                          (areClips ? std::to_string(i) + "x-x-x" : std::to_string(i));
                    many.frames[i].name.resize(16);
                }
                add(areClips ? "frames that are clips" : "frames of one clip", many);
            }
        }
        Md2Builder commands = model;
        commands.triangles.clear();
        commands.glCommands = {30'000};
        for (int i = 0; i < 30'000; ++i) {
            commands.glCommands.insert(commands.glCommands.end(), {i, i, i % 4});
        }
        commands.surfaces = {1};
        add("GL commands", commands);
        Md2Builder triangles = model;
        triangles.triangles.resize(40'000, model.triangles[0]);
        for (std::size_t i = 0; i < 60'000; ++i) {
            triangles.st.push_back({static_cast<std::int16_t>(i), 0});
            triangles.triangles[i % 40'000].st[i % 3] = static_cast<std::uint16_t>(i);
        }
        add("triangles", triangles);
    }
    Md2Builder surfaces = anachronoxModel(0);
    surfaces.glCommands.clear();
    surfaces.surfaces.clear();
    surfaces.skins.clear();
    for (int i = 0; i < 3000; ++i) {
        surfaces.glCommands.insert(surfaces.glCommands.end(), {3, 0, 0, 0, 0, 0, 1, 0, 0, 2});
        surfaces.surfaces.push_back(1);
        surfaces.skins.push_back("skin" + std::to_string(i));
    }
    add("surfaces", surfaces);
    files.emplace_back("tags", modelWithTags(2000, 30));
    files.emplace_back("tags and clips", modelWithTags(200, 200));
    return files;
}

/// Each file whole, and with fields of its header replaced.
TEST(MemoryLimit, HoldsForDamagedFilesOfBothVersions) {
    std::size_t refused = 0;
    std::size_t imported = 0;
    for (const auto& [name, file] : oversizedFiles()) {
        SCOPED_TRACE(name);
        const bool isWide = valueAt(file, field::kVersion) != 8;
        for (const int megabytes : {1, 2, 3, 4, 6, 8, 12, 16, 24}) {
            (isRefusedWithin(file, megabytes) ? refused : imported) += 1;
        }
        for (std::size_t at = field::kNumSkins; at < (isWide ? 96U : field::kOfsEnd); at += 4) {
            for (const std::int32_t value : {0, valueAt(file, at) / 2, valueAt(file, field::kOfsFrames)}) {
                Bytes damaged = file;
                patch(damaged, at, value);
                isRefusedWithin(damaged, 1);
                isRefusedWithin(damaged, 8);
            }
        }
    }
    EXPECT_GT(refused, 20u);
    EXPECT_GT(imported, 40u);
}

TEST(MemoryLimit, HoldsForTheTexturesOfManySkinsTogether) {
    constexpr int kMegabytes = 2;
    constexpr std::size_t kSkins = 24;
    const Bytes image = noiseFile(300);
    const TemporaryFolder folder;
    putModelWithSkins(folder, smallModel(3), kSkins, image);
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, "embed"}});
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, kMegabytes);
    const HeapWatch watch;
    EXPECT_TRUE(problemsOf(*sceneOfFile(*importer, folder / "tris.md2")).empty());
    // Growing buffers are in memory twice for a moment.
    EXPECT_LE(watch.peakBytes(), (std::size_t{kMegabytes} << 20) + 2 * image.size());
}

} // namespace
} // namespace assimp_md2::inner::test
