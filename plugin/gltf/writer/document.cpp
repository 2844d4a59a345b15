// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/writer/document.h"

#include "assimp-md2/version.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"

namespace assimp_md2::inner {
namespace {

// The GLB container: a header (magic, version, length of the file), then chunks (length, type, bytes).
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kGlbVersion = 2;
constexpr std::uint64_t kGlbHeaderSize = 12;
constexpr std::uint64_t kChunkHeaderSize = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

constexpr std::size_t kArrayBuffer = 34962;
constexpr std::size_t kElementArrayBuffer = 34963;

std::string generator() {
    return std::string(kGltfGenerator) + std::to_string(ASSIMP_MD2_VERSION_MAJOR) + "." +
           std::to_string(ASSIMP_MD2_VERSION_MINOR) + "." + std::to_string(ASSIMP_MD2_VERSION_PATCH);
}

/// Chunks of a GLB and components of an accessor begin at multiples of four.
constexpr std::uint64_t aligned(std::uint64_t size) {
    return (size + 3) & ~std::uint64_t{3};
}

void writeHeader(BlockWriter& writer, std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) {
        store(writer.room(sizeof(std::uint32_t)), static_cast<std::uint32_t>(number));
    }
}

} // namespace

BufferView& Document::newView() {
    return views_.emplace_back(BufferView{views_.size(), 0, 0, 0, {}});
}

std::uint64_t Document::add(BufferView& view, std::uint64_t size, WriteBytes write) {
    view.parts.push_back(std::move(write));
    const std::uint64_t offset = aligned(view.size);
    view.size = offset + size;
    return offset;
}

std::size_t Document::addAccessor(ViewContent content, std::size_t elementSize, const Accessor& accessor,
                                  WriteBytes write) {
    constexpr const char* kTypes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    BufferView*& view = viewOf_[content];
    if (view == nullptr) {
        view = &newView();
        if (content <= ViewContent::Targets) {
            view->target = content == ViewContent::Indices ? kElementArrayBuffer : kArrayBuffer;
            view->stride = content == ViewContent::Indices ? 0 : elementSize;
        }
    }
    const std::uint64_t offset = add(*view, accessor.count * elementSize, std::move(write));
    const std::size_t index = accessors_.begin();
    accessors_.member("bufferView", view->index, "byteOffset", offset, "componentType", accessor.number,
                      "count", accessor.count, "type",
                      accessor.components == 16 ? "MAT4" : kTypes[accessor.components]);
    if (!accessor.range.least.empty()) {
        accessors_.list("min", accessor.range.least);
        accessors_.list("max", accessor.range.most);
    }
    accessors_.end();
    return index;
}

std::size_t Document::addShared(ViewContent content, std::size_t components, std::vector<float> numbers) {
    const auto [known, isNew] = shared_.try_emplace({content, std::move(numbers)});
    if (isNew) {
        const std::vector<float>& kept = known->first.second;
        Accessor accessor{kept.size() / components, components, kFloatNumber};
        if (content == ViewContent::Times) {
            accessor.range = AccessorRange{{kept.front()}, {kept.back()}};
        }
        known->second =
            addAccessor(content, components * sizeof(float), accessor, [&kept](BlockWriter& writer) {
                writeElements(writer, kept.size(), [&kept](std::size_t i) { return std::array{kept[i]}; });
            });
    }
    return known->second;
}

/// \return the size of the buffer
std::uint64_t Document::moveAllInto(JsonText& json, const std::string& bufferUri) {
    json.open("asset", "{");
    json.member("version", "2.0", "generator", generator());
    json.close("}");
    if (!extensionsUsed_.empty()) {
        json.list("extensionsUsed", extensionsUsed_);
    }
    if (!variants.text().empty()) {
        json.open("extensions", "{");
        json.open("KHR_materials_variants", "{");
        json.moveIn("variants", variants);
        json.close("}}");
    }
    json.member("scene", 0);
    json.open("scenes", "[{");
    json.moveIn("nodes", roots);
    if (!extras.text().empty()) {
        json.moveIn("extras", extras, "{}");
    }
    json.close("}]");
    JsonText bufferViews;
    std::uint64_t end = 0;
    for (const BufferView& view : views_) {
        bufferViews.begin();
        bufferViews.member("buffer", 0, "byteOffset", aligned(end), "byteLength", view.size);
        if (view.stride != 0) {
            bufferViews.member("byteStride", view.stride);
        }
        if (view.target != 0) {
            bufferViews.member("target", view.target);
        }
        bufferViews.end();
        end = aligned(end) + view.size;
    }
    for (const auto& [name, array] : {std::pair{"nodes", &nodes},
                                      {"meshes", &meshes},
                                      {"skins", &skins},
                                      {"animations", &animations},
                                      {"materials", &materials},
                                      {"textures", &textures},
                                      {"images", &images},
                                      {"accessors", &accessors_},
                                      {"bufferViews", &bufferViews}}) {
        if (array->count() > 0) {
            json.moveIn(name, *array);
        }
    }
    if (!views_.empty()) {
        json.open("buffers", "[{");
        json.member("byteLength", end);
        if (!bufferUri.empty()) {
            json.member("uri", bufferUri);
        }
        json.close("}]");
    }
    return end;
}

std::optional<Error> Document::write(Assimp::IOSystem& files, const std::string& path,
                                     const std::string& bufferPath) {
    JsonText json;
    json.open("{");
    const std::uint64_t bufferSize =
        moveAllInto(json, isBinary ? std::string() : std::string(fileNameOf(bufferPath)));
    json.close("}");
    const std::string& text = json.text();
    const auto writeViews = [&](BlockWriter& writer) {
        for (const BufferView& view : views_) {
            for (const WriteBytes& part : view.parts) {
                writer.align();
                part(writer);
            }
        }
    };
    OutputFiles output(files);
    std::optional<Error> error;
    if (!isBinary) {
        if (!views_.empty()) {
            error = output.write(bufferPath, bufferSize, writeViews);
        }
        if (!error) {
            error = output.write(path, text.size(),
                                 [&](BlockWriter& writer) { writer.bytes(text.data(), text.size()); });
        }
        return error ? error : output.replaceAll();
    }
    const std::uint64_t textSize = aligned(text.size());
    const std::uint64_t bufferChunk = views_.empty() ? 0 : kChunkHeaderSize + aligned(bufferSize);
    const std::uint64_t fileSize = kGlbHeaderSize + kChunkHeaderSize + textSize + bufferChunk;
    if (fileSize > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::Other, "a GLB file cannot be larger than 4 GiB"};
    }
    error = output.write(path, fileSize, [&](BlockWriter& writer) {
        writeHeader(writer, {kGlbMagic, kGlbVersion, fileSize, textSize, kJsonChunk});
        writer.bytes(text.data(), text.size());
        writer.bytes("   ", static_cast<std::size_t>(textSize - text.size()));
        if (!views_.empty()) {
            writeHeader(writer, {bufferChunk - kChunkHeaderSize, kBinaryChunk});
            writeViews(writer);
            writer.align();
        }
    });
    return error ? error : output.replaceAll();
}

} // namespace assimp_md2::inner
