// SPDX-License-Identifier: BSD-3-Clause
// play.h: poses and anim meshes at a time of a clip, also of scenes that steps have changed.
#include "assimp-md2/play.h"

#include "support/import.h"

#include <assimp/postprocess.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace assimp_md2::inner::test {
namespace {

using Vectors = std::vector<aiVector3D>;

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();
constexpr double kForever = std::numeric_limits<double>::infinity();

/// The clip `attack` of three frames, which has no closing key, at ten frames per second.
class Play : public ::testing::Test {
protected:
    void load(const std::string& animation, unsigned int flags = 0) {
        importer_ = makeImporter({{"IMPORT_MD2_ANIMATION", animation}});
        // The importer makes the scene and deletes it, so it may be changed.
        scene_ = const_cast<aiScene*>(sceneOf(*importer_, smallModel(3, "attack").bytes(), flags));
        mesh_ = scene_->mMeshes[0];
        clip_ = scene_->mAnimations[0];
    }

    Vectors frame(unsigned int index) const {
        const aiAnimMesh& frame = *mesh_->mAnimMeshes[index];
        return {frame.mVertices, frame.mVertices + frame.mNumVertices};
    }
    Vectors base() const { return {mesh_->mVertices, mesh_->mVertices + mesh_->mNumVertices}; }
    Pose pose(double seconds, Repeat repeat = Repeat::Loop) const {
        return poseAt(*scene_, *mesh_, *clip_, seconds, repeat);
    }
    std::optional<FramePair> frames(double seconds, Repeat repeat = Repeat::Loop) const {
        return framesAt(*scene_, *mesh_, *clip_, seconds, repeat);
    }

    std::unique_ptr<Assimp::Importer> importer_;
    aiScene* scene_ = nullptr;
    aiMesh* mesh_ = nullptr;
    aiAnimation* clip_ = nullptr;
};

void expectNear(const Vectors& found, const Vectors& expected, float tolerance = 1e-5F) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_LE((found[i] - expected[i]).Length(), tolerance) << "vertex " << i;
    }
}

void expectPair(const std::optional<FramePair>& pair, unsigned int before, unsigned int after, float blend) {
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->before, before);
    EXPECT_EQ(pair->after, after);
    EXPECT_NEAR(pair->blend, blend, 1e-6F);
}

TEST_F(Play, PoseBetweenTwoKeysIsInterpolated) {
    load("morph");
    expectPair(frames(0.125), 1, 2, 0.25F);
    Vectors expected = frame(1);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        expected[i] = 0.75F * expected[i] + 0.25F * frame(2)[i];
    }
    expectNear(pose(0.125).positions, expected);
    for (const aiVector3D& normal : pose(0.125).normals) {
        EXPECT_NEAR(normal.Length(), 1, 1e-5F);
    }
}

TEST_F(Play, LoopStartsAgainAndHoldStops) {
    load("morph");
    expectPair(frames(0.2 + 0.05), 0, 1, 0.5F);
    expectPair(frames(-0.05), 1, 2, 0.5F);
    expectPair(frames(0.25, Repeat::Hold), 2, 2, 0);
    expectPair(frames(kForever, Repeat::Hold), 2, 2, 0);
    expectPair(frames(-1, Repeat::Hold), 0, 1, 0);
    expectNear(pose(0.25).positions, pose(0.05).positions);
    expectNear(pose(0.25, Repeat::Hold).positions, frame(2));
}

TEST_F(Play, AnySecondsGiveAPoseOfTheClip) {
    for (const char* const animation : {"morph", "skeleton"}) {
        load(animation);
        for (const double seconds : {kNever, kForever, -kForever, 1e300, -1e-300}) {
            for (const Repeat repeat : {Repeat::Loop, Repeat::Hold}) {
                for (const aiVector3D& position : pose(seconds, repeat).positions) {
                    EXPECT_TRUE(std::isfinite(position.Length())) << seconds;
                }
            }
        }
    }
}

TEST_F(Play, BonesGiveThePoseOfTheAnimMeshes) {
    load("morph");
    const Pose expected = pose(0.1);
    load("skeleton");
    EXPECT_FALSE(frames(0.1));
    expectNear(pose(0.1).positions, expected.positions, 1);
    EXPECT_EQ(pose(0.1).normals.size(), expected.normals.size());
}

TEST_F(Play, MeshThatDoesNotMoveHasItsBasePose) {
    load("morph");
    clip_->mMorphMeshChannels[0]->mName = aiString(std::string("another"));
    expectNear(pose(0.1).positions, base(), 0);
    EXPECT_FALSE(frames(0.1));
    load("skeleton");
    for (unsigned int i = 0; i < mesh_->mNumBones; ++i) {
        mesh_->mBones[i]->mName = aiString(std::string("no such node"));
    }
    expectNear(pose(0.1).positions, base(), 0);
}

TEST_F(Play, ChannelMayHaveTheNameOfTheNode) {
    load("morph");
    const Vectors expected = pose(0.1).positions;
    mesh_->mName = aiString(std::string("renamed"));
    expectNear(pose(0.1).positions, expected, 0);
}

/// Some steps give each triangle vertices of its own, but not in the anim meshes.
TEST_F(Play, MeshWithMoreVerticesThanItsAnimMeshesHasItsBasePose) {
    load("morph");
    const unsigned int count = mesh_->mNumVertices + 5;
    for (aiVector3D** const list : {&mesh_->mVertices, &mesh_->mNormals}) {
        delete[] * list;
        *list = new aiVector3D[count];
    }
    mesh_->mNumVertices = count;
    expectNear(pose(0.1).positions, base(), 0);
    EXPECT_FALSE(frames(0.1));
}

TEST_F(Play, NormalsThatAStepDropsStayAway) {
    for (const char* const animation : {"morph", "skeleton"}) {
        load(animation, aiProcess_DropNormals);
        EXPECT_TRUE(pose(0.1).normals.empty());
        EXPECT_EQ(pose(0.1).positions.size(), mesh_->mNumVertices);
    }
    load("morph");
    for (unsigned int i = 0; i < mesh_->mNumAnimMeshes; ++i) {
        delete[] mesh_->mAnimMeshes[i]->mNormals;
        mesh_->mAnimMeshes[i]->mNormals = nullptr;
    }
    expectNear(pose(0.1).normals, {mesh_->mNormals, mesh_->mNormals + mesh_->mNumVertices});
}

TEST_F(Play, DamagedChannelsAreNotRead) {
    load("morph");
    aiMeshMorphKey& key = clip_->mMorphMeshChannels[0]->mKeys[1];
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        key.mValues[i] = 1000;
    }
    expectNear(pose(0.1).positions, base(), 0);
    EXPECT_FALSE(frames(0.1));
    const unsigned int count = std::exchange(key.mNumValuesAndWeights, 0);
    expectNear(pose(0.1).positions, base(), 0);
    EXPECT_FALSE(frames(0.1));
    key.mNumValuesAndWeights = count; // frees the lists
    clip_->mMorphMeshChannels[0]->mNumKeys = 0;
    expectNear(pose(0.1).positions, base(), 0);
    EXPECT_FALSE(frames(0.1));

    load("skeleton");
    mesh_->mBones[0]->mWeights[0].mVertexId = 1000;
    for (unsigned int i = 0; i < clip_->mNumChannels; ++i) {
        clip_->mChannels[i]->mNumRotationKeys = 0;
    }
    EXPECT_EQ(pose(0.1).positions.size(), mesh_->mNumVertices);
}

TEST_F(Play, ClipWithoutDurationHasItsFirstKey) {
    load("morph");
    for (const double duration : {0.0, -1.0, kNever}) {
        clip_->mDuration = duration;
        expectPair(frames(0.1), 0, 1, 0);
    }
}

TEST_F(Play, SkinOfAMeshWithoutMaterialIsEmpty) {
    load("morph");
    mesh_->mMaterialIndex = 1000;
    EXPECT_EQ(skinOf(*scene_, *mesh_).path, "");
    EXPECT_EQ(skinOf(*scene_, *mesh_).bytes, nullptr);
}

} // namespace
} // namespace assimp_md2::inner::test
