// SPDX-License-Identifier: BSD-3-Clause
// Reads the files of a game (PAK, PK3, PKZ, loose files) as an IOSystem of Assimp.
#pragma once

#include "assimp-md2/visibility.h"

#include <assimp/IOSystem.hpp>

#include <memory>
#include <string>
#include <vector>

namespace assimp_md2 {

class Game;

/// The files of a game as one tree, read-only:
///
///     Assimp::Importer importer;
///     assimp_md2::registerImporter(importer);
///     importer.SetIOHandler(new assimp_md2::GameFiles({"mymod", "baseq2"})); // the importer deletes it
///     importer.ReadFile("players/male/tris.md2", 0);
///
/// Names are relative to the game root, with `/` or `\`, and without regard to the case of A to Z. A name
/// that is absolute or leads above the root does not exist. Nothing outside the folders is opened: links that
/// lead out of a folder are refused, and links to folders are not followed.
///
/// Of files with the same name, one hides the others. The order, beginning with the file that wins:
///
/// 1. the folders in the order in which they are given: a mod before `baseq2`;
/// 2. in a folder its archives (`*.pak`, `*.pk3`, `*.pkz`), before its loose files;
/// 3. of archives those whose names do not begin with `pak`, the last in the alphabet first; then those
/// called
///    `pak` and a number, the highest number first; with equal numbers the last in the alphabet first:
///    `zz.pkz`, `models.pak`, `pak10.pak`, `pak1.pkz`, `pak1.pak`, `pak0.pak`, loose files.
///
/// This is the order of Q2PRO (add_game_dir and pakcmp in src/common/files.c). For folders, `pak0.pak` to
/// `pak9.pak` and loose files it is also that of Quake II 3.21 (FS_AddGameDirectory in qcommon/files.c) and
/// of Yamagi Quake II (FS_AddDirToSearchPath in src/common/filesystem.c), which has `pak0.pk3` before
/// `pak1.pak` and no defined order for other names. Q2PRO does not read `.pk3`. Of two files with the same
/// name in one archive the first counts, as in Quake II 3.21.
///
/// The constructor reads the directories of the archives and the names of the loose files; what is added to a
/// folder later is not seen. An archive that changes later gives an error when a file in it is read.
///
/// All functions of one object may be called by several threads at the same time, but an IOStream belongs to
/// one thread. An importer deletes its IOSystem, so give each importer a copy: copies share the opened
/// archives.
class ASSIMP_MD2_API GameFiles : public Assimp::IOSystem {
public:
    /// \param folders UTF-8, `baseq2` for example. What cannot be opened is left out and is one of the
    ///        problems()
    /// \throws std::bad_alloc
    explicit GameFiles(const std::vector<std::string>& folders);
    GameFiles(const GameFiles& other);
    GameFiles& operator=(const GameFiles&) = delete;
    ~GameFiles() override;

    using Assimp::IOSystem::ComparePaths;
    using Assimp::IOSystem::Exists;
    using Assimp::IOSystem::Open;

    bool Exists(const char* path) const override;
    char getOsSeparator() const override;

    /// \param mode is for reading: with `w`, `a` or `+` nothing is opened
    ///
    /// \return null when the file does not exist or cannot be read. Assimp's log then has a warning with the
    ///         reason, and so it has when a stream ends early because the file is damaged
    Assimp::IOStream* Open(const char* path, const char* mode = "rb") override;
    void Close(Assimp::IOStream* stream) override;

    /// Whether two paths are the same name of the game.
    bool ComparePaths(const char* one, const char* other) const override;

    /// Change nothing and return false.
    bool CreateDirectory(const std::string& path) override;
    bool ChangeDirectory(const std::string& path) override;
    bool DeleteFile(const std::string& file) override;

    /// The names of the files, sorted, in the case of the folder or archive that they are read from.
    ///
    /// \param pattern is compared without regard to case; `*` stands for any characters, also `/`, and `?`
    /// for
    ///        one byte: `*.md2` gives all models
    std::vector<std::string> list(const std::string& pattern = "*") const;

    /// What could not be opened and what is left out, one line each: missing folders, damaged archives, files
    /// with names that lead out of the game. The constructor also writes these lines to Assimp's log, as
    /// warnings.
    const std::vector<std::string>& problems() const;

private:
    friend const Game* gameOf(const Assimp::IOSystem& io);

    /// The game, for the same version of this library only: a process may hold copies of it, and each has its
    /// own Game.
    virtual const Game* gameOfVersion(int version) const;

    std::shared_ptr<const Game> game_;
};

} // namespace assimp_md2
