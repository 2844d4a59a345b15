// SPDX-License-Identifier: BSD-3-Clause
// Implements skin_paths.h.
#include "skins/skin_paths.h"

#include "base/paths.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace assimp_md2 {
namespace {

/// Engines prefer these, in this order, to the PCX that a model names.
constexpr std::array<std::string_view, 6> kImageExtensions{".png", ".tga", ".jpg", ".jpeg", ".bmp", ".pcx"};

void addWithExtensions(std::string_view stem, std::string_view extensionTried,
                       std::vector<std::string>& names) {
    for (const std::string_view extension : kImageExtensions) {
        if (lowerCase(extensionTried) != extension) {
            names.push_back(std::string(stem).append(extension));
        }
    }
}

/// How many of the model's folders are below the game root; 0 if it cannot be derived from the name.
std::size_t foldersToRoot(std::string_view path, const std::vector<std::string_view>& modelFolders) {
    const std::string nameFolder = folderOf(path);
    const std::vector<std::string_view> nameFolders = foldersIn(nameFolder);
    std::size_t best = 0;
    std::size_t longestAgreement = 0;
    for (std::size_t depth = 1; depth <= std::min(nameFolders.size(), modelFolders.size()); ++depth) {
        std::size_t agreement = 0;
        while (agreement < depth && equalWithoutCase(nameFolders[agreement],
                                                     modelFolders[modelFolders.size() - depth + agreement])) {
            ++agreement;
        }
        if (agreement > longestAgreement) {
            longestAgreement = agreement;
            best = depth;
        }
    }
    return best;
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

bool isNamedLikeOneOf(std::string_view imageName, const std::set<std::string>& stems) {
    const auto isLetter = [](char character) { return character >= 'a' && character <= 'z'; };
    const std::string stem = lowerCase(stemOf(imageName));
    for (std::size_t length = 1; length <= stem.size(); ++length) {
        const bool isWhole = length == stem.size() || !isLetter(stem[length]);
        if (isWhole && stems.count(stem.substr(0, length)) > 0) {
            return true;
        }
    }
    return false;
}

bool isIcon(std::string_view name) {
    const std::string_view stem = withoutExtension(fileNameOf(name));
    return stem.size() >= 2 && lowerCase(stem.substr(stem.size() - 2)) == "_i";
}

std::vector<std::string> imageNames(std::string_view path) {
    std::vector<std::string> names;
    if (path.empty()) {
        return names;
    }
    const std::string_view extension = extensionOf(path);
    if (hasImageExtension(path)) {
        names.emplace_back(path);
        addWithExtensions(withoutExtension(path), extension, names);
        return names;
    }
    addWithExtensions(withoutExtension(path), {}, names);
    if (!extension.empty()) {
        addWithExtensions(path, {}, names);
    }
    return names;
}

std::vector<std::string> namesAfterModel(std::string_view modelPath) {
    std::vector<std::string> names;
    addWithExtensions(stemOf(modelPath), {}, names);
    return names;
}

std::vector<SkinPlace> skinPlaces(std::string_view name, const std::vector<std::string_view>& modelFolders) {
    std::vector<SkinPlace> places;
    const std::string path = relativePath(name);
    if (path.empty()) {
        return places;
    }
    if (const std::size_t above = isAbsolute(name) ? 0 : foldersToRoot(path, modelFolders); above > 0) {
        places.push_back({above, path});
    }
    places.push_back({0, path});
    if (const std::string_view file = fileNameOf(path); file != path) {
        places.push_back({0, std::string(file)});
    }
    return places;
}

} // namespace assimp_md2
