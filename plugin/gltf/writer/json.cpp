// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/writer/json.h"

#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {

void JsonText::raw(std::string_view json) {
    if (needsComma_) {
        text_ += ',';
    }
    text_ += json;
    needsComma_ = true;
}

void JsonText::key(std::string_view name) {
    raw("\"");
    text_ += name;
    text_ += "\":";
    needsComma_ = false;
}

void JsonText::rawMember(std::string_view name, std::string_view json) {
    key(name);
    raw(json);
}

void JsonText::open(std::string_view brackets) {
    raw(brackets);
    needsComma_ = false;
}

void JsonText::open(std::string_view name, std::string_view brackets) {
    key(name);
    open(brackets);
}

void JsonText::close(std::string_view brackets) {
    text_ += brackets;
    needsComma_ = true;
}

std::size_t JsonText::begin() {
    open(count_ > 0 ? "\n{" : "{"); // one line for each element
    return count_++;
}

void JsonText::moveIn(std::string_view name, JsonText& other, std::string_view brackets) {
    open(name, brackets.substr(0, 1));
    text_ += other.text_;
    other = JsonText();
    close(brackets.substr(1));
}

void JsonText::value(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    raw("\"");
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text[0]);
        const std::size_t bytes = utf8CharacterSize(text);
        if (byte == '"' || byte == '\\') {
            text_ += '\\';
            text_ += text[0];
        } else if (byte < 0x20) {
            text_ += "\\u00";
            text_ += kHex[byte >> 4];
            text_ += kHex[byte & 15];
        } else {
            text_ += bytes == 0 ? "\xEF\xBF\xBD" : text.substr(0, bytes);
        }
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    text_ += '"';
}

} // namespace assimp_md2::inner
