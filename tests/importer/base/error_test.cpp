// SPDX-License-Identifier: BSD-3-Clause
// The texts of errors about files and memory.
#include "importer/base/error.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

/// What is needed is rounded up, what is available down.
TEST(Errors, CountMemoryInWholeMebibytes) {
    EXPECT_EQ(errorAboveMemoryLimit(3 * kMebibyte + 1, 3 * kMebibyte - 1)->text,
              "at least 4 MiB of memory are needed, IMPORT_MD2_MAX_MEMORY_MB allows 2 MiB");
    EXPECT_EQ(errorIfTooLarge("a.anm", 70'000, 65'536)->text,
              "the file a.anm has 70000 bytes, expected at most 65536 bytes");
}

TEST(MemoryLimit, IsTheMostThatAnExportMayNeed) {
    EXPECT_FALSE(errorAboveMemoryLimit(3.0 * kMebibyte, 3 * kMebibyte));
    EXPECT_TRUE(errorAboveMemoryLimit(3.0 * kMebibyte + 1, 3 * kMebibyte));
    EXPECT_TRUE(errorAboveMemoryLimit(1e40, UINT64_MAX));
}

TEST(Errors, AreAboutFilesAboveTheirLimit) {
    EXPECT_FALSE(errorIfTooLarge("a", kMebibyte, kMebibyte));
    const std::optional<Error> error = errorIfTooLarge("", kMebibyte + 1, kMebibyte);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::FileTooLarge);
    EXPECT_EQ(error->text, "the file has 2 MiB, expected at most 1 MiB");
}

} // namespace
} // namespace assimp_md2::inner
