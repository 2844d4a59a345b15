// SPDX-License-Identifier: BSD-3-Clause
// The tags in a `.tag` beside the model, as UFO: Alien Invasion has them.
#include "importer/ufo_files.h"

#include "assimp-md2/properties.h"
#include "importer/base/bytes.h"
#include "importer/md2/axes.h"
#include "support/expect.h"
#include "support/files.h"
#include "support/image_files.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <limits>

namespace assimp_md2::inner::test {
namespace {

/// 1 along x, y and z of the model are 1 along these axes; then the position.
constexpr TagMatrix kTurned = {0, 1, 0, 0, 0, 1, 1, 0, 0, 10, 20, 30};
constexpr TagMatrix kUpright = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3};

Bytes tagFile(const std::vector<std::pair<std::string, std::vector<TagMatrix>>>& tags) {
    const auto count = static_cast<std::uint32_t>(tags.size());
    const auto frames = static_cast<std::uint32_t>(tags.front().second.size());
    Bytes file{'J', 'D', 'P', '2'};
    for (const std::uint32_t value : {1U, count, frames, 32U, 32 + 64 * count, 0U, 0U}) {
        append(file, value, 4);
    }
    for (const auto& [name, matrices] : tags) {
        file.insert(file.end(), name.begin(), name.end());
        file.resize(file.size() + 64 - name.size());
    }
    for (const auto& [name, matrices] : tags) {
        for (const TagMatrix& matrix : matrices) {
            for (const float number : matrix) {
                append(file, bitsOf(number), 4);
            }
        }
    }
    return file;
}

class TagFile : public testing::Test {
protected:
    const aiScene& import(const Bytes& tags, const std::string& front = "x", const char* skin = ".alien") {
        Md2Builder model = modelWithFrames({"a1", "a2", "b1"});
        model.skins = {skin};
        writeBytes(folder_.path() / "alien.md2", model.bytes());
        writeBytes(folder_.path() / "ALIEN.tag", tags);
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_FRONT, front}});
        const WarningLog log;
        const aiScene* const scene = sceneOfFile(*importer_, (folder_.path() / "alien.md2").string());
        warnings_ = log.text();
        return *scene;
    }

    TemporaryFolder folder_;
    std::unique_ptr<Assimp::Importer> importer_;
    std::string warnings_;
};

TEST_F(TagFile, BesideAModelMovesItsNodes) {
    const Bytes file =
        tagFile({{"tag_head", {kTurned, kUpright, kUpright}}, {"tag_weapon", {kUpright, kUpright, kTurned}}});
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const aiScene& scene = import(file, front);
        const Axes axes = *front == 'x' ? Axes::FrontX : Axes::FrontZ;
        const auto inScene = [&](float x, float y, float z) {
            const std::array<float, 3> vector = rotated(std::array<float, 3>{x, y, z}, axes);
            return aiVector3D(vector[0], vector[1], vector[2]);
        };
        const aiNode* const head = scene.mRootNode->FindNode("tag_head");
        ASSERT_NE(head, nullptr);
        EXPECT_STREQ(head->mParent->mName.C_Str(), "alien");
        // An object at the tag is imported in the axes of the scene, too: its x is the tag's x.
        EXPECT_TRUE((head->mTransformation * aiVector3D()).Equal(inScene(10, 20, 30)));
        EXPECT_TRUE((head->mTransformation * inScene(1, 0, 0)).Equal(inScene(10, 21, 30)));
        EXPECT_TRUE((head->mTransformation * inScene(0, 2, 0)).Equal(inScene(10, 20, 32)));
        ASSERT_EQ(scene.mNumAnimations, 2U);
        for (unsigned int clip = 0; clip < 2; ++clip) {
            const aiAnimation& animation = *scene.mAnimations[clip];
            const auto channel = std::find_if(
                animation.mChannels, animation.mChannels + animation.mNumChannels,
                [](const aiNodeAnim* node) { return node->mNodeName == aiString("tag_weapon"); });
            ASSERT_NE(channel, animation.mChannels + animation.mNumChannels);
            const bool isTurned = clip == 1;
            EXPECT_TRUE(
                (*channel)->mPositionKeys[0].mValue.Equal(isTurned ? inScene(10, 20, 30) : inScene(1, 2, 3)));
            EXPECT_EQ((*channel)->mRotationKeys[0].mValue.Equal(aiQuaternion()), !isTurned);
        }
    }
}

TEST_F(TagFile, IsOnlyLookedForIfSkinsBeginWithADot) {
    const Bytes file = tagFile({{"tag_head", {kUpright, kUpright, kUpright}}});
    EXPECT_NE(import(file).mRootNode->FindNode("tag_head"), nullptr);
    EXPECT_EQ(import(file, "x", "alien.pcx").mRootNode->FindNode("tag_head"), nullptr);
}

TEST_F(TagFile, ThatIsDamagedIsLeftOutWithAWarning) {
    const Bytes sound = tagFile({{"tag_head", {kUpright, kUpright, kUpright}}});
    TagMatrix far = kUpright;
    far[9] = std::numeric_limits<float>::quiet_NaN();
    Bytes cut = sound;
    cut.pop_back();
    Bytes namesOutside = sound;
    namesOutside[18] = 1;
    Bytes manyTags = sound;
    manyTags[10] = 1;
    Bytes otherVersion = sound;
    otherVersion[4] = 2;
    const std::string outside = "the names or matrices of 1 tags are outside the file";
    const std::string header = "the file does not start with the header of tags, JDP2 and version 1";
    const std::pair<Bytes, std::string> cases[] = {
        {{'J', 'D', 'P', '2'}, header},
        {otherVersion, header},
        {cut, outside},
        {namesOutside, outside},
        {manyTags, "the names or matrices of 65537 tags are outside the file"},
        {tagFile({{"tag_head", {kUpright, kUpright}}}),
         "the tags have 2 frames, expected those of the model: 3"},
        {tagFile({{"tag_head", {kUpright, far, kUpright}}}), "a number of tag_head is too large"},
    };
    for (const auto& [file, reason] : cases) {
        EXPECT_EQ(import(file).mRootNode->FindNode("tag_head"), nullptr) << reason;
        EXPECT_TRUE(contains(warnings_, "tags: ALIEN.tag: " + reason + "; they are left out")) << warnings_;
    }
}

/// Degenerate axes have some rotation.
TEST_F(TagFile, WithoutAxesHasAFiniteRotation) {
    TagMatrix zero{};
    TagMatrix large;
    large.fill(1e6F);
    const aiScene& scene = import(tagFile({{"tag_head", {zero, large, zero}}}));
    const aiMatrix4x4& pose = scene.mRootNode->FindNode("tag_head")->mTransformation;
    EXPECT_NEAR(pose.Determinant(), 1, 1e-5);
}

} // namespace
} // namespace assimp_md2::inner::test
