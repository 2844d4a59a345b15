// SPDX-License-Identifier: BSD-3-Clause
// What an import allocates, the limits, and what happens when memory runs out.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "format/view.h"
#include "model/skins.h"
#include "scene/scene.h"
#include "support/heap.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/ProgressHandler.hpp>
#include <assimp/config.h>
#include <assimp/version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>

/// What leaks() knows of Assimp 5, for the leak sanitizer.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:aiMaterial::AddBinaryProperty";
}

namespace assimp_md2::test {
namespace {

struct Case {
    const char* name;
    Md2Builder model;
    bool onlyGlCommands = false;
};

void PrintTo(const Case& model, std::ostream* out) {
    *out << model.name;
}

class Memory : public testing::TestWithParam<std::tuple<Case, bool>> {
protected:
    Memory() {
        Md2Builder model = std::get<0>(GetParam()).model;
        triangles_ = model.triangles.size();
        if (std::get<0>(GetParam()).onlyGlCommands) {
            model.triangles.clear();
        }
        file_ = model.bytes();
    }
    bool shared() const { return std::get<1>(GetParam()); }

    Bytes file_;
    std::size_t triangles_ = 0;
};

TEST_P(Memory, PeaksLittleAboveTheScene) {
    for (const int keyframe : {-1, 0}) {
        const auto importer = makeImporter();
        importer->SetPropertyBool(ASSIMP_MD2_CONFIG_SHARED_VERTICES, shared());
        importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, keyframe);
        const HeapWatch watch;
        ASSERT_NE(importer->ReadFileFromMemory(file_.data(), file_.size(), 0, "md2"), nullptr)
            << importer->GetErrorString();
        const std::size_t known = watch.livingBytes() + file_.size();
        const std::size_t above = watch.peakBytes() > known ? watch.peakBytes() - known : 0;
        RecordProperty(keyframe < 0 ? "peakAboveScene" : "peakAboveStaticScene", static_cast<int>(above));
        EXPECT_LE(above, (std::size_t{1} << 20) + 32 * triangles_) << "keyframe " << keyframe;
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
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    const HeapWatch watch;
    const aiScene* const scene = importer->ReadFile(folder / "tris.md2", 0);
    ASSERT_NE(scene, nullptr) << importer->GetErrorString();
    ASSERT_EQ(scene->mNumTextures, kSkins);
    EXPECT_LE(watch.peakBytes(), watch.livingBytes() + std::filesystem::file_size(folder / "tris.md2") +
                                     (std::size_t{1} << 20) + 32 * model.triangles.size());
}

/// The scene of a file, as the importer makes it.
Scene sceneOf(const Bytes& file, bool sharedVertices, bool isStatic) {
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    Repairs repairs;
    Scene scene;
    scene.name = "tris.md2";
    scene.isStatic = isStatic;
    Model model{"tris", view, {}, {}, {}};
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < (isStatic ? 1 : view.frameCount()); ++i) {
        model.frames.push_back(i);
        names.push_back(view.frameName(i));
    }
    scene.models.push_back(std::move(model));
    scene.meshes.push_back(
        {"tris", 0, readGeometry(view, GeometrySource::Auto, sharedVertices, repairs).value(), 0});
    for (Clip& clip : isStatic ? std::vector<Clip>() : clipsOf(names, "tris")) {
        scene.animations.push_back({std::move(clip), 10, true});
    }
    return scene;
}

/// What malloc of a 64-bit GNU system takes for blocks of these sizes: 8 bytes more, in steps of 16, and at
/// least 32.
std::size_t bytesOnHeap(const std::vector<std::size_t>& sizes) {
    std::size_t bytes = 0;
    for (const std::size_t size : sizes) {
        bytes += std::max<std::size_t>(32, (size + 8 + 15) / 16 * 16);
    }
    return bytes;
}

TEST_P(Memory, OfASceneIsComputedBeforeItIsAllocated) {
    for (const bool isStatic : {false, true}) {
        Scene values = sceneOf(file_, shared(), isStatic);
        const std::uint64_t computed = sceneBytes(values);
        EXPECT_LE(leastSceneBytes(values.meshes[0].geometry.triangles.size(),
                                  isStatic ? 0 : values.models[0].frames.size(),
                                  isStatic ? 0 : values.models[0].frames.size(), 0),
                  computed);
        Repairs repairs;
        const HeapWatch watch;
        const auto scene = std::make_unique<aiScene>();
        buildScene(*scene, std::move(values), "MD2", repairs, [](std::uint64_t) {});
        const std::size_t taken = bytesOnHeap(watch.living());
        EXPECT_LE(taken, computed);
        // The estimate of small blocks is up to half larger.
        EXPECT_LE(computed, taken + taken / 4 + (16 << 10));
    }
}

/// Each part alone is most of the scene.
TEST(SceneBytes, CountTagsSkinNamesAndTextures) {
    const Bytes file = smallModel(40).bytes();
    const auto withTags = [](Scene& scene) {
        for (int i = 0; i < 300; ++i) {
            scene.models[0].tags.push_back({"tag" + std::to_string(i), {0, 1, 2}});
        }
    };
    const auto withSkinNames = [](Scene& scene) { scene.models[0].skinNames.resize(1000, "skin.pcx"); };
    const auto withTextures = [](Scene& scene) {
        for (int i = 0; i < 20; ++i) {
            scene.textures.push_back({"skin.png", Bytes(100'000), "png"});
        }
    };
    for (const std::function<void(Scene&)>& add :
         {std::function<void(Scene&)>(withTags), std::function<void(Scene&)>(withSkinNames),
          std::function<void(Scene&)>(withTextures)}) {
        Scene values = sceneOf(file, true, false);
        const std::uint64_t before = sceneBytes(values);
        add(values);
        const std::uint64_t computed = sceneBytes(values);
        std::size_t textureBytes = 0;
        for (const Texture& texture : values.textures) {
            textureBytes += texture.bytes.size();
        }
        Repairs repairs;
        const HeapWatch watch;
        const auto scene = std::make_unique<aiScene>();
        buildScene(*scene, std::move(values), "MD2", repairs, [](std::uint64_t) {});
        // The textures of the values are freed one by one meanwhile.
        const std::size_t taken = std::max(bytesOnHeap(watch.living()), textureBytes);
        EXPECT_LE(taken, computed);
        EXPECT_LE(computed, taken + taken / 2 + 2 * before);
        EXPECT_GT(computed, 4 * before);
    }
}

std::string nameOf(const testing::TestParamInfo<std::tuple<Case, bool>>& test) {
    return std::string(std::get<0>(test.param).name) + (std::get<1>(test.param) ? "Shared" : "Own");
}

INSTANTIATE_TEST_SUITE_P(
    Models, Memory,
    testing::Combine(testing::Values(Case{"Small", smallModel(3)}, Case{"Player", sheetModel(198, 480)},
                                     Case{"PlayerFromGlCommands", sheetModel(198, 480), true},
                                     Case{"Large", sheetModel(40, 10000)},
                                     Case{"LargeFromGlCommands", sheetModel(40, 10000), true},
                                     Case{"OneLargeFrame", sheetModel(1, 60000)},
                                     Case{"OneLargeFrameFromGlCommands", sheetModel(1, 60000), true},
                                     Case{"ManyFrames", sheetModel(1500, 4)}),
                     testing::Bool()),
    nameOf);

std::string checkSceneOf(Assimp::Importer& importer) {
    const aiScene* const scene = importer.GetScene();
    if (scene == nullptr) {
        return *importer.GetErrorString() == '\0' ? "neither scene nor error" : "";
    }
    const auto problems = problemsOf(*scene);
    return problems.empty() ? "" : problems.front();
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
            EXPECT_LE(watch.peakBytes(), file.size() + (std::size_t{1} << 20) + 128 * triangles);
        }
    }
}

TEST(MemoryLimit, HoldsForTheTexturesOfManySkinsTogether) {
    constexpr int kMegabytes = 2;
    constexpr std::size_t kSkins = 24;
    const Bytes image = noiseFile(300);
    const TemporaryFolder folder;
    putModelWithSkins(folder, smallModel(3), kSkins, image);
    const auto importer = makeImporter();
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, kMegabytes);
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    const HeapWatch watch;
    importer->ReadFile(folder / "tris.md2", 0);
    EXPECT_EQ(checkSceneOf(*importer), "");
    // Growing buffers are in memory twice for a moment.
    EXPECT_LE(watch.peakBytes(), (std::size_t{kMegabytes} << 20) + 2 * image.size());
}

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// Makes a call of operator new fail, counted from the start of the importer's work, which is when Assimp
/// says that it has read nothing yet.
class FailingAllocation : public Assimp::ProgressHandler {
public:
    FailingAllocation(HeapWatch& watch, std::size_t after) : watch_(watch), after_(after) {}

    bool Update(float) override { return true; }
    void UpdateFileRead(int, int) override {
        if (firstCall_ == 0) {
            firstCall_ = watch_.calls();
            watch_.failAfter(after_);
        }
        lastCall_ = watch_.calls();
    }

    /// The calls of operator new while the importer worked.
    std::size_t calls() const { return lastCall_ - firstCall_; }

private:
    HeapWatch& watch_;
    std::size_t after_;
    std::size_t firstCall_ = 0;
    std::size_t lastCall_ = 0;
};

void setProperties(Assimp::Importer& importer) {
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS,
                               "a name that is longer than a string can hold in itself:0-1;b:2@5");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "b");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
}

/// What an import has left allocated. aiMaterial::AddBinaryProperty of Assimp 5 loses the property when
/// there is no memory for its value: one of those is not ours.
std::vector<std::size_t> leaks(const HeapWatch& watch) {
    std::vector<std::size_t> living = watch.living();
    const auto property = std::find(living.begin(), living.end(), sizeof(aiMaterialProperty));
    if (aiGetVersionMajor() < 6 && property != living.end()) {
        living.erase(property);
    }
    return living;
}

/// The result of an import that ran out of memory.
struct ShortImport {
    std::size_t calls = 0;    ///< of operator new in the importer's work
    bool isExplained = false; ///< there is a scene, or an error of ours
};

constexpr const char* kModelPath = "game/models/pear/tris.md2";

/// Imports the model of `files` while the call of operator new after `after` others fails, and then once more
/// with enough memory.
ShortImport importShortOfMemory(const std::map<std::string, Bytes>& files, std::size_t after) {
    HeapWatch watch;
    ShortImport result;
    {
        const auto importer = makeImporter();
        setProperties(*importer);
        auto* const io = new MemoryFiles;
        io->files = files;
        importer->SetIOHandler(io); // owns it
        auto* const progress = new FailingAllocation(watch, after);
        importer->SetProgressHandler(progress); // owns it
        importer->ReadFile(kModelPath, 0);
        watch.failNoMore();
        result.calls = progress->calls();
        result.isExplained =
            importer->GetScene() != nullptr || std::string(importer->GetErrorString()).rfind("MD2: ", 0) == 0;
        EXPECT_EQ(checkSceneOf(*importer), "") << after;
        EXPECT_EQ(io->openStreams, 0) << after;
        importer->FreeScene();
        const aiScene* const scene = importer->ReadFile(kModelPath, 0);
        EXPECT_NE(scene, nullptr) << after << ": " << importer->GetErrorString();
        const auto images = std::count_if(files.begin(), files.end(),
                                          [](const auto& file) { return hasImageExtension(file.first); });
        EXPECT_EQ(scene == nullptr ? 0 : scene->mNumTextures, images) << after;
        EXPECT_EQ(checkSceneOf(*importer), "") << after;
    }
    EXPECT_EQ(leaks(watch), std::vector<std::size_t>()) << after;
    return result;
}

Bytes damagedModel() {
    Md2Builder model = smallModel(3);
    model.triangles[0].vertex[0] = 77;
    model.frames[2].vertices[3][3] = 255;
    return model.bytes();
}

Bytes modelFromGlCommands() {
    Md2Builder model = smallModel(3);
    model.triangles.clear();
    return model.bytes();
}

Bytes modelWithSkins(const std::vector<std::string>& skins) {
    Md2Builder model = smallModel(3);
    model.skins = skins;
    return model.bytes();
}

/// A few calls in the importer's work are those of Assimp's BaseImporter, whose error is "Unknown exception".
constexpr std::size_t kMostCallsOfAssimp = 10;

/// Only calls in the importer's work fail, because Assimp does not survive failures of its own. For example,
/// its ReadFileFromMemory leaves the importer without an IOSystem when the allocation of the one that it sets
/// or of its error message fails. When only a log line is lost, there is a scene.
TEST(ShortOfMemory, AnImportEndsWithAnErrorOrASceneAndNoLeak) {
    const Bytes pcx = PcxBuilder().build(paletteImage(8, 4));
    const std::map<std::string, Bytes> cases[] = {
        {{kModelPath, damagedModel()}},
        {{kModelPath, modelFromGlCommands()}},
        {{kModelPath, modelWithSkins({"models/pear/skin.pcx", "a.tga", "missing.pcx"})},
         {"game/models/pear/skin.pcx", pcx},
         {"game/models/pear/a.tga", tgaFile(rgbImage(8, 4))}},
        {{kModelPath, anachronoxModel(1).bytes()}},
        {{kModelPath, smallModel(3).bytes()}, {"game/models/pear/weapon.md2", modelFromGlCommands()}},
    };
    for (const std::map<std::string, Bytes>& files : cases) {
        const std::size_t calls = importShortOfMemory(files, kNever).calls;
        ASSERT_GT(calls, 50u);
        std::size_t unexplained = 0;
        for (std::size_t after = 0; after < calls; ++after) {
            unexplained += importShortOfMemory(files, after).isExplained ? 0U : 1U;
        }
        EXPECT_LE(unexplained, kMostCallsOfAssimp);
    }
}

/// Registers while the call of operator new after `after` others fails.
/// \return whether there was such a call
bool registerShortOfMemory(std::size_t after) {
    HeapWatch watch;
    bool hasFailed = false;
    {
        Assimp::Importer importer;
        watch.failAfter(after);
        try {
            registerImporter(importer);
        } catch (const std::bad_alloc&) {
            // what the header promises
        }
        watch.failNoMore();
        hasFailed = watch.hasFailed();
        EXPECT_TRUE(importer.IsExtensionSupported(".md2"));
        EXPECT_TRUE(registerImporter(importer));
        EXPECT_NE(importBytes(importer, smallModel(3).bytes()), nullptr) << importer.GetErrorString();
        EXPECT_EQ(checkSceneOf(importer), "") << after;
    }
    EXPECT_EQ(watch.living(), std::vector<std::size_t>()) << after;
    return hasFailed;
}

TEST(ShortOfMemory, ARegistrationThatFailedSucceedsLater) {
    std::size_t after = 0;
    while (registerShortOfMemory(after)) {
        ++after;
    }
    EXPECT_GT(after, 0u);
}

} // namespace
} // namespace assimp_md2::test
