// SPDX-License-Identifier: BSD-3-Clause
// A new folder for one test, removed at its end.
#pragma once

#include "support/files.h"

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::random_device random;
        do {
            path_ = std::filesystem::temp_directory_path() / ("assimp-md2-" + std::to_string(random()));
        } while (!std::filesystem::create_directory(path_));
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// The whole path of a name in it, as programs pass it to Assimp.
    std::string operator/(const std::string& name) const {
        const auto text = (path_ / std::filesystem::u8path(name)).generic_u8string();
        return {text.begin(), text.end()};
    }

    /// Writes a file and the folders on the way to it.
    void put(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
        const std::filesystem::path file = path_ / std::filesystem::u8path(name);
        std::filesystem::create_directories(file.parent_path());
        writeBytes(file, bytes);
    }

private:
    std::filesystem::path path_;
};

/// Makes a symbolic link.
/// \param target as the link has it: absolute, or from the folder of the link
/// \return false under Windows, when the program may not make links
/// \throws std::filesystem::filesystem_error when it cannot be made on another system
inline bool makeLink(const std::filesystem::path& target, const std::filesystem::path& link) {
    std::error_code error;
    if (std::filesystem::is_directory(link.parent_path() / target, error)) {
        std::filesystem::create_directory_symlink(target, link, error);
    } else {
        std::filesystem::create_symlink(target, link, error);
    }
#if !defined(_WIN32)
    if (error) {
        throw std::filesystem::filesystem_error("the test cannot make a link", target, link, error);
    }
#endif
    return !error;
}

/// Whether `Skin.pcx` and `skin.pcx` are two files in this folder, as under Linux.
inline bool distinguishesCase(const TemporaryFolder& folder) {
    folder.put("case", {});
    return !std::filesystem::exists(folder.path() / "CASE");
}

} // namespace assimp_md2::inner::test
