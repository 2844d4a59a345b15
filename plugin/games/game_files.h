// SPDX-License-Identifier: BSD-3-Clause
// The file system, and a game in front of it, for the plugin and the command.
#pragma once

#include "assimp-md2/game_files.h"
#include "games/game.h"
#include "importer/files/file_system.h"
#include "importer/files/file_system_path.h"

#include <assimp/DefaultIOSystem.h>

#include <string>

namespace assimp_md2::inner {

/// The game that `io` reads from, or null if `io` is not a GameFiles of this version of the library.
inline const Game* gameOf(const Assimp::IOSystem& io) {
    return static_cast<const Game*>(sourceOf(io));
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

/// Looks for files in a game first and in the file system second. Writes to the file system only.
class GameThenFileSystem : public GameFiles {
public:
    explicit GameThenFileSystem(const GameFiles& game)
        : GameFiles(game), mark_(*this, sourceOf(game), true) {}

    bool Exists(const char* path) const override;
    char getOsSeparator() const override;
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    bool ComparePaths(const char* one, const char* other) const override;
    const std::string& CurrentDirectory() const override {
        return StackSize() == 0 ? mark_ : GameFiles::CurrentDirectory();
    }

private:
    IoMark mark_;
    FileSystem fileSystem_;
};

} // namespace assimp_md2::inner
