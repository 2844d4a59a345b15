// SPDX-License-Identifier: BSD-3-Clause
// Collects warnings, so that each kind becomes one line with a count and the first examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The longest line in bytes. Assimp leaves out lines of more than 1024 with their prefix.
inline constexpr std::size_t kMostWarningBytes = 1000;

/// Lists names until a line is full: `a, b, c`, or `a, b and 17 more`.
///
/// \param nameOf returns the name with an index below `count`
/// \param mostBytes after which no name follows; leaves room for the rest of the line
template <typename NameOf>
std::string listOf(std::size_t count, NameOf nameOf, std::size_t mostBytes = 800) {
    std::string list;
    std::size_t listed = 0;
    for (; listed < count && list.size() < mostBytes; ++listed) {
        list += (listed == 0 ? "" : ", ") + std::string(nameOf(listed));
    }
    return listed == count ? list : list + " and " + std::to_string(count - listed) + " more";
}

/// What an import, an export or the directory of an archive has repaired, ignored or left out.
class Warnings {
public:
    /// Counts a defect.
    ///
    /// \param kind what is wrong and what was done; each text is a line
    /// \param count how often; nothing happens when it is 0
    /// \param example where, such as the name of a file; may be empty
    void add(std::string_view kind, std::uint64_t count = 1, std::string_view example = {});

    /// Adds a sentence that is complete without a count.
    void note(std::string_view text) { entryOf(text); }

    /// Adds what others contain.
    ///
    /// \param example takes the place of their examples if it is not empty
    void addAll(const Warnings& others, std::string_view example = {});

    bool empty() const { return entries_.empty(); }

    /// How often a kind was counted.
    std::uint64_t count(std::string_view kind) const;

    /// The kinds in the order in which they were added, each as a printable line of at most
    /// kMostWarningBytes: `PREFIX KIND (2): a; b`, or `PREFIX KIND (9), first: a; b` if there are more than
    /// the examples.
    std::vector<std::string> lines(std::string_view prefix) const;

private:
    struct Entry {
        std::string kind;
        std::uint64_t count = 0; ///< 0 for a note
        std::vector<std::string> examples;
        std::size_t exampleBytes = 0;
    };
    Entry& entryOf(std::string_view kind);
    static std::string lineOf(std::string_view prefix, const Entry& entry);

    std::vector<Entry> entries_;
};

/// What an import, or a part of it, writes to the log.
struct ImportLog {
    Warnings repairs; ///< of damaged files; IMPORT_MD2_STRICT makes them errors
    Warnings warnings;
    Warnings information;

    void addAll(const ImportLog& other) {
        repairs.addAll(other.repairs);
        warnings.addAll(other.warnings);
        information.addAll(other.information);
    }
};

} // namespace assimp_md2::inner
