// SPDX-License-Identifier: BSD-3-Clause
// Opens files with functions of Windows. Empty on other systems, where the single source has it, too.
#pragma once

#include "importer/files/system_file.h"

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace assimp_md2::inner {

inline HANDLE handleOf(const SystemFile& file) {
    return reinterpret_cast<HANDLE>(file.handle());
}

/// Opens a file, and folders as well if they are not to be written.
SystemFile openPath(const std::string& path, DWORD access, DWORD disposition = OPEN_EXISTING);

} // namespace assimp_md2::inner
#endif
