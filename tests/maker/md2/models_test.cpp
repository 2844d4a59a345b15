// SPDX-License-Identifier: BSD-3-Clause
// A folder of real models, each imported and exported again: what is kept, who reads it, and what games
// check.
#include "maker/md2/export_fixture.h"
#include "support/export.h"
#include "support/real_models.h"

#include <assimp/config.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace assimp_md2::inner::test {
namespace {

struct Exported {
    Bytes original;
    Bytes written;
};

/// Imports and exports a model.
Exported exportAgain(const std::string& name) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, "names"},
                                        {ASSIMP_MD2_CONFIG_NORMALS, "file"},
                                        {ASSIMP_MD2_CONFIG_CLIPS, "names"}});
    // Some models have skins that are too high for the game, which would change their texture coordinates.
    Assimp::ExportProperties properties;
    properties.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    const aiScene* const scene = sceneOfFile(*importer, (kModelsFolder / name).string());
    return {readBytes(kModelsFolder / name), exported(*scene, "md2", &properties)};
}

class RealModelExport : public testing::TestWithParam<std::string> {
protected:
    const Exported exported_ = exportAgain(GetParam());
};

TEST_P(RealModelExport, KeepsEverythingButHalfAStep) {
    const auto before = decodeNaively(exported_.original, "triangles");
    const auto after = decodeNaively(exported_.written, "triangles");
    ASSERT_TRUE(before && after);
    EXPECT_EQ(after->textureCoordinates, before->textureCoordinates);
    EXPECT_EQ(after->skins, before->skins);
    ASSERT_EQ(after->frames.size(), before->frames.size());
    const View view = viewOf(exported_.written);
    for (std::size_t i = 0; i < after->frames.size(); ++i) {
        const auto& a = after->frames[i];
        const auto& b = before->frames[i];
        ASSERT_EQ(a.name, b.name);
        ASSERT_EQ(a.normals, b.normals) << a.name;
        ASSERT_EQ(a.positions.size(), b.positions.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float scale = view.frame(i).scale[axis];
            float worst = 0;
            float largest = 0;
            for (std::size_t k = 0; k < a.positions.size(); ++k) {
                worst = std::max(worst, std::abs(a.positions[k][axis] - b.positions[k][axis]));
                largest = std::max(largest, std::abs(b.positions[k][axis]));
            }
            // Positions are floats.
            EXPECT_LE(worst, 0.5f * scale + 2e-6f * largest) << a.name << " axis " << axis;
        }
    }
}

TEST_P(RealModelExport, AssimpsOwnImporterReadsTheSameFrames) {
    const auto model = decodeNaively(exported_.written, "triangles");
    Assimp::Importer builtIn;
    for (std::size_t i = 0; i < model->frames.size(); ++i) {
        builtIn.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, static_cast<int>(i));
        const aiScene* const scene = sceneOf(builtIn, exported_.written);
        const aiMesh& mesh = *scene->mMeshes[0];
        const auto& positions = model->frames[i].positions;
        ASSERT_EQ(mesh.mNumVertices, positions.size());
        for (unsigned int k = 0; k < mesh.mNumVertices; ++k) {
            const auto& expected = positions[k];
            const aiVector3D& found = mesh.mVertices[k];
            const float tolerance =
                1e-5f * (1 + std::abs(expected[0]) + std::abs(expected[1]) + std::abs(expected[2]));
            ASSERT_NEAR(found.x, expected[0], tolerance) << i << " " << k;
            ASSERT_NEAR(found.y, expected[1], tolerance) << i << " " << k;
            ASSERT_NEAR(found.z, expected[2], tolerance) << i << " " << k;
        }
    }
}

TEST_P(RealModelExport, BreaksNoRuleOfGamesExceptInWhatItKeeps) {
    Strings broken = brokenGameRules(exported_.written);
    // Names of skins and frames and the size of the skin are those of the file. Some skins are not PCX, and
    // some frames have no name.
    broken.erase(std::remove_if(broken.begin(), broken.end(),
                                [](const std::string& rule) {
                                    return rule == "skins end in .pcx" ||
                                           rule == "skins are below the game root" ||
                                           rule == "a skin has up to 480 lines" ||
                                           rule == "names are not empty and end with a NUL";
                                }),
                 broken.end());
    EXPECT_EQ(broken, Strings{});
}

/// Whether each corner has the bytes that it had, in every frame.
bool hasSameVertices(const Exported& exported) {
    const View before = viewOf(exported.original);
    const View after = viewOf(exported.written);
    if (before.triangleCount() != after.triangleCount() || before.frameCount() != after.frameCount()) {
        return false;
    }
    for (std::size_t frame = 0; frame < after.frameCount(); ++frame) {
        const Frame a = after.frame(frame);
        const Frame b = before.frame(frame);
        for (std::size_t i = 0; i < after.triangleCount(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                for (std::size_t byte = 0; byte < 4; ++byte) {
                    if (a.vertices.u8(std::size_t{4} * after.triangle(i).vertex[k] + byte) !=
                        b.vertices.u8(std::size_t{4} * before.triangle(i).vertex[k] + byte)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

/// Damaged frames are repaired by the import. Unused vertices are left out, which may change the grid.
bool hasOnlyUsedIntactVertices(const View& view) {
    std::vector<bool> isUsed(view.vertexCount());
    for (std::size_t i = 0; i < view.triangleCount(); ++i) {
        for (const std::uint16_t vertex : view.triangle(i).vertex) {
            isUsed[vertex] = true;
        }
    }
    bool isIntact = std::find(isUsed.begin(), isUsed.end(), false) == isUsed.end();
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        isIntact = isIntact && !view.frame(i).isRepaired;
    }
    return isIntact;
}

TEST(RealModelExports, HaveTheSameBytesInMostFiles) {
    std::size_t count = 0;
    Strings changed;
    for (const std::string& name : modelNames(false)) {
        const Exported exported = exportAgain(name);
        if (!hasOnlyUsedIntactVertices(viewOf(exported.original))) {
            continue;
        }
        ++count;
        if (!hasSameVertices(exported)) {
            changed.push_back(name);
        }
    }
    std::printf("%zu of %zu models have the same vertices\n", count - changed.size(), count);
    EXPECT_GT(count, 0u);
    EXPECT_LE(10 * changed.size(), count) << testing::PrintToString(changed);
}

INSTANTIATE_TEST_SUITE_P(Folder, RealModelExport, testing::ValuesIn(modelNames(false)), testNameOf);

} // namespace
} // namespace assimp_md2::inner::test
