// SPDX-License-Identifier: BSD-3-Clause
// Recognises an IOSystem that is the file system.
#pragma once

#include "assimp-md2/version.h"

#include <assimp/DefaultIOSystem.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace assimp_md2::inner {

/// How an IOSystem at this address names itself in CurrentDirectory, for programs without RTTI. The version
/// is part of it because a process may contain several copies of this library. The address is part of it
/// because an IOSystem that wraps another, such as Assimp's FileSystemFilter, may pass the call on.
inline std::string markOf(const Assimp::IOSystem& io, const char* kind) {
    return std::string(kind) + " of assimp-md2 " + std::to_string(ASSIMP_MD2_VERSION) + " at " +
           std::to_string(reinterpret_cast<std::uintptr_t>(&io));
}

/// How a FileSystem begins its mark.
constexpr const char* kFileSystemMark = "the file system";

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
    const std::string mark = markOf(io, kFileSystemMark);
    const std::string& name = io.CurrentDirectory();
    return isFileSystem(io) ||
           (name.size() >= mark.size() && name.compare(name.size() - mark.size(), mark.size(), mark) == 0);
}

} // namespace assimp_md2::inner
