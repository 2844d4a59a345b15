// SPDX-License-Identifier: BSD-3-Clause
// Normals that do not agree with the surface: kept, negated, exchanged or computed.
#include "assimp-md2/properties.h"
#include "support/expect.h"
#include "support/export.h"
#include "support/files.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;
using Change = std::function<std::array<float, 3>(const std::array<float, 3>&)>;

std::array<float, 3> negated(const std::array<float, 3>& n) {
    return {0 - n[0], 0 - n[1], 0 - n[2]};
}
std::array<float, 3> exchanged(const std::array<float, 3>& n) {
    return {n[0], n[2], n[1]};
}
std::array<float, 3> constant(const std::array<float, 3>&) {
    return {0, 1, 0};
}

/// A nearly flat sheet with right normals, changed in `count` frames from `first` on.
Md2Builder sheet(const Change& change, std::size_t first = 0, std::size_t corners = 64,
                 std::size_t count = 14) {
    const std::array<float, 3> down = {0, 0, -1};
    Md2Builder model = sheetModel(14, corners);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        model.frames[i].scale[2] /= 20;
        for (auto& vertex : model.frames[i].vertices) {
            const std::array<float, 3> normal = i < first || i >= first + count ? down : change(down);
            vertex[3] = normalIndexOf({normal[0], normal[1], normal[2]});
        }
    }
    return model;
}

/// Imports with every way to make meshes, and compares with the naive decoder.
/// \return the warning of the first import, without its figure
std::string warningOf(const Md2Builder& model, const char* expected) {
    Md2Builder onlyGlCommands = model;
    onlyGlCommands.triangles.clear();
    Lines lines;
    for (const Bytes& file : {model.bytes(), onlyGlCommands.bytes()}) {
        const auto importer = makeImporter();
        const WarningLog log;
        const aiScene* const scene = importBytes(*importer, file);
        EXPECT_NE(scene, nullptr) << importer->GetErrorString();
        EXPECT_EQ(differences(*scene, *decodeNaively(file, "auto", expected)), Lines());
        lines = log.lines();
    }
    const auto found = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find("normals: ") != std::string::npos;
    });
    return found == lines.end()
               ? ""
               : found->substr(found->find("normals: "), found->find(';') - found->find("normals: "));
}

TEST(Normals, AreKeptNegatedExchangedOrComputed) {
    const std::string negatedLine = "normals: they point inward and are negated";
    const std::string computedLine = "normals: they do not agree with the surface and are computed from it";
    const std::string inFramesLine =
        "normals: in single frames they do not agree with the surface and are computed from it";
    Md2Builder noiseInward = sheet(negated);
    noiseInward.frames[6] = sheet(constant).frames[6];
    const auto tilted = [](const auto&) { return std::array<float, 3>{0, 0.5f, 0}; };
    // Agreements of 0.68 and, exchanged, 0.72
    const auto nearlyExchanged = [](const auto&) {
        return std::array<float, 3>{0.147621f, -0.716567f, -0.681718f};
    };
    const struct {
        const char* claim;
        Md2Builder model;
        std::string warning;
        const char* expected = "auto";
    } cases[] = {
        {"those that agree with the surface", sheetModel(14, 64), "", "file"},
        {"noise in all frames but frame 0 and the last", sheet(constant, 1, 64, 12), inFramesLine},
        {"noise in a few frames", sheet(constant, 0, 64, 5), inFramesLine},
        {"noise in one frame", sheet(constant, 6, 64, 1), inFramesLine},
        {"noise in one frame of 18 triangles", sheet(constant, 6, 16, 1), "", "file"},
        {"one frame that points inward", sheet(negated, 6, 64, 1), ""},
        {"noise in one frame of those that point inward", noiseInward, negatedLine},
        {"those that agree in frame 0 only", sheet(constant, 1), computedLine},
        {"those that point inward", sheet(negated), negatedLine},
        {"those that point inward in all frames but the last", sheet(negated, 0, 64, 13), negatedLine},
        {"those that point inward in all frames but frame 0", sheet(negated, 1), negatedLine},
        {"y and z exchanged", sheet(exchanged), "normals: y and z are exchanged back"},
        {"no order", sheet(tilted), computedLine},
        {"y and z exchanged gain too little", sheet(nearlyExchanged), computedLine},
        {"18 triangles in no order", sheet(constant, 0, 16), "", "file"},
        {"18 triangles that point inward", sheet(negated, 0, 16), negatedLine},
    };
    for (const auto& [claim, model, warning, expected] : cases) {
        SCOPED_TRACE(claim);
        EXPECT_EQ(warningOf(model, expected), warning);
    }
}

TEST(Normals, AreThoseOfTheFileOrComputedIfThePropertySaysSo) {
    const Bytes file = sheet(negated).bytes();
    for (const char* const normals : {"file", "computed"}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_NORMALS, normals}});
        const WarningLog log;
        const aiScene* const scene = sceneOf(*importer, file);
        EXPECT_EQ(differences(*scene, *decodeNaively(file, "auto", normals)), Lines());
        EXPECT_FALSE(contains(log.text(), "normals"));
    }
}

/// Both triangles of the plane have the same vertices.
TEST(Normals, OfAPlaneWithTwoSidesAreThoseOfItsFirstTriangle) {
    Md2Builder model;
    model.st = {{0, 0}};
    model.triangles = {{{0, 2, 1}, {0, 0, 0}}, {{0, 1, 2}, {0, 0, 0}}};
    model.frames = {{{1, 1, 1}, {0, 0, 0}, "plane", {{0, 0, 0, 0}, {0, 9, 0, 0}, {9, 0, 0, 0}}}};
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_NORMALS, "computed"}});
    const aiScene* const scene = sceneOf(*importer, model.bytes());
    for (unsigned int i = 0; i < scene->mMeshes[0]->mNumVertices; ++i) {
        EXPECT_EQ(scene->mMeshes[0]->mNormals[i], aiVector3D(0, -1, 0));
    }
}

/// The time to compute normals would otherwise not be linear in the size of the file.
TEST(Normals, AreComputedFromAtMost64TrianglesForEachVertex) {
    Md2Builder model;
    model.st = {{0, 0}};
    model.triangles.assign(std::size_t{64} * 3, {{0, 1, 2}, {0, 0, 0}});
    model.triangles.resize(model.triangles.size() + 1000, {{0, 2, 1}, {0, 0, 0}});
    model.frames = {{{1, 1, 1}, {0, 0, 0}, "plane", {{0, 0, 0, 0}, {0, 9, 0, 0}, {9, 0, 0, 0}}}};
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_NORMALS, "computed"}});
    const aiScene* const scene = importBytes(*importer, model.bytes());
    ASSERT_NE(scene, nullptr) << importer->GetErrorString();
    for (unsigned int i = 0; i < scene->mMeshes[0]->mNumVertices; ++i) {
        EXPECT_EQ(scene->mMeshes[0]->mNormals[i], aiVector3D(0, 1, 0));
    }
}

/// Two triangles of each vertex cancel, so that it has no agreement, whatever its normals are.
TEST(Normals, OfPlanesWithTwoSidesAreKept) {
    Md2Builder model = sheet(constant, 6, 64, 1);
    const auto front = model.triangles;
    for (const auto& triangle : front) {
        model.triangles.push_back({{triangle.vertex[0], triangle.vertex[2], triangle.vertex[1]},
                                   {triangle.st[0], triangle.st[2], triangle.st[1]}});
    }
    const Bytes file = model.bytes();
    const auto importer = makeImporter();
    const WarningLog log;
    EXPECT_EQ(differences(*importBytes(*importer, file), *decodeNaively(file, "triangles")), Lines());
    EXPECT_FALSE(contains(log.text(), "normals"));
}

TEST(Normals, OfAKeyframeAreRepairedAsThoseOfTheModel) {
    for (const Bytes& file : {sheet(negated).bytes(), sheet(constant, 5, 64, 1).bytes()}) {
        const auto all = makeImporter();
        const auto one = makeImporter();
        one->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 5);
        const aiMesh& expected = *importBytes(*all, file)->mMeshes[0];
        const aiMesh& mesh = *importBytes(*one, file)->mMeshes[0];
        for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
            EXPECT_EQ(mesh.mNormals[i], expected.mAnimMeshes[5]->mNormals[i]);
        }
    }
}

TEST(Normals, OfBonesAreRepairedAsThoseOfTheModel) {
    for (const Change& change : {Change(negated), Change(exchanged), Change(constant)}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, "skeleton"}});
        const aiMesh& mesh = *sceneOf(*importer, sheet(change).bytes())->mMeshes[0];
        ASSERT_GT(mesh.mNumBones, 0u);
        for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
            EXPECT_LT(mesh.mNormals[i].y, -0.9F);
        }
    }
}

TEST(Normals, AreExportedRepaired) {
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, sheet(negated).bytes());
    const auto written = decodeNaively(exported(*scene, "md2"), "triangles");
    const auto right = decodeNaively(sheet([](const auto& normal) { return normal; }).bytes(), "triangles");
    ASSERT_EQ(written->frames.size(), right->frames.size());
    for (std::size_t i = 0; i < right->frames.size(); ++i) {
        EXPECT_EQ(written->frames[i].normals, right->frames[i].normals) << i;
    }
}

TEST(Normals, OfTheWeaponAreDecidedSeparatelyAndShareAWarning) {
    const TemporaryFolder folder;
    writeBytes(folder.path() / "fish.md2", sheet(negated).bytes());
    const auto warnings = [&](const Md2Builder& weapon) {
        writeBytes(folder.path() / "weapon.md2", weapon.bytes());
        const auto importer =
            makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, "auto"}, {ASSIMP_MD2_CONFIG_TEXTURES, "names"}});
        const WarningLog log;
        EXPECT_NE(importer->ReadFile((folder.path() / "fish.md2").string(), 0), nullptr);
        Lines lines = log.lines();
        lines.erase(std::remove_if(
                        lines.begin(), lines.end(),
                        [](const std::string& line) { return line.find("normals: ") == std::string::npos; }),
                    lines.end());
        return lines;
    };
    const Lines one = warnings(sheetModel(14, 64));
    ASSERT_EQ(one.size(), 1u);
    EXPECT_TRUE(contains(one[0], "(1): fish, agreement with the surface -0."));
    const Lines both = warnings(sheet(negated));
    ASSERT_EQ(both.size(), 1u);
    EXPECT_TRUE(contains(both[0], "(2): fish, "));
    EXPECT_TRUE(contains(both[0], "weapon, agreement"));
    EXPECT_EQ(warnings(sheet(exchanged)).size(), 2u);
}

} // namespace
} // namespace assimp_md2::inner::test
