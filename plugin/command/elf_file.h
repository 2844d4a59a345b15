// SPDX-License-Identifier: BSD-3-Clause
// What the dynamic linker reads from an ELF file: the libraries that it needs, and the symbols that it
// exports.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assimp_md2 {

struct ElfFile {
    std::string path;
    bool isDynamic = false;            ///< the dynamic linker loads it
    std::vector<std::string> needed{}; ///< names of libraries
    std::string rpath{};               ///< folders of DT_RPATH, each with a colon after it
    std::string runPath{};             ///< those of DT_RUNPATH
    bool containsAssimp = false;       ///< its bytes contain a text of Assimp
    bool exportsAssimp = false;        ///< and its symbols can be interposed
};

/// Reads an ELF file of this system's kind (class, byte order, machine).
///
/// \return std::nullopt for any other file
std::optional<ElfFile> readElf(const std::string& path);

/// Finds a library as the dynamic linker does (ld.so(8)): DT_RPATH if there is no DT_RUNPATH,
/// LD_LIBRARY_PATH, DT_RUNPATH, /etc/ld.so.cache and the default folders. It adds the folders of
/// `neededBy.rpath` to those of the library, which inherits them.
///
/// \return std::nullopt if there is none of this system's kind
std::optional<ElfFile> findLibrary(const std::string& name, const ElfFile& neededBy);

} // namespace assimp_md2
