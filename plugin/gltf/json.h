// SPDX-License-Identifier: BSD-3-Clause
// Writes JSON text. It never parses or nests values, so nothing but an addition can fail: the destructor of
// nlohmann::json allocates and ends the process when memory is short.
#pragma once

#include "io/budget.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// A part of a JSON text. Commas are set by themselves. The caller opens and closes brackets in pairs.
class JsonText {
public:
    /// \param budget is charged for the text and outlives it; what exceeds it is not added
    explicit JsonText(ExportBudget& budget) : budget_(budget) {}
    ~JsonText() { budget_.giveBack(taken_); }
    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;

    void open(char bracket);
    void open(std::string_view name, char bracket);
    void close(char bracket);

    /// Opens the next object of a top-level array, which has a line of its own.
    ///
    /// \return its index
    std::size_t begin();
    void end() { close('}'); }
    std::size_t count() const { return count_; }

    void key(std::string_view name);
    void value(std::size_t number);
    /// \param number finite
    void value(float number);
    /// \param text UTF-8; each byte that is not becomes U+FFFD
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool flag) { raw(flag ? "true" : "false"); }
    /// Text that is valid JSON in this place: one value.
    void raw(std::string_view json);
    /// Takes the values of another text, which is empty then. \param brackets that enclose them
    void moveIn(std::string_view name, std::string_view brackets, JsonText& other);

    /// Adds members to an object: a name and a value, and any number of these.
    template <typename Value, typename... More>
    void member(std::string_view name, const Value& memberValue, const More&... more) {
        key(name);
        value(memberValue);
        if constexpr (sizeof...(more) > 0) {
            member(more...);
        }
    }
    template <typename Values>
    void list(std::string_view name, const Values& values) {
        open(name, '[');
        for (const auto& element : values) {
            value(element);
        }
        close(']');
    }

    bool isEmpty() const { return pieces_.empty(); }
    std::size_t size() const;
    const std::vector<std::string>& pieces() const { return pieces_; }

private:
    void separate();
    void add(std::string_view text);

    ExportBudget& budget_;
    std::vector<std::string> pieces_; ///< none is copied when the text grows
    std::uint64_t taken_ = 0;
    std::size_t count_ = 0;
    bool needsComma_ = false;
};

} // namespace assimp_md2
