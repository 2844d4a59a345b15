// SPDX-License-Identifier: BSD-3-Clause
// Reads the files of a game (PAK, PK3, PKZ, ZIP, loose files) as an IOSystem of Assimp. Experimental: this
// interface may change in a minor version.
#pragma once

#include "assimp-md2/visibility.h"

#include <assimp/IOSystem.hpp>

#include <memory>
#include <string>
#include <vector>

namespace assimp_md2 {

/// A read-only IOSystem with all files of a game:
///
///     Assimp::Importer importer;
///     if (!assimp_md2::registerImporter(importer)) { return; } // another version of Assimp
///     importer.SetIOHandler(new assimp_md2::GameFiles({"mymod", "baseq2"})); // the importer deletes it
///     importer.ReadFile("players/male/tris.md2", 0);
///
/// Names are relative to the game root, with `/` or `\`, and without regard to the case of A to Z. A name
/// that is absolute or leads above the root does not exist. No file outside the folders is opened. Symbolic
/// links that lead out of a folder are rejected, and symbolic links to folders are not followed.
///
/// If several files have the same name, only the first one in this order is visible:
///
/// 1. the folders in the order in which they are given: a mod before `baseq2`;
/// 2. in each folder, the archives (`*.pak`, `*.pk3`, `*.pkz`, and folders `*.pk3dir`) before the loose
/// files;
/// 3. among the archives of a folder, first those whose names do not begin with `pak`, in reverse
///    alphabetical order; then those whose names begin with `pak` and a number, highest number first; a name
///    without a number after `pak` has the number 0. Archives with equal numbers are in reverse alphabetical
///    order of what follows the number. Example:
///    `zz.pkz`, `models.pak`, `pak10.pak`, `pak1.pkz`, `pak1.pak`, `pak0.pak`, loose files;
/// 4. after all folders, the archives `*.zip` and `*.pk2` that are ZIP or PAK, in the same order. These may
///    be downloads that are left in the folder.
///
/// Hidden folders such as `.git`, `__MACOSX` and files `._*` are left out. The names in a ZIP are UTF-8 if
/// they are valid UTF-8, otherwise Latin-1, as those in a PAK and in an MD2.
///
/// This is the order of Q2PRO (add_game_dir and pakcmp in src/common/files.c). For folders, `pak0.pak` to
/// `pak9.pak` and loose files it is also the order of Quake II 3.21 (FS_AddGameDirectory in qcommon/files.c)
/// and of Yamagi Quake II (FS_AddDirToSearchPath in src/common/filesystem.c). Yamagi Quake II differs in
/// other cases: `pak0.pk3` comes before `pak1.pak`, and archives with other names have no defined order.
/// Q2PRO does not read `.pk3`.
///
/// Within an archive, names are compared as in Q2PRO (FS_NormalizePath, pack_calc_hashes): `\` is `/`,
/// slashes at the start do not count, and if a name occurs twice, the last entry is used. Quake II 3.21 uses
/// the first one and does not change slashes. In three cases entries differ from Q2PRO:
///
/// - Entries whose names lead out of the game, by `..` or a drive letter, are left out. Other `..` are
/// resolved.
/// - Entries whose bytes are not in the archive are left out, so an earlier entry of the same name is used.
/// - Empty files in a ZIP, and names of 64 bytes and more, are files as all others. Q2PRO ignores them.
///
/// The constructor reads the directories of the archives and lists the loose files. Files that are added
/// later are not found. If an archive changes later, opening a file in it fails.
///
/// Several threads may use one object to import MD2 models at the same time, but an IOStream belongs to one
/// thread. Assimp's importers of some other formats, such as OBJ and X3D, call PushDirectory and PopDirectory
/// of Assimp::IOSystem, which only one thread may call. An importer deletes its IOSystem, so give each
/// importer a copy: copies share the opened archives.
class ASSIMP_MD2_API GameFiles : public Assimp::IOSystem {
public:
    /// \param folders UTF-8, for example `baseq2`. A folder that cannot be opened is skipped and listed in
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

    /// \param mode must be a read mode; returns null for `w`, `a` and `+`
    ///
    /// \return null when the file does not exist or cannot be read. A warning in Assimp's log gives the
    ///         reason. If a file turns out to be damaged while it is read, the stream ends early, with a
    ///         warning as well
    Assimp::IOStream* Open(const char* path, const char* mode = "rb") override;
    void Close(Assimp::IOStream* stream) override;

    /// Whether two paths name the same file of the game.
    bool ComparePaths(const char* one, const char* other) const override;

    /// Names this object, so that the importer recognises it in programs without RTTI. After PushDirectory,
    /// it is the directory of that call; the importer then treats the object as any other IOSystem.
    const std::string& CurrentDirectory() const override;

    /// A game is read-only: these three functions do nothing and return false.
    bool CreateDirectory(const std::string& path) override;
    bool ChangeDirectory(const std::string& path) override;
    bool DeleteFile(const std::string& file) override;

    /// The names of the files, sorted, in the case of the folder or archive that they are read from.
    ///
    /// \param pattern compared without regard to case; `*` matches any characters including `/`, `?` matches
    ///        one byte; `*.md2` matches all models; `\` is the same as `/`
    std::vector<std::string> list(const std::string& pattern = "*") const;

    /// One line for each problem: missing folders, folders that have archives only in subfolders, damaged
    /// archives, archives of other types (`.pk4`, `.kpf`, `.sin`, `.dat`), and files that were left out
    /// because of their names. The constructor also writes these lines to Assimp's log, as warnings.
    const std::vector<std::string>& problems() const;

private:
    struct Inner;
    std::unique_ptr<const Inner> inner_;
};

} // namespace assimp_md2
