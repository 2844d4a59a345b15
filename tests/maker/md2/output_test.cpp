// SPDX-License-Identifier: BSD-3-Clause
// The export as a program calls it: registration, invalid scenes, and output that cannot be written.
#include "maker/md2/export_fixture.h"

namespace assimp_md2::inner::test {
namespace {

class Md2Output : public Md2Export {};

TEST_F(Md2Output, TheFormatIsListedOnce) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    registerMd2Exporter(exporter);
    int found = 0;
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc& format = *exporter.GetExportFormatDescription(i);
        if (std::string(format.id) == "md2") {
            ++found;
            EXPECT_STREQ(format.fileExtension, "md2");
        }
    }
    EXPECT_EQ(found, 1);
}

TEST_F(Md2Output, InvalidScenesAreErrors) {
    auto empty = emptyScene();
    EXPECT_NE(exportScene(*empty), "");
    auto outside = movingSquare({});
    outside->mMeshes[0]->mFaces[0].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), ""); // the face is left out
    outside->mMeshes[0]->mFaces[1].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), "MD2: triangles: the scene has no triangle to be written");
    auto rootless = movingSquare({});
    aiNode* const root = std::exchange(rootless->mRootNode, nullptr);
    Assimp::DefaultIOSystem files;
    const auto summary = exportMd2(folder_ / "tris.md2", files, *rootless, properties_);
    rootless->mRootNode = root;
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().text, "the scene has no root node");
}

TEST_F(Md2Output, AFolderThatDoesNotExistIsAnError) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", folder_ / "none/tris.md2"), aiReturn_FAILURE);
    EXPECT_TRUE(contains(exporter.GetErrorString(),
                         "cannot be written: the folder " + folder_ / "none does not exist"));
    EXPECT_FALSE(exists("none"));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "none");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a folder that exists"), std::string::npos);
}

TEST_F(Md2Output, ABlobHasTheModelAndTheSkin) {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    const auto scene = movingSquare({});
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "md2");
    ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
    const auto* const data = static_cast<const std::uint8_t*>(blob->data);
    EXPECT_EQ(brokenGameRules(Bytes(data, data + blob->size)), Strings{});
    ASSERT_NE(blob->next, nullptr);
}

} // namespace
} // namespace assimp_md2::inner::test
