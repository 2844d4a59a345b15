// SPDX-License-Identifier: BSD-3-Clause
#include "command/game_inputs.h"

#include "games/archive.h"
#include "games/game.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace assimp_md2::inner {
namespace {

bool hasExtension(const std::string& file) {
    return equalWithoutCase(extensionOf(file), ".md2");
}

/// Whether a file is an MD2 by its extension or its signature.
bool isMd2(const std::string& path) {
    const auto file = LocalFile::open(path);
    return hasExtension(path) || (file && nameInField(file->readBeginning(4).slice()) == "IDP2");
}

std::string whyRefused(const std::string& path) {
    const ArchiveKind kind = archiveKindOf(path);
    if (kind == ArchiveKind::Game || kind == ArchiveKind::Download) {
        const std::string folder = folderOf(path);
        return "is an archive, which is read with --game " + (folder.empty() ? "." : folder) + " \"*.md2\"";
    }
    return isMd2(path) ? "" : "is not an MD2; md2-maker makes one of it, assimp export another format";
}

std::vector<std::string> modelsMatching(const std::string& pattern, const Game& game, Plan& plan) {
    std::vector<std::string> names = game.list(pattern);
    // The pattern may match skins and sounds, too.
    names.erase(std::remove_if(names.begin(), names.end(),
                               [](const std::string& name) { return !matchesPattern("*.md2", name); }),
                names.end());
    if (names.empty()) {
        plan.failures.push_back(pattern + ": no model of the game has such a name");
    }
    return names;
}

} // namespace

InputRules inputsOfConvert(const Game* game) {
    InputRules rules{hasExtension, ".md2 file; those in archives need --game FOLDER \"*.md2\"", whyRefused};
    if (game != nullptr) {
        rules.find = [game](const std::string& word, Plan& plan) -> std::optional<std::vector<std::string>> {
            if (word.find_first_of("*?") != std::string::npos) {
                return modelsMatching(word, *game, plan);
            }
            const auto name = game->find(word);
            return name ? std::optional(std::vector<std::string>{*name}) : std::nullopt;
        };
    }
    return rules;
}

} // namespace assimp_md2::inner
