// SPDX-License-Identifier: BSD-3-Clause
// Streams that misbehave: short reads, reads that fail, wrong sizes, files that do not open. The result is a
// message or the scene of the file.
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace assimp_md2::test {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// What goes wrong, and when: calls are counted from 0 over all streams of an IOSystem.
struct Faults {
    std::size_t bytesAtOnce = kNever;
    std::size_t failingRead = kNever;
    std::size_t failingOpen = kNever;
    bool staysBroken = false;        ///< the calls after the failing one fail too
    std::size_t promisedTooMuch = 0; ///< how much more a read returns than it has read
    std::optional<std::size_t> fileSize;

    bool fails(std::size_t call, std::size_t failing) const {
        return call == failing || (staysBroken && call > failing);
    }
};

struct Calls {
    std::size_t opens = 0;
    std::size_t reads = 0;
    std::size_t living = 0; ///< streams that are open
};

class FaultyStream : public Assimp::IOStream {
public:
    FaultyStream(const Bytes& bytes, const Faults& faults, Calls& calls)
        : bytes_(bytes), faults_(faults), calls_(calls) {
        ++calls_.living;
    }
    ~FaultyStream() override { --calls_.living; }

    std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
        if (faults_.fails(calls_.reads++, faults_.failingRead)) {
            return 0;
        }
        const std::size_t read = std::min({size * count, faults_.bytesAtOnce, bytes_.size() - at_});
        std::memcpy(buffer, bytes_.data() + at_, read);
        at_ += read;
        return read / size + faults_.promisedTooMuch;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin) override {
        at_ = std::min(offset, bytes_.size());
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return at_; }
    std::size_t FileSize() const override { return faults_.fileSize.value_or(bytes_.size()); }
    void Flush() override {}

private:
    const Bytes& bytes_;
    const Faults& faults_;
    Calls& calls_;
    std::size_t at_ = 0;
};

/// Has one file, under every name.
class FaultyIOSystem : public Assimp::IOSystem {
public:
    FaultyIOSystem(const Bytes& bytes, const Faults& faults, Calls& calls)
        : bytes_(bytes), faults_(faults), calls_(calls) {}
    bool Exists(const char*) const override { return true; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char*, const char*) override {
        const bool fails = faults_.fails(calls_.opens++, faults_.failingOpen);
        return fails ? nullptr : new FaultyStream(bytes_, faults_, calls_);
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    const Bytes& bytes_;
    const Faults& faults_;
    Calls& calls_;
};

struct Outcome {
    std::string error;              ///< empty: there is a scene
    std::vector<std::string> wrong; ///< with the scene
    Calls calls;
};

/// Reads `file` as `path` from an IOSystem with these faults.
Outcome importWith(const Faults& faults, const Bytes& file, const char* path = "tris.md2") {
    Outcome outcome;
    const auto importer = makeImporter();
    importer->SetIOHandler(new FaultyIOSystem(file, faults, outcome.calls)); // owns it
    const aiScene* const scene = importer->ReadFile(path, 0);
    if (scene == nullptr) {
        outcome.error = importer->GetErrorString();
        EXPECT_NE(outcome.error, "");
    } else {
        outcome.wrong = problemsOf(*scene);
        for (std::string& line : differences(*scene, *decodeNaively(file))) {
            outcome.wrong.push_back(std::move(line));
        }
    }
    EXPECT_EQ(outcome.calls.living, 0u);
    return outcome;
}

const Bytes kFile = smallModel(3).bytes();
const std::vector<std::string> kNothing;

TEST(IoFault, ReadsMayBeShort) {
    for (std::size_t bytesAtOnce = 1; bytesAtOnce < 80; ++bytesAtOnce) {
        Faults faults;
        faults.bytesAtOnce = bytesAtOnce;
        const Outcome outcome = importWith(faults, kFile);
        EXPECT_EQ(outcome.error, "") << bytesAtOnce;
        EXPECT_EQ(outcome.wrong, kNothing) << bytesAtOnce;
    }
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
            Faults faults;
            faults.bytesAtOnce = kBytesAtOnce;
            const std::size_t reads = importWith(faults, kFile, name).calls.reads;
            ASSERT_GE(reads, kFile.size() / kBytesAtOnce);
            faults.staysBroken = staysBroken;
            for (faults.failingRead = 0; faults.failingRead < reads; ++faults.failingRead) {
                const Outcome outcome = importWith(faults, kFile, name);
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
        const std::size_t opens = importWith({}, kFile, name).calls.opens;
        std::size_t refused = 0;
        for (const bool staysBroken : {false, true}) {
            Faults faults;
            faults.staysBroken = staysBroken;
            for (faults.failingOpen = 0; faults.failingOpen < opens; ++faults.failingOpen) {
                const Outcome outcome = importWith(faults, kFile, name);
                EXPECT_EQ(outcome.wrong, kNothing) << name << " " << faults.failingOpen;
                refused += outcome.error.empty() ? 0u : 1u;
            }
        }
        EXPECT_GT(refused, 0u);
    }
}

TEST(IoFault, AFileThatDoesNotOpenGivesAMessage) {
    Faults faults;
    faults.failingOpen = 0;
    faults.staysBroken = true;
    EXPECT_EQ(importWith(faults, kFile).error, "MD2: the file tris.md2 cannot be opened");
}

TEST(IoFault, ASizeThatIsTooSmallEndsTheFileThere) {
    const auto glOffset = static_cast<std::size_t>(valueAt(kFile, field::kOfsGlcmds));
    for (std::size_t size = 0; size < kFile.size(); ++size) {
        Faults faults;
        faults.fileSize = size;
        const Outcome outcome = importWith(faults, kFile);
        EXPECT_EQ(outcome.error.empty(), size >= glOffset) << size << ": " << outcome.error;
        EXPECT_EQ(outcome.wrong, kNothing) << size;
        if (!outcome.error.empty()) {
            EXPECT_EQ(outcome.error.rfind("MD2: ", 0), 0u) << outcome.error;
        }
    }
}

TEST(IoFault, ASizeThatIsTooLargeGivesTheFileOrAMessage) {
    for (const std::size_t size : {kFile.size() + 1, kFile.size() + 1000, std::size_t{1} << 29}) {
        Faults faults;
        faults.fileSize = size;
        const Outcome outcome = importWith(faults, kFile);
        EXPECT_EQ(outcome.error, "") << size;
        EXPECT_EQ(outcome.wrong, kNothing) << size;
    }
    Faults faults;
    faults.fileSize = kNever;
    EXPECT_EQ(importWith(faults, kFile).error,
              "MD2: the file tris.md2 has " + std::to_string(kNever / (1 << 20) + 1) +
                  " MiB, expected at most 1024 MiB (IMPORT_MD2_MAX_MEMORY_MB)");
}

TEST(IoFault, ASizeBeyondTheLimitOfTheFormatIsRefused) {
    Faults faults;
    Calls calls;
    for (const std::size_t size : {std::size_t{1} << 31, kNever / 4 * 3, kNever}) {
        faults.fileSize = size;
        const auto importer = makeImporter();
        importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, std::numeric_limits<int>::max());
        importer->SetIOHandler(new FaultyIOSystem(kFile, faults, calls));
        EXPECT_EQ(importer->ReadFile("tris.md2", 0), nullptr);
        const std::string error = importer->GetErrorString();
        EXPECT_TRUE(error.rfind("MD2: the file tris.md2 has ", 0) == 0 ||
                    error.rfind("MD2: at least ", 0) == 0)
            << error;
    }
}

TEST(IoFault, AReadThatReturnsTooMuchIsNotTrusted) {
    for (const std::size_t tooMuch : {std::size_t{1}, std::size_t{100000}}) {
        Faults faults;
        faults.promisedTooMuch = tooMuch;
        const Outcome outcome = importWith(faults, kFile);
        EXPECT_EQ(outcome.error, "") << tooMuch;
        EXPECT_EQ(outcome.wrong, kNothing) << tooMuch;
    }
}

TEST(IoFault, TheImporterReadsTheNextFile) {
    Faults faults;
    faults.failingRead = 1;
    Calls calls;
    const auto importer = makeImporter();
    importer->SetIOHandler(new FaultyIOSystem(kFile, faults, calls));
    faults.bytesAtOnce = 40;
    EXPECT_EQ(importer->ReadFile("tris.md2", 0), nullptr);
    faults = {};
    const aiScene* const scene = sceneOfFile(*importer, "tris.md2");
    EXPECT_EQ(differences(*scene, *decodeNaively(kFile)), kNothing);
}

} // namespace
} // namespace assimp_md2::test
