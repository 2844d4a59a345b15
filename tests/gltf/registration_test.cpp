// SPDX-License-Identifier: BSD-3-Clause
// Registration by hand: twice, beside importers of the program's own.
#include "assimp-md2/importer.h"
#include "assimp-md2/skeleton.h"

#include "gltf/entry.h"
#include "support/import.h"

#include <assimp/BaseImporter.h>
#include <assimp/Exceptional.h>
#include <assimp/Exporter.hpp>
#include <assimp/importerdesc.h>
#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

std::vector<std::string> importersFor(const Assimp::Importer& importer, const std::string& extension) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        const aiImporterDesc* const info = importer.GetImporterInfo(i);
        if (info->mFileExtensions == extension) {
            names.emplace_back(info->mName);
        }
    }
    return names;
}

TEST(Registration, TakesTheBuiltInImporterOut) {
    Assimp::Importer importer;
    const std::size_t count = importer.GetImporterCount();
    EXPECT_TRUE(registerImporter(importer));
    EXPECT_EQ(importersFor(importer, "md2"), std::vector<std::string>{"Quake II Mesh Importer (assimp-md2)"});
    EXPECT_EQ(importer.GetImporterCount(), count);
    EXPECT_TRUE(importer.IsExtensionSupported(".md2"));
}

TEST(Registration, TwiceChangesNothing) {
    Assimp::Importer importer;
    EXPECT_TRUE(registerImporter(importer));
    const Assimp::BaseImporter* const ours = importer.GetImporter("md2");
    EXPECT_TRUE(registerImporter(importer));
    EXPECT_EQ(importer.GetImporter("md2"), ours);
    EXPECT_EQ(importersFor(importer, "md2").size(), 1u);
}

TEST(Registration, WithSkeletonsUpgradesInAnyOrder) {
    for (const bool isFirst : {true, false}) {
        Assimp::Importer importer;
        const std::size_t count = importer.GetImporterCount();
        EXPECT_TRUE(isFirst ? registerImporterWithSkeletons(importer) : registerImporter(importer));
        EXPECT_TRUE(isFirst ? registerImporter(importer) : registerImporterWithSkeletons(importer));
        EXPECT_EQ(importer.GetImporterCount(), count);
        importer.SetPropertyString("IMPORT_MD2_ANIMATION", "skeleton");
        EXPECT_TRUE(sceneOf(importer, smallModel().bytes())->mMeshes[0]->HasBones());
        const Assimp::BaseImporter* const ours = importer.GetImporter("md2");
        EXPECT_TRUE(registerImporterWithSkeletons(importer));
        EXPECT_EQ(importer.GetImporter("md2"), ours);
    }
}

class OwnImporter : public Assimp::BaseImporter {
public:
    bool CanRead(const std::string&, Assimp::IOSystem*, bool) const override { return false; }
    const aiImporterDesc* GetInfo() const override {
        static const aiImporterDesc kDescription = {"the program's own", "", "", "", 0, 0, 0, 0, 0, "md2"};
        return &kDescription;
    }

protected:
    void InternReadFile(const std::string&, aiScene*, Assimp::IOSystem*) override {}
};

TEST(Registration, LeavesTheProgramsOwnImporterFirst) {
    Assimp::Importer importer;
    importer.RegisterLoader(new OwnImporter);
    EXPECT_TRUE(registerImporter(importer));
    EXPECT_EQ(importersFor(importer, "md2"),
              (std::vector<std::string>{"the program's own", "Quake II Mesh Importer (assimp-md2)"}));
    EXPECT_NE(importBytes(importer, smallModel().bytes()), nullptr) << importer.GetErrorString();
}

TEST(Registration, LogsNoWarning) {
    const WarningLog log(true);
    Assimp::Importer importer;
    EXPECT_TRUE(registerImporter(importer));
    EXPECT_NE(log.text().find("Registering custom importer"), std::string::npos) << log.text();
    EXPECT_EQ(log.text().find("Warn"), std::string::npos) << log.text();
}

TEST(Registration, WorksWhereTheBuiltInImporterIsNotThere) {
    Assimp::Importer importer;
    Assimp::BaseImporter* const builtIn = importer.GetImporter("md2");
    importer.UnregisterLoader(builtIn);
    delete builtIn;
    EXPECT_TRUE(registerImporter(importer));
    EXPECT_NE(importBytes(importer, smallModel().bytes()), nullptr);
}

/// An Assimp may be built with few exporters.
TEST(Registration, ReportsErrorsOfExportsWithAnyOfSeveralExportersOfAssimp) {
    Assimp::Exporter exporter;
    for (const char* const id : {"obj", "gltf2", "collada", "stl", "ply", "fbx", "x", "3ds"}) {
        if (findEntry(exporter, id) == nullptr) {
            continue;
        }
        try {
            throwExportError(exporter, "MD2: the text");
        } catch (const DeadlyExportError& error) {
            EXPECT_STREQ(error.what(), "MD2: the text") << id;
        } catch (const std::exception& error) {
            ADD_FAILURE() << id << " threw another exception: " << error.what();
        }
        exporter.UnregisterExporter(id);
    }
    EXPECT_THROW(throwExportError(exporter, "MD2: the text"), std::runtime_error);
}

TEST(Registration, KnowsTheVersion) {
    EXPECT_EQ(version(), ASSIMP_MD2_VERSION);
    EXPECT_EQ(ASSIMP_MD2_VERSION, ASSIMP_MD2_VERSION_MAJOR * 1'000'000 + ASSIMP_MD2_VERSION_MINOR * 1'000 +
                                      ASSIMP_MD2_VERSION_PATCH);
}

} // namespace
} // namespace assimp_md2::inner::test
