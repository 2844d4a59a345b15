// SPDX-License-Identifier: BSD-3-Clause
// A glTF document as Assimp has written it, open for additions; knows the containers, not what is added.
#include "gltf/document.h"

#include "format/bytes.h"
#include "gltf/captured_files.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace assimp_md2 {
namespace {

// The GLB container: a header (magic, version, length of the file), then chunks (length, type, bytes).
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kGlbVersion = 2;
constexpr std::size_t kGlbHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

/// Chunks of a GLB and components of an accessor begin at multiples of four.
constexpr std::size_t aligned(std::size_t size) {
    return (size + 3) & ~std::size_t{3};
}

struct GlbChunks {
    ByteSlice json;
    ByteSlice binary;
};

GlbChunks splitGlb(const ByteSlice& file) {
    GlbChunks chunks;
    for (std::size_t offset = kGlbHeaderSize; file.contains(offset, kChunkHeaderSize);) {
        const std::size_t length = file.u32(offset);
        const std::uint32_t type = file.u32(offset + 4);
        offset += kChunkHeaderSize;
        if (!file.contains(offset, length)) {
            break;
        }
        if (type == kJsonChunk) {
            chunks.json = file.part(offset, length);
        } else if (type == kBinaryChunk) {
            chunks.binary = file.part(offset, length);
        }
        offset += aligned(length);
    }
    return chunks;
}

/// Assimp writes names as they are, and not every name is UTF-8; what is not becomes U+FFFD.
Json parseJson(const ByteSlice& bytes) {
    Json json = Json::parse(bytes.data(), bytes.data() + bytes.size(), nullptr, false);
    if (json.is_discarded()) {
        const Json text = std::string(bytes.data(), bytes.data() + bytes.size());
        const std::string repaired = text.dump(-1, ' ', false, Json::error_handler_t::replace);
        json = Json::parse(Json::parse(repaired).get<std::string>());
    }
    return json;
}

bool usesExtension(const Json& json, const std::string& name) {
    if (json.is_object() && json.contains("extensions") && json["extensions"].contains(name)) {
        return true;
    }
    return json.is_structured() &&
           std::any_of(json.begin(), json.end(), [&](const Json& part) { return usesExtension(part, name); });
}

/// Assimp names FB_ngon_encoding always, and some extensions of materials that then have nothing to say.
void removeUnusedExtensions(Json& json) {
    if (!json.contains("extensionsUsed")) {
        return;
    }
    Json used = Json::array();
    for (const Json& name : json["extensionsUsed"]) {
        if (usesExtension(json, name.get<std::string>())) {
            used.push_back(name);
        }
    }
    if (used.empty()) {
        json.erase("extensionsUsed");
    } else {
        json["extensionsUsed"] = std::move(used);
    }
}

void appendU32(std::string& bytes, std::size_t value) {
    if (value > std::numeric_limits<std::uint32_t>::max()) {
        throw std::runtime_error("glTF: a GLB file cannot be larger than 4 GiB");
    }
    for (int shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(value >> shift & 0xFF);
    }
}

bool writeAll(Assimp::IOStream& target, const void* data, std::size_t size) {
    return size == 0 || target.Write(data, size, 1) == 1;
}

bool writeZeros(Assimp::IOStream& target, std::size_t size) {
    constexpr char kZeros[4] = {};
    return writeAll(target, kZeros, size);
}

} // namespace

void append(std::vector<std::uint8_t>& bytes, const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::uint8_t*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
}

Document::Document(CapturedFiles& files, bool isBinary) : files_(files), isBinary_(isBinary) {
    const auto& captured = files.files();
    if (captured.empty()) {
        throw std::runtime_error("glTF: Assimp's exporter has written nothing");
    }
    const ByteSlice first(captured[0]->bytes.data(), captured[0]->bytes.size());
    if (isBinary) {
        const GlbChunks chunks = splitGlb(first);
        json_ = parseJson(chunks.json);
        buffer_.assign(chunks.binary.data(), chunks.binary.data() + chunks.binary.size());
    } else {
        json_ = parseJson(first);
        if (captured.size() > 1) {
            buffer_ = std::move(captured[1]->bytes);
        }
    }
    removeUnusedExtensions(json_);
}

GrowingView& Document::addView(Json properties) {
    Json& bufferViews = json_["bufferViews"];
    properties["buffer"] = 0;
    bufferViews.push_back(std::move(properties));
    views_.push_back({bufferViews.size() - 1, {}});
    return views_.back();
}

std::size_t Document::addAccessor(Json accessor) {
    Json& accessors = json_["accessors"];
    accessors.push_back(std::move(accessor));
    return accessors.size() - 1;
}

void Document::placeViews() {
    if (buffer_.empty() && views_.empty()) {
        return;
    }
    std::size_t end = buffer_.size();
    for (const GrowingView& view : views_) {
        Json& bufferView = json_["bufferViews"][view.index];
        end = aligned(end);
        bufferView["byteOffset"] = end;
        bufferView["byteLength"] = view.bytes.size();
        end += view.bytes.size();
    }
    json_["buffers"][0]["byteLength"] = end;
}

bool Document::writeBuffer(std::size_t target) const {
    Assimp::IOStream& stream = *files_.files()[target]->target;
    std::size_t end = buffer_.size();
    bool complete = writeAll(stream, buffer_.data(), buffer_.size());
    for (const GrowingView& view : views_) {
        complete = complete && writeZeros(stream, aligned(end) - end) &&
                   writeAll(stream, view.bytes.data(), view.bytes.size());
        end = aligned(end) + view.bytes.size();
    }
    return complete && (!isBinary_ || writeZeros(stream, aligned(end) - end));
}

bool Document::write() {
    placeViews();
    std::string text = json_.dump(isBinary_ ? -1 : 1, ' ', false, Json::error_handler_t::replace);
    Assimp::IOStream& stream = *files_.files()[0]->target;
    if (!isBinary_) {
        return writeAll(stream, text.data(), text.size()) && (files_.files().size() < 2 || writeBuffer(1));
    }

    text.resize(aligned(text.size()), ' ');
    const bool hasBuffer = json_.contains("buffers");
    const std::size_t bufferSize =
        hasBuffer ? aligned(json_["buffers"][0]["byteLength"].get<std::size_t>()) : 0;
    std::string head;
    appendU32(head, kGlbMagic);
    appendU32(head, kGlbVersion);
    appendU32(head, kGlbHeaderSize + kChunkHeaderSize + text.size() +
                        (hasBuffer ? kChunkHeaderSize + bufferSize : 0));
    appendU32(head, text.size());
    appendU32(head, kJsonChunk);
    std::string binaryHead;
    appendU32(binaryHead, bufferSize);
    appendU32(binaryHead, kBinaryChunk);
    return writeAll(stream, head.data(), head.size()) && writeAll(stream, text.data(), text.size()) &&
           (!hasBuffer || (writeAll(stream, binaryHead.data(), binaryHead.size()) && writeBuffer(0)));
}

} // namespace assimp_md2
