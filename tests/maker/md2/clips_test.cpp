// SPDX-License-Identifier: BSD-3-Clause
// Which poses of a scene become frames, and what their clips are called.
#include "maker/md2/export_fixture.h"
#include "maker/md2/frame_names.h"

namespace assimp_md2::inner::test {
namespace {

class Md2Clips : public Md2Export {};

float lowestOf(const NaiveModel::Frame& frame) {
    float lowest = std::numeric_limits<float>::infinity();
    for (const auto& position : frame.positions) {
        lowest = std::min(lowest, position[2]);
    }
    return lowest;
}

TEST_F(Md2Clips, ALoopThatIsShorterThanAFrameHasOneFrame) {
    ScenePointer scene = movingSquare({});
    setPositions(addChannel(addAnimation(*scene, "wave", 1), "square"),
                 {{0, {0, 0, 0}}, {0.5, {0, 20, 0}}, {1, {0, 0, 0}}});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 0.0001F);
    EXPECT_EQ(frameNames(written(*scene)).size(), 1u);
}

TEST_F(Md2Clips, AForeignAnimationThatEndsInItsFirstPoseIsALoop) {
    const auto framesWith = [&](double end, bool hasUnusedVertex = false) {
        ScenePointer scene = movingSquare({});
        if (hasUnusedVertex) {
            addMesh(*scene, "point", {{std::numeric_limits<double>::infinity(), std::nan(""), 0}});
            useMesh(scene->mRootNode->mChildren[0], 1);
        }
        setPositions(addChannel(addAnimation(*scene, "wave", 0.3), "square"),
                     {{0, {0, 0, 0}}, {0.1, {0, 20, 0}}, {0.2, {0, 5, 0}}, {0.3, {0, end, 0}}});
        scene->mAnimations[0]->mTicksPerSecond = 1;
        return frameNames(written(*scene)).size();
    };
    EXPECT_EQ(framesWith(0), 3u);
    EXPECT_EQ(framesWith(1e-4), 3u);
    // A tenth of a step: the frames merely look alike.
    EXPECT_EQ(framesWith(10.0 / 255 / 10), 4u);
    EXPECT_EQ(framesWith(0, true), 3u);
    EXPECT_EQ(framesWith(10.0 / 255 / 10, true), 4u);
}

TEST_F(Md2Clips, AForeignAnimationIsDividedEvenlyFromItsFirstKeyToItsLast) {
    struct Case {
        double first;
        double last;
        bool isLoop;
        std::size_t frames;
    };
    for (const Case& wanted : {Case{0, 1, false, 11},
                               {0, 1, true, 10},
                               {1.0 / 24, 1 + 1.0 / 24, true, 10}, // Blender's frames 1 to 25
                               {0.5, 0.96, true, 5},
                               {0, 0.44, false, 5},
                               {0, 1.01, false, 11},
                               {0, 0.02, false, 2}}) {
        auto scene = movingSquare({});
        const double middle = (wanted.first + wanted.last) / 2;
        setPositions(addChannel(addAnimation(*scene, "walk", 2), "square"),
                     {{wanted.first, {0, 0, 0}},
                      {middle, {0, 10, 0}},
                      {wanted.last, {0, wanted.isLoop ? 0.0 : 20, 0}}});
        const auto model = decodeNaively(written(*scene));
        ASSERT_EQ(model->frames.size(), wanted.frames) << wanted.last;
        EXPECT_NEAR(lowestOf(model->frames[0]), 0, 0.1);
        EXPECT_NEAR(lowestOf(model->frames.back()),
                    wanted.isLoop ? 20.0 / static_cast<double>(wanted.frames) : 20, 0.1);
    }
}

TEST_F(Md2Clips, AnAnimationWithoutANameIsCalledByItsPlace) {
    auto scene = movingSquare({"", "walk", ""});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 1);
    EXPECT_EQ(frameNames(written(*scene)),
              (Strings{"clip1_01", "clip1_02", "walk01", "walk02", "clip3_01", "clip3_02"}));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "stand=clip3");
    EXPECT_EQ(frameNames(written(*scene)), (Strings{"stand01", "stand02"}));
    scene = movingSquare({""});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player,stand=clip1");
    EXPECT_EQ(frameNames(written(*scene)).size(), 198u);
}

TEST_F(Md2Clips, PartsOfAnAnimationBecomeClips) {
    // Two units up in each frame.
    auto scene = movingSquare({"", "Take 001"});
    const auto heightsWith = [&](const char* clips) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        std::vector<std::pair<std::string, long>> heights;
        const auto model = decodeNaively(written(*scene)).value();
        for (const auto& frame : model.frames) {
            heights.emplace_back(frame.name, std::lround(lowestOf(frame)));
        }
        return heights;
    };
    using Heights = std::vector<std::pair<std::string, long>>;
    EXPECT_EQ(
        heightsWith("stand:0-2;run:9-10;wave:3"),
        (Heights{
            {"stand01", 0}, {"stand02", 2}, {"stand03", 4}, {"run01", 18}, {"run02", 20}, {"wave01", 6}}));
    EXPECT_EQ(heightsWith("run=take 001:4-5"), (Heights{{"run01", 8}, {"run02", 10}}));
    const Heights player = heightsWith("player;stand:0-1;run:2-7");
    ASSERT_EQ(player.size(), 198u);
    EXPECT_EQ(player[39], (std::pair<std::string, long>{"stand40", 2}));
    EXPECT_EQ(player[40], (std::pair<std::string, long>{"run01", 4}));
    EXPECT_EQ(player[45], (std::pair<std::string, long>{"run06", 14}));
}

TEST_F(Md2Clips, ListsNameTheFramesOfAB3dOrMd5File) {
    const auto scene = movingSquare({});
    scene->mMetaData = aiMetadata::Alloc(1);
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "", 61, 60), "square");
    setPositions(channel, {{1, {0, 0, 0}}, {61, {0, 60, 0}}}); // the first frame is 0 in Blender
    for (const char* const importer : {"BlitzBasic 3D Importer", "Doom 3 / MD5 Mesh Importer"}) {
        scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(importer));
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run:12-24;wave:60");
        const auto model = decodeNaively(written(*scene)).value();
        ASSERT_EQ(model.frames.size(), 4u);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(lowestOf(model.frames[i]), 12 + 6 * static_cast<double>(i), 0.1) << importer;
        }
        EXPECT_NEAR(lowestOf(model.frames[3]), 60, 0.1) << importer;
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run:12-61");
        EXPECT_TRUE(contains(exportScene(*scene), "\"clip1\" has the frames 0 to 60"));
    }
}

TEST_F(Md2Clips, ClipsThatRepeatStayInTheirPlaceIfTheyAreToldTo) {
    const auto scene = movingSquare({});
    for (const char* const name : {"run", "death"}) { // 40 units to the front, with a sway to the side
        setPositions(addChannel(addAnimation(*scene, name, 1), "square"),
                     {{0, {0, 0, 0}}, {0.5, {6, 0, 20}}, {1, {0, 0, 40}}});
    }
    const auto placesWith = [&](const char* motion) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MOTION, motion);
        const auto model = decodeNaively(written(*scene)).value();
        std::map<std::string, std::pair<long, long>> places;
        for (const auto& frame : model.frames) {
            places[frame.name] = {std::lround(frame.positions[0][0] - model.frames[0].positions[0][0]),
                                  std::lround(frame.positions[0][1] - model.frames[0].positions[0][1])};
        }
        return places;
    };
    using Place = std::pair<long, long>;
    auto kept = placesWith("keep");
    EXPECT_EQ(kept.size(), 22u);
    EXPECT_EQ(kept["run11"], Place(40, 0));
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 20); // twice as large
    auto inPlace = placesWith("in-place");
    EXPECT_EQ(inPlace.size(), 21u) << "the run is a loop";
    EXPECT_EQ(inPlace["run06"], Place(0, 12));
    EXPECT_EQ(inPlace["run10"], Place(0, 2));
    EXPECT_EQ(inPlace["death11"], Place(80, 0));
    // A player
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    for (const auto& [motion, count, units] : {std::tuple("keep", 2, 80), std::tuple("in-place", 0, 0)}) {
        const WarningLog log;
        const auto player = placesWith(motion);
        EXPECT_EQ(player.at("run06").first - player.at("run01").first, units) << motion;
        EXPECT_EQ(player.at("death106").first - player.at("death101").first, 80) << motion;
        EXPECT_EQ(contains(log.text(), "EXPORT_MD2_MOTION=in-place keeps them there (" +
                                           std::to_string(count) + "): run travels 80 units; "),
                  count > 0)
            << log.text();
    }
}

TEST_F(Md2Clips, ClipsOfAPlayerComeFromTheAnimationsThatSuitThem) {
    const struct {
        Strings animations;
        const char* clips;
        Strings parts; ///< of the line about the export, or of its preview
    } rows[] = {
        {{"Armature|Robot_Walking", "Robot_Running", "1_Idle", "Robot_Punch"},
         "player,attack=1_idle",
         {"tris.md2: 198 frames (stand 40, run 6, attack 8", "4 vertices, 2 triangles", "front from +Z",
          "skins knight.png", "stand=1_Idle, run=Robot_Running, attack=1_Idle, salute="}},
        {{"Idle", "Death_A", "Death_A_Pose", "Death_B", "Hit"},
         "player",
         {"stand=Idle, pain1=Hit, pain2=Hit, pain3=Hit, ",
          ", death1=Death_A, death2=Death_B, death3=Death_A"}},
        // A walk is for crouched walks, and for a run if there is none.
        {{"l_idle", "l_run_normal", "l_walk_normal"}, "player", {"crwalk=l_walk_normal"}},
        {{"Idle", "Walking"}, "player", {"run=Walking"}},
        // A prefix of all animations does not suit a clip.
        {{"Block_Idle", "Block_Running", "Block_Bite"},
         "player",
         {"stand=Block_Idle, run=Block_Running, attack=Block_Bite"}},
        {{"Diego_Running", "Diego_Idle"},
         "player",
         {"stand=Diego_Idle, run=Diego_Running, ", "crwalk=Diego_Running\n"}},
        {{"Attack_A", "Attack_B"}, "player", {"attack=Attack_A"}},
        {{"Zombie|ZombieIdle", "Zombie|ZombieRun"},
         "player",
         {"stand=Zombie|ZombieIdle, run=Zombie|ZombieRun"}},
        // A missing clip comes from a related one, unless the list names another.
        {{"stand", "run", "Walk", "attack", "jump", "Death_A", "wave"},
         "player,pain2=stand",
         {"flip=jump, salute=wave, taunt=wave, point=wave, crstnd=stand, crwalk=Walk, crattak=attack, "
          "crdeath=Death_A, death1=Death_A"}},
        {{"stand", "run"}, "player,pain1=run", {"crpain=run"}},
    };
    for (const auto& row : rows) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, row.clips);
        const auto scene = movingSquare(row.animations);
        std::string line = summaryOf([&] { written(*scene); });
        for (const Md2Clip& clip : previewMd2(*scene, properties_).clips) {
            if (!clip.animation.empty() && clipNameOf(clip.animation) != clip.name) {
                line += ", " + clip.name + "=" + clip.animation;
            }
        }
        for (const std::string& part : row.parts) {
            EXPECT_TRUE(contains(line + "\n", part)) << part << ": " << line;
        }
    }
}

TEST_F(Md2Clips, TargetsWithoutAnimationAreReported) {
    const WarningLog log;
    const auto scene = movingSquare({});
    addTarget(scene->mMeshes[0], {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}});
    EXPECT_EQ(frameNames(written(*scene)), Strings{"frame01"});
    EXPECT_TRUE(hasOneLineWith(log, "no animation moves the targets, which are left out (1)"));
}

TEST_F(Md2Clips, AnAnimationEndsAtItsLastKey) {
    const auto scene = movingSquare({"walk"});
    scene->mAnimations[0]->mDuration = 10;
    EXPECT_EQ(frameNames(written(*scene)).size(), 11u);
}

TEST_F(Md2Clips, OnlyAnAnimationWhoseKeysAreEqualIsOneFrame) {
    const struct {
        const char* claim;
        const char* node;
        std::vector<std::pair<double, Point>> keys;
        std::size_t frames;
    } cases[] = {
        {"still", "square", {{0, {1, 2, 3}}, {5, {1, 2, 3}}}, 1},
        {"still for long", "square", {{0, {1, 2, 3}}, {1e6, {1, 2, 3}}}, 1},
        {"a node without a mesh moves", "unused", {{0, {0, 0, 0}}, {0.4, {0, 9, 0}}}, 4},
        {"moves late", "square", {{0, {0, 0, 0}}, {39, {0, 0, 0}}, {40, {0, 9, 0}}}, 401},
        {"a few steps, far from the origin", "square", {{0, {50'000, 0, 0}}, {1, {50'000, 0.2, 0}}}, 11},
        {"keys without order", "square", {{1, {0, 20, 0}}, {0, {0, 0, 0}}}, 11},
    };
    for (const auto& [claim, node, keys, frames] : cases) {
        const auto scene = movingSquare({});
        addNode(scene->mRootNode, "unused");
        setPositions(addChannel(addAnimation(*scene, "idle", 1), node), keys);
        EXPECT_EQ(frameNames(written(*scene)).size(), frames) << claim;
    }
    EXPECT_EQ(frameNames(written(*movingSquare({}))), Strings{"frame01"});
}

TEST_F(Md2Clips, ClipsAreChosenOrderedAndRenamed) {
    const auto scene = movingSquare({"walk", "stand", "wave"});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 1);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "stand, run=WALK");
    EXPECT_EQ(frameNames(written(*scene)), (Strings{"stand01", "stand02", "run01", "run02"}));
}

TEST_F(Md2Clips, APlayerHasTheFramesOfTheGame) {
    const WarningLog log;
    const auto scene = movingSquare({"Stand", "run", "death1"});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const Bytes file = written(*scene);
    const Strings names = frameNames(file);
    ASSERT_EQ(names.size(), 198u);
    EXPECT_EQ(names[0], "stand01");
    EXPECT_EQ(names[39], "stand40");
    EXPECT_EQ(names[40], "run01");
    EXPECT_EQ(names[54], "pain101");
    EXPECT_EQ(names[197], "death308");
    const auto model = decodeNaively(file);
    EXPECT_NEAR(model->frames[39].positions[0][2] - model->frames[0].positions[0][2], 20, 0.1);
    EXPECT_EQ(model->frames[54].positions, model->frames[0].positions);
    EXPECT_TRUE(hasOneLineWith(log, "attack; pain1; pain2"));
    EXPECT_EQ(brokenGameRules(file), Strings{});
}

TEST_F(Md2Clips, ClipsOfAPlayerCanComeFromOtherAnimations) {
    const WarningLog log;
    const auto scene = movingSquare({"Idle", "Hit"});
    const std::string all = "player,stand=idle,run=idle,attack=idle,pain=HIT,jump=idle,flip=idle,salute=idle,"
                            "taunt=idle,wave=idle,point=idle,crstnd=idle,crwalk=idle,crattak=idle,";
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, all + "crpain=hit,crdeath=hit,death=hit");
    const auto model = decodeNaively(written(*scene));
    ASSERT_EQ(model->frames.size(), 198u);
    for (const std::size_t last : {39U, 57U, 61U, 65U, 197U}) {
        EXPECT_NEAR(model->frames[last].positions[0][2] - model->frames[0].positions[0][2], 20, 0.1) << last;
    }
    EXPECT_EQ(log.lines(), Strings{});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "weapon,stand=idle,death=hit");
    EXPECT_EQ(frameNames(written(*scene)).size(), 173u);
}

TEST_F(Md2Clips, AMissingClipComesFromARelatedOne) {
    const auto scene = movingSquare({"stand", "run", "Walk", "attack", "jump", "Death_A", "wave"});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player,pain2=stand");
    const auto model = decodeNaively(written(*scene));
    // From the first to the last pose, in as many frames as the clip has.
    ASSERT_EQ(model->frames.size(), 198u);
    for (const auto& [first, last] : {std::pair{72U, 83U}, {84U, 94U}, {154U, 159U}, {173U, 177U}}) {
        EXPECT_NEAR(lowestOf(model->frames[last]) - lowestOf(model->frames[first]), 20, 0.1) << first;
    }
    const WarningLog log;
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player,pain2=stand");
    written(*scene);
    EXPECT_TRUE(
        hasOneLineWith(log, "clips whose animation is missing stand still (3): pain1; pain3; crpain"));
}

TEST_F(Md2Clips, AListedNameWinsAgainstAnAnimationOfTheClip) {
    const auto scene = movingSquare({"stand", "pain1"});
    setPositions(addChannel(addAnimation(*scene, "hit", 1), "square"), {{0, {0, 0, 0}}, {1, {0, 40, 0}}});
    const auto heightOfPain1 = [&](const std::string& clips) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        const auto model = decodeNaively(written(*scene));
        return model->frames[57].positions[0][2] - model->frames[0].positions[0][2];
    };
    EXPECT_NEAR(heightOfPain1("player,pain=hit"), 40, 0.1);
    EXPECT_NEAR(heightOfPain1("player,pain=stand,pain1=hit"), 40, 0.1);
    EXPECT_NEAR(heightOfPain1("player"), 20, 0.1);
}

TEST_F(Md2Clips, AListThatDoesNotFitTheSceneIsAnErrorThatNamesWhatFits) {
    const std::string property = "EXPORT_MD2_CLIPS";
    const struct {
        Strings animations;
        std::string clips;
        std::string error;
    } rows[] = {
        {{"", "walk", ""},
         "fly",
         property + " names \"fly\", the scene has the animations clip1, walk, clip3"},
        {{"idle"}, "weapon,stand=", property + " names \"\", the scene has the animations idle"},
        {{""}, "run:9-11", property + " names the frames 9-11, \"clip1\" has the frames 0 to 10"},
        {{}, "run:9-11", property + " names frames, the scene has no animations"},
        {{"Idle"}, "weapon,fly=idle", property + " names the clip \"fly\", the game has stand, run, attack"},
        {{"run"}, "player,pain1=run,walk=run", property + " names the clip \"walk\""},
        {{"mixamo.com", "Samba"},
         "player",
         "no animation has the name of a clip of the game; " + property +
             " says which becomes which, for example stand=mixamo.com,run=Samba; the scene has the "
             "animations "
             "mixamo.com, Samba"},
        {{""},
         "weapon",
         "no animation has the name of a clip of the game; " + property +
             " says which becomes which, for example stand=clip1; "},
    };
    for (const auto& row : rows) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, row.clips);
        const std::string error = exportScene(*movingSquare(row.animations));
        EXPECT_EQ(error.rfind("MD2: " + row.error, 0), 0U) << error;
    }
}

TEST_F(Md2Clips, APlayerOfASceneWithoutAnimationsIsAnErrorUnlessStandIsItsPose) {
    const auto scene = movingSquare({});
    for (const std::string table : {"player", "weapon"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, table);
        EXPECT_EQ(exportScene(*scene),
                  "MD2: EXPORT_MD2_CLIPS asks for the clips of the game, but the scene has no animations; "
                  "EXPORT_MD2_CLIPS=" +
                      table + ",stand= repeats its only pose in all frames");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, table + ",stand=");
        EXPECT_EQ(frameNames(written(*scene)).size(), table == "player" ? 198u : 173u);
    }
}

TEST_F(Md2Clips, APlayerIsResampledFromTheFirstKey) {
    auto scene = movingSquare({});
    aiAnimation* const run = addAnimation(*scene, "run", 2);
    aiNodeAnim* const channel = addChannel(run, "square");
    setPositions(channel, {{1, {0, 0, 0}}, {2, {0, 20, 0}}});
    setScalings(channel, {{0, {1, 1, 1}}}); // a single key does not start the animation
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const auto model = decodeNaively(written(*scene));
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(model->frames[40 + i].positions[0][2] - model->frames[40].positions[0][2],
                    4.0 * static_cast<double>(i), 0.1);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
