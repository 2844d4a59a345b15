// SPDX-License-Identifier: BSD-3-Clause
// The files of an export: all or none, with links, permissions, pipes and devices.
#include "gltf/files/output_files.h"

#include "importer/files/file_system_path.h"
#include "support/import.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <new>
#include <thread>

#if !defined(_WIN32)
#include "support/child.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__linux__)
/// Calls of rename() that succeed; the next one fails.
static std::atomic<int> renamesLeft{-1};

/// In place of the one of the C library.
extern "C" int rename(const char* from, const char* to) noexcept {
    if (renamesLeft-- == 0) {
        errno = EBUSY;
        return -1;
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/// Called once by write() before its work.
static std::function<void()> beforeWrite;

/// In place of the one of the C library.
extern "C" ssize_t write(int file, const void* bytes, std::size_t size) {
    if (const auto function = std::exchange(beforeWrite, nullptr)) {
        function();
    }
    return syscall(SYS_write, file, bytes, size);
}
#endif

namespace assimp_md2::inner::test {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using Names = std::vector<std::string>;

const Bytes kBefore = {1};
const Bytes kBytes = {2, 3};

/// Writes `bytes` to all paths.
///
/// \return the error, empty when all are written
std::string writeAll(const Names& paths, const Bytes& bytes = kBytes) {
    Assimp::DefaultIOSystem io;
    OutputFiles output(io);
    for (const std::string& path : paths) {
        if (const auto error = output.write(path, bytes)) {
            return error->text;
        }
    }
    const auto error = output.replaceAll();
    return error ? error->text : std::string();
}

class Output : public testing::Test {
protected:
    std::string path(const std::string& name) const { return folder_ / name; }
    Bytes file(const std::string& name) const { return readBytes(folder_.path() / name); }
    Names names() const {
        Names found;
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
            found.push_back(entry.path().filename().string());
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    TemporaryFolder folder_;
};

TEST_F(Output, AppearsWhenAllFilesAreWritten) {
    folder_.put("model", kBefore);
    Assimp::DefaultIOSystem io;
    OutputFiles output(io);
    EXPECT_FALSE(output.write(path("skin"), kBytes));
    EXPECT_FALSE(output.write(path("model"), kBytes));
    EXPECT_FALSE(fs::exists(path("skin")));
    EXPECT_EQ(file("model"), kBefore);
    EXPECT_FALSE(output.replaceAll());
    EXPECT_EQ(file("skin"), kBytes);
    EXPECT_EQ(file("model"), kBytes);
    EXPECT_EQ(names(), (Names{"model", "skin"}));
}

TEST_F(Output, ThatIsNotCompletedLeavesNothing) {
    Assimp::DefaultIOSystem io;
    {
        OutputFiles output(io);
        EXPECT_FALSE(output.write(path("skin"), kBytes));
        EXPECT_THROW(output.write(path("model"), 0, [](BlockWriter&) { throw std::bad_alloc(); }),
                     std::bad_alloc);
    }
    EXPECT_EQ(names(), Names());
}

TEST_F(Output, HasAllBytesOfPiecesOfAnySize) {
    Bytes bytes(3 * BlockWriter::kBlock + 5);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * i / 7);
    }
    Assimp::DefaultIOSystem io;
    OutputFiles output(io);
    const auto write = [&](BlockWriter& writer) {
        writer.bytes(bytes.data(), 5);
        writer.bytes(bytes.data() + 5, BlockWriter::kBlock + 1);
        writer.bytes(bytes.data() + 6 + BlockWriter::kBlock, bytes.size() - BlockWriter::kBlock - 6);
    };
    EXPECT_FALSE(output.write(path("a"), 0, write));
    EXPECT_FALSE(output.write(path("b"), bytes));
    EXPECT_FALSE(output.replaceAll());
    EXPECT_EQ(file("a"), bytes);
    EXPECT_EQ(file("b"), bytes);
}

TEST_F(Output, MayHaveAnyName) {
    const std::string accented = "caf\xC3\xA9";
#if defined(_WIN32)
    const std::string longest(100, 'x'); // paths are limited
#else
    const std::string longest(255, 'x');
#endif
    EXPECT_EQ(writeAll({path(accented), path(longest)}), "");
    EXPECT_EQ(readBytes(fileSystemPath(path(accented))), kBytes);
    EXPECT_EQ(file(longest), kBytes);
}

TEST_F(Output, NeedsAFolderAndMayNotBeOne) {
    fs::create_directory(folder_.path() / "model");
    EXPECT_NE(writeAll({path("skin"), path("none/model")}).find("none/model cannot be written: "),
              std::string::npos);
    EXPECT_NE(writeAll({path("skin"), path("model")}).find("model cannot be written: "), std::string::npos);
    EXPECT_EQ(names(), Names{"model"});
}

TEST_F(Output, OfManyExportsIntoOneFolder) {
    constexpr int kExports = 160;
    Names errors(kExports);
    std::vector<std::thread> exports;
    exports.reserve(kExports);
    for (int i = 0; i < kExports; ++i) {
        exports.emplace_back([&, i] {
            errors[static_cast<std::size_t>(i)] = writeAll({path("skin"), path("model" + std::to_string(i))});
        });
    }
    for (std::thread& thread : exports) {
        thread.join();
    }
    EXPECT_EQ(errors, Names(kExports));
    EXPECT_EQ(names().size(), kExports + 1u);
}

/// Files in memory that fail at the nth call.
class FailingFiles : public Assimp::IOSystem {
public:
    std::map<std::string, Bytes> files;
    int callsLeft = -1;

    bool Exists(const char* path) const override { return files.count(path) > 0; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        EXPECT_STREQ(mode, "wb");
        return callsLeft-- == 0 ? nullptr : new Stream(*this, files[path]);
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }
    bool DeleteFile(const std::string& /*path*/) override {
        ADD_FAILURE() << "the DeleteFile of Assimp deletes files of the file system";
        return false;
    }

private:
    class Stream : public Assimp::IOStream {
    public:
        Stream(FailingFiles& owner, Bytes& bytes) : owner_(owner), bytes_(bytes) { bytes_.clear(); }
        std::size_t Read(void*, std::size_t, std::size_t) override { return 0; }
        std::size_t Write(const void* from, std::size_t size, std::size_t count) override {
            const auto* const bytes = static_cast<const std::uint8_t*>(from);
            bytes_.insert(bytes_.end(), bytes, bytes + size * count);
            return owner_.callsLeft-- == 0 ? 0 : count;
        }
        aiReturn Seek(std::size_t, aiOrigin) override { return aiReturn_FAILURE; }
        std::size_t Tell() const override { return 0; }
        std::size_t FileSize() const override { return bytes_.size(); }
        void Flush() override {}

    private:
        FailingFiles& owner_;
        Bytes& bytes_;
    };
};

TEST_F(Output, OfACustomIOSystemGoesThroughIt) {
    for (int calls = 0; calls < 5; ++calls) {
        FailingFiles io;
        io.callsLeft = calls;
        OutputFiles output(io);
        auto error = output.write("skin", kBytes);
        if (!error) {
            error = output.write("model", kBytes);
        }
        EXPECT_FALSE(output.replaceAll());
        EXPECT_EQ(error.has_value(), calls < 4) << calls;
        if (!error) {
            EXPECT_EQ(io.files, (std::map<std::string, Bytes>{{"model", kBytes}, {"skin", kBytes}}));
        } else {
            EXPECT_EQ(io.files.count("model"), calls < 3 ? 0u : 1u) << calls;
            const char* const name = calls < 2 ? "the file skin " : "the file model ";
            EXPECT_EQ(error->text.rfind(name, 0), 0u) << error->text;
        }
    }
}

#if defined(__linux__)
TEST_F(Output, ThatCannotBeRenamedLeavesTheFilesBeforeIt) {
    folder_.put("a", kBefore);
    folder_.put("b", kBefore);
    folder_.put("c", kBefore);
    renamesLeft = 1;
    EXPECT_EQ(writeAll({path("a"), path("b"), path("c")}),
              "the file " + path("b") + " cannot be replaced: Device or resource busy");
    EXPECT_EQ(file("a"), kBytes);
    EXPECT_EQ(file("b"), kBefore);
    EXPECT_EQ(file("c"), kBefore);
    EXPECT_EQ(names(), (Names{"a", "b", "c"}));
}
#endif

TEST_F(Output, ThatIsNewReplacesNothing) {
    folder_.put("taken", kBefore);
    fs::create_directory(folder_.path() / "folder");
    Assimp::DefaultIOSystem io;
    {
        OutputFiles output(io);
        EXPECT_EQ(output.writeNew(path("taken"), kBytes), false);
        EXPECT_EQ(output.writeNew(path("folder"), kBytes), false);
        EXPECT_EQ(output.writeNew(path("a"), kBytes), true);
        EXPECT_EQ(output.writeNew(path("a"), kBytes), false);
        EXPECT_EQ(names(), (Names{"a", "folder", "taken"}));
        EXPECT_FALSE(output.replaceAll());
    }
    EXPECT_EQ(file("a"), kBytes);
    EXPECT_EQ(file("taken"), kBefore);
    EXPECT_EQ(names(), (Names{"a", "folder", "taken"}));
    {
        OutputFiles output(io);
        EXPECT_EQ(output.writeNew(path("b"), kBytes), true);
    }
    EXPECT_EQ(names(), (Names{"a", "folder", "taken"}));
    EXPECT_NE(OutputFiles(io).writeNew(path("none/a"), kBytes).error().text.find("does not exist"),
              std::string::npos);
    EXPECT_NE(OutputFiles(io).writeNew(path(std::string(300, 'x')), kBytes).error().text.find("too long"),
              std::string::npos);
}

#if defined(__linux__)
TEST_F(Output, ThatIsNewReplacesNoFileThatAppears) {
    Assimp::DefaultIOSystem io;
    OutputFiles output(io);
    beforeWrite = [&] { folder_.put("a", kBefore); };
    EXPECT_EQ(output.writeNew(path("a"), kBytes), false);
    EXPECT_EQ(file("a"), kBefore);
    EXPECT_EQ(output.writeNew(path("b"), kBytes), true);
    EXPECT_EQ(file("b"), kBytes);
    EXPECT_FALSE(output.replaceAll());
    EXPECT_EQ(names(), (Names{"a", "b"}));
}
#endif

#if !defined(_WIN32)
mode_t modeOf(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
}

TEST_F(Output, KeepsTheModeAndOwnerOfAnExistingFile) {
    for (const mode_t mode : {0600U, 0644U, 0666U, 0775U}) {
        folder_.put("model", kBefore);
        chmod(path("model").c_str(), mode);
        const uid_t owner = geteuid() == 0 ? 65534 : geteuid();
        ASSERT_EQ(chown(path("model").c_str(), owner, static_cast<gid_t>(-1)), 0);
        EXPECT_EQ(writeAll({path("model")}), "");
        EXPECT_EQ(file("model"), kBytes);
        struct stat status {};
        EXPECT_EQ(stat(path("model").c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777, mode);
        EXPECT_EQ(status.st_uid, owner);
    }
}

TEST_F(Output, ThatIsNewHasTheModeOfTheUmask) {
    for (const mode_t mask : {0022U, 0077U, 0002U}) {
        const mode_t before = umask(mask);
        fs::remove(path("model"));
        EXPECT_EQ(writeAll({path("model")}), "");
        umask(before);
        EXPECT_EQ(modeOf(path("model")), 0666 & ~mask);
    }
}

TEST_F(Output, FollowsLinks) {
    fs::create_directories(folder_.path() / "links");
    fs::create_directories(folder_.path() / "targets");
    makeLink("../targets/old", folder_.path() / "links/relative");
    makeLink(folder_.path() / "targets/old", folder_.path() / "links/absolute");
    makeLink("relative", folder_.path() / "links/chain");
    makeLink("../targets/new", folder_.path() / "links/new");
    makeLink("circle", folder_.path() / "links/circle");
    for (const char* const link : {"links/relative", "links/absolute", "links/chain"}) {
        folder_.put("targets/old", kBefore);
        EXPECT_EQ(writeAll({path(link)}), "") << link;
        EXPECT_TRUE(fs::is_symlink(path(link))) << link;
        EXPECT_EQ(file("targets/old"), kBytes) << link;
    }
    EXPECT_EQ(writeAll({path("links/new")}), "");
    EXPECT_EQ(file("targets/new"), kBytes);
    EXPECT_TRUE(fs::is_symlink(path("links/new")));
    EXPECT_NE(writeAll({path("links/circle")}), "");
}

TEST_F(Output, SeparatesHardLinks) {
    folder_.put("model", kBefore);
    fs::create_hard_link(path("model"), path("other"));
    EXPECT_EQ(writeAll({path("model")}), "");
    EXPECT_EQ(file("model"), kBytes);
    EXPECT_EQ(file("other"), kBefore);
}

TEST_F(Output, NeedsPermissionForFileAndFolder) {
    fs::permissions(folder_.path(), fs::perms::all);
    folder_.put("model", kBefore); // of root, if the test runs as root
    fs::create_directory(folder_.path() / "closed");
    fs::permissions(path("closed"), fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
    folder_.put("targets/model", kBefore);
    fs::permissions(path("targets"), fs::perms::all);
    fs::permissions(path("targets/model"), fs::perms::all);
    chmod(path("model").c_str(), 0444);
    makeLink("../targets/model", folder_.path() / "closed/link");
    const std::string refused = " cannot be written: Permission denied";
    EXPECT_EQ(asOrdinaryUser([&] {
                  return writeAll({path("skin"), path("model")});
              }),
              "the file " + path("model") + refused);
    EXPECT_EQ(asOrdinaryUser([&] {
                  return writeAll({path("skin"), path("closed/model")});
              }),
              "the file " + path("closed/model") + refused);
    EXPECT_EQ(file("model"), kBefore);
    EXPECT_EQ(modeOf(path("model")), 0444u);
    EXPECT_EQ(names(), (Names{"closed", "model", "targets"}));
    // Only the folder of the target counts.
    EXPECT_EQ(asOrdinaryUser([&] { return writeAll({path("closed/link")}); }), "");
    EXPECT_EQ(file("targets/model"), kBytes);
    // A file that may be written to, in a folder that may not, stays.
    folder_.put("targets/model", kBefore);
    fs::permissions(path("targets"), fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
    EXPECT_EQ(asOrdinaryUser([&] { return writeAll({path("targets/model")}); }),
              "the file " + path("targets/model") + refused);
    EXPECT_EQ(file("targets/model"), kBefore);
    fs::permissions(path("targets"), fs::perms::all);
    fs::permissions(path("closed"), fs::perms::all);
}

TEST_F(Output, OnAFullDiskLeavesTheOldFiles) {
    folder_.put("skin", kBefore);
    folder_.put("model", kBefore);
    const auto error = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100'000, 100'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::string text = writeAll({path("skin")}, Bytes(100'000));
        return text.empty() ? writeAll({path("skin"), path("new"), path("model")}, Bytes(200'000)) : text;
    });
    EXPECT_EQ(error, "the file " + path("skin") + " cannot be written: File too large");
    EXPECT_EQ(file("skin"), Bytes(100'000));
    EXPECT_EQ(file("model"), kBefore);
    EXPECT_EQ(names(), (Names{"model", "skin"}));
}

#if defined(__linux__)
TEST_F(Output, ToADeviceIsWrittenDirectly) {
    EXPECT_EQ(writeAll({"/dev/null", path("model")}), "");
    EXPECT_EQ(writeAll({path("skin"), "/dev/full"}),
              "the file /dev/full cannot be written: No space left on device");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
    EXPECT_EQ(names(), Names{"model"});
}
#endif

TEST_F(Output, ToAPipeNeedsAReader) {
    ASSERT_EQ(mkfifo(path("model").c_str(), 0600), 0);
    EXPECT_EQ(writeAll({path("model")}),
              "the file " + path("model") + " cannot be written: no program reads this pipe");
    const Bytes bytes(1'000'000, 7); // more than a pipe holds, so the writer waits
    Bytes received;
    std::thread reader([&] { received = file("model"); });
    std::string error;
    do {
        error = writeAll({path("model")}, bytes);
    } while (error.find("no program reads") != std::string::npos);
    reader.join();
    EXPECT_EQ(error, "");
    EXPECT_EQ(received, bytes);
    EXPECT_TRUE(fs::is_fifo(path("model")));
}

TEST_F(Output, ToStandardOutputIsWrittenToTheOpenFile) {
    const auto error = inChild([&] {
        const int open = ::open(path("log").c_str(), O_WRONLY | O_CREAT, 0600);
        dup2(open, STDOUT_FILENO);
        const std::string text = writeAll({"/dev/stdout"});
        struct stat status {};
        return text.empty() && fstat(open, &status) == 0 ? std::to_string(status.st_size) : text;
    });
    EXPECT_EQ(error, "2");
    EXPECT_EQ(file("log"), kBytes);
}
#endif

} // namespace
} // namespace assimp_md2::inner::test
