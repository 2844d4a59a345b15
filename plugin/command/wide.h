// SPDX-License-Identifier: BSD-3-Clause
// Converts between UTF-8 and the UTF-16 of Windows. fileSystemPath() and utf8Of() also change slashes.
#pragma once

#include <string>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace assimp_md2 {

inline std::string utf8(const wchar_t* text) {
    std::string bytes(
        static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr)),
        '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr);
    bytes.resize(bytes.empty() ? 0 : bytes.size() - 1);
    return bytes;
}

inline std::wstring wide(const std::string& text) {
    std::wstring units(text.size(), L'\0'); // no character has more of them than bytes
    units.resize(
        static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()),
                                                     units.data(), static_cast<int>(units.size()))));
    return units;
}

} // namespace assimp_md2
