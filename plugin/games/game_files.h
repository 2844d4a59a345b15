// SPDX-License-Identifier: BSD-3-Clause
// A game in front of the file system, for the plugin and the command.
#pragma once

#include "assimp-md2/game_files.h"
#include "games/game.h"
#include "importer/files/file_system.h"
#include "importer/files/import_files.h"

#include <string>

namespace assimp_md2::inner {

/// The game that `io` reads from, or null if `io` is not a GameFiles of this version of the library.
inline const Game* gameOf(const Assimp::IOSystem& io) {
    return static_cast<const Game*>(sourceOf(io));
}

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
