// SPDX-License-Identifier: BSD-3-Clause
// A build without one of its parts: what needs the part is an error that names the CMake option.
#include "assimp-md2/game_files.h"
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "support/archives.h"
#include "support/import.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace assimp_md2 {
namespace {

void expectPart(const std::string& message, const std::string& text) {
    EXPECT_NE(message.find(text), std::string::npos) << message;
}

TEST(MissingPart, SkeletonsAreAnError) {
    if (ASSIMP_MD2_SKELETON) {
        GTEST_SKIP() << "this build has the part";
    }
    test::Md2Builder model = test::sampleModel();
    const auto importer = test::makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
    EXPECT_EQ(test::importBytes(*importer, model.bytes()), nullptr);
    expectPart(importer->GetErrorString(),
               "MD2: IMPORT_MD2_ANIMATION is \"skeleton\", but this build of assimp-md2 does not contain "
               "bones; the CMake option ASSIMP_MD2_SKELETON adds this part");
    // One frame has no bones in any build.
    model.frames.resize(1);
    EXPECT_NE(test::importBytes(*importer, model.bytes()), nullptr);
}

TEST(MissingPart, Md2ExportIsAnError) {
    if (ASSIMP_MD2_MD2_EXPORT) {
        GTEST_SKIP() << "this build has the part";
    }
    const test::TemporaryFolder folder;
    const auto importer = test::makeImporter();
    const aiScene* const scene = test::importBytes(*importer, test::sampleModel().bytes());
    ASSERT_NE(scene, nullptr);
    Assimp::Exporter exporter;
    ASSERT_TRUE(registerExporters(exporter));
    Assimp::ExportProperties properties;
    properties.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 10);
    EXPECT_EQ(exporter.Export(scene, "md2", folder / "a.md2", 0, &properties), aiReturn_FAILURE);
    expectPart(exporter.GetErrorString(),
               "MD2: this build of assimp-md2 does not contain the MD2 exporter; the CMake option "
               "ASSIMP_MD2_MD2_EXPORT adds this part");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.md2"));
}

TEST(MissingPart, ArchivesOfAGameAreProblems) {
    if (ASSIMP_MD2_GAMES) {
        GTEST_SKIP() << "this build has the part";
    }
    const test::TemporaryFolder folder;
    folder.put("models/tris.md2", test::sampleModel().bytes());
    folder.put("pak0.pak", test::pakArchive({{"models/tris.md2", {'a'}}}));
    folder.put("pak1.pk3", test::zipArchive({{"models/tris.md2", {'b'}}}));
    auto* const game = new GameFiles({folder / "."});
    ASSERT_EQ(game->problems().size(), 2U);
    for (const std::string& problem : game->problems()) {
        expectPart(problem,
                   ": this build of assimp-md2 does not contain the readers of archives (PAK, PK3, "
                   "PKZ); the CMake option ASSIMP_MD2_GAMES adds this part; the archive is left out");
    }
    const auto importer = test::makeImporter();
    importer->SetIOHandler(game); // the importer owns it
    EXPECT_NE(importer->ReadFile("MODELS/TRIS.md2", 0), nullptr) << "loose files need no part";
}

} // namespace
} // namespace assimp_md2
