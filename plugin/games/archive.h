// SPDX-License-Identifier: BSD-3-Clause
// The directory of an archive, and the errors in it, as values.
#pragma once

#include "base/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// Limits of one archive, chosen by this project. For comparison, Quake II reads 4,096 files and Q2PRO
/// 1,048,576. The maximum size is INT32_MAX because offsets in an MD2 are int32.
inline constexpr std::uint64_t kMaximumArchiveFiles = 65'536;
inline constexpr std::uint64_t kMaximumArchivedSize = INT32_MAX;

/// The longest path of a file in a game, in bytes of UTF-8; chosen by this project. For
/// comparison, a PAK has fields of 56 bytes.
inline constexpr std::size_t kMaximumGameName = 255;

/// A file in an archive.
struct ArchivedFile {
    std::string name; ///< as gameName returns it, UTF-8, in the case that the archive has
    /// PAK: offset of the file's bytes; ZIP: offset of the file's record in the central directory.
    std::uint64_t offset = 0;
    std::uint64_t number = 0; ///< ZIP: index of the record in the central directory
    /// Uncompressed size in bytes; at most kMaximumArchivedSize if the file is readable.
    std::uint64_t size = 0;
    std::string unreadable{}; ///< why it cannot be read; empty when it can
};

/// What is wrong with an entry of an archive, or with the name of a loose file.
enum class EntryFault {
    NoNul,        ///< the name has no NUL at its end (PAK); the file is kept
    NoName,       ///< no name; the file is left out
    LeavesGame,   ///< `..` or a drive letter in the name, or nothing but slashes; the file is left out
    ControlBytes, ///< control characters in the name; the file is left out
    LongName,     ///< the name has more than kMaximumGameName bytes; the file is left out
    Backslash,    ///< `\` in the name of a loose file; no path can name the file; it is left out
    OutsideFile,  ///< the bytes are not in the archive; the file is left out
    Unreadable,   ///< the file is encrypted, has an unsupported compression or an impossible size; it is
                  ///< listed, but reading it fails
    Duplicate     ///< a later entry has the same name (of loose files: an earlier one); the file is left out
};
inline constexpr std::size_t kEntryFaultCount = static_cast<std::size_t>(EntryFault::Duplicate) + 1;

/// Counts the faults of an archive.
class EntryFaults {
public:
    /// \param name of the entry, shown with the first fault of each kind
    void add(EntryFault fault, std::string_view name);

    std::size_t count(EntryFault fault) const { return kinds_[static_cast<std::size_t>(fault)].count; }

    /// One line for each kind that occurs: what is wrong, what was done, how often, and the first name.
    std::vector<std::string> messages() const;

private:
    struct Kind {
        std::size_t count = 0;
        std::string firstName;
    };
    std::array<Kind, kEntryFaultCount> kinds_{};
};

/// What an archive contains.
struct ArchiveDirectory {
    std::vector<ArchivedFile> files; ///< in the order of the archive; two files may have one name
    EntryFaults faults;
};

/// Call it before the entries of an archive are read, files and folders.
///
/// \param left how many entries of all archives of a game may still be read; reduced by `count`
/// \return BadArchive if `count` is more than `left`
std::optional<Error> takeEntries(std::uint64_t count, std::uint64_t& left);

/// Checks the name of an entry (UTF-8). If the name is not valid in a game, adds a fault and returns false.
/// Otherwise stores the name in `name`, in the form that gameName returns. Slashes at its start are dropped.
bool checkEntryName(std::string_view raw, std::string& name, EntryFaults& faults);

/// Makes a BadArchive error.
///
/// \param text what is wrong, where, and what was expected
tl::unexpected<Error> archiveError(std::string text);

} // namespace assimp_md2
