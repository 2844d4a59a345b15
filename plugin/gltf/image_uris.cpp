// SPDX-License-Identifier: BSD-3-Clause
// Texture paths and the URIs that glTF has for them; knows no files.
#include "gltf/image_uris.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace assimp_md2 {
namespace {

bool isEscape(const std::string& text, std::size_t at) {
    const auto isHex = [&](std::size_t i) { return std::isxdigit(static_cast<unsigned char>(text[i])) != 0; };
    return text[at] == '%' && at + 2 < text.size() && isHex(at + 1) && isHex(at + 2);
}

std::string decoded(const std::string& uri) {
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (isEscape(uri, i)) {
            path += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            path += uri[i];
        }
    }
    return path;
}

} // namespace

std::vector<std::string> pathsOf(const std::string& texturePath) {
    std::string slashes = texturePath;
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    return {texturePath, decoded(texturePath), slashes};
}

std::string uriOf(const std::string& path) {
    constexpr const char* kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char character : path) {
        const auto c = static_cast<unsigned char>(character);
        const bool isPlain =
            c > 0 && c < 0x80 && (std::isalnum(c) != 0 || std::strchr("-._~/!$&'()*+,;=@", c) != nullptr);
        if (isPlain) {
            uri += character;
        } else if (c == '\\') {
            uri += '/';
        } else {
            uri += {'%', kHex[c >> 4], kHex[c & 15]};
        }
    }
    return uri;
}

} // namespace assimp_md2
