// SPDX-License-Identifier: BSD-3-Clause
// The directory of an archive, and the errors in it, as values.
#include "games/archive.h"

#include "games/game_names.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace assimp_md2 {
namespace {

bool isControl(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte < 0x20 || byte == 0x7F;
}

static_assert(kMaximumGameName == 255, "words() contains the number");

const char* words(EntryFault fault) {
    switch (fault) {
    case EntryFault::NoNul:
        return "names without a NUL at their end";
    case EntryFault::NoName:
        return "files without a name are left out";
    case EntryFault::LeavesGame:
        return "files whose names lead out of the game are left out";
    case EntryFault::ControlBytes:
        return "files with control characters in their names are left out";
    case EntryFault::LongName:
        return "files with names of more than 255 bytes are left out";
    case EntryFault::Backslash:
        return "files with \\ in their names are left out";
    case EntryFault::OutsideFile:
        return "files whose bytes are not in the archive are left out";
    case EntryFault::Unreadable:
        return "files that cannot be read";
    case EntryFault::Duplicate:
        return "files with the name of another one in the same archive or folder are left out";
    }
    return "";
}

} // namespace

void EntryFaults::add(EntryFault fault, std::string_view name) {
    Kind& kind = kinds_[static_cast<std::size_t>(fault)];
    if (kind.count == 0) {
        constexpr std::size_t kMost = 200;
        kind.firstName = name.substr(0, kMost);
    }
    ++kind.count;
}

std::vector<std::string> EntryFaults::messages() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < kEntryFaultCount; ++i) {
        if (kinds_[i].count > 0) {
            lines.push_back(std::string(words(static_cast<EntryFault>(i))) + ": " +
                            std::to_string(kinds_[i].count) + ", first \"" + kinds_[i].firstName + "\"");
        }
    }
    return lines;
}

bool checkEntryName(std::string_view raw, std::string& name, EntryFaults& faults) {
    if (raw.empty()) {
        faults.add(EntryFault::NoName, raw);
        return false;
    }
    if (std::any_of(raw.begin(), raw.end(), isControl)) {
        faults.add(EntryFault::ControlBytes, raw);
        return false;
    }
    if (raw.size() > kMaximumGameName) {
        faults.add(EntryFault::LongName, raw);
        return false;
    }
    // Q2PRO drops the slashes at the start of a name.
    const std::string_view relative = raw.substr(std::min(raw.find_first_not_of("/\\"), raw.size()));
    // Refuses every `..`, even if the path stays inside the game: another program that unpacks the archive
    // may resolve it differently.
    std::optional<std::string> checked = gameName(relative);
    const std::string slashed = "/" + std::string(raw) + "/";
    const auto has = [&](const char* part) { return slashed.find(part) != std::string::npos; };
    if (!checked || has("/../") || has("\\..\\") || has("/..\\") || has("\\../")) {
        faults.add(EntryFault::LeavesGame, raw);
        return false;
    }
    name = std::move(*checked);
    return true;
}

std::optional<Error> takeEntries(std::uint64_t count, std::uint64_t& left) {
    if (count > left) {
        return archiveError("the archive has " + std::to_string(count) +
                            " files and folders, the limit of the game leaves " + std::to_string(left))
            .value();
    }
    left -= count;
    return std::nullopt;
}

tl::unexpected<Error> archiveError(std::string text) {
    Error error{ErrorCode::BadArchive, Section::Archive};
    error.text = std::move(text);
    return tl::unexpected(std::move(error));
}

} // namespace assimp_md2
