// SPDX-License-Identifier: BSD-3-Clause
// The mark in images that this library writes.
#include "image/decode_image.h"
#include "image/mark.h"
#include "image/pcx.h"
#include "image/pcx_writer.h"
#include "image/png.h"
#include "support/images.h"

#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

ByteSlice slice(const Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

Bytes marked(Bytes file, const char* model = "tris.md2") {
    addMark(file, model);
    return file;
}

bool hasValidMark(ByteSlice file) {
    return markIn(file, "tris.md2") == Mark::OfModel;
}

const std::vector<Bytes>& files() {
    static const std::vector<Bytes> files = {encodePng(rgbImage(16, 8)).value(),
                                             encodePcx(paletteImage(16, 8, 200))};
    return files;
}

TEST(Mark, BelongsToAllOtherBytes) {
    for (const Bytes& plain : files()) {
        EXPECT_FALSE(hasValidMark(slice(plain)));
        const Bytes file = marked(plain);
        EXPECT_TRUE(hasValidMark(slice(file)));
        EXPECT_LE(file.size(), plain.size() + kMarkSize);
        EXPECT_EQ(marked(file), file);
        for (std::size_t i = 0; i < file.size(); ++i) {
            Bytes changed = file;
            changed[i] ^= 1;
            EXPECT_FALSE(hasValidMark(slice(changed))) << i;
            changed.resize(i);
            EXPECT_FALSE(hasValidMark(slice(changed))) << i;
        }
    }
}

TEST(Mark, NamesItsModel) {
    for (const Bytes& plain : files()) {
        Bytes file = marked(plain, "weapon.md2");
        EXPECT_EQ(markIn(slice(file), "weapon.md2"), Mark::OfModel);
        EXPECT_EQ(markIn(slice(file), "tris.md2"), Mark::OfOtherModel);
        EXPECT_EQ(marked(file).size(), file.size());
        file.back() ^= 1;
        EXPECT_EQ(markIn(slice(file), "tris.md2"), Mark::None);
    }
}

TEST(Mark, KeepsTheImage) {
    for (const Bytes& plain : files()) {
        Warnings repairs;
        const auto before = decodeImage(slice(plain), {}, repairs);
        const auto after = decodeImage(slice(marked(plain)), {}, repairs);
        ASSERT_TRUE(before && after);
        EXPECT_EQ(before->pixels, after->pixels);
        EXPECT_TRUE(repairs.empty());
    }
}

TEST(Mark, FilesMayBeComparedWithoutIt) {
    for (const Bytes& plain : files()) {
        const Bytes file = marked(plain);
        EXPECT_TRUE(equalExceptMark(slice(plain), slice(file)));
        Bytes other = file;
        other.back() ^= 1;
        EXPECT_FALSE(equalExceptMark(slice(plain), slice(other)));
        EXPECT_FALSE(equalExceptMark(slice(plain), {}));
    }
    EXPECT_FALSE(equalExceptMark(slice(files()[0]), slice(files()[1])));
}

TEST(Mark, OtherFilesHaveNone) {
    const Bytes text = {'t', 'e', 'x', 't'};
    EXPECT_EQ(marked(text), text);
    EXPECT_FALSE(hasValidMark(slice(text)));
    EXPECT_EQ(marked({}), Bytes{});
}

} // namespace
} // namespace assimp_md2::test
