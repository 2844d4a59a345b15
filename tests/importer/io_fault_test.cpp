// SPDX-License-Identifier: BSD-3-Clause
// Streams that misbehave: short reads, reads that fail, wrong sizes, files that do not open. The result is a
// message or the scene of the file.
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>

#include <limits>

namespace assimp_md2::inner::test {
namespace {

const Bytes kFile = smallModel(3).bytes();
const std::vector<std::string> kNothing;
constexpr std::size_t kHuge = SIZE_MAX - 1; // MemoryFiles has a meaning for SIZE_MAX

struct Outcome {
    std::string error;              ///< empty: there is a scene
    std::vector<std::string> wrong; ///< with the scene
    std::size_t opens = 0;
    std::size_t reads = 0;
};

/// Reads kFile as `path` from an IOSystem with these faults.
Outcome importWith(const StreamBehaviour& faults, const char* path = "tris.md2", int megabytes = 1024) {
    auto* const files = new MemoryFiles;
    files->files = {{path, kFile}};
    files->behaviour = faults;
    const auto importer = makeImporter();
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
    importer->SetIOHandler(files); // owns it
    const aiScene* const scene = importer->ReadFile(path, 0);
    Outcome outcome;
    outcome.opens = files->opens;
    outcome.reads = files->reads;
    if (std::string(path) != "tris") { // Assimp deletes the streams in which it looks for the first bytes
        EXPECT_EQ(files->openStreams, 0);
    }
    if (scene == nullptr) {
        outcome.error = importer->GetErrorString();
        EXPECT_NE(outcome.error, "");
    } else {
        outcome.wrong = problemsOf(*scene);
        for (std::string& line : differences(*scene, *decodeNaively(kFile))) {
            outcome.wrong.push_back(std::move(line));
        }
    }
    return outcome;
}

/// Assimp chooses the importer by extension or by the first bytes.
constexpr const char* kNames[] = {"tris.md2", "tris"};

/// The GL commands are the end of the file and are not needed: a read that fails in them or after them gives
/// a scene. Any other gives a message.
TEST(IoFault, AReadThatFailsLeavesAMessageOrTheScene) {
    constexpr std::size_t kBytesAtOnce = 8;
    for (const char* const name : kNames) {
        std::size_t refused = 0;
        for (const bool staysBroken : {false, true}) {
            StreamBehaviour faults;
            faults.mostPerRead = kBytesAtOnce;
            const std::size_t reads = importWith(faults, name).reads;
            ASSERT_GE(reads, kFile.size() / kBytesAtOnce);
            faults.staysBroken = staysBroken;
            for (faults.failingRead = 0; faults.failingRead < reads; ++faults.failingRead) {
                const Outcome outcome = importWith(faults, name);
                EXPECT_EQ(outcome.wrong, kNothing) << name << " " << faults.failingRead;
                refused += outcome.error.empty() ? 0u : 1u;
            }
        }
        EXPECT_GT(refused, static_cast<std::size_t>(valueAt(kFile, field::kOfsGlcmds)) / kBytesAtOnce);
    }
}

/// A call that fails may have no effect: Assimp asks for the size and for other spellings of the path, and
/// after the model only skins are opened.
TEST(IoFault, AnOpenThatFailsLeavesAMessageOrTheScene) {
    for (const char* const name : kNames) {
        const std::size_t opens = importWith({}, name).opens;
        std::size_t refused = 0;
        for (const bool staysBroken : {false, true}) {
            StreamBehaviour faults;
            faults.staysBroken = staysBroken;
            for (faults.failingOpen = 0; faults.failingOpen < opens; ++faults.failingOpen) {
                const Outcome outcome = importWith(faults, name);
                EXPECT_EQ(outcome.wrong, kNothing) << name << " " << faults.failingOpen;
                refused += outcome.error.empty() ? 0u : 1u;
            }
        }
        EXPECT_GT(refused, 0u);
    }
}

TEST(IoFault, AReadThatReturnsFewerOrMoreBytesGivesTheScene) {
    StreamBehaviour shorter;
    shorter.mostPerRead = 7;
    StreamBehaviour longer;
    longer.claimedTooMuch = 100;
    for (const StreamBehaviour& faults : {shorter, longer}) {
        const Outcome outcome = importWith(faults);
        EXPECT_EQ(outcome.error, "");
        EXPECT_EQ(outcome.wrong, kNothing);
    }
    longer.claimedSize = static_cast<std::size_t>(valueAt(kFile, field::kOfsGlcmds)) - 1;
    EXPECT_NE(importWith(longer).error, "");
}

TEST(IoFault, ASizeThatIsTooSmallEndsTheFileThere) {
    const auto glOffset = static_cast<std::size_t>(valueAt(kFile, field::kOfsGlcmds));
    for (std::size_t size = 0; size < kFile.size(); ++size) {
        StreamBehaviour faults;
        faults.claimedSize = size;
        const Outcome outcome = importWith(faults);
        EXPECT_EQ(outcome.error.empty(), size >= glOffset) << size << ": " << outcome.error;
        EXPECT_EQ(outcome.wrong, kNothing) << size;
        if (!outcome.error.empty()) {
            EXPECT_EQ(outcome.error.rfind("MD2: ", 0), 0u) << outcome.error;
        }
    }
}

TEST(IoFault, ASizeThatIsTooLargeGivesTheFileOrAMessage) {
    for (const std::size_t size : {kFile.size() + 1, kFile.size() + 1000, std::size_t{1} << 29}) {
        StreamBehaviour faults;
        faults.claimedSize = size;
        const Outcome outcome = importWith(faults);
        EXPECT_EQ(outcome.error, "") << size;
        EXPECT_EQ(outcome.wrong, kNothing) << size;
    }
    StreamBehaviour faults;
    faults.claimedSize = kHuge;
    EXPECT_EQ(importWith(faults).error, "MD2: the file tris.md2 has " +
                                            std::to_string(kHuge / (1 << 20) + 1) +
                                            " MiB, expected at most 1024 MiB (IMPORT_MD2_MAX_MEMORY_MB)");
}

TEST(IoFault, ASizeBeyondTheLimitOfTheFormatIsRefused) {
    for (const std::size_t size : {std::size_t{1} << 31, kHuge / 4 * 3, kHuge}) {
        StreamBehaviour faults;
        faults.claimedSize = size;
        const std::string error = importWith(faults, "tris.md2", std::numeric_limits<int>::max()).error;
        EXPECT_TRUE(error.rfind("MD2: the file tris.md2 has ", 0) == 0 ||
                    error.rfind("MD2: at least ", 0) == 0)
            << error;
    }
}

} // namespace
} // namespace assimp_md2::inner::test
