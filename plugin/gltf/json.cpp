// SPDX-License-Identifier: BSD-3-Clause
// Writes JSON text.
#include "gltf/json.h"

#include "format/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace assimp_md2 {
namespace {

bool isPlain(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte >= 0x20 && byte < 0x80 && character != '"' && character != '\\';
}

} // namespace

void JsonText::add(std::string_view text) {
    if (pieces_.empty() || pieces_.back().capacity() - pieces_.back().size() < text.size()) {
        constexpr std::size_t kLeastPiece = 512;
        constexpr std::size_t kNode = sizeof(std::string) + 2 * sizeof(void*);
        const std::size_t capacity = std::max(text.size(), kLeastPiece);
        if (!budget_.take(capacity + kNode)) {
            return;
        }
        taken_ += capacity + kNode;
        pieces_.emplace_back().reserve(capacity);
    }
    pieces_.back() += text;
}

std::size_t JsonText::size() const {
    std::size_t bytes = 0;
    for (const std::string& piece : pieces_) {
        bytes += piece.size();
    }
    return bytes;
}

void JsonText::separate() {
    if (needsComma_) {
        add(",");
    }
    needsComma_ = true;
}

void JsonText::open(char bracket) {
    separate();
    add({&bracket, 1});
    needsComma_ = false;
}

void JsonText::close(char bracket) {
    add({&bracket, 1});
    needsComma_ = true;
}

void JsonText::open(std::string_view name, char bracket) {
    key(name);
    open(bracket);
}

void JsonText::key(std::string_view name) {
    value(name);
    add(":");
    needsComma_ = false;
}

void JsonText::raw(std::string_view json) {
    separate();
    add(json);
}

void JsonText::moveIn(std::string_view name, JsonText& other) {
    open(name, '[');
    pieces_.splice(pieces_.end(), other.pieces_);
    taken_ += std::exchange(other.taken_, 0);
    close(']');
}

void JsonText::value(std::size_t number) {
    char digits[24];
    raw({digits, static_cast<std::size_t>(std::to_chars(digits, std::end(digits), number).ptr - digits)});
}

void JsonText::value(float number) {
    char digits[24];
    raw({digits, static_cast<std::size_t>(std::to_chars(digits, std::end(digits), number).ptr - digits)});
}

void JsonText::value(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    raw("\"");
    while (!text.empty()) {
        const auto plain =
            static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isPlain) - text.begin());
        add(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) {
            break;
        }
        const auto byte = static_cast<unsigned char>(text[0]);
        const std::size_t bytes = utf8CharacterSize(text);
        if (byte == '"' || byte == '\\') {
            const char escape[] = {'\\', text[0]};
            add({escape, sizeof escape});
        } else if (byte < 0x20) {
            const char escape[] = {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
            add({escape, sizeof escape});
        } else {
            add(bytes == 0 ? "\xEF\xBF\xBD" : text.substr(0, bytes));
        }
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    add("\"");
}

std::size_t JsonText::begin() {
    separate();
    add(count_ > 0 ? "\n{" : "{"); // one line for each element
    needsComma_ = false;
    return count_++;
}

} // namespace assimp_md2
