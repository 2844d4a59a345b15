// SPDX-License-Identifier: BSD-3-Clause
// Implements json.h.
#include "gltf/json.h"

#include "base/text.h"

#include <algorithm>
#include <utility>

namespace assimp_md2 {

void JsonText::add(std::string_view text) {
    if (pieces_.empty() || pieces_.back().capacity() - pieces_.back().size() < text.size()) {
        constexpr std::size_t kLeastPiece = 512;
        constexpr std::size_t kNode = sizeof(std::string) + 2 * sizeof(void*);
        const std::size_t capacity = std::max(text.size(), kLeastPiece);
        budget_.take(capacity + kNode);
        taken_ += capacity + kNode;
        pieces_.emplace_back().reserve(capacity);
    }
    pieces_.back() += text;
    size_ += text.size();
}

void JsonText::raw(std::string_view json) {
    if (needsComma_) {
        add(",");
    }
    add(json);
    needsComma_ = true;
}

void JsonText::key(std::string_view name) {
    raw("\"");
    add(name);
    add("\":");
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
    add(brackets);
    needsComma_ = true;
}

std::size_t JsonText::begin() {
    open(count_ > 0 ? "\n{" : "{"); // one line for each element
    return count_++;
}

void JsonText::moveIn(std::string_view name, JsonText& other, std::string_view brackets) {
    open(name, brackets.substr(0, 1));
    pieces_.splice(pieces_.end(), other.pieces_);
    size_ += std::exchange(other.size_, 0);
    taken_ += std::exchange(other.taken_, 0);
    other.needsComma_ = false;
    close(brackets.substr(1));
}

void JsonText::value(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    raw("\"");
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text[0]);
        const std::size_t bytes = utf8CharacterSize(text);
        if (byte == '"' || byte == '\\') {
            add("\\");
            add(text.substr(0, 1));
        } else if (byte < 0x20) {
            add("\\u00");
            add(kHex.substr(byte >> 4, 1));
            add(kHex.substr(byte & 15, 1));
        } else {
            add(bytes == 0 ? "\xEF\xBF\xBD" : text.substr(0, bytes));
        }
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    add("\"");
}

} // namespace assimp_md2
