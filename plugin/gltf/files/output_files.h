// SPDX-License-Identifier: BSD-3-Clause
// Writes the files of an export. Existing files are replaced only when all files are complete.
#pragma once

#include "importer/base/error.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

/// Collects small pieces of a file in a block of memory.
class BlockWriter {
public:
    static constexpr std::size_t kBlock = std::size_t{1} << 16;

    /// Writes bytes to the file. \return false when it has not taken all of them
    using Write = std::function<bool(const void* bytes, std::size_t size)>;

    /// \throws std::bad_alloc
    explicit BlockWriter(Write write) : write_(std::move(write)), block_(new std::uint8_t[kBlock]) {}

    /// A place for `size` bytes, at most kBlock, which the caller fills before the next call.
    std::uint8_t* room(std::size_t size) {
        if (kBlock - used_ < size) {
            flush();
        }
        std::uint8_t* const place = block_.get() + used_;
        used_ += size;
        written_ += size;
        return place;
    }
    void bytes(const void* data, std::size_t size);
    /// Adds zeros up to a multiple of four.
    void align() {
        while (written_ % 4 != 0) {
            *room(1) = 0;
        }
    }

    /// Writes what is in the block.
    ///
    /// \return false when the file has not taken everything
    bool flush();
    std::uint64_t written() const { return written_; }

private:
    Write write_;
    std::unique_ptr<std::uint8_t[]> block_;
    std::size_t used_ = 0;
    std::uint64_t written_ = 0;
    bool isComplete_ = true;
};

class LocalOutput;

/// The files of one export. Write the model last, so that it appears when its other files are there.
///
/// In the file system, each file gets a temporary name in the folder of its target, and replaces the target
/// when it is complete. Pipes and devices are written to directly; docs/exporting.md describes what programs
/// can rely on. A custom IOSystem gets the files directly. An export that fails may then leave incomplete
/// files: IOSystem::DeleteFile cannot be called, because Assimp's version of it deletes a file of the file
/// system.
class OutputFiles {
public:
    explicit OutputFiles(Assimp::IOSystem& io);
    ~OutputFiles(); ///< removes files that have not replaced their targets

    /// Writes one file. `fill` gets the writer.
    ///
    /// \param size of the file, for streams in memory, which allocate it at once; 0 if it is not known
    /// \return an error when the file cannot be written
    std::optional<Error> write(const std::string& path, std::uint64_t size,
                               const std::function<void(BlockWriter&)>& fill);
    std::optional<Error> write(const std::string& path, const std::vector<std::uint8_t>& bytes);

    /// Writes a file that replaces nothing. It gets its name at once, and loses it if replaceAll() is not
    /// called.
    ///
    /// \return false if something has the name
    Result<bool> writeNew(const std::string& path, const std::vector<std::uint8_t>& bytes);

    /// Replaces the files that exist. Call it when all files are written.
    ///
    /// \return an error when a file cannot be replaced; the files before it are replaced then
    std::optional<Error> replaceAll();

private:
    Assimp::IOSystem& io_;
    std::vector<std::unique_ptr<LocalOutput>> local_;
};

/// The path that an output replaces: where the links at the end of its path lead. Its temporary file is in
/// the same folder.
std::string outputTarget(const std::string& path);

/// The start of the names of incomplete files that a process writes.
std::string temporaryPrefix(std::uint64_t process);

} // namespace assimp_md2::inner
