// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/files/output_files.h"

#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/files/stream.h"

#include <assimp/DefaultIOSystem.h>

#include <chrono>
#include <cstring>

namespace assimp_md2::inner {

/// A file of the file system that is being written.
class LocalOutput {
public:
    explicit LocalOutput(std::string path) : path_(std::move(path)) {}

    ~LocalOutput() {
        file_.close(); // Windows removes a file only when nobody has it open.
        if (!temporary_.empty()) {
            removeFile(temporary_);
        }
    }
    LocalOutput(const LocalOutput&) = delete;
    LocalOutput& operator=(const LocalOutput&) = delete;

    /// Creates the temporary file, or opens the pipe or device. Follows symbolic links. A file that exists
    /// does not change; only its permissions are read.
    ///
    /// \return an error if the file or its folder may not be written to, if the path names a folder, or a
    ///         pipe that nobody reads
    std::optional<Error> open() {
        // Opening tells whether the file may be written to, and whether a pipe has a reader. It changes
        // nothing.
        std::error_code error;
        SystemFile old = openForWriting(path_, error);
        if (error) {
            return errorOf("written", error);
        }
        const std::optional<std::string> target = linkTarget(path_);
        if (old.isOpen() && (!target || old.status().type != PathType::File)) {
            file_ = std::move(old);
            return errorOf("written", startWriting(file_));
        }
        target_ = target.value_or(path_);
        // No other output of this process has this address, and none of another process in a container with
        // the same number is likely to have the same time.
        const auto time = std::chrono::system_clock::now().time_since_epoch().count();
        std::string temporary =
            joined(folderOf(target_), temporaryPrefix(processNumber()) + std::to_string(time) + "-" +
                                          std::to_string(std::hash<const LocalOutput*>()(this)) + ".tmp");
        file_ = createFile(temporary, old, error);
        if (error) {
            return errorOf("written", error);
        }
        temporary_ = std::move(temporary);
        return std::nullopt;
    }

    /// \return false if the bytes cannot be written; finish() then returns the reason
    bool write(const void* bytes, std::size_t size) {
        if (!failure_) {
            failure_ = writeTo(file_, bytes, size);
        }
        return !failure_;
    }

    /// Closes the file.
    ///
    /// \return an error when not all bytes were written
    std::optional<Error> finish() {
        const std::error_code error = file_.close();
        return errorOf("written", failure_ ? failure_ : error);
    }

    /// Gives the finished file its name, which it loses if replaceTarget() is not called.
    ///
    /// \return false if something has the name
    Result<bool> takeName() {
        std::error_code error;
        createFile(target_, {}, error); // keeps the name for the finished file
        if (error == std::errc::file_exists) {
            return false;
        }
        if (!error && (error = replaceFile(temporary_, target_))) {
            removeFile(target_);
        }
        if (error) {
            return tl::unexpected(*errorOf("written", error));
        }
        temporary_ = target_;
        return true;
    }

    /// Renames the finished file, which keeps the permissions of the file that it replaces (not on Windows).
    ///
    /// \return an error when that is not possible; the previous file then stays as it is
    std::optional<Error> replaceTarget() {
        if (temporary_.empty()) {
            return std::nullopt;
        }
        const std::error_code error =
            temporary_ == target_ ? std::error_code() : replaceFile(temporary_, target_);
        if (!error) {
            temporary_.clear();
        }
        return errorOf("replaced", error);
    }

private:
    std::optional<Error> errorOf(const char* what, std::error_code error) const {
        if (!error) {
            return std::nullopt;
        }
        const bool isPipe = error == std::errc::no_such_device_or_address;
        return Error{ErrorCode::Other, "the file " + path_ + " cannot be " + what + ": " +
                                           (isPipe ? "no program reads this pipe" : error.message())};
    }

    std::string path_;      ///< as the caller has named it, for messages
    std::string target_;    ///< where the links of `path_` lead
    std::string temporary_; ///< empty: the file is written to directly, or has replaced its target
    SystemFile file_;
    std::error_code failure_; ///< the first one
};

namespace {

std::optional<Error> writeToStream(Assimp::IOSystem& io, const std::string& path, std::uint64_t size,
                                   const std::function<void(BlockWriter&)>& fill) {
    const Stream stream = openStream(io, path, "wb");
    if (!stream) {
        return Error{ErrorCode::Other, "the file " + path + " cannot be opened for writing"};
    }
    const bool isSeekable = stream->Seek(0, aiOrigin_SET) == aiReturn_SUCCESS;
    // A stream in memory grows when a program seeks past its end.
    if (isSeekable && size > 0) {
        stream->Seek(static_cast<std::size_t>(size), aiOrigin_SET);
        stream->Seek(0, aiOrigin_SET);
    }
    BlockWriter writer(
        [&](const void* bytes, std::size_t count) { return stream->Write(bytes, count, 1) == 1; });
    fill(writer);
    // C streams buffer the last bytes. Seeking writes them and fails if the disk is full.
    const bool isComplete =
        writer.flush() && (!isSeekable || stream->Seek(static_cast<std::size_t>(writer.written()),
                                                       aiOrigin_SET) == aiReturn_SUCCESS);
    return isComplete
               ? std::nullopt
               : std::optional(Error{ErrorCode::Other, "the file " + path + " cannot be written completely"});
}

} // namespace

void BlockWriter::bytes(const void* data, std::size_t size) {
    if (size > kBlock) {
        flush();
        isComplete_ = isComplete_ && write_(data, size);
        written_ += size;
    } else if (size > 0) {
        std::memcpy(room(size), data, size);
    }
}

bool BlockWriter::flush() {
    isComplete_ = isComplete_ && (used_ == 0 || write_(block_.get(), used_));
    used_ = 0;
    return isComplete_;
}

OutputFiles::OutputFiles(Assimp::IOSystem& io) : io_(io) {}

OutputFiles::~OutputFiles() = default;

std::optional<Error> OutputFiles::write(const std::string& path, std::uint64_t size,
                                        const std::function<void(BlockWriter&)>& fill) {
    if (!isFileSystem(io_)) {
        return writeToStream(io_, path, size, fill);
    }
    LocalOutput& output = *local_.emplace_back(std::make_unique<LocalOutput>(path));
    if (const std::optional<Error> error = output.open()) {
        const std::string folder = folderOf(path);
        return folder.empty() || !isFree(folder).value_or(false)
                   ? error
                   : Error{ErrorCode::Other, "the file " + path + " cannot be written: the folder " + folder +
                                                 " does not exist"};
    }
    BlockWriter writer([&](const void* bytes, std::size_t count) { return output.write(bytes, count); });
    fill(writer);
    writer.flush();
    return output.finish();
}

std::optional<Error> OutputFiles::write(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    return write(path, bytes.size(), [&](BlockWriter& writer) { writer.bytes(bytes.data(), bytes.size()); });
}

Result<bool> OutputFiles::writeNew(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    const bool isLocal = isFileSystem(io_);
    Result<bool> isNew = isLocal ? isFree(path) : true;
    if (!isNew || !*isNew) {
        return isNew;
    }
    if (auto error = write(path, bytes)) {
        return tl::unexpected(std::move(*error));
    }
    if (isLocal) {
        isNew = local_.back()->takeName();
        if (!isNew || !*isNew) {
            local_.pop_back();
        }
    }
    return isNew;
}

std::optional<Error> OutputFiles::replaceAll() {
    for (const auto& output : local_) {
        if (std::optional<Error> error = output->replaceTarget()) {
            return error;
        }
    }
    return std::nullopt;
}

std::string outputTarget(const std::string& path) {
    return linkTarget(path).value_or(path);
}

std::string temporaryPrefix(std::uint64_t process) {
    return ".assimp-md2-" + std::to_string(process) + "-";
}

} // namespace assimp_md2::inner
