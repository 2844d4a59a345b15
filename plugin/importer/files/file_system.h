// SPDX-License-Identifier: BSD-3-Clause
// Recognises an IOSystem that is the file system.
#pragma once

#include "importer/files/io_mark.h"

#include <assimp/DefaultIOSystem.h>

#include <cstring>

namespace assimp_md2::inner {

/// The pointer with which every object of a class with virtual functions starts, in the Itanium C++ ABI and
/// in that of Windows. It tells classes apart without RTTI: typeid crashes with an object of a class that was
/// compiled without it.
inline const void* virtualTableOf(const Assimp::IOSystem& io) {
    const void* table = nullptr;
    std::memcpy(&table, static_cast<const void*>(&io), sizeof table);
    return table;
}

/// Whether paths are those of the file system. A class derived from Assimp::DefaultIOSystem may map them.
inline bool isFileSystem(const Assimp::IOSystem& io) {
    return virtualTableOf(io) == virtualTableOf(Assimp::DefaultIOSystem());
}

/// Whether paths that are not in a game are those of the file system: for Assimp's own IOSystem, for a
/// FileSystem and for a GameThenFileSystem, and for no other class, because it may map paths.
inline bool readsFileSystem(const Assimp::IOSystem& io) {
    const IoMark* const mark = markOf(io);
    return isFileSystem(io) || (mark != nullptr && mark->readsFileSystem);
}

} // namespace assimp_md2::inner
