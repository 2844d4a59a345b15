// SPDX-License-Identifier: BSD-3-Clause
// The textures that a scene names, and how their images are read.
#pragma once

#include "importer/base/error.h"
#include "importer/files/local_files.h"
#include "importer/image/image.h"
#include "maker/md2/md2_task.h"

#include <assimp/material.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct aiTexture;

namespace assimp_md2::inner {

/// A property of the texture that a skin shows: for diffuse or base colour.
///
/// \return whether it is there
template <typename Value>
bool getOfTexture(const aiMaterial& material, const char* key, Value& value) {
    return material.Get(key, aiTextureType_DIFFUSE, 0, value) == aiReturn_SUCCESS ||
           material.Get(key, aiTextureType_BASE_COLOR, 0, value) == aiReturn_SUCCESS;
}

/// The path of the texture that a skin shows: for diffuse or base colour. Empty when there is none.
std::string texturePathOf(const aiMaterial& material);

/// The paths of all textures of a material, also of those that a skin does not show.
std::vector<std::string> allTexturesOf(const aiMaterial& material);

/// \param isLinear true: the colour is linear, as in glTF; false: sRGB, as in images
Colour colourOf(const aiColor4D& colour, bool isLinear);

/// A skin as it was read: pixels, or a PNG file.
struct Skin {
    Image image; ///< has its size only if there is a PNG
    std::vector<std::uint8_t> png{};
};

/// Reads the images of textures, each once.
class TextureReader {
public:
    explicit TextureReader(const Md2Task& task);

    /// \param keepsPng true: a PNG file is not decoded
    ///
    /// \return nothing when there is no such image, or it cannot be read; a warning says why
    std::optional<Skin> read(const std::string& path, bool keepsPng);

    bool isEmbedded(const std::string& path) const { return images_.embedded(path) != nullptr; }

    /// Whether a texture is embedded, or the import has found its file.
    bool isThere(const std::string& path) const { return isEmbedded(path) || images_.find(path); }

    /// The files that were found in folders.
    const std::vector<std::string>& found() const { return found_; }

private:
    Result<Skin> readTexture(const std::string& path, bool keepsPng);
    Result<Skin> readFile(ByteSlice file, bool keepsPng);
    std::optional<LocalFile> findFile(const std::string& path);

    SceneImages images_;
    std::vector<LocalFolder> folders_; ///< the first that has a file counts
    std::vector<std::string> found_;
    std::uint64_t bytesLeft_; ///< of IMPORT_MD2_MAX_MEMORY_MB, for further images
    Warnings& warnings_;
};

} // namespace assimp_md2::inner
