// SPDX-License-Identifier: BSD-3-Clause
#include "importer/base/paths.h"

#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

constexpr std::string_view kSlashes = "/\\";

bool isSlash(char character) {
    return character == '/' || character == '\\';
}

bool startsWithDrive(std::string_view path) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return path.size() >= 2 && path[1] == ':' && isLetter(path[0]);
}

} // namespace

std::vector<std::string_view> partsOf(std::string_view path) {
    std::vector<std::string_view> parts = partsBetween(kSlashes, path);
    parts.erase(std::remove(parts.begin(), parts.end(), "."), parts.end());
    return parts;
}

std::string joined(std::string_view folder, std::string_view name) {
    std::string path(folder);
    if (!path.empty() && !isSlash(path.back())) {
        path += '/';
    }
    return path.append(name);
}

std::string folderOf(std::string_view path) {
    const std::size_t slash = path.find_last_of(kSlashes);
    if (slash == std::string_view::npos) {
        return {};
    }
    const std::size_t length = path.find_last_not_of(kSlashes, slash) + 1; // npos + 1 is 0
    const bool isRoot = length == 0 || (length == 2 && startsWithDrive(path));
    return std::string(path.substr(0, isRoot ? length + 1 : length));
}

std::string_view fileNameOf(std::string_view path) {
    return path.substr(path.find_last_of(kSlashes) + 1); // npos + 1 is 0
}

std::string_view extensionOf(std::string_view path) {
    const std::string_view file = fileNameOf(path);
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string_view() : file.substr(dot);
}

std::string_view withoutExtension(std::string_view path) {
    return path.substr(0, path.size() - extensionOf(path).size());
}

std::string stemOf(std::string_view path) {
    return std::string(withoutExtension(fileNameOf(path)));
}

bool isAbsolute(std::string_view path) {
    return startsWithDrive(path) || (!path.empty() && isSlash(path[0]));
}

std::string relativePath(std::string_view path) {
    std::vector<std::string_view> kept;
    for (std::string_view part : partsOf(path)) {
        while (startsWithDrive(part)) {
            part.remove_prefix(2);
        }
        if (part == "..") {
            kept.resize(std::max<std::size_t>(kept.size(), 1) - 1);
        } else if (!part.empty() && part != ".") {
            kept.push_back(part);
        }
    }
    std::string relative;
    for (const std::string_view part : kept) {
        relative.append(relative.empty() ? "" : "/").append(part);
    }
    return relative;
}

std::vector<std::string_view> foldersIn(std::string_view folder) {
    if (startsWithDrive(folder)) {
        folder.remove_prefix(2);
    }
    if (const std::size_t scheme = folder.find("://"); scheme != std::string_view::npos) {
        folder.remove_prefix(std::min(folder.find('/', scheme + 3), folder.size()));
    }
    std::vector<std::string_view> folders = partsOf(folder);
    const auto lastUp = std::find(folders.rbegin(), folders.rend(), "..");
    folders.erase(folders.begin(), lastUp.base());
    return folders;
}

std::string_view folderAbove(std::string_view folder, std::size_t count) {
    if (count == 0) {
        return folder;
    }
    const std::vector<std::string_view> folders = foldersIn(folder);
    const std::string_view outermost = folders[folders.size() - count];
    return folder.substr(0, static_cast<std::size_t>(outermost.data() - folder.data()));
}

std::string pathFrom(std::string_view folder, std::size_t count, std::string_view path) {
    const std::vector<std::string_view> folders = foldersIn(folder);
    std::size_t up = count;
    while (up > 0) {
        const std::string_view next = folders[folders.size() - up];
        const bool entersAgain =
            path.size() > next.size() && path.substr(0, next.size()) == next && isSlash(path[next.size()]);
        if (!entersAgain) {
            break;
        }
        path.remove_prefix(next.size() + 1);
        --up;
    }
    std::string relative;
    for (std::size_t i = 0; i < up; ++i) {
        relative += "../";
    }
    return relative.append(path);
}

std::vector<std::string> splitFolders(std::string_view list) {
    const std::vector<std::string_view> folders = partsBetween(std::string_view(&kListSeparator, 1), list);
    return {folders.begin(), folders.end()};
}

} // namespace assimp_md2::inner
