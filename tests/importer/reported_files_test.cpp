// SPDX-License-Identifier: BSD-3-Clause
// Files for which Assimp's own MD2 importer is reported to read outside the file. Each file is in a buffer of
// exactly its size, so that a sanitizer sees a read beyond it.
#include "assimp-md2/properties.h"
#include "md2/frame_decoder.h"
#include "md2/view.h"
#include "support/images.h"
#include "support/import.h"
#include "support/md2_builder.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>

namespace assimp_md2::test {
namespace {

using Lines = std::vector<std::string>;

void expectSound(const Bytes& bytes) {
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOf(*importer, bytes);
    EXPECT_EQ(problemsOf(*scene), Lines());
    EXPECT_EQ(differences(*scene, *decodeNaively(bytes)), Lines());
}

/// https://github.com/assimp/assimp/issues/6433 and 6771: strlen reads beyond the end of the file.
TEST(ReportedFile, ASkinNameWithoutNulAtTheEndOfTheFile) {
    Md2Builder model = smallModel(2);
    model.skins = {std::string(64, 'a')};
    model.order = "stfgk";
    const Bytes bytes = model.bytes();
    ASSERT_EQ(bytes.back(), 'a');
    const ExactCopy file(bytes);
    EXPECT_EQ(parse(file.slice())->skinName(0), std::string(64, 'a'));
    expectSound(bytes);
}

/// The index of a normal beyond the table of 162.
TEST(ReportedFile, AnIndexOfANormalBeyondTheTable) {
    for (const int index : {162, 163, 255}) {
        Md2Builder model = smallModel(2);
        model.order = "kstgf";
        for (FrameSource& frame : model.frames) {
            for (auto& vertex : frame.vertices) {
                vertex[3] = static_cast<std::uint8_t>(index);
            }
        }
        const Bytes bytes = model.bytes();
        const ExactCopy file(bytes);
        const auto view = parse(file.slice());
        ASSERT_TRUE(view);
        const std::vector<std::uint32_t> vertices = {0, 1, 2, 3};
        const auto positions = std::make_unique<float[]>(3 * vertices.size());
        const auto normals = std::make_unique<float[]>(3 * vertices.size());
        EXPECT_EQ(
            decodeFrame(view->frame(1), vertices.data(), vertices.size(), positions.get(), normals.get()),
            4u);
        expectSound(bytes);
    }
}

} // namespace
} // namespace assimp_md2::test
