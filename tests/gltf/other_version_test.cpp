// SPDX-License-Identifier: BSD-3-Clause
// Registration where another version of Assimp runs than the library was built with. This program compiles
// registration.cpp with a version of its own.
#include "assimp-md2/registration.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assimp_md2::test {
namespace {

TEST(OtherVersion, RegistersNoImporter) {
    Assimp::Importer importer;
    const std::size_t count = importer.GetImporterCount();
    const Assimp::BaseImporter* const builtIn = importer.GetImporter("md2");
    EXPECT_FALSE(registerImporter(importer));
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
    EXPECT_FALSE(registerExporters(exporter));
    EXPECT_EQ(functions(), before);
}

} // namespace
} // namespace assimp_md2::test
