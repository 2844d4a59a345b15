// SPDX-License-Identifier: BSD-3-Clause
// A glTF document as Assimp has written it, open for additions; knows the containers, not what is added.
#include "gltf/document.h"

#include "format/bytes.h"
#include "gltf/captured_files.h"

#include <algorithm>
#include <limits>
#include <optional>
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

/// Assimp writes names as they are. What is not UTF-8 becomes U+FFFD.
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

/// Assimp always lists FB_ngon_encoding, and lists extensions of materials that then have no properties. A
/// required extension stays: Assimp writes no object for KHR_texture_basisu.
void removeUnusedExtensions(Json& json) {
    if (!json.contains("extensionsUsed")) {
        return;
    }
    const Json required = json.value("extensionsRequired", Json::array());
    Json used = Json::array();
    for (const Json& name : json["extensionsUsed"]) {
        const bool isRequired = std::find(required.begin(), required.end(), name) != required.end();
        if (isRequired || usesExtension(json, name.get<std::string>())) {
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

std::uint8_t* GrowingView::add(std::size_t size) {
    if (pieces_.empty() || pieces_.back().capacity - pieces_.back().size < size) {
        // Small additions share a piece, and at most an eighth of the view stays unused.
        const std::size_t capacity = std::max(size, size_ / 8);
        takeForExport(budget_, capacity);
        pieces_.push_back({std::unique_ptr<std::uint8_t[]>(new std::uint8_t[capacity]), 0, capacity});
    }
    Piece& piece = pieces_.back();
    std::uint8_t* const added = piece.bytes.get() + piece.size;
    piece.size += size;
    size_ += size;
    return added;
}

void GrowingView::add(ByteSlice bytes) {
    std::copy_n(bytes.data(), bytes.size(), add(bytes.size()));
}

Document::Document(CapturedFiles& files, bool isBinary, Budget& budget)
    : files_(files), isBinary_(isBinary), budget_(budget) {
    const auto& captured = files.files();
    if (captured.empty()) {
        throw std::runtime_error("glTF: Assimp's exporter has written nothing");
    }
    const auto sliceOf = [&](std::size_t file) {
        return ByteSlice(captured[file]->bytes.data(), captured[file]->bytes.size());
    };
    if (isBinary) {
        const GlbChunks chunks = splitGlb(sliceOf(0));
        json_ = parseJson(chunks.json);
        buffer_ = chunks.binary;
    } else {
        json_ = parseJson(sliceOf(0));
        if (captured.size() > 1) {
            buffer_ = sliceOf(1);
        }
    }
    removeUnusedExtensions(json_);
}

GrowingView& Document::addView(Json properties) {
    Json& bufferViews = json_["bufferViews"];
    properties["buffer"] = 0;
    bufferViews.push_back(std::move(properties));
    return views_.emplace_back(bufferViews.size() - 1, budget_);
}

void Document::useExtension(const std::string& name) {
    Json& used = json_["extensionsUsed"];
    if (std::find(used.begin(), used.end(), name) == used.end()) {
        used.push_back(name);
    }
}

std::size_t Document::addAccessor(Json accessor) {
    constexpr std::uint64_t kBytesAsJsonAndText = 1536;
    takeForExport(budget_, kBytesAsJsonAndText);
    Json& accessors = json_["accessors"];
    accessors.push_back(std::move(accessor));
    return accessors.size() - 1;
}

void Document::placeViews() {
    if (buffer_.size() == 0 && views_.empty()) {
        return;
    }
    std::size_t end = buffer_.size();
    for (const GrowingView& view : views_) {
        Json& bufferView = json_["bufferViews"][view.index()];
        end = aligned(end);
        bufferView["byteOffset"] = end;
        bufferView["byteLength"] = view.size();
        end += view.size();
    }
    json_["buffers"][0]["byteLength"] = end;
}

bool Document::writeBuffer(std::size_t target) {
    Assimp::IOStream& stream = *files_.files()[target]->target;
    std::size_t end = buffer_.size();
    bool complete = writeAll(stream, buffer_.data(), buffer_.size());
    for (GrowingView& view : views_) {
        complete = complete && writeZeros(stream, aligned(end) - end);
        end = aligned(end) + view.size();
        for (; complete && !view.pieces_.empty(); view.pieces_.pop_front()) {
            complete = writeAll(stream, view.pieces_[0].bytes.get(), view.pieces_[0].size);
        }
    }
    return complete && (!isBinary_ || writeZeros(stream, aligned(end) - end));
}

bool Document::write() {
    placeViews();
    std::string text = json_.dump(isBinary_ ? -1 : 1, ' ', false, Json::error_handler_t::replace);
    const bool hasBuffer = json_.contains("buffers");
    const std::size_t bufferSize =
        hasBuffer ? aligned(json_["buffers"][0]["byteLength"].get<std::size_t>()) : 0;
    json_.clear();
    Assimp::IOStream& stream = *files_.files()[0]->target;
    if (!isBinary_) {
        return writeAll(stream, text.data(), text.size()) && (files_.files().size() < 2 || writeBuffer(1));
    }

    text.resize(aligned(text.size()), ' ');
    const std::size_t fileSize =
        kGlbHeaderSize + kChunkHeaderSize + text.size() + (hasBuffer ? kChunkHeaderSize + bufferSize : 0);
    std::string head;
    appendU32(head, kGlbMagic);
    appendU32(head, kGlbVersion);
    appendU32(head, fileSize);
    appendU32(head, text.size());
    appendU32(head, kJsonChunk);
    std::string binaryHead;
    appendU32(binaryHead, bufferSize);
    appendU32(binaryHead, kBinaryChunk);
    // A stream in memory allocates its final size at once. Assimp's exporter seeks past the end as well.
    stream.Seek(fileSize, aiOrigin_SET);
    stream.Seek(0, aiOrigin_SET);
    return writeAll(stream, head.data(), head.size()) && writeAll(stream, text.data(), text.size()) &&
           (!hasBuffer || (writeAll(stream, binaryHead.data(), binaryHead.size()) && writeBuffer(0)));
}

} // namespace assimp_md2
