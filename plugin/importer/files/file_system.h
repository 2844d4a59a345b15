// SPDX-License-Identifier: BSD-3-Clause
// The file system as an IOSystem, and how IOSystems are recognised: those of this library by what their
// CurrentDirectory() returns, without RTTI, which an engine may have turned off, and also if the IOSystem
// belongs to another copy of this library in the process, such as the plugin.
#pragma once

#include "assimp-md2/version.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <assimp/DefaultIOSystem.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace assimp_md2::inner {

class ModelSource;

/// The version is part of the text, because another one may lay out this struct in another way. The address
/// is part of it, because an IOSystem that wraps another, such as Assimp's FileSystemFilter, may pass the
/// call on.
struct IoMark : std::string {
    /// \param game null: no game
    /// \param isFileSystem whether paths that are not in the game are those of the file system
    IoMark(const Assimp::IOSystem& io, const ModelSource* game, bool isFileSystem)
        : std::string(textFor(io)), source(game), readsFileSystem(isFileSystem) {}

    static std::string textFor(const Assimp::IOSystem& io) {
        return "an IOSystem of assimp-md2 " + std::to_string(ASSIMP_MD2_VERSION) + " at " +
               std::to_string(reinterpret_cast<std::uintptr_t>(&io));
    }

    const ModelSource* source;
    bool readsFileSystem;
};

/// The mark of `io`, or null if it is no IOSystem of this version of the library.
inline const IoMark* markOf(const Assimp::IOSystem& io) {
    const std::string& name = io.CurrentDirectory();
    return name == IoMark::textFor(io) ? static_cast<const IoMark*>(&name) : nullptr;
}

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

/// Assimp's file system as a base class, which also reads paths of more than 260 characters on Windows. Not
/// derived from Assimp::DefaultIOSystem, because that class is final in Assimp 6.
class FileSystem : public Assimp::IOSystem {
public:
    FileSystem() = default;
    FileSystem(const FileSystem&) = delete;
    FileSystem& operator=(const FileSystem&) = delete;

    using Assimp::IOSystem::ComparePaths;
    using Assimp::IOSystem::Exists;
    using Assimp::IOSystem::Open;

    char getOsSeparator() const override { return files_.getOsSeparator(); }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }
    bool ComparePaths(const char* one, const char* other) const override {
        return files_.ComparePaths(one, other);
    }
    const std::string& CurrentDirectory() const override {
        return StackSize() == 0 ? mark_ : IOSystem::CurrentDirectory();
    }
    bool Exists(const char* path) const override { return typeOf(path) != PathType::Nothing; }
#if defined(_WIN32)
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        const auto whole = windowsPath(fileSystemPath(path)).u8string();
        return files_.Open(std::string(whole.begin(), whole.end()).c_str(), mode);
    }
#else
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        return files_.Open(path, mode);
    }
#endif

private:
    Assimp::DefaultIOSystem files_;
    IoMark mark_{*this, nullptr, true};
};

} // namespace assimp_md2::inner
