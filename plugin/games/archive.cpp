// SPDX-License-Identifier: BSD-3-Clause
#include "games/archive.h"

#include "games/game_names.h"
#include "importer/base/paths.h"

#include <algorithm>
#include <utility>

namespace assimp_md2 {
namespace {

bool isControl(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte < 0x20 || byte == 0x7F;
}

} // namespace

bool checkEntryName(std::string_view raw, std::string& name, Warnings& faults) {
    // Q2PRO drops the slashes at the start of a name.
    const std::string_view relative = raw.substr(std::min(raw.find_first_not_of("/\\"), raw.size()));
    // Quake II's pak0.pak has models/monsters/tank/../ctank/skin.pcx, a name in a model.
    std::optional<std::string> checked = gameName(relative);
    if (!checked || raw.size() > kMaximumGameName || std::any_of(raw.begin(), raw.end(), isControl)) {
        faults.add(fault::kInvalidName, 1, raw);
        return false;
    }
    name = std::move(*checked);
    return !isHidden(name);
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
    return tl::unexpected(Error{ErrorCode::BadArchive, std::move(text)});
}

} // namespace assimp_md2
