// SPDX-License-Identifier: BSD-3-Clause
// The directory of an archive, and the errors in it, as values.
#include "io/archive.h"

#include "io/game_names.h"

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
        return "files with the name of an earlier one are left out";
    }
    return "";
}

} // namespace

void EntryFaults::add(EntryFault fault, std::string_view name) {
    Kind& kind = kinds_[static_cast<std::size_t>(fault)];
    if (kind.count == 0) {
        kind.firstName = printable(name);
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
    // Refuses every `..`, even if the path stays inside the game: another program that unpacks the archive
    // may resolve it differently.
    std::optional<std::string> checked = gameName(raw);
    const std::string slashed = "/" + std::string(raw) + "/";
    const auto has = [&](const char* part) { return slashed.find(part) != std::string::npos; };
    if (!checked || has("/../") || has("\\..\\") || has("/..\\") || has("\\../")) {
        faults.add(EntryFault::LeavesGame, raw);
        return false;
    }
    name = std::move(*checked);
    return true;
}

std::string printable(std::string_view text) {
    constexpr std::size_t kMost = 200;
    std::string line(text.substr(0, kMost));
    std::replace_if(line.begin(), line.end(), isControl, '?');
    return line;
}

tl::unexpected<Error> archiveError(std::string text) {
    Error error{ErrorCode::BadArchive, Section::Archive};
    error.text = std::move(text);
    return tl::unexpected(std::move(error));
}

} // namespace assimp_md2
