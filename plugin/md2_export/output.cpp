// SPDX-License-Identifier: BSD-3-Clause
// Writes complete files through an IOSystem, or none of them.
#include "md2_export/output.h"

#include "io/output_file.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <filesystem>
#include <memory>
#include <system_error>
#include <typeinfo>

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

std::filesystem::path pathOf(const std::string& utf8) {
    return std::filesystem::u8path(utf8);
}

/// Whether paths are those of the file system. A class derived from DefaultIOSystem may map them.
bool isFileSystem(const Assimp::IOSystem& ioSystem) {
    return typeid(ioSystem) == typeid(Assimp::DefaultIOSystem);
}

/// Whether a closed file has the expected size. In the file system, only regular files are checked: a pipe
/// has no size, and opening it waits for a writer.
bool hasSize(Assimp::IOSystem& ioSystem, const std::string& path, std::size_t size) {
    std::error_code error;
    if (isFileSystem(ioSystem)) {
        return !std::filesystem::is_regular_file(pathOf(path), error) ||
               (std::filesystem::file_size(pathOf(path), error) == size && !error);
    }
    const Stream file = openStream(ioSystem, path, "rb");
    return !file || file->FileSize() == size;
}

/// \param isOpened receives false if the file cannot be opened; the file is then unchanged
/// \return whether all bytes are in the file, as far as hasSize can check it
bool writeAll(Assimp::IOSystem& ioSystem, const std::string& path, const std::vector<std::uint8_t>& bytes,
              bool& isOpened) {
    isOpened = true; // if Open throws, it may have made the file
    Stream file = openStream(ioSystem, path, "wb");
    isOpened = file != nullptr;
    if (!isOpened || file->Write(bytes.data(), 1, bytes.size()) != bytes.size()) {
        return false;
    }
    // The stream is buffered and does not report whether the last bytes were written, so the size of the
    // closed file is checked.
    file.reset();
    return hasSize(ioSystem, path, bytes.size());
}

/// Files that are written in place. The destructor restores the previous files unless keep() was called.
class WrittenInPlace {
public:
    explicit WrittenInPlace(Assimp::IOSystem& ioSystem) : ioSystem_(ioSystem) {}
    ~WrittenInPlace() {
        for (const Undo& file : undo_) {
            try {
                undo(file);
            } catch (...) {
                // An IOSystem may throw anything. The file stays as it is; the next one may still be
                // restored.
            }
        }
    }
    WrittenInPlace(const WrittenInPlace&) = delete;
    WrittenInPlace& operator=(const WrittenInPlace&) = delete;

    bool write(const FileToWrite& file) {
        const bool existed = ioSystem_.Exists(file.path.c_str());
        // Recorded before anything is written, because memory may run out.
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
        bool isOpened; ///< the file was opened for writing, so it may have changed
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

/// Files that are written under temporary names and renamed at the end. The destructor restores the previous
/// files unless keep() was called.
class WrittenBeside {
public:
    explicit WrittenBeside(Assimp::IOSystem& ioSystem) : ioSystem_(ioSystem) {}
    ~WrittenBeside() {
        // Backwards, because two files may have the same path.
        for (auto file = renamings_.rbegin(); file != renamings_.rend(); ++file) {
            std::error_code ignored;
            if (file->isSaved) {
                std::error_code error;
                std::filesystem::rename(file->before, file->to, error);
                // Renaming a link to the same file leaves both names.
                if (!error) {
                    std::filesystem::remove(file->before, ignored);
                }
            } else if (file->isRenamed) {
                std::filesystem::remove(file->to, ignored);
            }
            std::filesystem::remove(file->from, ignored);
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
        const std::string from = unusedName(file.path, ".tmp");
        if (from.empty()) {
            return std::nullopt;
        }
        renamings_.push_back({file.path, pathOf(from), pathOf(file.path)});
        bool isOpened = false;
        const bool isWritten = writeAll(ioSystem_, from, *file.bytes, isOpened);
        if (!isOpened) {
            renamings_.pop_back();
            return std::nullopt;
        }
        return isWritten;
    }

    /// \return the path of the file that cannot be replaced, or nothing
    std::optional<std::string> rename() {
        for (Renaming& file : renamings_) {
            const std::string before = unusedName(file.path, ".old");
            if (before.empty()) {
                return file.path;
            }
            file.before = pathOf(before);
            std::error_code error;
            // A hard link keeps the old file in place until the new one replaces it.
            std::filesystem::create_hard_link(file.to, file.before, error);
            if (error) {
                std::filesystem::rename(file.to, file.before, error);
            }
            file.isSaved = !error;
            if (error && error != std::errc::no_such_file_or_directory) {
                return file.path;
            }
            std::filesystem::rename(file.from, file.to, error);
            file.isRenamed = !error;
            if (error) {
                return file.path;
            }
        }
        return std::nullopt;
    }

    void keep() {
        for (const Renaming& file : renamings_) {
            std::error_code ignored;
            if (file.isSaved) {
                std::filesystem::remove(file.before, ignored);
            }
        }
        renamings_.clear();
    }

private:
    struct Renaming {
        std::string path;
        std::filesystem::path from;
        std::filesystem::path to;
        std::filesystem::path before{}; ///< keeps the file that was there until all are written
        bool isSaved = false;           ///< there was a file, and `before` is it
        bool isRenamed = false;
    };

    /// \return empty if there are too many such files
    static std::string unusedName(const std::string& path, const char* extension) {
        constexpr int kMostAttempts = 100;
        for (int i = 0; i < kMostAttempts; ++i) {
            std::string name = path + "." + std::to_string(i) + extension;
            std::error_code error;
            if (!std::filesystem::exists(std::filesystem::symlink_status(pathOf(name), error))) {
                return name;
            }
        }
        return {};
    }

    Assimp::IOSystem& ioSystem_;
    std::vector<Renaming> renamings_;
};

} // namespace

std::optional<std::string> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<FileToWrite>& files) {
    WrittenBeside beside(ioSystem);
    WrittenInPlace inPlace(ioSystem);
    for (const FileToWrite& file : files) {
        std::optional<bool> isWritten;
        if (isFileSystem(ioSystem) && WrittenBeside::isPossible(file.path)) {
            isWritten = beside.write(file);
        }
        if (!isWritten.value_or(false) && (isWritten.has_value() || !inPlace.write(file))) {
            return "the file " + file.path + " cannot be written";
        }
    }
    if (const std::optional<std::string> path = beside.rename()) {
        return "the file " + *path + " cannot be replaced";
    }
    beside.keep();
    inPlace.keep();
    return std::nullopt;
}

} // namespace assimp_md2
