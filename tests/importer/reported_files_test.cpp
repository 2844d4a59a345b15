// SPDX-License-Identifier: BSD-3-Clause
// A file for which Assimp's own MD2 importer is reported to read outside the file. It is in a buffer of
// exactly its size, so that a sanitizer sees a read beyond it.
#include "importer/md2/view.h"
#include "support/images.h"
#include "support/import.h"
#include "support/md2_builder.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

/// https://github.com/assimp/assimp/issues/6433 and 6771: strlen reads beyond the end of the file.
TEST(ReportedFile, ASkinNameWithoutNulAtTheEndOfTheFile) {
    Md2Builder model = smallModel(2);
    model.skins = {std::string(64, 'a')};
    model.order = "stfgk";
    const Bytes bytes = model.bytes();
    ASSERT_EQ(bytes.back(), 'a');
    const ExactCopy file(bytes);
    EXPECT_EQ(parse(file.slice())->skinName(0), std::string(64, 'a'));
    const auto importer = makeImporter();
    const aiScene* const scene = soundSceneOf(*importer, bytes);
    EXPECT_EQ(differences(*scene, *decodeNaively(bytes)), Lines());
}

} // namespace
} // namespace assimp_md2::inner::test
