// SPDX-License-Identifier: BSD-3-Clause
// The weapon beside the player: a second mesh that moves in step.
#include "assimp-md2/game_files.h"
#include "assimp-md2/properties.h"
#include "importer/image/png.h"
#include "support/expect.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/naive_decoder.h"
#include "support/pcx_builder.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

Bytes playerFile() {
    Md2Builder model = modelWithFrames({"stand1", "stand2", "run1", "run2", "death1", "death2"});
    model.skins = {"body.png"};
    return model.bytes();
}

/// As the game's: no frames of death.
Bytes weaponFile() {
    Md2Builder model = modelWithFrames({"stand1", "stand2", "run1", "run2"});
    model.skins = {"blade.pcx", "other.png"};
    return model.bytes();
}

class Weapon : public testing::Test {
protected:
    Weapon() {
        folder_.put("tris.md2", playerFile());
        folder_.put("Weapon.MD2", weaponFile());
        folder_.put("body.png", encodePng(rgbImage(4, 4)).value());
        folder_.put("blade.pcx", PcxBuilder().build(paletteImage(8, 8)));
    }

    const aiScene* importWith(const char* weapon, const std::string& model = "tris.md2") {
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, weapon);
        return soundSceneOfFile(*importer_, folder_ / model);
    }

    TemporaryFolder folder_;
    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
};

/// A player in memory whose skins take more calls of Exists than an import may make.
std::unique_ptr<MemoryFiles> playerOfManySkins() {
    auto files = std::make_unique<MemoryFiles>();
    Md2Builder player = modelWithFrames({"stand1", "stand2"});
    for (int i = 0; i < 10; ++i) {
        const std::string name = "skin" + std::to_string(i) + ".pcx";
        player.skins.push_back("models/pear/" + name);
        player.skins.push_back("players/other/" + name);
        files->files["models/pear/" + name] = PcxBuilder().build(paletteImage(8, 8));
    }
    files->files["models/pear/tris.md2"] = player.bytes();
    return files;
}

TEST_F(Weapon, IsRepairedAndClosedLikeItsModel) {
    Md2Builder weapon = modelWithFrames({"stand1", "stand2", "run1", "run2"});
    weapon.frames[3].translate[0] = 1e9f;
    folder_.put("Weapon.MD2", weapon.bytes());
    const WarningLog log;
    const aiScene* const scene = importWith("auto");
    ASSERT_EQ(scene->mAnimations[1]->mNumMorphMeshChannels, 2u);
    for (unsigned int i = 0; i < 2; ++i) {
        EXPECT_EQ(framesOf(*scene->mAnimations[1]->mMorphMeshChannels[i]),
                  (std::vector<unsigned int>{2, 3, 2}));
    }
    const aiMesh& mesh = *scene->mMeshes[1];
    EXPECT_TRUE(mesh.mAnimMeshes[3]->mVertices[0] == mesh.mAnimMeshes[2]->mVertices[0]);
    EXPECT_EQ(log.lines().size(), 2u); // the other one is about skins
    EXPECT_TRUE(contains(log.text(), "a frame is garbage"));
}

TEST_F(Weapon, HasTagsOfItsOwn) {
    Md2Builder model = anachronoxModel(1);
    model.frames.back().translate[0] += 1;
    folder_.put("tris.md2", model.bytes());
    folder_.put("Weapon.MD2", anachronoxModel(0).bytes());
    const aiScene* const scene = importWith("auto");
    ASSERT_EQ(scene->mRootNode->mNumChildren, 2u);
    std::size_t tagChannels = 0;
    for (unsigned int i = 0; i < scene->mAnimations[0]->mNumChannels; ++i) {
        tagChannels += scene->mAnimations[0]->mChannels[i]->mNumPositionKeys == 4 ? 1 : 0;
    }
    EXPECT_EQ(tagChannels, 2u);
    for (unsigned int i = 0; i < 2; ++i) {
        EXPECT_EQ(scene->mRootNode->mChildren[i]->mNumChildren, 1u);
    }
}

TEST_F(Weapon, IsASecondMeshUnderANodeOfItsOwn) {
    for (const char* const weapon : {"auto", "weapon.md2", "./WEAPON.md2"}) {
        const aiScene* const scene = importWith(weapon);
        ASSERT_EQ(scene->mNumMeshes, 2u) << weapon;
        ASSERT_EQ(scene->mRootNode->mNumChildren, 2u);
        EXPECT_STREQ(scene->mRootNode->mChildren[0]->mName.C_Str(),
                     folder_.path().filename().string().c_str());
        EXPECT_STREQ(scene->mRootNode->mChildren[1]->mName.C_Str(), "Weapon");
        EXPECT_EQ(differences(*scene, *decodeNaively(playerFile())), Lines());
    }
}

TEST_F(Weapon, HasMaterialsAndSkinsOfItsOwn) {
    const aiScene* const scene = importWith("auto");
    ASSERT_EQ(scene->mNumMaterials, 3u);
    EXPECT_EQ(scene->mMeshes[1]->mMaterialIndex, 1u);
    EXPECT_EQ(textureOf(*scene, 1), "*0");
    EXPECT_STREQ(scene->GetEmbeddedTexture("*0")->mFilename.C_Str(), "blade.pcx");
}

TEST_F(Weapon, MovesInStepAndKeepsItsLastFrame) {
    const aiScene* const scene = importWith("auto");
    ASSERT_EQ(scene->mNumAnimations, 3u);
    const aiMesh& weapon = *scene->mMeshes[1];
    ASSERT_EQ(weapon.mNumAnimMeshes, 6u);
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        ASSERT_EQ(scene->mAnimations[i]->mNumMorphMeshChannels, 2u);
        EXPECT_STREQ(scene->mAnimations[i]->mMorphMeshChannels[1]->mName.C_Str(), "Weapon");
        EXPECT_EQ(framesOf(*scene->mAnimations[i]->mMorphMeshChannels[0]),
                  framesOf(*scene->mAnimations[i]->mMorphMeshChannels[1]));
    }
    for (const unsigned int frame : {4u, 5u}) {
        EXPECT_TRUE(std::equal(weapon.mAnimMeshes[frame]->mVertices,
                               weapon.mAnimMeshes[frame]->mVertices + weapon.mNumVertices,
                               weapon.mAnimMeshes[3]->mVertices));
    }
    EXPECT_FALSE(std::equal(weapon.mAnimMeshes[2]->mVertices,
                            weapon.mAnimMeshes[2]->mVertices + weapon.mNumVertices,
                            weapon.mAnimMeshes[3]->mVertices));
}

TEST_F(Weapon, HasOnlyTheUsedFrames) {
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "death,run");
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_FRAMES, "used");
    const aiScene* const scene = importWith("auto");
    ASSERT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 4u);
    ASSERT_EQ(scene->mMeshes[1]->mNumAnimMeshes, 4u);
    EXPECT_STREQ(scene->mMeshes[1]->mAnimMeshes[0]->mName.C_Str(), "run1");
    EXPECT_STREQ(scene->mMeshes[1]->mAnimMeshes[3]->mName.C_Str(), "run2");
}

TEST_F(Weapon, ThatIsNamedAndCannotBeReadIsAnError) {
    folder_.put("broken.md2", Bytes(100));
    folder_.put("large.md2", sheetModel(6, 8000).bytes());
    for (const auto& [weapon, reason] :
         {std::pair("w_axe.md2",
                    "MD2: the file w_axe.md2 does not exist (IMPORT_MD2_WEAPON is \"w_axe.md2\")"),
          {"broken.md2", "MD2: header: the file starts with "},
          {"broken.md2", "(IMPORT_MD2_WEAPON is \"broken.md2\")"},
          {"large.md2", "IMPORT_MD2_MAX_MEMORY_MB allows 2 MiB"}}) {
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, "2"}});
        EXPECT_THROW(importWith(weapon), std::runtime_error);
        EXPECT_TRUE(contains(importer_->GetErrorString(), reason));
    }
    // Also if skins use up the calls of a foreign IOSystem
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "w_axe.md2");
    importer_->SetIOHandler(playerOfManySkins().release()); // owns it
    EXPECT_EQ(importer_->ReadFile("models/pear/tris.md2", 0), nullptr);
    EXPECT_TRUE(contains(importer_->GetErrorString(), "MD2: the file w_axe.md2 does not exist"));
}

TEST_F(Weapon, ThatIsNamedMayBeInAnyFolder) {
    folder_.put("jorg/tris.md2", weaponFile());
    folder_.put("jorg/other.png", encodePng(rgbImage(4, 4)).value());
    folder_.put("sub/tris.md2", playerFile());
    folder_.put("sub/jorg/tris.md2", Bytes(100)); // not what the path means
    folder_.put("sub/deep/hand.md2", weaponFile());
    folder_.put("sub/deep/other.png", encodePng(rgbImage(4, 4)).value());
    for (const auto& [weapon, folder] : {std::pair(std::string("../jorg/tris.md2"), std::string("../jorg")),
                                         std::pair(folder_ / "jorg/tris.md2", folder_ / "jorg"),
                                         std::pair(std::string("deep/hand.md2"), std::string("deep"))}) {
        const aiScene* const scene = importWith(weapon.c_str(), "sub/tris.md2");
        ASSERT_EQ(scene->mNumMeshes, 2u) << weapon;
        EXPECT_EQ(textureOf(*scene, 1), "blade.pcx") << "not found";
        EXPECT_EQ(textureOf(*scene, 2), folder + "/other.png");
    }
    EXPECT_THROW(importWith("../none.md2", "sub/tris.md2"), std::runtime_error);
}

TEST_F(Weapon, OfAGameIsRelativeToTheModelOrToTheRoot) {
    folder_.put("game/models/boss/tris.md2", playerFile());
    folder_.put("game/models/jorg/tris.md2", weaponFile());
    folder_.put("game/models/jorg/other.png", encodePng(rgbImage(4, 4)).value());
    for (const char* const weapon : {"../jorg/tris.md2", "models/jorg/tris.md2"}) {
        importer_ =
            makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, weapon}, {ASSIMP_MD2_CONFIG_TEXTURES, "reference"}});
        importer_->SetIOHandler(new GameFiles({folder_ / "game"}));
        const aiScene* const scene = sceneOfFile(*importer_, "models/boss/tris.md2");
        ASSERT_EQ(scene->mNumMeshes, 2u) << weapon;
        EXPECT_EQ(textureOf(*scene, 2), "../jorg/other.png") << weapon;
    }
}

TEST_F(Weapon, LookedForAutomaticallyMayBeMissingOrBroken) {
    std::filesystem::remove(folder_.path() / "Weapon.MD2");
    WarningLog log;
    const aiScene* scene = importWith("auto");
    EXPECT_EQ(scene->mNumMeshes, 1u);
    EXPECT_EQ(log.lines(), Lines());

    folder_.put("weapon.md2", Bytes(20));
    scene = importWith("auto");
    EXPECT_EQ(scene->mNumMeshes, 1u);
    EXPECT_TRUE(hasOneLineWith(log, ": the weapon weapon.md2 is left out"));
}

TEST_F(Weapon, IsNotTheModelItself) {
    const aiScene* const scene = importWith("auto", "Weapon.MD2");
    EXPECT_EQ(scene->mNumMeshes, 1u);
}

TEST_F(Weapon, IsReadBeforeSkinsUseUpTheCallsOfAForeignIOSystem) {
    for (const char* const weapon : {"auto", "weapon.md2"}) {
        std::unique_ptr<MemoryFiles> files = playerOfManySkins();
        files->files["models/pear/weapon.md2"] = weaponFile();
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, weapon);
        importer_->SetIOHandler(files.release()); // owns it
        const aiScene* const scene = sceneOfFile(*importer_, "models/pear/tris.md2");
        EXPECT_EQ(scene->mNumMeshes, 2u) << weapon;
        const auto& calls = dynamic_cast<const MemoryFiles&>(*importer_->GetIOHandler());
        EXPECT_LE(calls.askedFor.size(), 32u);
    }
}

TEST_F(Weapon, HasNoPlaceBesideAModelFromMemory) {
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    const aiScene* const scene = sceneOf(*importer_, playerFile());
    EXPECT_EQ(scene->mNumMeshes, 1u);
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "weapon.md2");
    EXPECT_EQ(importBytes(*importer_, playerFile()), nullptr);
}

} // namespace
} // namespace assimp_md2::inner::test
