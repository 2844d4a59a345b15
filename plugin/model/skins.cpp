// SPDX-License-Identifier: BSD-3-Clause
// Where the file of a skin may lie, as names only.
#include "model/skins.h"

#include "format/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace assimp_md2 {
namespace {

/// Engines prefer these, in this order, to the PCX that a model names.
constexpr std::array<std::string_view, 6> kImageExtensions{".png", ".tga", ".jpg", ".jpeg", ".bmp", ".pcx"};

constexpr std::string_view kSlashes = "/\\";

bool startsWithDrive(std::string_view path) {
    return path.size() >= 2 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0])) != 0;
}

std::string_view fileNameIn(std::string_view path) {
    const std::size_t slash = path.find_last_of(kSlashes);
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The extension with its dot. A dot at the start of a file name begins no extension.
std::string_view extensionOf(std::string_view path) {
    const std::string_view file = fileNameIn(path);
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string_view() : file.substr(dot);
}

std::string_view withoutExtension(std::string_view path) {
    return path.substr(0, path.size() - extensionOf(path).size());
}

void addWithExtensions(std::string_view stem, std::string_view extensionTried,
                       std::vector<std::string>& names) {
    for (const std::string_view extension : kImageExtensions) {
        if (lowerCase(extensionTried) != extension) {
            names.push_back(std::string(stem).append(extension));
        }
    }
}

} // namespace

std::string normalisedSkinName(std::string_view record) {
    std::string name = utf8FromLatin1(record);
    std::replace(name.begin(), name.end(), '\\', '/');
    return name;
}

std::string skinStem(std::string_view name) {
    return std::string(withoutExtension(fileNameIn(name)));
}

std::string pathBelow(std::string_view name) {
    if (startsWithDrive(name)) {
        name.remove_prefix(2);
    }
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const std::size_t length = std::min(name.find_first_of(kSlashes), name.size());
        const std::string_view part = name.substr(0, length);
        name.remove_prefix(std::min(length + 1, name.size()));
        const bool isUp = part == "..";
        if (isUp && !parts.empty()) {
            parts.pop_back();
        } else if (!isUp && !part.empty() && part != ".") {
            parts.push_back(part);
        }
    }
    std::string path;
    for (const std::string_view part : parts) {
        path = joined(path, part);
    }
    return path;
}

std::string lastPart(std::string_view path) {
    return std::string(fileNameIn(path));
}

bool hasImageExtension(std::string_view name) {
    const std::string extension = lowerCase(extensionOf(name));
    return std::any_of(kImageExtensions.begin(), kImageExtensions.end(),
                       [&](std::string_view known) { return known == extension; });
}

bool isIcon(std::string_view name) {
    const std::string_view stem = withoutExtension(fileNameIn(name));
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
    addWithExtensions(skinStem(modelPath), {}, names);
    return names;
}

std::string folderOf(std::string_view path) {
    const std::size_t slash = path.find_last_of(kSlashes);
    if (slash == std::string_view::npos) {
        return {};
    }
    const std::size_t length = path.find_last_not_of(kSlashes, slash) + 1; // npos + 1 is 0
    // A root keeps its slash: "/" and "C:" without it would be current folders.
    const bool isRoot = length == 0 || (length == 2 && startsWithDrive(path));
    return std::string(path.substr(0, isRoot ? length + 1 : length));
}

std::optional<std::string> folderAbove(std::string_view folder, bool goAboveStart) {
    const std::string_view last = fileNameIn(folder);
    if (folder.empty() || folder == ".") {
        return goAboveStart ? std::optional<std::string>("..") : std::nullopt;
    }
    if (last == "..") {
        return goAboveStart ? std::optional<std::string>(joined(folder, "..")) : std::nullopt;
    }
    if (last.empty() || (folder.size() == 2 && startsWithDrive(folder))) {
        return std::nullopt;
    }
    const std::string above = folderOf(folder);
    return last == "." ? folderAbove(above, goAboveStart) : above;
}

std::vector<SkinPlace> skinPlaces(std::string_view name, std::string_view modelFolder, bool goAboveStart) {
    const std::string path = pathBelow(name);
    std::vector<SkinPlace> places;
    if (path.empty()) {
        return places;
    }
    std::optional<std::string> folder = std::string(modelFolder);
    for (int above = 0; above <= kMaximumFoldersAbove && folder; ++above) {
        places.push_back({above, *folder, path});
        folder = folderAbove(*folder, goAboveStart);
    }
    const std::string_view file = fileNameIn(path);
    if (file != path) {
        places.push_back({0, std::string(modelFolder), std::string(file)});
    }
    return places;
}

std::string pathFromModel(int foldersAbove, std::string_view name, std::string_view modelFolder) {
    // The folders between the place and the model, outermost first.
    std::vector<std::string_view> between;
    for (int i = 0; i < foldersAbove; ++i) {
        between.insert(between.begin(), fileNameIn(modelFolder));
        modelFolder =
            modelFolder.substr(0, modelFolder.size() - std::min(modelFolder.size(), between[0].size() + 1));
    }
    std::size_t same = 0;
    while (same < between.size() && !between[same].empty() && name.size() > between[same].size() &&
           name.substr(0, between[same].size()) == between[same] && name[between[same].size()] == '/') {
        name.remove_prefix(between[same].size() + 1);
        ++same;
    }
    std::string path;
    for (std::size_t i = same; i < between.size(); ++i) {
        path += "../";
    }
    return path.append(name);
}

std::string joined(std::string_view folder, std::string_view name) {
    std::string path(folder);
    if (!path.empty() && kSlashes.find(path.back()) == std::string_view::npos) {
        path += '/';
    }
    return path.append(name);
}

} // namespace assimp_md2
