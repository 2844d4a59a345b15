// SPDX-License-Identifier: BSD-3-Clause
// Registration where another version of Assimp runs than the library was built with. This program compiles
// register_importer.cpp with a version of its own.
#include "assimp-md2/gltf.h"
#include "assimp-md2/importer.h"
#include "support/import.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <assimp/version.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assimp_md2::inner::test {
namespace {

void expectBothVersions(const WarningLog& log, const std::string& what) {
    const std::string loaded =
        std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor());
    ASSERT_EQ(log.count(), 1u) << log.text();
    EXPECT_NE(log.text().find("MD2: " + what + " not registered: assimp-md2 was built with Assimp " +
                              std::to_string(ASSIMP_MD2_ASSIMP_MAJOR) + "." +
                              std::to_string(ASSIMP_MD2_ASSIMP_MINOR) + ", this is Assimp " + loaded),
              std::string::npos)
        << log.text();
}

TEST(OtherVersion, RegistersNoImporter) {
    Assimp::Importer importer;
    const std::size_t count = importer.GetImporterCount();
    const Assimp::BaseImporter* const builtIn = importer.GetImporter("md2");
    const WarningLog log;
    EXPECT_FALSE(registerImporter(importer));
    expectBothVersions(log, "the importer is");
    EXPECT_EQ(importer.GetImporterCount(), count);
    EXPECT_EQ(importer.GetImporter("md2"), builtIn);
}

TEST(OtherVersion, RegistersNoExporters) {
    Assimp::Exporter exporter;
    const auto functions = [&] {
        using Entry = Assimp::Exporter::ExportFormatEntry;
        std::vector<Assimp::Exporter::fpExportFunc> list;
        for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
            list.push_back(
                reinterpret_cast<const Entry*>(exporter.GetExportFormatDescription(i))->mExportFunction);
        }
        return list;
    };
    const auto before = functions();
    const WarningLog log;
    EXPECT_FALSE(registerExporters(exporter));
    expectBothVersions(log, "the exporters of glTF are");
    EXPECT_EQ(functions(), before);
}

} // namespace
} // namespace assimp_md2::inner::test
