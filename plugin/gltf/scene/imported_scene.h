// SPDX-License-Identifier: BSD-3-Clause
// What the importer has recorded in a scene, and the images of its textures.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/error.h"
#include "importer/files/local_files.h"
#include "importer/image/image.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct aiMaterial;
struct aiScene;
struct aiTexture;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

/// The start of `asset.generator` in glTF files of this library's exporter; the version follows.
inline constexpr std::string_view kGltfGenerator = "assimp-md2 ";

/// A text in the metadata of a scene.
std::optional<std::string> metadataText(const aiScene& scene, const char* key);

/// The name of the importer that made the scene (AI_METADATA_SOURCE_FORMAT); empty if it is unknown.
std::string importerOf(const aiScene& scene);
inline constexpr std::string_view kFbxImporter = "Autodesk FBX Importer";
inline constexpr std::string_view kB3dImporter = "BlitzBasic 3D Importer";
inline constexpr std::string_view kMd5Importer = "Doom 3 / MD5 Mesh Importer";
inline constexpr std::string_view kXImporter = "Direct3D XFile Importer";

/// Whether the importer of this library made the scene; also true for another copy of this library in the
/// process.
bool isImportedMd2(const aiScene& scene);

/// The index of the model that a material belongs to: 0 for the model, 1 for its weapon.
int modelOf(const aiMaterial& material);

/// Whether Assimp's importer of glTF 2 made the scene.
bool isImportedGltf(const aiScene& scene);

/// The names of the animations with a closing key, as the importer has recorded them in the scene, or as a
/// glTF file of this library's exporter contains them. The names point into the scene. There are not more of
/// them than animations.
///
/// \return std::nullopt for any other scene
std::optional<std::unordered_set<std::string_view>> closedAnimations(const aiScene& scene);

/// An image file that may be read, and whether the texture path leads to it from the folder of the exported
/// file.
struct ImageFile {
    LocalFile file;
    bool isReached = false;
};

/// The file that an embedded texture without height contains.
ByteSlice fileIn(const aiTexture& texture);

/// The texels of an embedded texture with a height.
///
/// \param layout Rgb, which drops alpha, or Rgba
/// \return an error if there are none
Result<Image> imageIn(const aiTexture& texture, PixelLayout layout);

/// The images of textures: embedded ones, and the image files that the import has found, as long as they are
/// still the same. No other file is opened, because a program may have put any path into a material, and the
/// exported file may be published.
class SceneImages {
public:
    /// \param outputPath of the exported file
    SceneImages(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output);

    /// Null when there is none.
    const aiTexture* embedded(const std::string& texturePath) const;

    /// \return std::nullopt if the import did not find the file, or if the file has changed since
    std::optional<ImageFile> find(const std::string& texturePath) const;

    /// Whether the import has already warned that it has not found the image.
    bool isReported(const std::string& texturePath) const { return reported_.count(texturePath) > 0; }

private:
    const aiScene& scene_;
    std::unordered_set<std::string> reported_; ///< texture paths
    std::optional<std::string> modelFolder_;   ///< none for a model from memory
    /// The identities of files, by the texture's path.
    std::unordered_map<std::string, FileIdentity> importedFiles_;
    std::optional<std::string> outputFolder_; ///< none where no file is written
};

} // namespace assimp_md2::inner
