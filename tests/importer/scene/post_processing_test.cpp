// SPDX-License-Identifier: BSD-3-Clause
// Assimp's post-processing keeps what every clip shows, also where vertices coincide in the base mesh.
#include "assimp-md2/properties.h"
#include "maker/pose/pose_evaluator.h"
#include "support/import.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace assimp_md2::inner::test {
namespace {

/// Adds a tetrahedron to all frames of a model. Its corners have one s and t, and while it has no size, one
/// normal.
///
/// \param places of its first vertex, in each frame
/// \param sizes the lengths of three edges, in each frame
void addTetrahedron(Md2Builder& model, const std::vector<std::array<std::uint8_t, 3>>& places,
                    const std::vector<std::uint8_t>& sizes) {
    const auto first = static_cast<std::uint16_t>(model.frames[0].vertices.size());
    for (const auto& corners : {std::array<std::uint16_t, 3>{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}) {
        TriangleSource& triangle = model.triangles.emplace_back();
        std::transform(corners.begin(), corners.end(), triangle.vertex.begin(),
                       [first](std::uint16_t corner) { return static_cast<std::uint16_t>(first + corner); });
    }
    for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
        const auto& [x, y, z] = places[frame];
        for (std::size_t corner = 0; corner < 4; ++corner) {
            std::array<double, 3> normal = {-1, -1, -1};
            std::array<std::uint8_t, 4> vertex = {x, y, z, 0};
            if (corner > 0) {
                normal = {};
                normal[corner - 1] = 1;
                vertex[corner - 1] = static_cast<std::uint8_t>(vertex[corner - 1] + sizes[frame]);
            }
            vertex[3] = sizes[frame] == 0 ? std::uint8_t{5} : normalIndexOf(normal);
            model.frames[frame].vertices.push_back(vertex);
        }
    }
}

/// Frames in two clips, a texture coordinate, and no triangles.
Md2Builder emptyModel() {
    Md2Builder model;
    model.skins = {"skin"};
    model.st = {{0, 0}, {63, 0}, {0, 31}, {63, 31}};
    for (const char* const name : {"stand1", "stand2", "stand3", "run1", "run2"}) {
        FrameSource frame;
        frame.name = name;
        frame.scale = {0.25F, 0.25F, 0.25F};
        frame.translate = {-24, -24, -24};
        model.frames.push_back(frame);
    }
    return model;
}

const std::vector<std::uint8_t> kAlwaysOpen = {80, 80, 80, 80, 80};
const std::vector<std::uint8_t> kFoldedFirst = {0, 40, 30, 40, 20};

/// A body that moves, and a part that is folded in frame 0.
Md2Builder modelWithFoldedPart() {
    Md2Builder model = emptyModel();
    addTetrahedron(model, {{20, 20, 20}, {20, 30, 20}, {20, 40, 20}, {60, 20, 20}, {90, 20, 20}},
                   kAlwaysOpen);
    addTetrahedron(model, {{150, 150, 150}, {150, 130, 140}, {130, 150, 150}, {150, 150, 90}, {90, 99, 150}},
                   kFoldedFirst);
    return model;
}

/// All is folded to one point in frame 0.
Md2Builder foldedModel() {
    Md2Builder model = emptyModel();
    addTetrahedron(model, {{99, 99, 99}, {20, 30, 20}, {20, 40, 20}, {60, 20, 20}, {90, 20, 20}},
                   kFoldedFirst);
    addTetrahedron(model, {{99, 99, 99}, {150, 130, 140}, {130, 150, 150}, {150, 150, 90}, {90, 99, 150}},
                   kFoldedFirst);
    return model;
}

/// Two jaws are at one place in frame 0 and open later: pairs of vertices with equal s, t and normal.
Md2Builder modelWithJaws() {
    Md2Builder model = emptyModel();
    addTetrahedron(model, {{99, 99, 99}, {99, 99, 99}, {99, 99, 99}, {99, 99, 99}, {99, 99, 99}},
                   kAlwaysOpen);
    addTetrahedron(model, {{99, 99, 99}, {99, 99, 60}, {99, 99, 40}, {99, 99, 60}, {60, 99, 10}},
                   kAlwaysOpen);
    return model;
}

/// Two meshes, which are folded to one point in frame 0.
Md2Builder foldedAnachronoxModel() {
    Md2Builder model = anachronoxModel(1);
    auto& vertices = model.frames[0].wideVertices;
    std::fill(vertices.begin(), vertices.end(), vertices[0]);
    return model;
}

using ShownTriangle = std::array<aiVector3D, 3>;

/// The triangles that are seen at a time, as Assimp's convention has them: y up, counter-clockwise.
std::vector<ShownTriangle> shownTriangles(const aiScene& scene, unsigned int animation, double ticks,
                                          unsigned int steps) {
    Warnings repairs;
    PoseEvaluator evaluator(scene, repairs);
    std::vector<float> positions(3 * evaluator.vertexCount());
    evaluator.evaluate({animation, ticks}, positions.data(), nullptr);
    std::vector<ShownTriangle> triangles;
    for (const PosedMesh& posed : evaluator.meshes()) {
        for (unsigned int i = 0; i < posed.mesh->mNumFaces; ++i) {
            const aiFace& face = posed.mesh->mFaces[i];
            if (face.mNumIndices != 3) {
                continue;
            }
            ShownTriangle triangle;
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const float* const p = &positions[3 * (posed.firstVertex + face.mIndices[corner])];
                triangle[corner] = {p[0], p[1], (steps & aiProcess_MakeLeftHanded) != 0 ? -p[2] : p[2]};
            }
            if ((steps & aiProcess_FlipWindingOrder) != 0) {
                std::swap(triangle[0], triangle[2]);
            }
            if (((triangle[1] - triangle[0]) ^ (triangle[2] - triangle[0])).Length() > 0.1F) {
                triangles.push_back(triangle);
            }
        }
    }
    return triangles;
}

bool isSameTriangle(const ShownTriangle& a, const ShownTriangle& b) {
    const auto isNear = [&](std::size_t turn) {
        return std::all_of(a.begin(), a.end(), [&](const aiVector3D& corner) {
            const auto index = static_cast<std::size_t>(&corner - a.data());
            return (corner - b[(index + turn) % 3]).Length() < 1e-3F;
        });
    };
    return isNear(0) || isNear(1) || isNear(2);
}

/// How many of `expected` are not in `shown`.
std::size_t missing(const std::vector<ShownTriangle>& expected, std::vector<ShownTriangle> shown) {
    std::size_t count = 0;
    for (const ShownTriangle& triangle : expected) {
        const auto found = std::find_if(shown.begin(), shown.end(), [&](const ShownTriangle& other) {
            return isSameTriangle(triangle, other);
        });
        if (found == shown.end()) {
            ++count;
        } else {
            shown.erase(found);
        }
    }
    return count;
}

struct Steps {
    const char* name;
    unsigned int flags;
};

/// The presets, single steps that they do not have, and the steps of programs that docs/engines.md names.
/// PreTransformVertices removes animations.
constexpr Steps kSteps[] = {
    {"JoinIdenticalVertices", aiProcess_JoinIdenticalVertices},
    {"RemoveComponent", aiProcess_RemoveComponent},
    {"GenNormals", aiProcess_GenNormals},
    {"FixInfacingNormals", aiProcess_FixInfacingNormals},
    {"PopulateArmatureData", aiProcess_PopulateArmatureData},
    {"TransformUVCoords", aiProcess_TransformUVCoords},
    {"OptimizeGraph", aiProcess_OptimizeGraph},
    {"FlipWindingOrder", aiProcess_FlipWindingOrder},
    {"SplitByBoneCount", aiProcess_SplitByBoneCount},
    {"Debone", aiProcess_Debone},
    {"GlobalScale", aiProcess_GlobalScale},
    {"EmbedTextures", aiProcess_EmbedTextures},
    {"ForceGenNormals", aiProcess_ForceGenNormals | aiProcess_GenNormals},
    {"DropNormals", aiProcess_DropNormals},
    {"GenBoundingBoxes", aiProcess_GenBoundingBoxes},
    {"TargetRealtime_Fast", aiProcessPreset_TargetRealtime_Fast},
    {"TargetRealtime_Quality", aiProcessPreset_TargetRealtime_Quality},
    {"TargetRealtime_MaxQuality", aiProcessPreset_TargetRealtime_MaxQuality},
    {"ConvertToLeftHanded", aiProcess_ConvertToLeftHanded},
    {"Urho3D, rbfx", aiProcess_ConvertToLeftHanded | aiProcess_JoinIdenticalVertices | aiProcess_Triangulate |
                         aiProcess_GenSmoothNormals | aiProcess_LimitBoneWeights |
                         aiProcess_ImproveCacheLocality | aiProcess_RemoveRedundantMaterials |
                         aiProcess_FixInfacingNormals | aiProcess_FindInvalidData | aiProcess_GenUVCoords |
                         aiProcess_FindInstances | aiProcess_OptimizeMeshes},
    {"Torque3D", aiProcess_MakeLeftHanded | aiProcess_CalcTangentSpace | aiProcess_JoinIdenticalVertices |
                     aiProcess_RemoveRedundantMaterials | aiProcess_GenUVCoords |
                     aiProcess_TransformUVCoords | aiProcess_FlipUVs | aiProcess_FindInstances |
                     aiProcess_LimitBoneWeights | aiProcess_OptimizeMeshes | aiProcess_OptimizeGraph |
                     aiProcess_Triangulate},
    {"LearnOpenGL", aiProcess_Triangulate | aiProcess_GenSmoothNormals | aiProcess_CalcTangentSpace},
    {"IrrAssimp", aiProcess_Triangulate | aiProcess_GenSmoothNormals | aiProcess_FlipUVs},
    {"Magnum", aiProcess_JoinIdenticalVertices | aiProcess_Triangulate | aiProcess_SortByPType},
    {"Ogre", aiProcess_GenSmoothNormals | aiProcess_Triangulate | aiProcess_GenUVCoords |
                 aiProcess_SortByPType | aiProcess_TransformUVCoords | aiProcess_FlipUVs},
    {"Panda3D", aiProcess_Triangulate | aiProcess_GenUVCoords | aiProcess_FlipWindingOrder},
};

/// A folder with a model and a weapon.
class SurfaceFolder {
public:
    explicit SurfaceFolder(const Bytes& model) {
        folder_.put("model.md2", model);
        folder_.put("weapon.md2", modelWithFoldedPart().bytes());
    }

    std::unique_ptr<Assimp::Importer> import(const char* animation, const char* weapon,
                                             unsigned int steps) const {
        auto importer =
            makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, animation}, {ASSIMP_MD2_CONFIG_WEAPON, weapon}});
        EXPECT_NE(importer->ReadFile(folder_ / "model.md2", steps), nullptr) << importer->GetErrorString();
        return importer;
    }

private:
    TemporaryFolder folder_;
};

/// Expects that every step of kSteps keeps what clips show, at the keys and between them.
void expectSameSurface(const SurfaceFolder& folder, const char* animation, const char* weapon) {
    const auto plain = folder.import(animation, weapon, 0);
    const aiScene& expected = *plain->GetScene();
    EXPECT_GT(expected.mNumAnimations, 0U);
    for (const Steps& steps : kSteps) {
        // From version 6 on, it splits the vertices of the base mesh only.
        if ((steps.flags & aiProcess_ForceGenNormals) != 0 && aiGetVersionMajor() >= 6) {
            continue;
        }
        const auto importer = folder.import(animation, weapon, steps.flags);
        const aiScene* const scene = importer->GetScene();
        for (unsigned int i = 0; scene != nullptr && i < expected.mNumAnimations; ++i) {
            for (double ticks = 0; ticks <= expected.mAnimations[i]->mDuration; ticks += 0.5) {
                const auto before = shownTriangles(expected, i, ticks, 0);
                const auto after = shownTriangles(*scene, i, ticks, steps.flags);
                EXPECT_EQ(missing(before, after), 0U) << steps.name << " animation " << i << " at " << ticks;
                EXPECT_EQ(after.size(), before.size()) << steps.name << " animation " << i << " at " << ticks;
            }
        }
    }
}

TEST(SlowPostProcessing, EveryStepKeepsTheSurfaceOfEveryClip) {
    const std::pair<const char*, Md2Builder> models[] = {
        {"a folded part", modelWithFoldedPart()},
        {"a folded model", foldedModel()},
        {"jaws", modelWithJaws()},
        {"version 15", foldedAnachronoxModel()},
    };
    for (const auto& [name, model] : models) {
        const SurfaceFolder folder(model.bytes());
        for (const char* const animation : {"morph", "skeleton"}) {
            for (const char* const weapon : {"", "auto"}) {
                SCOPED_TRACE(std::string(name) + ", " + animation + ", weapon " + weapon);
                expectSameSurface(folder, animation, weapon);
            }
        }
    }
}

bool isBitEqual(const aiVector3D* a, const aiVector3D* b, unsigned int count) {
    return std::memcmp(a, b, count * sizeof *a) == 0;
}

TEST(PostProcessing, ABaseMeshWithoutPartingVerticesIsFrame0ToTheBit) {
    // Each vertex has a twin that is where it is in all frames.
    Md2Builder open = emptyModel();
    for (int i = 0; i < 2; ++i) {
        addTetrahedron(open, {{9, 9, 9}, {9, 9, 30}, {9, 30, 9}, {30, 9, 9}, {50, 9, 9}}, kAlwaysOpen);
    }
    const auto importer = makeImporter();
    const aiMesh& mesh = *sceneOf(*importer, open.bytes())->mMeshes[0];
    EXPECT_TRUE(isBitEqual(mesh.mVertices, mesh.mAnimMeshes[0]->mVertices, mesh.mNumVertices));
    EXPECT_TRUE(isBitEqual(mesh.mNormals, mesh.mAnimMeshes[0]->mNormals, mesh.mNumVertices));
    const aiMesh& folded = *sceneOf(*importer, modelWithFoldedPart().bytes())->mMeshes[0];
    EXPECT_FALSE(isBitEqual(folded.mVertices, folded.mAnimMeshes[0]->mVertices, folded.mNumVertices));
}

TEST(PostProcessing, AStaticMeshAndAnimMeshesKeepFrame0) {
    const auto isOnePoint = [](const aiVector3D* positions, unsigned int count) {
        return std::all_of(positions, positions + count,
                           [&](const aiVector3D& position) { return position == positions[0]; });
    };
    const auto importer = makeImporter();
    const aiMesh& mesh = *sceneOf(*importer, foldedModel().bytes())->mMeshes[0];
    EXPECT_TRUE(isOnePoint(mesh.mAnimMeshes[0]->mVertices, mesh.mNumVertices));
    importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 0);
    const aiMesh& still = *sceneOf(*importer, foldedModel().bytes())->mMeshes[0];
    EXPECT_TRUE(isOnePoint(still.mVertices, still.mNumVertices));
}

/// All vertices of a waving sheet are at one place in frame 0.
Md2Builder foldedSheet(std::size_t corners) {
    Md2Builder sheet = sheetModel(3, corners);
    auto& vertices = sheet.frames[0].vertices;
    std::fill(vertices.begin(), vertices.end(), vertices[0]);
    return sheet;
}

TEST(PostProcessing, ManyVerticesAtOnePlaceDifferAndStayNear) {
    Md2Builder sheet = foldedSheet(10'000);
    sheet.frames[0].translate = {40, 40, 40};
    const auto importer = makeImporter();
    const aiMesh& mesh = *sceneOf(*importer, sheet.bytes())->mMeshes[0];
    const aiAnimMesh& frame = *mesh.mAnimMeshes[0];
    std::set<std::array<float, 3>> places;
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D& position = mesh.mVertices[i];
        places.insert({position.x, position.y, position.z});
        EXPECT_LT((position - frame.mVertices[i]).Length(), 2e-3F);
        EXPECT_LT((mesh.mNormals[i] - frame.mNormals[i]).Length(), 0.01F);
        EXPECT_NEAR(mesh.mNormals[i].Length(), 1, 1e-6F);
    }
    EXPECT_EQ(places.size(), mesh.mNumVertices);
}

TEST(PostProcessing, AVertexThatNoTriangleUsesMovesNoOther) {
    Md2Builder sheet = foldedSheet(100);
    sheet.frames[0].translate = {0, 0, 0};
    sheet.frames[0].vertices.assign(sheet.frames[0].vertices.size(), {0, 0, 0, 5});
    for (FrameSource& frame : sheet.frames) {
        frame.scale = {1e6F, 1e6F, 1e6F};
        frame.vertices.push_back({255, 255, 255, 5});
    }
    const auto importer = makeImporter();
    EXPECT_EQ(problemsOf(*sceneOf(*importer, sheet.bytes())), std::vector<std::string>());
}

TEST(PostProcessing, AtTheOriginNoCoordinateIsDenormal) {
    Md2Builder sheet = foldedSheet(100);
    sheet.frames[0].scale = {0, 0, 0};
    sheet.frames[0].translate = {0, 0, 0};
    const auto importer = makeImporter();
    const aiMesh& mesh = *sceneOf(*importer, sheet.bytes())->mMeshes[0];
    EXPECT_NE(mesh.mVertices[0], mesh.mVertices[1]);
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        for (const ai_real coordinate : {mesh.mVertices[i].x, mesh.mVertices[i].y, mesh.mVertices[i].z}) {
            EXPECT_TRUE(coordinate == 0 || std::isnormal(coordinate)) << coordinate;
        }
    }
}

TEST(PostProcessing, CornersOfOneVertexMoveTogether) {
    Md2Builder model = modelWithJaws();
    std::uint16_t st = 0;
    for (TriangleSource& triangle : model.triangles) {
        for (std::uint16_t& index : triangle.st) {
            index = st++ % 4;
        }
    }
    const auto importer = makeImporter();
    const aiMesh& mesh = *sceneOf(*importer, model.bytes())->mMeshes[0];
    ASSERT_GT(mesh.mNumVertices, 8U);
    const auto last = static_cast<std::size_t>(mesh.mNumAnimMeshes - 1);
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        for (unsigned int j = 0; j < i; ++j) {
            if (mesh.mAnimMeshes[last]->mVertices[i] == mesh.mAnimMeshes[last]->mVertices[j]) {
                EXPECT_EQ(mesh.mVertices[i], mesh.mVertices[j]);
                EXPECT_EQ(mesh.mNormals[i], mesh.mNormals[j]);
            }
        }
    }
}

} // namespace
} // namespace assimp_md2::inner::test
