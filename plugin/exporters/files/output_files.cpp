// SPDX-License-Identifier: BSD-3-Clause
#include "exporters/files/output_files.h"

#include "exporters/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/files/stream.h"

#include <assimp/DefaultIOSystem.h>

#include <cstring>

namespace assimp_md2 {
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

std::optional<Error> OutputFiles::write(const std::string& path, std::uint64_t size,
                                        const std::function<void(BlockWriter&)>& fill) {
    if (!isFileSystem(io_)) {
        return writeToStream(io_, path, size, fill);
    }
    Result<std::unique_ptr<LocalOutput>> created = LocalOutput::create(path);
    if (!created) {
        const std::string folder = folderOf(path);
        return folder.empty() || !isFree(folder)
                   ? created.error()
                   : Error{ErrorCode::Other, "the file " + path + " cannot be written: the folder " + folder +
                                                 " does not exist"};
    }
    LocalOutput& output = *local_.emplace_back(*std::move(created));
    BlockWriter writer([&](const void* bytes, std::size_t count) { return output.write(bytes, count); });
    fill(writer);
    writer.flush();
    return output.finish();
}

std::optional<Error> OutputFiles::write(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    return write(path, bytes.size(), [&](BlockWriter& writer) { writer.bytes(bytes.data(), bytes.size()); });
}

std::optional<Error> OutputFiles::replaceAll() {
    for (const auto& output : local_) {
        if (std::optional<Error> error = output->replaceTarget()) {
            return error;
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2
