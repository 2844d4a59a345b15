// SPDX-License-Identifier: BSD-3-Clause
// Converts between UTF-8 and std::filesystem::path.
#pragma once

#include <filesystem>
#include <string>

namespace assimp_md2::inner {

/// Replaces std::filesystem::u8path, which C++20 deprecates.
///
/// \param utf8 a path; empty for the current folder
inline std::filesystem::path fileSystemPath(const std::string& utf8) {
#if defined(__cpp_char8_t)
    std::filesystem::path path(std::u8string(utf8.begin(), utf8.end()));
#else
    std::filesystem::path path = std::filesystem::u8path(utf8);
#endif
    // Windows does not accept `/` in paths that start with `\\?\`.
    path.make_preferred();
    return path.empty() ? std::filesystem::path(".") : path;
}

/// \return UTF-8, with `/` between folders
inline std::string utf8Of(const std::filesystem::path& path) {
    const auto text = path.generic_u8string();
    return {text.begin(), text.end()};
}

#if defined(_WIN32)
/// Takes a path and returns it for functions of Windows, which take more than 260 characters only as
/// `\\?\C:\folder\file`. Functions of std::filesystem that look at a file do not take this form: _wstat64
/// refuses `?`.
std::filesystem::path windowsPath(const std::filesystem::path& path);
#endif

} // namespace assimp_md2::inner
