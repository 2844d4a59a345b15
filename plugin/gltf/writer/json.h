// SPDX-License-Identifier: BSD-3-Clause
// Writes JSON text. nlohmann::json is not used, because its destructor allocates memory and ends the process
// if that fails.
#pragma once

#include <charconv>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace assimp_md2::inner {

/// A part of a JSON text. Inserts commas automatically. The caller must open and close brackets in pairs. The
/// names of members are plain ASCII.
class JsonText {
public:
    /// \param brackets one or several: "[{" opens an array with an object
    void open(std::string_view brackets);
    void open(std::string_view name, std::string_view brackets);
    void close(std::string_view brackets);

    /// Opens the next object of a top-level array on a new line and returns its index.
    std::size_t begin();
    void end() { close("}"); }
    std::size_t count() const { return count_; }

    /// \param number finite
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    void value(Number number) {
        char digits[24];
        char* const end = std::to_chars(digits, std::end(digits), number).ptr;
        raw({digits, static_cast<std::size_t>(end - digits)});
    }
    /// \param text UTF-8; each byte that is not valid UTF-8 becomes U+FFFD
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    /// Moves the values of `other` to this text as the array `name`, or its members as the object `name`.
    /// `other` is then empty.
    void moveIn(std::string_view name, JsonText& other, std::string_view brackets = "[]");

    /// Adds members to an object: a name and a value, and any number of these.
    template <typename Value, typename... More>
    void member(std::string_view name, const Value& memberValue, const More&... more) {
        key(name);
        value(memberValue);
        if constexpr (sizeof...(more) > 0) {
            member(more...);
        }
    }
    /// \param json a value as JSON
    void rawMember(std::string_view name, std::string_view json);
    template <typename Values>
    void list(std::string_view name, const Values& values) {
        open(name, "[");
        for (const auto& element : values) {
            value(element);
        }
        close("]");
    }

    const std::string& text() const { return text_; }

private:
    void key(std::string_view name);
    void raw(std::string_view json);

    std::string text_;
    std::size_t count_ = 0;
    bool needsComma_ = false;
};

} // namespace assimp_md2::inner
