// SPDX-License-Identifier: BSD-3-Clause
// Reading through an IOSystem whose streams misbehave.
#include "importer/files/stream.h"

#include "support/images.h"
#include "support/memory_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kLimit = 1'000'000;

Bytes bytesOf(const FileBytes& bytes) {
    return {bytes.slice().data(), bytes.slice().data() + bytes.slice().size()};
}

class Streams : public testing::Test {
protected:
    Streams() {
        for (std::size_t i = 0; i < 300'000; ++i) {
            large_.push_back(patternByte(i));
        }
        files_.files["large"] = large_;
    }
    ~Streams() override { EXPECT_EQ(files_.openStreams, 0); }

    Result<FileBytes> read(const std::string& path) { return readFile(files_, path, kLimit); }

    MemoryFiles files_;
    Bytes large_;
};

TEST_F(Streams, ReadsAllBytes) {
    EXPECT_EQ(bytesOf(read("large").value()), large_);
}

TEST_F(Streams, ContinuesShortReads) {
    files_.behaviour.mostPerRead = 1'001;
    EXPECT_EQ(bytesOf(read("large").value()), large_);
    EXPECT_EQ(bytesOf(readBeginning(files_, "large", 5'000)), Bytes(large_.begin(), large_.begin() + 5'000));
}

TEST_F(Streams, ReadsNoMoreThanTheStreamClaimsAndNoMoreThanThereIs) {
    for (const std::size_t claimed : {std::size_t{0}, std::size_t{7}, std::size_t{kLimit}}) {
        files_.behaviour.claimedSize = claimed;
        const std::size_t expected = std::min(claimed, large_.size());
        EXPECT_EQ(bytesOf(read("large").value()),
                  Bytes(large_.begin(), large_.begin() + static_cast<std::ptrdiff_t>(expected)));
    }
}

TEST_F(Streams, ReportsAMissingFile) {
    EXPECT_EQ(read("missing").error().text, "the file missing cannot be opened");
    EXPECT_EQ(readBeginning(files_, "missing", 10).slice().size(), 0u);
}

TEST_F(Streams, DoesNotTrustAReadThatReturnsMoreThanAskedFor) {
    files_.behaviour.claimedTooMuch = 100;
    EXPECT_EQ(read("large").value().slice().size(), large_.size());
    EXPECT_EQ(readBeginning(files_, "large", 10).slice().size(), 10u);
}

TEST_F(Streams, StopsAtTheLimit) {
    for (const std::size_t claimed : {std::size_t{kLimit} + 1, SIZE_MAX - 1}) {
        files_.behaviour.claimedSize = claimed;
        const auto refused = read("large").error();
        EXPECT_EQ(refused.code, ErrorCode::FileTooLarge);
        EXPECT_EQ(refused.text, errorIfTooLarge("large", claimed, kLimit)->text);
    }
    files_.behaviour = {};
    files_.behaviour.isEndless = true;
    EXPECT_EQ(read("large").value().slice().size(), large_.size());
}

} // namespace
} // namespace assimp_md2::test
