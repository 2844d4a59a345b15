// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/files/file_names.h"

#include "importer/base/paths.h"

#include <algorithm>
#include <array>

namespace assimp_md2::inner {
namespace {

bool isDeviceOfWindows(std::string_view part) {
    constexpr std::array<std::string_view, 6> kNames{"con", "prn", "aux", "nul", "conin$", "conout$"};
    std::string stem = lowerCase(part.substr(0, part.find('.')));
    stem.erase(stem.find_last_not_of(' ') + 1);
    const bool hasNumber = (stem.rfind("com", 0) == 0 || stem.rfind("lpt", 0) == 0) && stem.size() == 4 &&
                           stem[3] >= '0' && stem[3] <= '9';
    return hasNumber || std::find(kNames.begin(), kNames.end(), stem) != kNames.end();
}

} // namespace

std::string windowsName(std::string_view relative) {
    std::string name;
    for (const std::string_view part : partsOf(relative)) {
        std::string possible(part);
        for (std::size_t i = 0; i < possible.size(); ++i) {
            const bool isShortName =
                i > 0 && possible[i - 1] == '~' && possible[i] >= '0' && possible[i] <= '9';
            const auto byte = static_cast<unsigned char>(possible[i]);
            if (isControl(possible[i]) ||
                std::string_view("<>:\"|?*").find(possible[i]) != std::string_view::npos) {
                possible[i] = '_';
            } else if (byte == 0xC2 && i + 1 < possible.size() &&
                       (possible[i + 1] & 0xE0) == 0x80) { // U+0080 to U+009F
                possible.replace(i, 2, "_");
            } else if (isShortName) {
                possible[i - 1] = '_';
            }
        }
        if (possible.back() == '.' || possible.back() == ' ') {
            possible.back() = '_';
        }
        if (isDeviceOfWindows(possible)) {
            possible.insert(0, "_");
        }
        name = joined(name, possible);
    }
    return name;
}

std::string imageStemOf(const std::string& output) {
    std::string stem = windowsName(stemOf(output));
    std::replace(stem.begin(), stem.end(), ' ', '_');
    return stem;
}

std::string uriOfPath(std::string_view path) {
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                        "-._~/!$&'()*+,;=@";
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char character : path) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '\\') {
            uri += '/';
        } else if (kPlain.find(character) != std::string_view::npos) {
            uri += character;
        } else {
            uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
        }
    }
    return uri;
}

Result<std::string> FreeNames::find(std::string_view stem, std::string_view extension, const IsFree& isFree) {
    const std::size_t most = stem.size() - fileNameOf(stem).size() + mostBytes_;
    const auto pathWith = [&](const std::string& ending) {
        return std::string(cut(stem, most - std::min(ending.size(), mostBytes_))) + ending;
    };
    const std::string first = pathWith(std::string(extension));
    for (unsigned int tried = 0; tried < kMostTakenNames; ++tried) {
        std::string path = names_.unique(
            first, [&](unsigned int number) { return pathWith(ending_(number).append(extension)); });
        const Result<bool> answer = isFree ? isFree(path) : true;
        if (!answer) {
            return tl::unexpected(answer.error());
        }
        if (*answer) {
            return path;
        }
    }
    return failure("no name is free: " + std::string(stem) + std::string(extension) + " and " +
                   std::to_string(kMostTakenNames - 1) + " numbered ones exist");
}

} // namespace assimp_md2::inner
