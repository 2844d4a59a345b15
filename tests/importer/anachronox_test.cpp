// SPDX-License-Identifier: BSD-3-Clause
// Models of version 15: a mesh for each skin, normals, tags, and the errors of what only this version has.
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

class Anachronox : public testing::TestWithParam<int> {
protected:
    const aiScene* importSound(const Md2Builder& model) {
        const Bytes bytes = model.bytes();
        const aiScene* const scene = soundSceneOf(*importer_, bytes);
        EXPECT_EQ(differences(*scene, *decodeNaively(bytes)), Lines());
        return scene;
    }

    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
};

TEST_P(Anachronox, HasAMeshForEachSkinUnderOneNode) {
    const aiScene* const scene = importSound(anachronoxModel(GetParam()));
    ASSERT_EQ(scene->mNumMeshes, 2u);
    const aiNode& node = *scene->mRootNode->mChildren[0];
    EXPECT_EQ(scene->mRootNode->mNumChildren, 1u);
    EXPECT_EQ(node.mNumMeshes, 2u);
    EXPECT_EQ(scene->mMeshes[0]->mNumFaces, 4u);
    EXPECT_EQ(scene->mMeshes[1]->mNumFaces, 2u);
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 0u);
    EXPECT_EQ(scene->mMeshes[1]->mMaterialIndex, 1u);
    EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 3u);
    EXPECT_EQ(scene->mMeshes[1]->mNumAnimMeshes, 3u);
    ASSERT_EQ(scene->mNumAnimations, 1u);
    EXPECT_STREQ(scene->mAnimations[0]->mName.C_Str(), "amb_a");
}

TEST_P(Anachronox, ATagIsANodeThatFollowsItsTriangle) {
    const aiScene* const scene = importSound(anachronoxModel(GetParam()));
    const aiNode& node = *scene->mRootNode->mChildren[0];
    ASSERT_EQ(node.mNumChildren, 1u);
    EXPECT_STREQ(node.mChildren[0]->mName.C_Str(), "Hand_R");
    const aiNodeAnim* channel = nullptr;
    for (unsigned int i = 0; i < scene->mAnimations[0]->mNumChannels; ++i) {
        if (scene->mAnimations[0]->mChannels[i]->mNodeName == aiString("Hand_R")) {
            channel = scene->mAnimations[0]->mChannels[i];
        }
    }
    ASSERT_NE(channel, nullptr);
    ASSERT_EQ(channel->mNumPositionKeys, 4u); // amb_a is closed
    ASSERT_EQ(channel->mNumRotationKeys, 4u);
    ASSERT_EQ(channel->mNumScalingKeys, 1u);
    EXPECT_EQ(channel->mScalingKeys[0].mValue, aiVector3D(1, 1, 1));
    EXPECT_EQ(channel->mScalingKeys[0].mTime, 0);
    const aiMesh& mesh = *scene->mMeshes[0];
    const unsigned int* const corner = mesh.mFaces[0].mIndices;
    for (unsigned int f = 0; f < 3; ++f) {
        const aiVector3D* const points = mesh.mAnimMeshes[f]->mVertices;
        const aiVector3D centre = (points[corner[0]] + points[corner[1]] + points[corner[2]]) / ai_real(3);
        EXPECT_LT((channel->mPositionKeys[f].mValue - centre).Length(), 1e-4f);
        aiVector3D normal = (points[corner[1]] - points[corner[0]]) ^ (points[corner[2]] - points[corner[0]]);
        const aiVector3D z = channel->mRotationKeys[f].mValue.Rotate(aiVector3D(0, 0, 1));
        EXPECT_LT((z - normal.Normalize()).Length(), 1e-3f);
        // x runs along the first edge of the file's triangle, whose order the face reverses.
        aiVector3D edge = points[corner[1]] - points[corner[2]];
        const aiVector3D x = channel->mRotationKeys[f].mValue.Rotate(aiVector3D(1, 0, 0));
        EXPECT_LT((x - edge.Normalize()).Length(), 1e-3f);
        if (f == 0) {
            aiVector3D scaling;
            aiQuaternion rotation;
            aiVector3D position;
            node.mChildren[0]->mTransformation.Decompose(scaling, rotation, position);
            EXPECT_LT((position - centre).Length(), 1e-4f);
        }
    }
}

TEST_P(Anachronox, AKeyframeIsAStaticMeshWithTags) {
    importer_->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 2);
    const Bytes bytes = anachronoxModel(GetParam()).bytes();
    const aiScene* const scene = soundSceneOf(*importer_, bytes);
    EXPECT_EQ(differences(*scene, *decodeNaively(bytes), 2), Lines());
    EXPECT_EQ(scene->mRootNode->mChildren[0]->mNumChildren, 1u);
    EXPECT_EQ(scene->mNumAnimations, 0u);
}

INSTANTIATE_TEST_SUITE_P(Resolutions, Anachronox, testing::Values(0, 1, 2));

TEST_F(Anachronox, TheMetadataHasVersionAndLodScale) {
    Md2Builder model = anachronoxModel(0);
    model.lodScale = {1, 2, 3};
    const aiScene* const scene = importSound(model);
    aiString version;
    aiVector3D scale;
    ASSERT_TRUE(scene->mMetaData->Get("SourceAsset_FormatVersion", version));
    EXPECT_STREQ(version.C_Str(), "15");
    ASSERT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_LOD_SCALE, scale));
    EXPECT_EQ(scale, aiVector3D(1, 2, 3));
}

TEST_F(Anachronox, Version14IsReadAsTheSame) {
    Md2Builder model = anachronoxModel(1);
    model.version = 14;
    EXPECT_NE(importSound(model), nullptr);
}

TEST_F(Anachronox, PrimitivesWithoutASurfaceGetTheLastSkin) {
    Md2Builder model = anachronoxModel(0);
    model.surfaces = {4, 1};
    WarningLog log;
    const aiScene* const scene = importSound(model);
    EXPECT_EQ(scene->mMeshes[1]->mNumFaces, 2u);
    EXPECT_EQ(log.lines(),
              Lines{"MD2: surfaces: a GL primitive belongs to no surface; it gets the last skin (1)"});
}

TEST_F(Anachronox, SurfacesBeyondThePrimitivesAreAnError) {
    Md2Builder model = anachronoxModel(0);
    model.surfaces = {4, 3};
    EXPECT_EQ(refusal(model.bytes()),
              "MD2: surfaces: the surfaces have 7 GL primitives together, the GL commands have 6");
}

TEST_F(Anachronox, ATagOutsideTheTriangleListIsLeftOut) {
    Md2Builder model = anachronoxModel(0);
    model.tags = {{"Hand_R", 6}, {"Head", -1}, {"Weap_A", 5}};
    WarningLog log;
    const aiScene* const scene = importSound(model);
    EXPECT_EQ(scene->mRootNode->mChildren[0]->mNumChildren, 1u);
    EXPECT_EQ(log.lines(), Lines{"MD2: tags: a triangle index is out of range; the tag is left out (2)"});
    importer_->SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
    EXPECT_EQ(importBytes(*importer_, model.bytes()), nullptr);
}

TEST_F(Anachronox, ATagOnATriangleWithoutAnAreaIsNotRotated) {
    Md2Builder model = anachronoxModel(0);
    model.triangles[0].vertex = {1, 1, 2};
    model.triangles[1].vertex = {1, 1, 1};
    model.triangles[2].vertex = {1, 2, 1};
    model.tags = {{"first", 0}, {"second", 1}, {"third", 2}};
    const aiScene* const scene = importSound(model);
    const aiNode& node = *scene->mRootNode->mChildren[0];
    ASSERT_EQ(node.mNumChildren, 3u);
    for (unsigned int i = 0; i < 3; ++i) {
        aiVector3D position;
        aiQuaternion rotation;
        node.mChildren[i]->mTransformation.DecomposeNoScaling(rotation, position);
        EXPECT_EQ(rotation, aiQuaternion()) << i;
    }
}

TEST_F(Anachronox, TagsWithEqualOrEmptyNamesGetDifferentOnes) {
    Md2Builder model = anachronoxModel(0);
    model.tags = {{"Hand_R", 0}, {"Hand_R", 1}, {"md2", 2}, {"", 0}, {"", 1}};
    const aiScene* const scene = importSound(model);
    for (const char* const name : {"Hand_R_2", "md2_2", "tag", "tag_2"}) {
        EXPECT_NE(scene->mRootNode->FindNode(name), nullptr) << name;
    }
}

TEST_F(Anachronox, WithoutGlCommandsThereIsNoSurface) {
    Md2Builder model = anachronoxModel(0);
    model.glCommands.clear();
    EXPECT_EQ(refusal(model.bytes()), "MD2: glcmds: the model has no GL commands to be built from");
}

/// Text files that name a bitmap: nobody opens them.
TEST_F(Anachronox, ASkinNamedAtdKeepsItsName) {
    Md2Builder model = anachronoxModel(0);
    model.skins[1] = "models/pyramid/base.atd";
    auto* const files = new MemoryFiles;
    files->files = {{"tris.md2", model.bytes()}, {"base.atd", Bytes(20)}};
    importer_->SetIOHandler(files);
    WarningLog log;
    const aiScene* const scene = sceneOfFile(*importer_, "tris.md2");
    EXPECT_EQ(textureOf(*scene, 1), "models/pyramid/base.atd");
    EXPECT_EQ(
        log.lines(),
        Lines{"MD2: skins: not found, but the import has used up its calls of Exists before all names were "
              "tried (2): models/pyramid/side.tga; models/pyramid/base.atd"});
}

} // namespace
} // namespace assimp_md2::inner::test
