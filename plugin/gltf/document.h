// SPDX-License-Identifier: BSD-3-Clause
// A glTF document as Assimp has written it, open for additions; knows the containers, not what is added.
#pragma once

#include "format/bytes.h"
#include "io/budget.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace assimp_md2 {

class CapturedFiles;

/// Keys keep Assimp's order. Numbers are floats, as in Assimp and in glTF's buffers, and are written with no
/// more digits than a float needs.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

/// glTF's numbers for a type of components and for the use of a bufferView.
inline constexpr int kFloat = 5126;
inline constexpr int kArrayBuffer = 34962;

/// Takes bytes from the budget of an export.
/// \param source a Budget or a Loan
/// \throws std::runtime_error when they are more than what is left
template <typename Source>
void takeForExport(Source& source, std::uint64_t bytes) {
    if (const std::optional<Error> error = source.take(bytes)) {
        throw std::runtime_error("glTF: " + description(*error));
    }
}

/// A bufferView that is being filled. Its place in the buffer is settled when the document is written. What
/// it holds never moves, so growing needs no second copy.
class GrowingView {
public:
    GrowingView(std::size_t index, Budget& budget) : index_(index), budget_(budget) {}

    /// Of the document's bufferViews.
    std::size_t index() const { return index_; }
    std::size_t size() const { return size_; }

    /// Appends `size` bytes and returns where they are to be written.
    /// \throws std::runtime_error when the budget does not allow them
    std::uint8_t* add(std::size_t size);
    void add(ByteSlice bytes);

private:
    friend class Document;
    struct Piece {
        std::unique_ptr<std::uint8_t[]> bytes;
        std::size_t size;
        std::size_t capacity;
    };

    std::size_t index_;
    Budget& budget_;
    std::size_t size_ = 0;
    std::deque<Piece> pieces_;
};

class Document {
public:
    /// Takes what Assimp has written, without the extensions that it lists and does not use.
    /// \param files and `budget` outlive the document
    Document(CapturedFiles& files, bool isBinary, Budget& budget);

    Json& json() { return json_; }
    bool isBinary() const { return isBinary_; }
    Budget& budget() { return budget_; }

    /// \param properties of the bufferView besides buffer, offset and length
    /// \return a reference that stays valid
    GrowingView& addView(Json properties = Json::object());
    std::size_t addAccessor(Json accessor);

    /// Lists an extension that the document uses.
    void useExtension(const std::string& name);

    /// Writes everything to the real files and frees it on the way.
    /// \return false when the files do not take it
    bool write();

private:
    void placeViews();
    bool writeBuffer(std::size_t target);

    CapturedFiles& files_;
    bool isBinary_;
    Budget& budget_;
    Json json_;
    ByteSlice buffer_; ///< of Assimp's part, in `files_`
    std::deque<GrowingView> views_;
};

} // namespace assimp_md2
