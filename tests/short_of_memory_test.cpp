// SPDX-License-Identifier: BSD-3-Clause
// What happens when memory runs out: each operation of the library, while each of its allocations fails.
#include "assimp-md2/game_files.h"
#include "assimp-md2/gltf.h"
#include "assimp-md2/importer.h"
#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "games/game.h"
#include "gltf/assimp_formats.h"
#include "gltf/entry.h"
#include "gltf/writer/test_scene.h"
#include "importer/image/png.h"
#include "importer/settings/property_table.h"
#include "importer/skins/skin_paths.h"
#include "maker/pose/pose_evaluator.h"
#include "maker/pose/pose_scene.h"
#include "skeleton/models.h"
#include "support/archives.h"
#include "support/heap.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>

/// Leaks of Assimp 5, for the leak sanitizer: the same as leaks() subtracts.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:aiMaterial::AddBinaryProperty";
}

namespace assimp_md2::inner::test {
namespace {

/// Something that is done again and again.
struct Operation {
    /// Does it, and returns whether it has succeeded. May throw.
    std::function<bool()> run;
    /// Is called after each time, with whether it has succeeded.
    std::function<void(bool hasSucceeded)> check = [](bool) {};
};

using Content = std::map<std::string, Bytes>;

Content contentOf(const TemporaryFolder& folder) {
    Content files;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        files.emplace(entry.path().filename().string(), readBytes(entry.path()));
    }
    return files;
}

/// An export into a folder with an old file. The writer is called directly, because Assimp's copy of the
/// scene leaks when memory runs out.
Operation exportOf(std::shared_ptr<const aiScene> scene, const char* format, const TemporaryFolder& folder) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    registerMd2Exporter(exporter);
    const auto write = findEntry(exporter, format)->mExportFunction;
    const std::string path = folder / "tris";
    const auto run = [=] {
        static Assimp::DefaultIOSystem files;
        static const Assimp::ExportProperties properties;
        try {
            write(path.c_str(), &files, scene.get(), &properties);
        } catch (const std::bad_alloc&) {
            return false;
        } catch (const std::exception& error) {
            EXPECT_NE(std::strstr(error.what(), "not enough memory"), nullptr) << error.what();
            return false;
        }
        return true;
    };
    run(); // what is made once, in the first export
    const Content expected = contentOf(folder);
    EXPECT_FALSE(expected.empty());
    const auto restore = [&folder, path] {
        std::filesystem::remove_all(folder.path());
        folder.put("tris", {1, 2, 3});
    };
    restore();
    return {run, [=, &folder](bool hasSucceeded) {
                EXPECT_EQ(contentOf(folder), hasSucceeded ? expected : Content({{"tris", {1, 2, 3}}}));
                restore();
            }};
}

Operation gltfExport(const TemporaryFolder& folder) {
    Model model = wavingModel(6, 30);
    model.clips = {{"a", 0, 3}, {"b", 3, 3}};
    model.texture = "*0";
    std::shared_ptr<aiScene> scene = makeScene(model);
    embedTexture(*scene, "skin.png");
    addMaterial(*scene, "absent.png", "other");
    addBone(scene->mMeshes[0], "tris.md2", {}, weightsOfAll(*scene->mMeshes[0], 1));
    scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mValue.x = 3;
    return exportOf(scene, "glb2", folder);
}

Operation md2Export(const TemporaryFolder& folder) {
    return exportOf(movingScene(), "md2", folder);
}

/// The plugin's export, around that of Assimp.
Operation safeExport(const TemporaryFolder&) {
    const std::shared_ptr<Assimp::Importer> importer = makeImporter(); // owns the scene
    const aiScene* const scene = sceneOf(*importer, smallModel(5).bytes(), aiProcess_JoinIdenticalVertices);
    const auto exporter = std::make_shared<Assimp::Exporter>();
    return {[importer, scene, exporter] {
        const auto succeed = [](void*, const void*, const char*, const char*, unsigned int, const void*) {
            return 12;
        };
        const int result = exportSafely(succeed, *exporter, scene, "x", "path", 0, nullptr);
        EXPECT_TRUE(result == 12 || result == aiReturn_OUTOFMEMORY);
        return result == 12;
    }};
}

Operation poseEvaluator(const TemporaryFolder&) {
    const std::shared_ptr<const aiScene> scene = largeScene(6);
    return {[=] {
        Warnings repairs;
        const PoseEvaluator evaluator(*scene, repairs);
        return true;
    }};
}

Operation openedGame(const TemporaryFolder& folder) {
    folder.put("models/tris.md2", smallModel(2).bytes());
    folder.put("a.pk3dir/models/weapon.md2", smallModel(2).bytes());
    folder.put("b.pak", pakArchive({{"a.md2", {1}}}));
    folder.put("c.pkz", zipArchive({{"c.md2", {1}}}));
    const std::vector<std::string> folders{folder / ""};
    return {[=] {
        EXPECT_EQ(Game(folders).list("*.md2").size(), 4U);
        return true;
    }};
}

Operation skeletonFit(const TemporaryFolder&) {
    const auto model = std::make_shared<AnimatedModel>(quantized(rigidParts(3, 8, 10)));
    return {[=] {
        fitSkeleton(model->input(), {});
        return true;
    }};
}

struct Row {
    const char* name;
    std::size_t allocations; ///< which it makes at least
    Operation (*prepare)(const TemporaryFolder&);
};

class ShortOfMemory : public testing::TestWithParam<Row> {};

TEST_P(ShortOfMemory, IsAnErrorWithoutALeak) {
    const TemporaryFolder folder;
    const Operation operation = GetParam().prepare(folder);
    std::size_t failures = 0;
    for (bool hasFailed = true; hasFailed; ++failures) {
        SCOPED_TRACE(failures);
        bool hasSucceeded = false;
        std::size_t living = 0;
        {
            HeapWatch watch;
            watch.failAfter(failures);
            try {
                hasSucceeded = operation.run();
            } catch (const std::exception&) {
                // the error
            }
            watch.failNoMore();
            hasFailed = watch.hasFailed();
            living = watch.livingBytes();
        }
        EXPECT_EQ(living, 0u);
        operation.check(hasSucceeded);
        EXPECT_TRUE(hasFailed || hasSucceeded);
    }
    EXPECT_GT(failures, GetParam().allocations + 1);
}

INSTANTIATE_TEST_SUITE_P(Operations, ShortOfMemory,
                         testing::Values(Row{"GltfExport", 150, gltfExport}, Row{"Md2Export", 100, md2Export},
                                         Row{"SafeExport", 0, safeExport},
                                         Row{"PoseEvaluator", 20, poseEvaluator},
                                         Row{"OpenedGame", 50, openedGame},
                                         Row{"SkeletonFit", 10, skeletonFit}),
                         [](const auto& test) { return std::string(test.param.name); });

std::string checkSceneOf(Assimp::Importer& importer) {
    const aiScene* const scene = importer.GetScene();
    if (scene == nullptr) {
        return *importer.GetErrorString() == '\0' ? "neither scene nor error" : "";
    }
    const auto problems = problemsOf(*scene);
    return problems.empty() ? "" : problems.front();
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

/// The bytes that an import has left allocated. aiMaterial::AddBinaryProperty of Assimp 5 loses the property
/// when there is no memory for its value: one of those is not ours.
std::size_t leaks(const HeapWatch& watch) {
    const std::size_t bytes = watch.livingBytes();
    return aiGetVersionMajor() < 6 && bytes == sizeof(aiMaterialProperty) ? 0 : bytes;
}

/// The result of an import that ran out of memory.
struct ShortImport {
    std::size_t calls = 0;    ///< of operator new in the importer's work
    bool isExplained = false; ///< there is a scene, or an error of ours
};

constexpr const char* kModelPath = "game/models/pear/tris.md2";

using Files = std::map<std::string, Bytes>;

/// Where the files of an import are.
enum class Place { Memory, Disk, Game };

Assimp::IOSystem* filesIn(Place place, const Files& files, const TemporaryFolder& folder) {
    if (place == Place::Memory) {
        auto* const memory = new MemoryFiles;
        memory->files = files;
        return memory;
    }
    return new GameFiles({folder / "game"});
}

/// Imports the model of `files` while the call of operator new after `after` others fails, and then once more
/// with enough memory.
ShortImport importShortOfMemory(Place place, const Files& files, const TemporaryFolder& folder,
                                std::size_t after, const char* animation = "morph") {
    const std::string path = place == Place::Disk   ? folder / kModelPath
                             : place == Place::Game ? std::string(kModelPath).substr(5)
                                                    : kModelPath;
    HeapWatch watch;
    ShortImport result;
    {
        const auto importer = makeImporter();
        setProperties(*importer);
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
        if (place != Place::Disk) {
            importer->SetIOHandler(filesIn(place, files, folder)); // owns it
        }
        auto* const progress = new FailingAllocation(watch, after);
        importer->SetProgressHandler(progress); // owns it
        importer->ReadFile(path, 0);
        watch.failNoMore();
        result.calls = progress->calls();
        result.isExplained =
            importer->GetScene() != nullptr || std::string(importer->GetErrorString()).rfind("MD2: ", 0) == 0;
        EXPECT_EQ(checkSceneOf(*importer), "") << after;
        if (place == Place::Memory) {
            EXPECT_EQ(static_cast<MemoryFiles*>(importer->GetIOHandler())->openStreams, 0) << after;
        }
        importer->FreeScene();
        const aiScene* const scene = importer->ReadFile(path, 0);
        EXPECT_NE(scene, nullptr) << after << ": " << importer->GetErrorString();
        const auto images = std::count_if(files.begin(), files.end(),
                                          [](const auto& file) { return hasImageExtension(file.first); });
        EXPECT_EQ(scene == nullptr ? 0 : scene->mNumTextures, images) << after;
        EXPECT_EQ(checkSceneOf(*importer), "") << after;
    }
    EXPECT_EQ(leaks(watch), 0u) << after;
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

/// A few calls in the importer's work are those of Assimp's BaseImporter, whose error is "Unknown exception".
constexpr std::size_t kMostCallsOfAssimp = 10;

/// Only calls in the importer's work fail, because Assimp does not survive failures of its own. For example,
/// its ReadFileFromMemory leaves the importer without an IOSystem when the allocation of the one that it sets
/// or of its error message fails. When only a log line is lost, there is a scene.
TEST(ImportShortOfMemory, EndsWithAnErrorOrASceneAndNoLeak) {
    Md2Builder model = smallModel(3);
    model.skins = {"models/pear/skin.pcx", "a.tga", "missing.pcx", "alpha.png"};
    const Bytes pcx = PcxBuilder().build(paletteImage(8, 4));
    const std::map<std::string, Bytes> withWeapon = {{kModelPath, smallModel(3).bytes()},
                                                     {"game/models/pear/weapon.md2", modelFromGlCommands()}};
    const std::pair<std::map<std::string, Bytes>, const char*> cases[] = {
        {{{kModelPath, damagedModel()}}, "morph"},
        {{{kModelPath, modelFromGlCommands()}}, "morph"},
        {{{kModelPath, model.bytes()},
          {"game/models/pear/skin.pcx", pcx},
          {"game/models/pear/a.tga", tgaFile(rgbImage(8, 4))},
          {"game/models/pear/alpha.png", encodePng(rgbaImage(8, 4)).value()}},
         "morph"},
        {{{kModelPath, anachronoxModel(1).bytes()}}, "morph"},
        {withWeapon, "morph"},
        {withWeapon, "skeleton"},
    };
    for (const Place place : {Place::Memory, Place::Disk, Place::Game}) {
        for (const auto& [files, animation] : cases) {
            const TemporaryFolder folder;
            for (const auto& [name, bytes] : files) {
                folder.put(name, bytes);
            }
            const std::size_t calls = importShortOfMemory(place, files, folder, kNever, animation).calls;
            ASSERT_GT(calls, 50u);
            std::size_t unexplained = 0;
            for (std::size_t after = 0; after < calls; ++after) {
                unexplained +=
                    importShortOfMemory(place, files, folder, after, animation).isExplained ? 0U : 1U;
            }
            EXPECT_LE(unexplained, kMostCallsOfAssimp);
        }
    }
}

TEST(ImportShortOfMemory, ARegistrationThatFailedSucceedsLater) {
    std::size_t failures = 0;
    for (bool hasFailed = true; hasFailed; ++failures) {
        HeapWatch watch;
        {
            Assimp::Importer importer;
            watch.failAfter(failures);
            try {
                registerImporter(importer);
            } catch (const std::bad_alloc&) {
                // what the header promises
            }
            watch.failNoMore();
            hasFailed = watch.hasFailed();
            EXPECT_TRUE(registerImporter(importer));
            EXPECT_NE(importBytes(importer, smallModel(3).bytes()), nullptr) << importer.GetErrorString();
            EXPECT_EQ(checkSceneOf(importer), "") << failures;
        }
        EXPECT_EQ(watch.livingBytes(), 0u) << failures;
    }
    EXPECT_GT(failures, 1u);
}

} // namespace
} // namespace assimp_md2::inner::test
