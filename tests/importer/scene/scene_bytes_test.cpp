// SPDX-License-Identifier: BSD-3-Clause
// The memory of an aiScene is computed before it is allocated.
#include "importer/scene/build_scene.h"

#include "importer/md2/clips.h"
#include "importer/md2/view.h"
#include "support/heap.h"
#include "support/md2_builder.h"
#include "support/read_geometry.h"

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace assimp_md2::inner::test {
namespace {

/// The scene of a view, as the importer makes it.
Scene sceneOf(const View& view, bool isStatic) {
    Warnings repairs;
    Scene scene;
    scene.name = "tris.md2";
    scene.isStatic = isStatic;
    Model model{"tris", &view};
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < (isStatic ? 1 : view.frameCount()); ++i) {
        model.frames.push_back(i);
        names.push_back(view.frameName(i));
    }
    scene.models.push_back(std::move(model));
    scene.meshes.push_back({0, readGeometry(view, repairs).value(), 0});
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

struct Case {
    const char* name;
    Md2Builder model;
};

/// Computes the bytes of `scene`, builds it, and returns what it takes on the heap.
std::pair<std::uint64_t, std::size_t> computedAndTaken(Scene scene) {
    std::uint64_t computed = sceneBytes(scene);
    for (const Texture& texture : scene.textures) {
        computed += bytesOnHeap({sizeof(aiTexture), texture.bytes.size()});
    }
    Warnings repairs;
    const HeapWatch watch;
    const auto target = std::make_unique<aiScene>();
    buildScene(*target, std::move(scene), repairs);
    return {computed, bytesOnHeap(watch.living())};
}

class SceneBytesOf : public testing::TestWithParam<Case> {};

TEST_P(SceneBytesOf, AreComputedBeforeTheyAreAllocated) {
    const Bytes file = GetParam().model.bytes();
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    for (const bool isStatic : {false, true}) {
        const auto [computed, taken] = computedAndTaken(sceneOf(view, isStatic));
        EXPECT_LE(taken, computed);
        // The estimate of small blocks is up to half larger.
        EXPECT_LE(computed, taken + taken / 4 + (16 << 10));
    }
}

INSTANTIATE_TEST_SUITE_P(Models, SceneBytesOf,
                         testing::Values(Case{"Small", smallModel(3)}, Case{"Player", sheetModel(198, 480)},
                                         Case{"Large", sheetModel(40, 10000)},
                                         Case{"OneLargeFrame", sheetModel(1, 60000)},
                                         Case{"ManyFrames", sheetModel(1500, 4)},
                                         Case{"Anachronox", anachronoxModel(1)}),
                         [](const auto& test) { return std::string(test.param.name); });

/// Each part alone is most of the scene.
TEST(SceneBytes, CountTagsSkinNamesTexturesAndMaterials) {
    const Bytes file = smallModel(40).bytes();
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    const auto withTags = [](Scene& scene) {
        for (int i = 0; i < 300; ++i) {
            scene.models[0].tags.push_back({"tag" + std::to_string(i), {0, 1, 2}});
        }
    };
    Md2Builder manySkins = smallModel(40);
    manySkins.skins.resize(1000, "skin.pcx");
    const Bytes fileOfSkins = manySkins.bytes();
    const View viewOfSkins = parse(ByteSlice(fileOfSkins.data(), fileOfSkins.size())).value();
    const auto withSkinNames = [&](Scene& scene) { scene.models[0].view = &viewOfSkins; };
    const auto withTextures = [](Scene& scene) {
        for (int i = 0; i < 20; ++i) {
            scene.textures.push_back({"skin.png", Bytes(100'000), "png"});
        }
    };
    const auto withMaterials = [](Scene& scene) {
        for (int i = 0; i < 300; ++i) {
            scene.materials.push_back({"skin", std::string(200, 'x')});
            scene.materials.back().identity = FileIdentity{};
        }
    };
    for (const std::function<void(Scene&)>& add :
         {std::function<void(Scene&)>(withTags), std::function<void(Scene&)>(withSkinNames),
          std::function<void(Scene&)>(withTextures), std::function<void(Scene&)>(withMaterials)}) {
        Scene values = sceneOf(view, false);
        const std::uint64_t before = sceneBytes(values);
        add(values);
        std::size_t imageBytes = 0;
        for (const Texture& texture : values.textures) {
            imageBytes += texture.bytes.size();
        }
        const auto [computed, living] = computedAndTaken(std::move(values));
        // The textures of the values are freed one by one meanwhile.
        const std::size_t taken = std::max(living, imageBytes);
        EXPECT_LE(taken, computed);
        EXPECT_LE(computed, taken + taken / 2 + 2 * before);
        EXPECT_GT(computed, 4 * before);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
