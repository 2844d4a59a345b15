// SPDX-License-Identifier: BSD-3-Clause
// An empty path is the working directory, as folderOf returns it for a file without a folder.
#include "importer/files/local_files.h"

#include "gltf/files/system_output.h"
#include "support/child.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner::test {
namespace {

TEST(LocalFiles, AnEmptyPathIsTheWorkingDirectory) {
    const TemporaryFolder folder;
    folder.put("a", {1});
    const std::string wrong = inChild([&] {
        std::string problems = chdir((folder / "").c_str()) == 0 ? "" : "chdir";
        std::string names;
        problems += listFolder("",
                               [&](const FolderEntry& entry) {
                                   names += entry.name;
                                   return true;
                               })
                        ? ""
                        : "listFolder";
        problems += names == "a" ? "" : " names: " + names;
        problems += typeOf("") == PathType::Folder ? "" : " typeOf";
        problems += fileIdOf("") == fileIdOf(folder / "") ? "" : " fileIdOf";
        problems += LocalFolder::open("") && LocalFolder::open("")->openFile("a") ? "" : " LocalFolder";
        return problems;
    });
    EXPECT_EQ(wrong, "");
}

} // namespace
} // namespace assimp_md2::inner::test
