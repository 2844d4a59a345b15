// SPDX-License-Identifier: BSD-3-Clause
// A glTF 2 document while it is put together, and the files that it becomes.
#include "gltf/document.h"

#include "assimp-md2/version.h"
#include "format/paths.h"

#include <assimp/IOSystem.hpp>

#include <limits>
#include <utility>

namespace assimp_md2 {
namespace {

// The GLB container: a header (magic, version, length of the file), then chunks (length, type, bytes).
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kGlbVersion = 2;
constexpr std::uint64_t kGlbHeaderSize = 12;
constexpr std::uint64_t kChunkHeaderSize = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

constexpr unsigned int kArrayBuffer = 34962;
constexpr unsigned int kElementArrayBuffer = 34963;

/// Stride and target of the bufferView for each use.
struct ViewKind {
    unsigned int stride;
    unsigned int target;
};
constexpr std::array<ViewKind, kUseCount> kViewKinds = {{{0, kElementArrayBuffer},
                                                         {12, kArrayBuffer},
                                                         {8, kArrayBuffer},
                                                         {16, kArrayBuffer},
                                                         {4, kArrayBuffer},
                                                         {8, kArrayBuffer},
                                                         {12, kArrayBuffer},
                                                         {0, 0},
                                                         {0, 0},
                                                         {0, 0},
                                                         {0, 0},
                                                         {0, 0}}};

std::string generator() {
    return "assimp-md2 " + std::to_string(ASSIMP_MD2_VERSION_MAJOR) + "." +
           std::to_string(ASSIMP_MD2_VERSION_MINOR) + "." + std::to_string(ASSIMP_MD2_VERSION_PATCH);
}

/// Chunks of a GLB and components of an accessor begin at multiples of four.
constexpr std::uint64_t aligned(std::uint64_t size) {
    return (size + 3) & ~std::uint64_t{3};
}

Error outputError(std::string text) {
    Error error{ErrorCode::OutputFailed, Section::File};
    error.text = std::move(text);
    return error;
}

/// A file that is open for writing.
class OutputFile {
public:
    OutputFile(Assimp::IOSystem& files, const std::string& path)
        : files_(files), stream_(files.Open(path.c_str(), "wb")) {}
    ~OutputFile() {
        if (stream_ != nullptr) {
            files_.Close(stream_);
        }
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Null when the file cannot be opened.
    Assimp::IOStream* stream() const { return stream_; }

private:
    Assimp::IOSystem& files_;
    Assimp::IOStream* stream_;
};

void writeText(BlockWriter& writer, const JsonText& text) {
    for (const std::string& piece : text.pieces()) {
        writer.bytes(piece.data(), piece.size());
    }
}

void writeU32(BlockWriter& writer, std::uint64_t value) {
    store(writer.room(sizeof(std::uint32_t)), static_cast<std::uint32_t>(value));
}

/// Beside the .gltf, as Assimp names it.
std::string bufferPath(const std::string& path) {
    return path.substr(0, path.rfind(".gltf")) + ".bin";
}

} // namespace

void BlockWriter::bytes(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    while (size > 0) {
        const std::size_t part = std::min(size, kBlock);
        std::memcpy(room(part), from, part);
        from += part;
        size -= part;
    }
}

void BlockWriter::flush() {
    isComplete_ = isComplete_ && (used_ == 0 || stream_.Write(block_.get(), used_, 1) == 1);
    used_ = 0;
}

bool BlockWriter::finish() {
    flush();
    // C streams keep the last bytes in a buffer and tell that the disk is full when they seek.
    return isComplete_ && (!isSeekable_ || stream_.Seek(static_cast<std::size_t>(written_), aiOrigin_SET) ==
                                               aiReturn_SUCCESS);
}

std::uint64_t BufferView::add(std::uint64_t size, WriteBytes write) {
    parts_.push_back(std::move(write));
    const std::uint64_t offset = aligned(size_);
    size_ = offset + size;
    return offset;
}

void BufferView::write(BlockWriter& writer) const {
    for (const WriteBytes& part : parts_) {
        writer.align();
        part(writer);
    }
}

Document::Document(ExportBudget& budget, bool isBinary, bool countsFile)
    : animations(budget)
    , images(budget)
    , materials(budget)
    , meshes(budget)
    , nodes(budget)
    , samplers(budget)
    , skins(budget)
    , textures(budget)
    , extensions(budget)
    , roots(budget)
    , budget_(budget)
    , isBinary_(isBinary)
    , countsFile_(countsFile)
    , accessors_(budget) {}

BufferView& Document::view(Use use) {
    BufferView*& view = viewOf_[static_cast<std::size_t>(use)];
    if (view == nullptr) {
        const ViewKind& kind = kViewKinds[static_cast<std::size_t>(use)];
        view = &views_.emplace_back(views_.size(), kind.stride, kind.target);
    }
    return *view;
}

BufferView& Document::newView() {
    constexpr std::uint64_t kViewAndItsText = sizeof(BufferView) + 128;
    budget_.take(kViewAndItsText);
    return views_.emplace_back(views_.size(), 0, 0);
}

std::uint64_t Document::costOf(std::uint64_t size) const {
    // In a vector that doubles, and what the function has captured.
    constexpr std::uint64_t kPart = 3 * sizeof(WriteBytes) + 64;
    return kPart + (countsFile_ ? size : 0);
}

std::uint64_t Document::add(BufferView& view, std::uint64_t size, WriteBytes write) {
    budget_.take(costOf(size));
    return view.add(size, std::move(write));
}

void Document::growTo(BufferView& view, std::uint64_t size) {
    if (countsFile_ && size > view.size()) {
        budget_.take(size - view.size());
    }
    view.growTo(size);
}

std::size_t Document::addAccessor(const BufferView& view, std::uint64_t offset, const Accessor& accessor) {
    const std::size_t index = accessors_.begin();
    accessors_.member("bufferView", view.index());
    accessors_.member("byteOffset", static_cast<std::size_t>(offset));
    accessors_.member("componentType", static_cast<std::size_t>(accessor.component));
    accessors_.member("count", accessor.count);
    accessors_.member("type", accessor.type);
    if (accessor.range != nullptr) {
        const auto list = [&](const char* name, const Vector& values) {
            accessors_.open(name, '[');
            for (std::size_t i = 0; i < accessor.range->components; ++i) {
                accessors_.value(values[i]);
            }
            accessors_.close(']');
        };
        list("min", accessor.range->least);
        list("max", accessor.range->most);
    }
    accessors_.end();
    return index;
}

std::size_t Document::addAccessor(Use use, std::uint64_t size, const Accessor& accessor, WriteBytes write) {
    BufferView& to = view(use);
    const std::uint64_t offset = add(to, size, std::move(write));
    return addAccessor(to, offset, accessor);
}

void Document::moveInto(JsonText& json, const char* name, JsonArray& array) const {
    if (array.count() > 0) {
        json.open(name, '[');
        json.append(std::move(array));
        json.close(']');
    }
}

void Document::moveAllInto(JsonText& json, const std::string& bufferUri) {
    json.open('{');
    json.open("asset", '{');
    json.member("version", "2.0");
    json.member("generator", generator());
    json.close('}');
    if (!extensions_.empty()) {
        json.list("extensionsUsed", extensions_);
    }
    if (!extensions.isEmpty()) {
        json.open("extensions", '{');
        json.append(std::move(extensions));
        json.close('}');
    }
    json.member("scene", std::size_t{0});
    json.open("scenes", '[');
    json.open('{');
    json.open("nodes", '[');
    json.append(std::move(roots));
    json.close(']');
    json.close('}');
    json.close(']');
    moveInto(json, "nodes", nodes);
    moveInto(json, "meshes", meshes);
    moveInto(json, "skins", skins);
    moveInto(json, "animations", animations);
    moveInto(json, "materials", materials);
    moveInto(json, "textures", textures);
    moveInto(json, "samplers", samplers);
    moveInto(json, "images", images);
    moveInto(json, "accessors", accessors_);
    if (!views_.empty()) {
        JsonArray bufferViews(budget_);
        std::uint64_t end = 0;
        for (const BufferView& view : views_) {
            bufferViews.begin();
            bufferViews.member("buffer", std::size_t{0});
            bufferViews.member("byteOffset", static_cast<std::size_t>(aligned(end)));
            bufferViews.member("byteLength", static_cast<std::size_t>(view.size()));
            if (view.stride() != 0) {
                bufferViews.member("byteStride", std::size_t{view.stride()});
            }
            if (view.target() != 0) {
                bufferViews.member("target", std::size_t{view.target()});
            }
            bufferViews.end();
            end = aligned(end) + view.size();
        }
        moveInto(json, "bufferViews", bufferViews);
        json.open("buffers", '[');
        json.open('{');
        json.member("byteLength", static_cast<std::size_t>(end));
        if (!bufferUri.empty()) {
            json.member("uri", bufferUri);
        }
        json.close('}');
        json.close(']');
    }
    json.close('}');
}

std::uint64_t Document::bufferSize() const {
    std::uint64_t end = 0;
    for (const BufferView& view : views_) {
        end = aligned(end) + view.size();
    }
    return end;
}

std::optional<Error> Document::write(Assimp::IOSystem& files, const std::string& path) {
    const std::string pathOfBuffer = bufferPath(path);
    JsonText json(budget_);
    moveAllInto(json, isBinary_ ? "" : std::string(fileNameOf(pathOfBuffer)));
    const std::uint64_t textSize = aligned(json.size());
    const std::uint64_t bufferChunk = views_.empty() ? 0 : kChunkHeaderSize + aligned(bufferSize());
    const std::uint64_t fileSize = kGlbHeaderSize + kChunkHeaderSize + textSize + bufferChunk;
    if (countsFile_) {
        budget_.take(textSize);
    }
    budget_.take(BlockWriter::kBlock);
    if (budget_.error()) {
        return budget_.error();
    }
    if (isBinary_ && fileSize > std::numeric_limits<std::uint32_t>::max()) {
        return outputError("glTF: a GLB file cannot be larger than 4 GiB");
    }

    const OutputFile file(files, path);
    if (file.stream() == nullptr) {
        return outputError("Could not open output file: " + path);
    }
    const auto writeViews = [&](BlockWriter& writer) {
        for (const BufferView& view : views_) {
            writer.align();
            view.write(writer);
        }
    };
    BlockWriter writer(*file.stream());
    if (isBinary_) {
        // A stream in memory allocates its final size at once. Assimp's exporter seeks past the end as well.
        file.stream()->Seek(static_cast<std::size_t>(fileSize), aiOrigin_SET);
        file.stream()->Seek(0, aiOrigin_SET);
        writeU32(writer, kGlbMagic);
        writeU32(writer, kGlbVersion);
        writeU32(writer, fileSize);
        writeU32(writer, textSize);
        writeU32(writer, kJsonChunk);
        writeText(writer, json);
        writer.bytes("   ", static_cast<std::size_t>(textSize - json.size()));
        if (!views_.empty()) {
            writeU32(writer, bufferChunk - kChunkHeaderSize);
            writeU32(writer, kBinaryChunk);
            writeViews(writer);
            writer.align();
        }
    } else {
        writeText(writer, json);
    }
    if (!writer.finish()) {
        return outputError("Failed to write " + path);
    }
    if (isBinary_ || views_.empty()) {
        return std::nullopt;
    }
    const OutputFile buffer(files, pathOfBuffer);
    if (buffer.stream() == nullptr) {
        return outputError("Could not open output file: " + pathOfBuffer);
    }
    BlockWriter bufferWriter(*buffer.stream());
    writeViews(bufferWriter);
    return bufferWriter.finish() ? std::nullopt
                                 : std::optional(outputError("Failed to write " + pathOfBuffer));
}

} // namespace assimp_md2
