// SPDX-License-Identifier: BSD-3-Clause
// Contains stb_image.
#include "importer/image/stb_decoder.h"

#include <cstdlib>
#include <memory>

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
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
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

} // namespace

Result<Image> decodeWithStb(ByteSlice file, const std::string& format) {
    if (file.size() > kLargestFile) {
        return failure(format + ": the file is larger than 1 GiB");
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4),
        stbi_image_free);
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
