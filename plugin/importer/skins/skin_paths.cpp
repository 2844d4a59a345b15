// SPDX-License-Identifier: BSD-3-Clause
// Computes the names and places of a skin's image.
#include "importer/skins/skin_paths.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

namespace assimp_md2::inner {
namespace {

/// Tried in this order after the exact name.
constexpr std::array<std::string_view, 6> kImageExtensions{".png", ".jpg", ".tga", ".jpeg", ".bmp", ".pcx"};

/// How many of these come before a PCX, as by default in Q2PRO (r_override_textures) and Yamagi Quake II
/// (r_retexturing).
constexpr std::ptrdiff_t kReplacements = 3;

bool endsWith(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// The ending that a text has; empty for none of them.
std::string_view endingOf(std::string_view text, std::initializer_list<std::string_view> endings) {
    const auto ending = std::find_if(endings.begin(), endings.end(),
                                     [&](std::string_view known) { return endsWith(text, known); });
    return ending != endings.end() ? *ending : std::string_view();
}

void addWithExtensions(std::string_view stem, std::string_view extensionTried,
                       std::vector<std::string>& names) {
    for (const std::string_view extension : kImageExtensions) {
        if (lowerCase(extensionTried) != extension) {
            names.push_back(std::string(stem).append(extension));
        }
    }
}

bool isGameFolder(std::string_view folder) {
    return equalWithoutCase(folder, "players") || equalWithoutCase(folder, "models");
}

/// The place of a name that begins with `players/` or `models/`: below the folder that contains the nearest
/// of these two above the model.
std::optional<SkinLocation> locationBelowRoot(const std::string& path,
                                              const std::vector<std::string_view>& modelFolders) {
    const auto nearest = std::find_if(modelFolders.rbegin(), modelFolders.rend(), isGameFolder);
    const std::string first = path.substr(0, path.find('/'));
    if (first == path || !isGameFolder(first) || nearest == modelFolders.rend()) {
        return std::nullopt;
    }
    const auto above = static_cast<std::size_t>(nearest - modelFolders.rbegin()) + 1;
    // A custom IOSystem has the folder in the case of the model's path.
    const std::string_view spelled = equalWithoutCase(first, *nearest) ? *nearest : first;
    return SkinLocation{{above, joined(spelled, path.substr(first.size() + 1))}};
}

} // namespace

std::string normalisedSkinName(std::string_view name) {
    std::string normalised = utf8FromLatin1(name);
    std::replace(normalised.begin(), normalised.end(), '\\', '/');
    return normalised;
}

bool hasImageExtension(std::string_view name) {
    const std::string extension = lowerCase(extensionOf(name));
    return std::any_of(kImageExtensions.begin(), kImageExtensions.end(),
                       [&](std::string_view known) { return known == extension; });
}

bool isNamedLikeOneOf(std::string_view imageName, const std::set<std::string>& stems,
                      std::size_t longerThan) {
    const auto isLetter = [](char character) { return character >= 'a' && character <= 'z'; };
    const std::string stem = lowerCase(stemOf(imageName));
    for (std::size_t length = longerThan + 1; length <= stem.size(); ++length) {
        const bool isWhole = length == stem.size() || !isLetter(stem[length]);
        if (isWhole && stems.count(stem.substr(0, length)) > 0) {
            return true;
        }
    }
    return false;
}

bool isIcon(std::string_view name) {
    return endsWith(lowerCase(stemOf(name)), "_i");
}

bool isCompanion(std::string_view name) {
    // Of DarkPlaces, FTE and Vavoom; the masks of Cube engines, and the icons of Egoboo.
    const std::string stem = lowerCase(stemOf(name));
    return stem == "masks" || isWithDigit(stem, "icon") ||
           !endingOf(stem, {"_i", "_norm", "_nm", "_gloss", "_luma", "_glow", "_spec"}).empty();
}

std::string companionOf(std::string_view name) {
    // Of Q2RTX, Quetoo and DarkPlaces.
    const std::string stem = lowerCase(stemOf(name));
    const std::string_view ending =
        endingOf(stem, {"_n", "_normal", "_bump", "_light", "_roughness", "_metallic", "_h", "_s", "_shirt",
                        "_pants", "_tint", "_emissive"});
    return ending.empty() ? std::string() : stem.substr(0, stem.size() - ending.size());
}

bool isWithDigit(std::string_view stem, std::string_view start) {
    return stem.size() == start.size() + 1 && equalWithoutCase(stem.substr(0, start.size()), start) &&
           stem.back() >= '0' && stem.back() <= '9';
}

int skinRank(std::string_view name, std::string_view folder) {
    const std::string stem = lowerCase(stemOf(name));
    return stem == lowerCase(folder) ? 0 : stem.rfind("ctf_", 0) == 0 ? 2 : 1;
}

std::vector<std::string> imageNames(std::string_view path) {
    std::vector<std::string> names;
    if (path.empty()) {
        return names;
    }
    const std::string_view extension = extensionOf(path);
    const bool isImage = hasImageExtension(path);
    addWithExtensions(withoutExtension(path), isImage ? extension : std::string_view(), names);
    if (isImage) {
        names.emplace(names.begin() + (equalWithoutCase(extension, ".pcx") ? kReplacements : 0), path);
    } else if (!extension.empty()) {
        addWithExtensions(path, {}, names);
    }
    return names;
}

std::vector<SkinLocation> skinLocations(std::string_view name,
                                        const std::vector<std::string_view>& modelFolders, bool isInGame) {
    std::vector<SkinLocation> locations;
    const std::string path = relativePath(name);
    if (path.empty()) {
        return locations;
    }
    if (path[0] == '.') {
        // What was `...` must not become `..`.
        if (const std::string below = relativePath(path.substr(1)); !below.empty()) {
            locations.push_back({{0, below}});
        }
        return locations;
    }
    if (!isAbsolute(name)) {
        if (isInGame) {
            locations.push_back({{modelFolders.size(), path}});
        }
        if (std::optional<SkinLocation> location = locationBelowRoot(path, modelFolders)) {
            locations.push_back(*std::move(location));
        }
    }
    locations.push_back({{0, path}});
    if (const std::string_view file = fileNameOf(path); file != path) {
        const std::string folder = folderOf(path);
        const std::vector<std::string_view> folders = partsOf(folder);
        // Other names are paths on the author's disk, which say nothing about the model's folder.
        const bool isOfGame = std::any_of(folders.begin(), folders.end(), isGameFolder);
        const bool isOtherFolder =
            isOfGame && !modelFolders.empty() && !equalWithoutCase(folders.back(), modelFolders.back());
        locations.push_back({{0, std::string(file)}, isOtherFolder});
    }
    return locations;
}

} // namespace assimp_md2::inner
