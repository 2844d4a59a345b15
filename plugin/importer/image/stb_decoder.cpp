// SPDX-License-Identifier: BSD-3-Clause
// Contains stb_image.
#include "importer/image/stb_decoder.h"

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace assimp_md2 {
namespace {

/// Of one allocation of stb_image on this thread, in bytes. stb_image passes its allocator no context.
thread_local std::uint64_t mostBytes = 0;
thread_local bool isAboveMost = false;

bool isAllowed(std::size_t size) {
    isAboveMost = isAboveMost || size > mostBytes;
    return size <= mostBytes;
}

[[maybe_unused]] void* allocate(std::size_t size) {
    return isAllowed(size) ? std::calloc(1, size) : nullptr;
}

[[maybe_unused]] void* reallocate(void* memory, std::size_t size) {
    return isAllowed(size) ? std::realloc(memory, size) : nullptr;
}

} // namespace
} // namespace assimp_md2

// STB_IMAGE_STATIC: a program may contain stb_image itself.
// calloc: pixels that stb_image does not write, as in a damaged image or a truncated TGA, are 0.
// __clang_analyzer__: stb_image leaks an image of 16 bits per channel if memory for 8 bits runs out.
#if !defined(__clang_analyzer__)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#endif
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) assimp_md2::allocate(size)
#define STBI_REALLOC(memory, size) assimp_md2::reallocate(memory, size)
#define STBI_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wold-style-cast" // of what the macros above expand to
#if !defined(__clang__)
// GCC does not see that stb_image reads io_user_data only if it has callbacks.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static_assert(STBI_MAX_DIMENSIONS == assimp_md2::kMaximumImageSide, "stb_image has the same limit");

namespace assimp_md2 {
namespace {

/// stb_image counts bytes in an int.
constexpr std::size_t kLargestFile = std::size_t{1} << 30;

/// stb_image joins the chunks of a PNG in a buffer of the length that they state, and inflates all that is in
/// them, whatever the header says. It doubles both buffers until they suffice, so an allocation beyond this
/// limit means that the chunks contain more than the file or the pixels. A pixel has at most 8 bytes. The
/// filters of an interlaced image add at most 1.9 bytes for each row.
std::uint64_t mostBytesFor(ImageSize size, std::size_t fileSize) {
    constexpr std::uint64_t kMostBytesOfPixel = 20;
    constexpr std::uint64_t kTables = 65536; // the decoder itself has less
    return kTables + kMostBytesOfPixel * size.pixels() + 2 * fileSize;
}

} // namespace

Result<Image> decodeWithStb(ByteSlice file, const std::string& format, ImageSize size) {
    if (file.size() > kLargestFile) {
        return failure(format + ": the file is larger than 1 GiB");
    }
    mostBytes = format == "PNG" ? mostBytesFor(size, file.size()) : UINT64_MAX;
    isAboveMost = false;
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4),
        stbi_image_free);
    if (!rgba && isAboveMost) {
        return failure(format + ": a chunk is longer than the file, or contains more than the pixels");
    }
    if (!rgba) {
        // The pointer is thread-local, the text a constant.
        const std::string reason = stbi_failure_reason();
        return failure(format + ": stb_image cannot read it: " + reason,
                       reason == "outofmem" ? ErrorCode::OutOfMemory : ErrorCode::Other);
    }
    Image image;
    image.size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    image.layout = PixelLayout::Rgba;
    image.pixels.assign(rgba.get(), rgba.get() + image.rowBytes() * image.size.height);
    return image;
}

} // namespace assimp_md2
