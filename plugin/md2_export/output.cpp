// SPDX-License-Identifier: BSD-3-Clause
// Writes complete files through an IOSystem, or none of them.
#include "md2_export/output.h"

#include "io/output_file.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>

namespace assimp_md2 {
namespace {

std::optional<std::vector<std::uint8_t>> readWhole(Assimp::IOSystem& ioSystem, const std::string& path) {
    const Stream file = openStream(ioSystem, path, "rb");
    if (!file) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> bytes(file->FileSize());
    if (!bytes.empty() && file->Read(bytes.data(), 1, bytes.size()) != bytes.size()) {
        return std::nullopt;
    }
    return bytes;
}

/// \return whether all bytes are in the file, as far as it can be asked. A file that cannot be opened was not
///         changed: `isOpened` is false then.
bool writeAll(Assimp::IOSystem& ioSystem, const std::string& path, const std::vector<std::uint8_t>& bytes,
              bool& isOpened) {
    isOpened = true; // if Open throws, it may have made the file
    const Stream file = openStream(ioSystem, path, "wb");
    isOpened = file != nullptr;
    if (!isOpened || file->Write(bytes.data(), 1, bytes.size()) != bytes.size()) {
        return false;
    }
    // The stream of a file has a buffer. The position after a flush tells nothing about it, but its size
    // does.
    file->Flush();
    return true;
}

std::filesystem::path pathOf(const std::string& utf8) {
    return std::filesystem::u8path(utf8);
}

/// Written in place. The destructor undoes it, unless all files are written.
class WrittenInPlace {
public:
    explicit WrittenInPlace(Assimp::IOSystem& ioSystem) : ioSystem_(ioSystem) {}
    ~WrittenInPlace() {
        for (const Undo& file : undo_) {
            try {
                undo(file);
            } catch (const std::exception&) {
                // The file stays as it is; the next one may still be restored.
            }
        }
    }
    WrittenInPlace(const WrittenInPlace&) = delete;
    WrittenInPlace& operator=(const WrittenInPlace&) = delete;

    bool write(const FileToWrite& file) {
        const bool existed = ioSystem_.Exists(file.path.c_str());
        // Before anything is written, because memory may run out.
        undo_.push_back(
            {file.path, existed, existed ? readWhole(ioSystem_, file.path) : std::nullopt, false});
        return writeAll(ioSystem_, file.path, *file.bytes, undo_.back().isOpened);
    }

    void keep() { undo_.clear(); }

private:
    struct Undo {
        std::string path;
        bool existed;
        std::optional<std::vector<std::uint8_t>> before;
        bool isOpened; ///< and thereby changed
    };

    void undo(const Undo& file) const {
        if (!file.isOpened) {
            return;
        }
        if (!file.existed) {
            ioSystem_.DeleteFile(file.path);
        } else if (file.before) {
            bool isOpened = false;
            writeAll(ioSystem_, file.path, *file.before, isOpened);
        }
    }

    Assimp::IOSystem& ioSystem_;
    std::vector<Undo> undo_;
};

/// Written under other names, and renamed at the end.
class WrittenBeside {
public:
    explicit WrittenBeside(Assimp::IOSystem& ioSystem) : ioSystem_(ioSystem) {}
    ~WrittenBeside() {
        for (const Renaming& renaming : renamings_) {
            std::error_code ignored;
            std::filesystem::remove(renaming.from, ignored);
        }
    }
    WrittenBeside(const WrittenBeside&) = delete;
    WrittenBeside& operator=(const WrittenBeside&) = delete;

    /// Whether the file may be replaced by another one: it is regular, or does not exist.
    static bool isPossible(const std::string& path) {
        std::error_code error;
        const std::filesystem::file_status status = std::filesystem::symlink_status(pathOf(path), error);
        return status.type() == std::filesystem::file_type::not_found ||
               (!error && status.type() == std::filesystem::file_type::regular);
    }

    /// \return nothing when no file can be made in the folder
    std::optional<bool> write(const FileToWrite& file) {
        std::string from;
        for (int i = 0; i < kMostAttempts; ++i) {
            from = file.path + "." + std::to_string(i) + ".tmp";
            std::error_code error;
            if (!std::filesystem::exists(std::filesystem::symlink_status(pathOf(from), error))) {
                bool isOpened = false;
                renamings_.push_back({pathOf(from), pathOf(file.path)});
                const bool isWritten = writeAll(ioSystem_, from, *file.bytes, isOpened);
                if (!isOpened) {
                    renamings_.pop_back();
                }
                std::error_code sizeError;
                const auto size = std::filesystem::file_size(pathOf(from), sizeError);
                return isOpened ? std::optional(isWritten && !sizeError && size == file.bytes->size())
                                : std::nullopt;
            }
        }
        return std::nullopt;
    }

    bool rename() {
        for (const Renaming& renaming : renamings_) {
            std::error_code error;
            std::filesystem::rename(renaming.from, renaming.to, error);
            if (error) {
                return false;
            }
        }
        return true;
    }

private:
    static constexpr int kMostAttempts = 100;
    struct Renaming {
        std::filesystem::path from;
        std::filesystem::path to;
    };
    Assimp::IOSystem& ioSystem_;
    std::vector<Renaming> renamings_;
};

} // namespace

std::optional<std::string> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<FileToWrite>& files) {
    const bool isFileSystem = dynamic_cast<Assimp::DefaultIOSystem*>(&ioSystem) != nullptr;
    WrittenBeside beside(ioSystem);
    WrittenInPlace inPlace(ioSystem);
    for (const FileToWrite& file : files) {
        std::optional<bool> isWritten;
        if (isFileSystem && WrittenBeside::isPossible(file.path)) {
            isWritten = beside.write(file);
        }
        if (!isWritten.value_or(false) && (isWritten.has_value() || !inPlace.write(file))) {
            return "the file " + file.path + " cannot be written";
        }
    }
    if (!beside.rename()) {
        return "the file " + files.front().path + " cannot be replaced";
    }
    inPlace.keep();
    return std::nullopt;
}

} // namespace assimp_md2
