// SPDX-License-Identifier: BSD-3-Clause
// Imports through Assimp::Importer: the scene, its animations, warnings, limits and errors.
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "support/expect.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/naive_decoder.h"
#include "support/pcx_builder.h"
#include "support/sample.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

class Import : public testing::Test {
protected:
    /// Imports, and compares the scene with the checker and the naive decoder.
    static const aiScene* importSound(Assimp::Importer& importer, const Bytes& bytes) {
        const aiScene* const scene = soundSceneOf(importer, bytes);
        const int keyframe = importer.GetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, -1);
        EXPECT_EQ(differences(*scene, decodeNaively(bytes).value(), keyframe), Lines());
        return scene;
    }
    const aiScene* importSound(const Bytes& bytes) { return importSound(*importer_, bytes); }

    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
};

struct ClipSeen {
    std::string name;
    double duration;
    double ticksPerSecond;
};
bool operator==(const ClipSeen& a, const ClipSeen& b) {
    return a.name == b.name && a.duration == b.duration && a.ticksPerSecond == b.ticksPerSecond;
}
void PrintTo(const ClipSeen& clip, std::ostream* out) {
    *out << clip.name << " " << clip.duration << " @" << clip.ticksPerSecond;
}

std::vector<ClipSeen> clipsOf(const aiScene& scene) {
    std::vector<ClipSeen> clips;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        clips.push_back({animation.mName.C_Str(), animation.mDuration, animation.mTicksPerSecond});
    }
    return clips;
}

std::vector<unsigned int> shownFrames(const aiAnimation& animation) {
    return framesOf(*animation.mMorphMeshChannels[0]);
}

TEST_F(Import, GivesEveryClipAsAnAnimation) {
    const aiScene* const scene =
        importSound(modelWithFrames({"attack1", "attack2", "attack3", "jump1", "jump2", "pose"}).bytes());
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"attack", 2, 10}, {"jump", 1, 10}, {"pose", 1, 10}}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[0]), (std::vector<unsigned int>{0, 1, 2}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[1]), (std::vector<unsigned int>{3, 4}));
    // A clip of one frame lasts one tick.
    EXPECT_EQ(shownFrames(*scene->mAnimations[2]), (std::vector<unsigned int>{5, 5}));
}

TEST_F(Import, DescribesTheFileInTheMetadata) {
    const aiScene* const scene = sceneOf(*importer_, smallModel().bytes());
    aiString text;
    ASSERT_TRUE(scene->mMetaData->Get("SourceAsset_Format", text));
    EXPECT_STREQ(text.C_Str(), "Quake II Mesh Importer (assimp-md2)");
    ASSERT_TRUE(scene->mMetaData->Get("SourceAsset_FormatVersion", text));
    EXPECT_STREQ(text.C_Str(), "8");
}

TEST_F(Import, FlatAndMirroredFramesAreValid) {
    Md2Builder model = smallModel(3);
    model.frames[0].scale = {0, 0, 0};
    model.frames[1].scale = {-1, 0, 2};
    importSound(model.bytes());
}

TEST_F(Import, AKeyframeIsAStaticMesh) {
    const Bytes bytes = smallModel(4).bytes();
    importer_->SetPropertyInteger(AI_CONFIG_IMPORT_GLOBAL_KEYFRAME, 1);
    importer_->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 2);
    const aiScene* const scene = importSound(bytes);
    EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 0u);
    EXPECT_EQ(scene->mNumAnimations, 0u);
    // The global keyframe counts where no other is set.
    const auto other = makeImporter();
    other->SetPropertyInteger(AI_CONFIG_IMPORT_GLOBAL_KEYFRAME, 3);
    EXPECT_EQ(differences(*sceneOf(*other, bytes), *decodeNaively(bytes), 3), Lines());
}

TEST_F(Import, AKeyframeThatDoesNotExistIsAnError) {
    for (const int frame : {4, 1000, -2}) {
        const auto importer = makeImporter();
        importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, frame);
        EXPECT_EQ(importBytes(*importer, smallModel(4).bytes()), nullptr);
        EXPECT_EQ(importer->GetErrorString(),
                  "MD2: frame " + std::to_string(frame) + " was asked for, the model has frames 0 to 3");
    }
}

TEST_F(Import, AKeyframeMayBeTheNameOfAFrame) {
    const Bytes bytes = modelWithFrames({"stand1", "run1", "5", "run1", "death103"}).bytes();
    for (const auto& [name, frame] :
         {std::pair{"run1", 1}, {"DEATH103", 4}, {"2", 2}, {"stand1", 0}, {"0", 0}}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_KEYFRAME, name}});
        EXPECT_EQ(differences(*sceneOf(*importer, bytes), *decodeNaively(bytes), frame), Lines()) << name;
    }
    EXPECT_EQ(sceneOf(*makeImporter({{ASSIMP_MD2_CONFIG_KEYFRAME, "-1"}}), bytes)->mMeshes[0]->mNumAnimMeshes,
              5u);
}

TEST_F(Import, AKeyframeThatNoFrameIsNamedListsTheNearestNames) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_KEYFRAME, "deth103"}});
    const Bytes bytes =
        modelWithFrames({"stand1", "death101", "death102", "death103", "death103", "run1"}).bytes();
    EXPECT_EQ(importBytes(*importer, bytes), nullptr);
    EXPECT_STREQ(importer->GetErrorString(),
                 "MD2: IMPORT_MD2_KEYFRAME is \"deth103\", expected the index of a frame, from 0, or its "
                 "name; the nearest names are death103, death101, death102");
}

TEST_F(Import, ThePropertyChoosesTheClips) {
    const std::vector<ClipSeen> fromNames = {{"a", 2, 10}, {"b", 2, 10}};
    const std::pair<const char*, std::vector<ClipSeen>> cases[] = {
        {"auto", fromNames},
        {"", fromNames},
        {"Names", fromNames},
        {"player", {{"stand", 6, 10}}},
        {"single", {{"md2", 5, 10}}},
        {"none", {}},
        {"idle:0-3; run : 2 - 5 @12.5 ;jump:5;", {{"idle", 4, 10}, {"run", 4, 12.5}, {"jump", 1, 10}}},
        {"x:0-1;x:2-3", {{"x", 1, 10}, {"x_2", 1, 10}}},
        {"a:b:0-1", {{"a:b", 1, 10}}},
        {"B, a,b", {{"b", 2, 10}, {"a", 2, 10}}},
    };
    const Bytes bytes = modelWithFrames({"a1", "a2", "a3", "b1", "b2", "b3"}).bytes();
    for (const auto& [value, clips] : cases) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, value}});
        const aiScene* const scene = importSound(*importer, bytes);
        EXPECT_EQ(clipsOf(*scene), clips) << value;
        EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 6u) << value;
    }
}

TEST_F(Import, ARateIsTicksPerSecond) {
    importer_->SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 12.5f);
    const aiScene* scene = importSound(smallModel(3).bytes());
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"stand", 3, 12.5}}));

    const auto other = makeImporter({{ASSIMP_MD2_CONFIG_FPS, "15"}});
    scene = importSound(*other, smallModel(3).bytes());
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"stand", 3, 15}}));
}

TEST_F(Import, AClosedClipEndsWithItsFirstFrame) {
    const Bytes bytes = modelWithFrames({"a1", "a2", "b1", "b2", "c"}).bytes();
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "B, nothing");
    const aiScene* scene = importSound(bytes);
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"a", 1, 10}, {"b", 2, 10}, {"c", 1, 10}}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[1]), (std::vector<unsigned int>{2, 3, 2}));

    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all");
    scene = importSound(bytes);
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"a", 2, 10}, {"b", 2, 10}, {"c", 1, 10}}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[2]), (std::vector<unsigned int>{4, 4}));
}

TEST_F(Import, ClipsThatRepeatAreClosedByDefault) {
    const Bytes bytes =
        modelWithFrames({"Walk1", "Walk2", "attack1", "attack2", "idle", "skin1", "skin2"}).bytes();
    const auto clipsWith = [&](const char* loop, const char* clips) {
        const auto importer =
            makeImporter({{ASSIMP_MD2_CONFIG_LOOP, loop}, {ASSIMP_MD2_CONFIG_CLIPS, clips}});
        const aiScene* const scene = importSound(*importer, bytes);
        return scene == nullptr ? std::vector<ClipSeen>() : clipsOf(*scene);
    };
    const std::vector<ClipSeen> closed = {
        {"Walk", 2, 10}, {"attack", 1, 10}, {"idle", 1, 10}, {"skin", 1, 10}};
    EXPECT_EQ(clipsWith("", ""), closed);
    EXPECT_EQ(clipsWith("auto", "auto"), closed);
    EXPECT_EQ(clipsWith("none", "")[0].duration, 1);
    EXPECT_EQ(clipsWith("", "attack,walk"), (std::vector<ClipSeen>{{"attack", 1, 10}, {"Walk", 2, 10}}));
    EXPECT_EQ(clipsWith("", "run:2-4;x:0-1"), (std::vector<ClipSeen>{{"run", 3, 10}, {"x", 1, 10}}));
}

TEST_F(Import, TheNameOfAModelClosesNoClip) {
    TemporaryFolder folder;
    folder.put("walk.md2", smallModel(3).bytes());
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "single");
    const aiScene* const scene = sceneOfFile(*importer_, folder / "walk.md2");
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"walk", 2, 10}}));
}

TEST_F(Import, AClipWhoseLastFrameIsItsFirstIsClosedAlready) {
    for (const bool isWide : {false, true}) {
        Md2Builder model = isWide ? anachronoxModel(1) : smallModel(3, "run");
        for (FrameSource& frame : model.frames) {
            frame.name = "run";
        }
        model.frames[2] = model.frames[0];
        const auto duration = [&](float steps) {
            Md2Builder changed = model;
            changed.frames[2].translate[1] += steps * changed.frames[2].scale[1];
            const auto importer = makeImporter();
            const aiScene* const scene = importSound(*importer, changed.bytes());
            return scene == nullptr ? 0 : scene->mAnimations[0]->mDuration;
        };
        EXPECT_EQ(duration(0), 2);
        EXPECT_EQ(duration(0.45f), 2);
        EXPECT_EQ(duration(0.55f), 3);
        EXPECT_EQ(duration(-0.55f), 3);
    }
}

TEST_F(Import, TheRootNodeNamesTheClosedClips) {
    const aiScene* const scene = importSound(smallModel(198, "fr").bytes());
    ASSERT_NE(scene->mRootNode->mMetaData, nullptr);
    Lines names;
    for (unsigned int i = 0; i < scene->mRootNode->mMetaData->mNumProperties; ++i) {
        aiString name;
        EXPECT_TRUE(scene->mRootNode->mMetaData->Get(ASSIMP_MD2_METADATA_LOOP + std::to_string(i), name));
        names.push_back(name.C_Str());
    }
    EXPECT_EQ(names, (Lines{"stand", "run", "crstnd", "crwalk"}));
}

TEST_F(Import, AClipOfGarbageFramesIsLeftOut) {
    for (const bool isWide : {false, true}) {
        Md2Builder model = isWide ? anachronoxModel(2) : smallModel(3);
        const Lines names = {"a1", "a2", "b1", "b2", "c1", "c2", ""};
        while (model.frames.size() < names.size()) {
            model.frames.push_back(model.frames[0]);
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            model.frames[i].name = names[i];
            model.frames[i].translate[2] = static_cast<float>(i);
        }
        for (const std::size_t frame : {1u, 6u}) {
            model.frames[frame].scale = {0, 0, 0};
            model.frames[frame].translate = {-431602080.0f, -431602080.0f, -431602080.0f};
        }
        const Bytes bytes = model.bytes();
        for (const bool hasBones : {false, true}) {
            const WarningLog log;
            const auto importer =
                makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, hasBones ? "skeleton" : "morph"}});
            const aiScene* const scene = soundSceneOf(*importer, bytes);
            EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"a", 1, 10}, {"b", 1, 10}, {"c", 1, 10}}));
            EXPECT_TRUE(hasOneLineWith(log, "(2), first: frame 1"));
            for (unsigned int i = 0; i < scene->mMeshes[0]->mNumVertices; ++i) {
                EXPECT_LT(scene->mMeshes[0]->mVertices[i].Length(), 1000);
            }
        }
        // The frames keep their indices and anim meshes.
        const auto importer = makeImporter();
        const aiScene* const scene = importSound(*importer, bytes);
        EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 7u);
        importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 6);
        importSound(*importer, bytes);

        const auto strict = makeImporter({{ASSIMP_MD2_CONFIG_STRICT, "1"}});
        EXPECT_EQ(importBytes(*strict, bytes), nullptr);
        EXPECT_NE(std::string(strict->GetErrorString()).find("a frame is garbage"), std::string::npos);
    }
}

TEST_F(Import, APlayerKeepsItsClipsOfGarbageFrames) {
    Md2Builder model = smallModel(200, "fr");
    model.frames.resize(199);
    for (std::size_t i = 190; i < 199; ++i) { // death3, and a frame after the table
        model.frames[i].translate[0] = std::numeric_limits<float>::quiet_NaN();
    }
    const aiScene* const scene = importSound(model.bytes());
    ASSERT_EQ(scene->mNumAnimations, 20u);
    EXPECT_EQ(clipsOf(*scene)[19], (ClipSeen{"death3", 7, 10}));
}

TEST_F(Import, APropertyOfAMaterialHasOneValue) {
    const aiScene* const scene = importSound(smallModel(2).bytes());
    for (unsigned int i = 0; i < scene->mMaterials[0]->mNumProperties; ++i) {
        const aiMaterialProperty& property = *scene->mMaterials[0]->mProperties[i];
        const bool isColour = std::string(property.mKey.C_Str()).rfind("$clr.", 0) == 0;
        EXPECT_TRUE(property.mType == aiPTI_String || property.mDataLength == (isColour ? 12u : 4u))
            << property.mKey.C_Str();
    }
}

TEST_F(Import, EveryEntryOfTheMetadataIsUsed) {
    const aiScene* const scene = importSound(smallModel(2).bytes());
    for (unsigned int i = 0; i < scene->mMetaData->mNumProperties; ++i) {
        EXPECT_NE(scene->mMetaData->mKeys[i].length, 0u) << i;
        EXPECT_NE(scene->mMetaData->mValues[i].mData, nullptr) << i;
    }
}

/// An aiString holds 1,023 bytes, and no half of a character.
TEST_F(Import, LongNamesAreCut) {
    const std::pair<std::string, std::string> names[] = {
        {std::string(1023, 'x'), std::string(1023, 'x')},
        {std::string(1025, 'x'), std::string(1023, 'x')},
        {std::string(1022, 'x') + "\xC3\xBCxx", std::string(1022, 'x')},
        {std::string(1021, 'x') + "\xE2\x82\xACxx", std::string(1021, 'x')}};
    for (const auto& [name, expected] : names) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, name + ":0-1"}});
        const aiScene* const scene = importSound(*importer, smallModel(2).bytes());
        EXPECT_EQ(scene->mAnimations[0]->mName.C_Str(), expected);
    }
}

TEST_F(Import, OneFrameIsAStaticMesh) {
    for (const char* const clips : {"auto", "names", "player", "single", "none", "stand"}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, clips}});
        const aiScene* const scene = soundSceneOf(*importer, smallModel(1).bytes());
        EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 0u);
        EXPECT_EQ(scene->mNumAnimations, 0u);
    }
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, "pose:0"}});
    const aiScene* const scene = importSound(*importer, smallModel(1).bytes());
    EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 1u);
    EXPECT_EQ(clipsOf(*scene), (std::vector<ClipSeen>{{"pose", 1, 10}}));
}

TEST_F(Import, AClipThatTheModelDoesNotHaveIsAnError) {
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "a,jump");
    EXPECT_EQ(importBytes(*importer_, modelWithFrames({"a1", "a2", "b1"}).bytes()), nullptr);
    EXPECT_STREQ(
        importer_->GetErrorString(),
        "MD2: IMPORT_MD2_CLIPS is \"jump\", expected auto, names, player, single or none, clips of the "
        "model (stand,run), or frame ranges (idle:0-39;run:40-45@12); the clips of the model are a, b");
}

TEST_F(Import, OnlyUsedFramesCanBecomeAnimMeshes) {
    const Bytes bytes = modelWithFrames({"a1", "a2", "b1", "b2", "b3", "c1"}).bytes();
    const auto import = [&](const char* clips) {
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, clips);
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_FRAMES, "used");
        return soundSceneOf(*importer_, bytes);
    };
    const auto namesOfFrames = [](const aiMesh& mesh) {
        Lines names;
        for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
            names.emplace_back(mesh.mAnimMeshes[i]->mName.C_Str());
        }
        return names;
    };
    const aiScene* scene = import("late:4-5;b:2-3");
    EXPECT_EQ(namesOfFrames(*scene->mMeshes[0]), (Lines{"b1", "b2", "b3", "c1"}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[0]), (std::vector<unsigned int>{2, 3}));
    EXPECT_EQ(shownFrames(*scene->mAnimations[1]), (std::vector<unsigned int>{0, 1}));
    const auto other = makeImporter();
    const aiMesh& all = *importSound(*other, bytes)->mMeshes[0];
    for (const unsigned int animMesh : {0u, 1u, 2u, 3u}) {
        const aiVector3D* const vertices = scene->mMeshes[0]->mAnimMeshes[animMesh]->mVertices;
        EXPECT_TRUE(
            std::equal(vertices, vertices + all.mNumVertices, all.mAnimMeshes[animMesh + 2]->mVertices));
    }

    scene = import("b");
    EXPECT_EQ(namesOfFrames(*scene->mMeshes[0]), (Lines{"b1", "b2", "b3"}));
    scene = import("none");
    EXPECT_EQ(scene->mMeshes[0]->mNumAnimMeshes, 6u);
}

TEST_F(Import, WarnsAboutClipsToLoopThatDoNotExist) {
    WarningLog log;
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "stand,jump");
    importSound(smallModel(3).bytes());
    EXPECT_EQ(log.lines(), Lines{"MD2: IMPORT_MD2_LOOP names what is not a clip of the scene (1): jump"});
}

TEST_F(Import, StrictIncludesRepairsOfImages) {
    Md2Builder model = smallModel(2);
    model.skins = {"a.pcx"};
    PcxBuilder pcx;
    pcx.palette = PcxPalette::None;
    importer_->SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
    auto* const files = new MemoryFiles;
    files->files = {{"tris.md2", model.bytes()}, {"a.pcx", pcx.build(paletteImage(8, 8))}};
    importer_->SetIOHandler(files);
    EXPECT_EQ(importer_->ReadFile("tris.md2", 0), nullptr);
    EXPECT_STREQ(
        importer_->GetErrorString(),
        "MD2: skins: the palette of a PCX is missing; a greyscale palette is used (1): a.pcx: refused "
        "because IMPORT_MD2_STRICT is set");
}

/// A model that needs every repair except those that replace the triangle list.
Bytes damagedModel() {
    Md2Builder model = smallModel(3);
    model.skinwidth = 0;
    model.triangles[0].vertex[0] = 77;
    model.triangles[1].st = {9, 9, 2};
    model.frames[1].vertices[0][3] = 162;
    model.frames[2].vertices[3][3] = 255;
    model.glCommands.pop_back();
    Bytes bytes = model.bytes();
    patch(bytes, field::kFramesize, 12);
    return bytes;
}

TEST_F(Import, WarnsOnceForEachKindOfRepairWithItsCount) {
    WarningLog log;
    importSound(damagedModel());
    EXPECT_EQ(
        log.lines(),
        (Lines{"MD2: frames: framesize is wrong; the frames are read with the size that num_vertices gives "
               "(1)",
               "MD2: glcmds: the GL commands have no terminator (1)",
               "MD2: header: skinwidth or skinheight is not positive; texture coordinates stay in pixels (1)",
               "MD2: triangles: a vertex index is out of range; the triangle is left out (1)",
               "MD2: triangles: a texture coordinate index is out of range; the last texture coordinate "
               "is used (2)",
               "MD2: frames: a normal index is out of range; the last normal is used (2)"}));
}

TEST_F(Import, StrictMakesEveryRepairAnError) {
    const auto strictRefusal = [](const Bytes& bytes) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_STRICT, "1"}});
        return importBytes(*importer, bytes) == nullptr ? std::string(importer->GetErrorString()) : "";
    };
    EXPECT_EQ(strictRefusal(smallModel(3).bytes()), "");
    EXPECT_NE(strictRefusal(damagedModel()), "");
    Md2Builder normals = smallModel(3);
    normals.frames[2].vertices[3][3] = 200;
    EXPECT_EQ(strictRefusal(normals.bytes()),
              "MD2: frames: a normal index is out of range; the last normal is used (1): refused because "
              "IMPORT_MD2_STRICT is set");
    Md2Builder commands = smallModel(3);
    commands.triangles.clear();
    EXPECT_NE(strictRefusal(commands.bytes()), "");
}

/// The positions are those of the reference decoder, where x is the front, y the left and z up.
TEST_F(Import, FrontFacesTheAxisOfTheProperty) {
    const Bytes bytes = smallModel(2).bytes();
    const auto naive = decodeNaively(bytes);
    for (const bool isFrontZ : {false, true}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_FRONT, isFrontZ ? "z" : "x"}});
        const aiScene* const scene = importSound(*importer, bytes);
        EXPECT_EQ(differences(*scene, *naive), Lines());
        const aiFace& face = scene->mMeshes[0]->mFaces[0];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            // The winding of a face is the reverse of the file's.
            const std::array<float, 3>& expected = naive->frames[1].positions[2 - corner];
            EXPECT_EQ(scene->mMeshes[0]->mAnimMeshes[1]->mVertices[face.mIndices[corner]],
                      isFrontZ ? aiVector3D(expected[1], expected[2], expected[0])
                               : aiVector3D(expected[0], expected[2], -expected[1]));
        }
    }
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_FRONT, "y"}});
    EXPECT_EQ(importBytes(*importer, bytes), nullptr);
    EXPECT_STREQ(importer->GetErrorString(), "MD2: IMPORT_MD2_FRONT is \"y\", expected x or z");
}

/// Files in memory, read in pieces of seven bytes.
TEST_F(Import, ReadsThroughTheIOSystemAloneAndUnderAnyName) {
    const Bytes bytes = smallModel(3).bytes();
    auto* const files = new MemoryFiles;
    files->behaviour.mostPerRead = 7;
    importer_->SetIOHandler(files);
    for (const auto& [path, root, mesh] :
         {std::array{"archive:/models/fish/tris.md2", "tris.md2", "fish"},
          std::array{"tris.quake", "tris.quake", "tris"}, std::array{"tris", "tris.md2", "tris"}}) {
        files->files = {{path, bytes}};
        const aiScene* const scene = soundSceneOfFile(*importer_, path);
        EXPECT_EQ(differences(*scene, *decodeNaively(bytes)), Lines());
        EXPECT_STREQ(scene->mRootNode->mName.C_Str(), root);
        EXPECT_STREQ(scene->mMeshes[0]->mName.C_Str(), mesh);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
