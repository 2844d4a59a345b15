// SPDX-License-Identifier: BSD-3-Clause
// A glTF document as Assimp has written it, open for additions; knows the containers, not what is added.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace assimp_md2 {

class CapturedFiles;

/// Keys stay in Assimp's order, and numbers are floats, as they are in Assimp and in glTF's buffers: written
/// with no more digits than a float needs.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

void append(std::vector<std::uint8_t>& bytes, const void* data, std::size_t size);

/// A bufferView that is being filled; where its bytes come to lie is settled when the document is written.
struct GrowingView {
    std::size_t index;
    std::vector<std::uint8_t> bytes;
};

class Document {
public:
    /// Takes over the bytes of `files`, without the extensions that they name and do not use.
    Document(CapturedFiles& files, bool isBinary);

    Json& json() { return json_; }
    bool isBinary() const { return isBinary_; }

    /// `properties`: what the bufferView says besides buffer, offset and length. The reference stays valid.
    GrowingView& addView(Json properties = Json::object());
    std::size_t addAccessor(Json accessor);

    /// Sends everything to the real files; false if they do not take it.
    bool write();

private:
    void placeViews();
    bool writeBuffer(std::size_t target) const;

    CapturedFiles& files_;
    bool isBinary_;
    Json json_;
    std::vector<std::uint8_t> buffer_;
    std::deque<GrowingView> views_;
};

} // namespace assimp_md2
