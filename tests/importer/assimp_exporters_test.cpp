// SPDX-License-Identifier: BSD-3-Clause
// Assimp's own exporters write the scenes of the importer, in a program that has the importer alone.
#include "assimp-md2/properties.h"
#include "support/export.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/sample.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

using Refusals = std::map<std::string, std::string>;

/// The sample, whose skin, model and folder have one name, and its weapon.
class AssimpsExporters : public testing::TestWithParam<const char*> {
protected:
    const aiScene* import(Bytes model) {
        auto* const files = new MemoryFiles;
        for (const SampleFile& file : filesBesideSampleModel()) {
            files->files["players/imp/" + file.name] = file.bytes;
        }
        files->files["players/imp/imp.pcx"] = files->files["players/imp/moss.pcx"];
        files->files["players/imp/imp.md2"] = std::move(model);
        importer_->SetIOHandler(files);
        return sceneOfFile(*importer_, "players/imp/imp.md2");
    }

    std::unique_ptr<Assimp::Importer> importer_ =
        makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, GetParam()}, {ASSIMP_MD2_CONFIG_WEAPON, "auto"}});
};

TEST_P(AssimpsExporters, WriteASkinWithTheNameOfItsNode) {
    Md2Builder model = sampleModel();
    model.skins.insert(model.skins.begin(), "players/imp/imp.pcx");
    const aiScene* const scene = import(model.bytes());
    EXPECT_STREQ(scene->mMaterials[0]->GetName().C_Str(), "imp_skin");
    ASSERT_EQ(scene->mNumMeshes, 2u);
    EXPECT_EQ(refusalsOfAssimp(*scene), Refusals());
}

TEST_P(AssimpsExporters, WriteFramesOfOneNameAndTags) {
    EXPECT_EQ(refusalsOfAssimp(*import(modelWithFrames({"FRAME 000", "FRAME 000", "a:1"}).bytes())),
              Refusals());
    EXPECT_EQ(refusalsOfAssimp(*import(anachronoxModel(0).bytes())), Refusals());
}

INSTANTIATE_TEST_SUITE_P(WithTargetsAndBones, AssimpsExporters, testing::Values("morph", "skeleton"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace assimp_md2::inner::test
