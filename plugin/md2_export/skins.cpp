// SPDX-License-Identifier: BSD-3-Clause
// Implements skins.h.
#include "md2_export/skins.h"

#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "base/paths.h"
#include "base/text.h"
#include "files/local_files.h"
#include "files/output_files.h"
#include "image/atlas.h"
#include "image/image_type.h"
#include "image/pcx.h"
#include "image/pcx_writer.h"
#include "image/png.h"
#include "image/png_jpeg.h"
#include "md2_export/frame_names.h"
#include "scene/imported_scene.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>

namespace assimp_md2 {
namespace {

/// Old graphics drivers that some ports use refuse larger textures.
constexpr std::uint32_t kMostAtlasSide = 4096;

/// The widest PCX that the original game loads.
constexpr std::uint32_t kMostPcxWidth = 640;

/// The side of a skin without an image, in pixels.
constexpr std::uint32_t kUnknownSide = 256;

/// The side of the area in an atlas for a material without a texture.
constexpr std::uint32_t kPatchSide = 8;

/// The area in an atlas for textures that cannot be read.
constexpr ImageSize kGreySize{64, 64};

constexpr std::size_t kMostSkinNameBytes = kSkinSize - 1;

std::string texturePathOf(const aiMaterial& material) {
    aiString path;
    for (const aiTextureType type : {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR}) {
        if (material.Get(AI_MATKEY_TEXTURE(type, 0), path) == aiReturn_SUCCESS && path.length > 0) {
            return path.C_Str();
        }
    }
    return {};
}

std::optional<aiColor4D> diffuseOf(const aiMaterial& material) {
    aiColor4D colour;
    const bool isThere = material.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS ||
                         material.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS;
    return isThere ? std::optional(colour) : std::nullopt;
}

/// \param isLinear true: the material has linear colours, as in glTF; false: sRGB, as in images
Colour colourOf(const aiMaterial& material, bool isLinear) {
    const aiColor4D colour = diffuseOf(material).value_or(aiColor4D(0.8f, 0.8f, 0.8f, 1));
    const auto byte = [&](float value) {
        value = std::isfinite(value) ? std::clamp(value, 0.0f, 1.0f) : 0.0f;
        if (isLinear) {
            value = value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
        }
        return static_cast<std::uint8_t>(std::lround(255 * value));
    };
    return {byte(static_cast<float>(colour.r)), byte(static_cast<float>(colour.g)),
            byte(static_cast<float>(colour.b))};
}

Image imageOf(ImageSize size, const Colour& colour) {
    Image image;
    image.size = size;
    image.layout = PixelLayout::Palette;
    image.palette = {colour};
    image.pixels.resize(static_cast<std::size_t>(size.pixels()));
    return image;
}

/// A name of a file that every system and game accepts.
std::string fileNameOfSkin(const std::string& stem) {
    return clipNameOf(stem, "skin");
}

/// The absolute path of the model, because the working directory may be in a folder of the game.
std::string absoluteOutput(const std::string& path, const Assimp::IOSystem& output) {
    return isFileSystem(output) ? joined(absoluteFolder(folderOf(path)), fileNameOf(path)) : path;
}

/// A skin as it was read: pixels, or a PNG file.
struct Skin {
    ImageSize size;
    Image image;
    std::vector<std::uint8_t> png;
};

/// Reads the images of textures, each once.
class TextureReader {
public:
    TextureReader(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output,
                  const std::string& textureFolder, Budget& budget)
        : images_(scene, outputPath, output), budget_(budget) {
        const auto addFolder = [this](const std::string& path) {
            if (const std::optional<LocalFolder> folder = LocalFolder::open(path)) {
                folders_.push_back(*folder);
            }
        };
        if (!textureFolder.empty()) {
            addFolder(textureFolder);
        }
        if (isFileSystem(output)) {
            outputFolder_ = folderOf(outputPath);
        }
        if (!isImportedMd2(scene) && outputFolder_) {
            addFolder(*outputFolder_);
            addFolder("");
        }
    }

    /// \return nothing when there is no such image, or it cannot be read; `failures` says why
    std::optional<Image> read(const std::string& path) {
        return orFailure(path, [&] { return readImage(path); });
    }

    bool isEmbedded(const std::string& path) const { return images_.embedded(path) != nullptr; }

    /// Whether a texture is embedded, or the import has found its file.
    bool isThere(const std::string& path) const { return isEmbedded(path) || images_.find(path); }

    /// The size of an image in the output folder.
    std::optional<ImageSize> sizeInOutput(const std::string& fileName) const {
        const std::optional<LocalFile> file = fileInOutput(fileName);
        if (!file) {
            return std::nullopt;
        }
        constexpr std::size_t kHeaderBytes = 1024; // of a PNG or PCX
        const std::optional<ImageSize> size = imageSize(file->readBeginning(kHeaderBytes).slice());
        const bool isValid = size && size->pixels() > 0 && size->width <= kMaximumImageSide &&
                             size->height <= kMaximumImageSide;
        return isValid ? size : std::nullopt;
    }

    /// Whether the output folder has a file of this name with other bytes.
    bool hasOtherInOutput(const std::string& fileName, const std::vector<std::uint8_t>& bytes) const {
        const std::optional<LocalFile> file = fileInOutput(fileName);
        if (!file || file->size() != bytes.size()) {
            return file.has_value();
        }
        std::array<std::uint8_t, 16384> part{};
        for (std::size_t i = 0; i < bytes.size(); i += part.size()) {
            const std::size_t count = std::min(part.size(), bytes.size() - i);
            if (file->readAt(i, part.data(), count) != count ||
                std::memcmp(part.data(), bytes.data() + i, count) != 0) {
                return true;
            }
        }
        return false;
    }

    /// Reads a skin. A PNG file is not decoded.
    std::optional<Skin> readSkin(const std::string& path) {
        return orFailure(path, [&] { return readPngOrImage(path); });
    }

    std::string failures;
    std::size_t failureCount = 0;

private:
    static constexpr std::size_t kMostFailures = 600;

    template <typename Read>
    auto orFailure(const std::string& path, Read readIt)
        -> std::optional<typename decltype(readIt())::value_type> {
        auto result = orRefusal(readIt);
        if (!result) {
            if (failures.size() < kMostFailures) {
                failures += (failures.empty() ? "" : "; ") + path + ": " + description(result.error());
            }
            ++failureCount;
            return std::nullopt;
        }
        return std::move(*result);
    }

    /// The file of a texture, as long as `use` runs.
    template <typename Value, typename Use>
    Result<Value> withFile(const std::string& path, Use use) {
        if (const aiTexture* const texture = images_.embedded(path)) {
            return use(fileIn(*texture));
        }
        const std::optional<LocalFile> found = findFile(path);
        if (!found) {
            return tl::unexpected(imageError(ErrorCode::NotAnImage,
                                             "the file was not found (" ASSIMP_MD2_CONFIG_EXPORT_TEXTURES
                                             " sets a folder of textures)"));
        }
        Result<FileBytes> bytes = found->read(std::min(kMaximumImageFileSize, budget_.left()));
        if (!bytes) {
            bytes.error().text = path;
            return tl::unexpected(bytes.error());
        }
        Loan file(budget_);
        file.take(bytes->slice().size());
        return use(bytes->slice());
    }

    std::optional<LocalFile> fileInOutput(const std::string& fileName) const {
        return outputFolder_ ? LocalFile::open(joined(*outputFolder_, fileName)) : std::nullopt;
    }

    /// The file that the import of an MD2 has found, or a file in or below one of the folders. Scenes of
    /// other importers do not contain the folder of their file.
    std::optional<LocalFile> findFile(const std::string& path) const {
        if (const std::optional<ImageFile> imported = images_.find(path)) {
            return imported->file;
        }
        const std::string below = relativePath(path);
        for (const std::string& name : {below, std::string(fileNameOf(below))}) {
            for (const LocalFolder& folder : folders_) {
                if (std::optional<LocalFile> file = folder.openFile(name)) {
                    return file;
                }
            }
        }
        return std::nullopt;
    }

    Result<Image> readImage(const std::string& path) {
        const aiTexture* const texture = images_.embedded(path);
        if (texture != nullptr && texture->mHeight > 0) {
            return readTexels(*texture);
        }
        return withFile<Image>(path, [this](ByteSlice file) { return decode(file); });
    }

    Result<Skin> readPngOrImage(const std::string& path) {
        const aiTexture* const texture = images_.embedded(path);
        if (texture != nullptr && texture->mHeight > 0) {
            return readTexels(*texture).map([](Image image) { return skinOf(std::move(image)); });
        }
        return withFile<Skin>(path, [this](ByteSlice file) -> Result<Skin> {
            const std::optional<ImageSize> size = imageSize(file);
            if (imageType(file) != ImageType::Png || !size || size->width > kMaximumImageSide ||
                size->height > kMaximumImageSide || size->pixels() == 0) {
                return decode(file).map([](Image image) { return skinOf(std::move(image)); });
            }
            budget_.take(file.size());
            return Skin{*size, {}, {file.data(), file.data() + file.size()}};
        });
    }

    static Skin skinOf(Image image) {
        const ImageSize size = image.size;
        return {size, std::move(image), {}};
    }

    Result<Image> readTexels(const aiTexture& texture) {
        if (texture.pcData == nullptr || texture.mWidth == 0 || texture.mWidth > kMaximumImageSide ||
            texture.mHeight > kMaximumImageSide) {
            return tl::unexpected(imageError(ErrorCode::ImageTooLarge,
                                             "it has no texels, or a side is longer than 16384 pixels"));
        }
        budget_.take(std::uint64_t{3} * texture.mWidth * texture.mHeight);
        return imageIn(texture, PixelLayout::Rgb);
    }

    /// A decoder needs at most four times the four bytes of a pixel.
    Result<Image> decode(ByteSlice file) {
        Repairs repairs;
        Result<Image> image = decodeImage(file, {kMaximumImageSide, budget_.left() / 5}, repairs);
        if (image) {
            budget_.take(image->pixels.size());
        }
        return image;
    }

    SceneImages images_;
    std::vector<LocalFolder> folders_;        ///< the first that has a file counts
    std::optional<std::string> outputFolder_; ///< none where no file is written
    Budget& budget_;
};

class SkinExporter {
public:
    SkinExporter(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output,
                 const ExportSettings& settings, const Md2Limits& limits, Budget& budget, Warnings& warnings)
        : scene_(scene)
        , outputPath_(absoluteOutput(outputPath, output))
        , settings_(settings)
        , limits_(limits)
        , budget_(budget)
        , warnings_(warnings)
        , reader_(scene, outputPath, output, settings.textures, budget) {
        skins_.places.resize(scene.mNumMaterials);
    }

    Result<ExportedSkins> write(const std::vector<SurfaceTriangle>& triangles, bool isImportedMd2) {
        if (auto error = readPalette()) {
            return tl::unexpected(std::move(*error));
        }
        findMaterials(triangles);
        if (!isImportedMd2) {
            warnAboutLostProperties();
        }
        std::optional<Error> error;
        if (isImportedMd2 && materials_.size() == 1) {
            const std::vector<std::string> names = importedSkinNames();
            error = checkSkinCount(names.size());
            if (!error) {
                error = writeImported(names);
            }
        } else if (textures_.size() <= 1 && materialsWithoutTexture_.empty()) {
            error = writeOne(textures_.empty() ? std::string() : *textures_.begin());
        } else if (textures_.empty() && materialsWithoutTexture_.size() == 1) {
            error = writePlain(*materialsWithoutTexture_.begin());
        } else {
            error = writeAtlas();
        }
        if (error) {
            return tl::unexpected(std::move(*error));
        }
        if (reader_.failureCount > 0) {
            warnings_.push_back("MD2: skins: images that cannot be read (" +
                                std::to_string(reader_.failureCount) + "): " + reader_.failures);
        }
        return std::move(skins_);
    }

private:
    std::optional<Error> readPalette() {
        if (settings_.palette.empty()) {
            return std::nullopt;
        }
        Error error{ErrorCode::BadProperty, Section::Property};
        error.text = std::string(ASSIMP_MD2_CONFIG_EXPORT_PALETTE) + " is \"" + settings_.palette +
                     "\", expected a PCX file with 256 colours";
        const std::optional<LocalFile> file = LocalFile::open(settings_.palette);
        if (!file) {
            return error;
        }
        const Result<FileBytes> bytes = file->read(std::min(kMaximumImageFileSize, budget_.left() / 4));
        Repairs repairs;
        if (!bytes || !isPcx(bytes->slice())) {
            return error;
        }
        Result<Image> image = decodePcx(bytes->slice(), {kMaximumImageSide, budget_.left() / 4}, repairs);
        if (!image || image->palette.size() != 256) {
            return error;
        }
        palette_ = std::move(image->palette);
        return std::nullopt;
    }

    void findMaterials(const std::vector<SurfaceTriangle>& triangles) {
        for (const SurfaceTriangle& triangle : triangles) {
            if (triangle.material >= scene_.mNumMaterials || materials_.count(triangle.material) > 0) {
                continue;
            }
            const std::string path = texturePathOf(*scene_.mMaterials[triangle.material]);
            // In sets and maps, and the layout of an atlas.
            constexpr std::uint64_t kMaterial = 768;
            budget_.take(kMaterial + 4 * path.size());
            materials_.insert(triangle.material);
            if (path.empty()) {
                materialsWithoutTexture_.insert(triangle.material);
            } else {
                textures_.insert(path);
            }
        }
    }

    /// Adds one warning for each kind of material property that a skin cannot have.
    void warnAboutLostProperties() {
        std::size_t coloured = 0;
        std::size_t transparent = 0;
        std::size_t twoSided = 0;
        std::size_t emissive = 0;
        for (const std::uint32_t index : materials_) {
            const aiMaterial& material = *scene_.mMaterials[index];
            const aiColor4D colour = diffuseOf(material).value_or(aiColor4D(1, 1, 1, 1));
            const bool isWhite = colour.r == 1 && colour.g == 1 && colour.b == 1;
            coloured += !isWhite && !texturePathOf(material).empty() ? 1U : 0U;
            ai_real opacity = 1;
            aiString alphaMode;
            material.Get(AI_MATKEY_OPACITY, opacity);
            material.Get(AI_MATKEY_GLTF_ALPHAMODE, alphaMode);
            const std::string mode = alphaMode.C_Str();
            transparent += opacity < 1 || mode == "MASK" || mode == "BLEND" ? 1U : 0U;
            int isTwoSided = 0;
            material.Get(AI_MATKEY_TWOSIDED, isTwoSided);
            twoSided += isTwoSided != 0 ? 1U : 0U;
            aiColor3D emission(0, 0, 0);
            material.Get(AI_MATKEY_COLOR_EMISSIVE, emission);
            emissive += !emission.IsBlack() || material.GetTextureCount(aiTextureType_EMISSIVE) > 0 ? 1U : 0U;
        }
        std::size_t withVertexColours = 0;
        for (unsigned int i = 0; i < scene_.mNumMeshes; ++i) {
            withVertexColours += scene_.mMeshes[i]->mColors[0] != nullptr ? 1U : 0U;
        }
        const auto warn = [this](const char* what, std::size_t count) {
            if (count > 0) {
                warnings_.push_back("MD2: skins: " + std::string(what) + " (" + std::to_string(count) + ")");
            }
        };
        warn("the colours of materials with a texture are left out", coloured);
        warn("the colours of vertices are left out, in meshes", withVertexColours);
        warn("the transparency of materials is left out", transparent);
        warn("the emission of materials is left out", emissive);
        warn("materials show both sides of triangles, but an MD2 shows only the front", twoSided);
    }

    /// The metadata of the first node that has skin names.
    std::vector<std::string> importedSkinNames() const {
        std::vector<std::string> names;
        for (unsigned int i = 0; i < scene_.mRootNode->mNumChildren && names.empty(); ++i) {
            const aiMetadata* const metadata = scene_.mRootNode->mChildren[i]->mMetaData;
            // The keys are in order. A search for each key would take quadratic time.
            for (unsigned int key = 0; metadata != nullptr && key < metadata->mNumProperties; ++key) {
                aiString name;
                if (metadata->mKeys[key].C_Str() == "skin" + std::to_string(names.size()) &&
                    metadata->Get(key, name)) {
                    names.emplace_back(name.C_Str());
                }
            }
        }
        return names;
    }

    /// Checks the number of skins. Call it before the images are read.
    std::optional<Error> checkSkinCount(std::uint64_t count) const {
        if (count <= limits_.skins) {
            return std::nullopt;
        }
        Error error{ErrorCode::AboveLimit, Section::Skins};
        error.count = count;
        error.available = limits_.skins;
        error.text = std::to_string(count) + " skins, expected at most " + std::to_string(limits_.skins) +
                     "; use fewer skins";
        return error;
    }

    std::optional<Error> writeImported(const std::vector<std::string>& names) {
        readImportedSize();
        std::set<std::string> written;
        std::size_t cut = 0;
        for (const std::string& name : names) {
            // A folder applies to all skins, a complete name only to the first.
            if (!settings_.skinPath.empty() && (skins_.names.empty() || !hasCompleteSkinPath())) {
                skins_.names.push_back(skinNameOf("", name));
                continue;
            }
            std::string latin1 = latin1FromUtf8(name);
            cut += latin1.size() > kMostSkinNameBytes ? 1U : 0U;
            latin1.resize(std::min(latin1.size(), kMostSkinNameBytes));
            skins_.names.push_back(latin1);
        }
        if (cut > 0) {
            warnings_.push_back("MD2: names of skins are cut to 63 bytes (" + std::to_string(cut) + ")");
        }
        for (unsigned int i = 0; i < scene_.mNumMaterials; ++i) {
            const std::string path = texturePathOf(*scene_.mMaterials[i]);
            // The skin name in the file is a path. Only its file name is used, so that the image stays in the
            // output folder.
            std::string stem(fileNameOf(scene_.mMaterials[i]->GetName().C_Str()));
            // A skin that was not found has its name as the texture's path.
            if (!names.empty() && hasCompleteSkinPath() && stem == stemOf(names.front())) {
                stem = stemOfFirstSkin();
            }
            if (path.empty() || stem.empty() || !reader_.isThere(path)) {
                continue;
            }
            constexpr std::uint64_t kSkin = 512;
            budget_.take(kSkin + 3 * stem.size());
            if (!written.insert(lowerCase(stem)).second) {
                continue;
            }
            std::optional<Skin> skin = readSkin(path);
            if (skin) {
                if (skins_.width == 0) {
                    setSize(skin->size);
                }
                if (auto error = addSkin(stem, std::move(*skin))) {
                    return error;
                }
            }
        }
        if (skins_.width == 0) {
            setSize({kUnknownSide, kUnknownSide});
        }
        placeAll();
        keepOtherFiles();
        return std::nullopt;
    }

    /// Leaves out images of an imported MD2 if a file of the same name has other bytes. The file may be the
    /// skin that was imported, or one in a higher resolution that ports load in place of it.
    void keepOtherFiles() {
        std::size_t count = 0;
        std::string names;
        const auto isKept = [&](const ImageToWrite& image) {
            const bool isOther = reader_.hasOtherInOutput(image.fileName, image.bytes);
            if (isOther) {
                names += (count++ == 0 ? "" : ", ") + image.fileName;
            }
            return isOther;
        };
        skins_.images.erase(std::remove_if(skins_.images.begin(), skins_.images.end(), isKept),
                            skins_.images.end());
        if (count > 0) {
            warnings_.push_back("MD2: skins: files that exist with another content are kept (" +
                                std::to_string(count) + "): " + names);
        }
    }

    void readImportedSize() {
        std::int32_t width = 0;
        std::int32_t height = 0;
        if (scene_.mMetaData != nullptr && scene_.mMetaData->Get(ASSIMP_MD2_METADATA_SKIN_WIDTH, width) &&
            scene_.mMetaData->Get(ASSIMP_MD2_METADATA_SKIN_HEIGHT, height) && width > 0 && height > 0) {
            const ImageSize size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
            setSize(size);
            if (width != skins_.width || height != skins_.height) {
                skins_.reducedFrom = size;
                warnings_.push_back("MD2: skins: the header has a size of " + std::to_string(skins_.width) +
                                    " × " + std::to_string(skins_.height) + " instead of " +
                                    std::to_string(width) + " × " + std::to_string(height) +
                                    " pixels; " ASSIMP_MD2_CONFIG_EXPORT_LIMITS "=format keeps it");
            }
        }
    }

    /// Sets the size in the header for an image of `size`.
    void setSize(ImageSize size) {
        const ImageSize fitted = fittedSize(size);
        skins_.width = static_cast<std::int32_t>(fitted.width);
        skins_.height = static_cast<std::int32_t>(fitted.height);
    }

    /// The size that the limits allow, with the same aspect.
    ImageSize fittedSize(ImageSize size) const {
        const std::uint32_t mostWidth =
            settings_.gameLimits && !palette_.empty() ? kMostPcxWidth : size.width;
        const double scale = std::min({1.0, static_cast<double>(mostWidth) / size.width,
                                       static_cast<double>(limits_.skinHeight) / size.height});
        const auto side = [&](std::uint32_t pixels) {
            return static_cast<std::uint32_t>(std::max(1.0, std::round(pixels * scale)));
        };
        return {side(size.width), side(size.height)};
    }

    /// Gives every material the whole skin as its place.
    void placeAll() {
        for (MaterialPlace& place : skins_.places) {
            place = {0, 0, static_cast<float>(skins_.width), static_cast<float>(skins_.height)};
        }
    }

    std::optional<Error> writeOne(const std::string& texture) {
        std::optional<Skin> skin = texture.empty() ? std::nullopt : readSkin(texture);
        setSize(skin ? skin->size : ImageSize{kUnknownSide, kUnknownSide});
        placeAll();
        const bool isEmbedded = texture.substr(0, 1) == "*";
        const std::string stem = stemOfSkin(isEmbedded ? nameOfEmbedded(texture) : stemOf(texture));
        const bool isCopy = !skin || !skin->png.empty();
        skins_.names.push_back(skinNameOf(stem, "", isCopy));
        std::optional<Error> error = skin ? addSkin(stemOfFirstSkin(), std::move(*skin)) : std::nullopt;
        if (!error && isImportedMd2(scene_)) {
            keepOtherFiles();
        }
        return error;
    }

    /// Writes a skin of one colour for a model with one material and no texture. Texture coordinates do not
    /// change, so that the skin can be painted.
    std::optional<Error> writePlain(std::uint32_t material) {
        skins_.names.push_back(skinNameOf(stemOfSkin(""), ""));
        const std::string stem = stemOfFirstSkin();
        const std::string fileName = stem + extensionOfImages();
        const std::optional<ImageSize> painted = reader_.sizeInOutput(fileName);
        setSize(painted.value_or(ImageSize{kUnknownSide, kUnknownSide}));
        placeAll();
        if (painted) {
            warnings_.push_back("MD2: skins: " + fileName +
                                " exists and is kept, because the scene has no texture");
            return std::nullopt;
        }
        return addImage(stem, imageOf({kUnknownSide, kUnknownSide},
                                      colourOf(*scene_.mMaterials[material], isImportedGltf(scene_))));
    }

    std::optional<Error> writeAtlas() {
        std::vector<Image> images;
        std::vector<ImageSize> sizes;
        images.reserve(textures_.size() + materialsWithoutTexture_.size() + 1);
        std::map<std::string, std::size_t> imageOfTexture;
        std::optional<std::size_t> grey; // the image of all textures that cannot be read
        for (const std::string& texture : textures_) {
            std::optional<Image> image = reader_.read(texture);
            if (image || !grey) {
                if (!image) {
                    grey = images.size();
                }
                imageOfTexture[texture] = images.size();
                images.push_back(image ? std::move(*image) : imageOf(kGreySize, {128, 128, 128}));
            } else {
                imageOfTexture[texture] = *grey;
            }
        }
        std::map<std::uint32_t, std::size_t> imageOfMaterial;
        for (const std::uint32_t material : materialsWithoutTexture_) {
            imageOfMaterial[material] = images.size();
            images.push_back(imageOf({kPatchSide, kPatchSide},
                                     colourOf(*scene_.mMaterials[material], isImportedGltf(scene_))));
        }
        sizes.reserve(images.size());
        for (const Image& image : images) {
            sizes.push_back(image.size);
        }
        const std::optional<AtlasLayout> layout = layOutAtlas(sizes, kMostAtlasSide);
        if (!layout) {
            Error error{ErrorCode::AboveLimit, Section::Image};
            error.count = images.size();
            error.text = std::to_string(images.size()) +
                         " textures do not fit into one image of 4096 × 4096 pixels; use fewer materials";
            return error;
        }
        const bool isSmaller =
            !std::equal(sizes.begin(), sizes.end(), layout->places.begin(),
                        [](ImageSize size, const AtlasPlace& place) { return size == place.size; });
        if (isSmaller) {
            warnings_.push_back("MD2: skins: the textures are made smaller to fit into one image of " +
                                std::to_string(layout->size.width) + " × " +
                                std::to_string(layout->size.height) + " pixels");
        }
        budget_.take(3 * layout->size.pixels());
        Image atlas = newAtlas(layout->size);
        for (std::size_t i = 0; i < images.size(); ++i) {
            drawInAtlas(atlas, layout->places[i], images[i]);
        }
        images.clear();
        setSize(layout->size);
        // setSize keeps the aspect ratio of the atlas, so one factor is enough for both axes.
        const float toHeader = static_cast<float>(skins_.height) / static_cast<float>(layout->size.height);
        for (const std::uint32_t material : materials_) {
            const std::string path = texturePathOf(*scene_.mMaterials[material]);
            const AtlasPlace& place =
                layout->places[path.empty() ? imageOfMaterial[material] : imageOfTexture[path]];
            skins_.places[material] = {toHeader * static_cast<float>(place.x),
                                       toHeader * static_cast<float>(place.y),
                                       toHeader * static_cast<float>(place.size.width),
                                       toHeader * static_cast<float>(place.size.height),
                                       true,
                                       path.empty()};
        }
        skins_.names.push_back(skinNameOf(stemOfSkin(""), ""));
        return addImage(stemOfFirstSkin(), std::move(atlas));
    }

    std::string nameOfEmbedded(const std::string& path) const {
        const aiTexture* const texture = scene_.GetEmbeddedTexture(path.c_str());
        const std::string fileName = texture != nullptr ? texture->mFilename.C_Str() : "";
        return fileName.substr(0, 1) == "*" ? std::string() : stemOf(fileName);
    }

    /// `wanted`, or else the name of the model, or of its folder when it is called `tris` as players are.
    std::string stemOfSkin(const std::string& wanted) const {
        if (!wanted.empty()) {
            return fileNameOfSkin(wanted);
        }
        std::string stem = stemOf(outputPath_);
        if (equalWithoutCase(stem, "tris")) {
            const std::string folder(fileNameOf(folderOf(outputPath_)));
            stem = folder;
        }
        return fileNameOfSkin(stem);
    }

    /// The path below the game root. A name that is too long for the file is cut to its file name.
    ///
    /// \param imported the name that an imported MD2 has; empty otherwise
    /// \param isCopy true: the image is an unchanged copy of a texture, or is not written
    std::string skinNameOf(const std::string& stem, const std::string& imported, bool isCopy = false) {
        std::string path = settings_.skinPath;
        std::replace(path.begin(), path.end(), '\\', '/');
        if (!hasCompleteSkinPath()) {
            const std::string folder = path.empty() ? skinFolderOf(outputPath_) : path;
            path = joined(folder, imported.empty() ? stem + ".pcx" : std::string(fileNameOf(imported)));
        }
        path = latin1FromUtf8(relativePath(path));
        while (imported.empty() && !isCopy && isTexture(stemOf(utf8FromLatin1(path)) + extensionOfImages())) {
            path = std::string(withoutExtension(path)) + "_skin.pcx";
        }
        if (path.size() <= kMostSkinNameBytes) {
            return path;
        }
        std::string fileName(fileNameOf(path));
        if (fileName.size() > kMostSkinNameBytes) {
            fileName = fileName.substr(0, kMostSkinNameBytes - 4) + ".pcx";
        }
        warnings_.push_back("MD2: skins: the name " + path + " is longer than 63 bytes; the model has " +
                            fileName + ", which games look for in their root");
        return fileName;
    }

    /// UTF-8, as file names are. Names in the model are Latin-1.
    std::string stemOfFirstSkin() const { return stemOf(utf8FromLatin1(skins_.names.front())); }

    bool hasCompleteSkinPath() const { return lowerCase(extensionOf(settings_.skinPath)) == ".pcx"; }

    const char* extensionOfImages() const { return palette_.empty() ? ".png" : ".pcx"; }

    /// Whether a texture of the scene is a file with this name, which the skin must not replace. The texture
    /// may be in another folder: a second export would then find the skin of the first one in its place.
    bool isTexture(const std::string& fileName) const {
        return isSkinOfImported(fileName) ||
               std::any_of(textures_.begin(), textures_.end(), [&](const std::string& texture) {
                   return !reader_.isEmbedded(texture) && equalWithoutCase(fileNameOf(texture), fileName);
               });
    }

    /// Whether an imported MD2 has a skin with the name of this file, which its material has as well. The
    /// extension does not count: the imported PCX may be embedded, and next to it there may be a PNG that
    /// ports load in its place.
    bool isSkinOfImported(const std::string& fileName) const {
        return isImportedMd2(scene_) &&
               std::any_of(materials_.begin(), materials_.end(), [&](std::uint32_t material) {
                   const aiString name = scene_.mMaterials[material]->GetName();
                   return equalWithoutCase(name.C_Str(), stemOf(fileName));
               });
    }

    /// Reads a skin. The pixels of a PNG are decoded only if there is a palette.
    std::optional<Skin> readSkin(const std::string& path) {
        if (palette_.empty()) {
            return reader_.readSkin(path);
        }
        std::optional<Image> image = reader_.read(path);
        return image ? std::optional(Skin{image->size, *std::move(image), {}}) : std::nullopt;
    }

    std::optional<Error> addSkin(const std::string& stem, Skin skin) {
        if (skin.png.empty()) {
            return addImage(stem, std::move(skin.image));
        }
        skins_.images.push_back({stem + extensionOfImages(), std::move(skin.png)});
        return std::nullopt;
    }

    /// \param image is charged to the budget already
    std::optional<Error> addImage(const std::string& stem, Image image) {
        ImageToWrite result;
        if (palette_.empty()) {
            // The encoder needs at most twice the pixels.
            budget_.take(2 * image.pixels.size());
            Result<std::vector<std::uint8_t>> png = encodePng(std::move(image));
            if (!png) {
                return png.error();
            }
            result = {stem + extensionOfImages(), std::move(*png)};
        } else {
            const ImageSize size = fittedSize(image.size);
            const std::uint64_t pixels = size.pixels();
            // The smaller image, a byte a pixel, the file, and a colour for each pixel at most.
            budget_.take(7 * pixels + 64 * std::min<std::uint64_t>(pixels, 1U << 24));
            if (size != image.size) {
                image = scaledDown(image, size);
            }
            result = {stem + extensionOfImages(), encodePcx(withPalette(image, palette_))};
        }
        skins_.images.push_back(std::move(result));
        return std::nullopt;
    }

    const aiScene& scene_;
    const std::string outputPath_;
    const ExportSettings& settings_;
    const Md2Limits& limits_;
    Budget& budget_;
    Warnings& warnings_;
    TextureReader reader_;
    std::vector<Colour> palette_;
    std::set<std::uint32_t> materials_; ///< of the triangles
    std::set<std::uint32_t> materialsWithoutTexture_;
    std::set<std::string> textures_;
    ExportedSkins skins_;
};

/// How far texture coordinates may be outside 0 … 1 because of rounding.
constexpr float kUvTolerance = 1e-4f;

/// Shifts one coordinate of a triangle's corners by a whole number.
///
/// \return whether all three values are then inside 0 … 1
bool moveInside(std::array<float, 3>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least >= -kUvTolerance && *most <= 1 + kUvTolerance) {
        return true;
    }
    const float shift = std::floor(*least + kUvTolerance);
    const bool fits = *most - shift <= 1 + kUvTolerance;
    std::transform(values.begin(), values.end(), values.begin(), [&](float value) { return value - shift; });
    return fits;
}

/// A texture coordinate on the skin, in pixels.
float onSkin(float value, float first, float size, bool isPart) {
    return first + size * (isPart ? std::clamp(value, 0.0f, 1.0f) : value);
}

/// What the format can store.
float inRange(float pixel) {
    return std::clamp(pixel, -32768.0f, 32767.0f);
}

std::int16_t pixelOf(float position, float first, float size, bool isPart) {
    float pixel = std::round(position);
    // A header that is smaller than its atlas has parts that begin and end within pixels.
    if (isPart && std::ceil(first) <= std::floor(first + size)) {
        pixel = std::clamp(pixel, std::ceil(first), std::floor(first + size));
    }
    return static_cast<std::int16_t>(inRange(pixel));
}

/// The memory that depends on the materials of a scene, used or not, on its textures and on the skin names of
/// an imported MD2.
std::uint64_t skinBytesOf(const aiScene& scene) {
    std::uint64_t bytes =
        kGreySize.pixels() + scene.mNumMaterials * sizeof(MaterialPlace) + SceneImages::mostBytes(scene);
    for (unsigned int i = 0; scene.mRootNode != nullptr && i < scene.mRootNode->mNumChildren; ++i) {
        const aiMetadata* const metadata = scene.mRootNode->mChildren[i]->mMetaData;
        for (unsigned int key = 0; metadata != nullptr && key < metadata->mNumProperties; ++key) {
            constexpr std::uint64_t kName = 512; // in vectors that grow
            const aiMetadataEntry& entry = metadata->mValues[key];
            bytes += entry.mType == AI_AISTRING
                         ? kName + 2 * std::uint64_t{static_cast<const aiString*>(entry.mData)->length}
                         : 0;
        }
    }
    return bytes;
}

} // namespace

Result<ExportedSkins> exportSkins(const aiScene& scene, const std::vector<SurfaceTriangle>& triangles,
                                  bool isImportedMd2, const std::string& outputPath,
                                  const Assimp::IOSystem& output, const ExportSettings& settings,
                                  const Md2Limits& limits, Budget& budget, Warnings& warnings) {
    budget.take(skinBytesOf(scene));
    return SkinExporter(scene, outputPath, output, settings, limits, budget, warnings)
        .write(triangles, isImportedMd2);
}

SkinCoordinates skinCoordinates(const std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins,
                                bool isImportedMd2, Budget& budget, Warnings& warnings) {
    budget.take(std::uint64_t{3} * (sizeof(St) + sizeof(GlCoordinate)) * triangles.size());
    const auto width = static_cast<float>(skins.width);
    const auto height = static_cast<float>(skins.height);
    SkinCoordinates coordinates;
    coordinates.st.reserve(3 * triangles.size());
    // The texture coordinates of an imported MD2 refer to the corners of pixels, those of GL commands to the
    // centres.
    const bool isReduced = skins.reducedFrom.width > 0;
    const float toCentreU = isReduced ? 0.5f / static_cast<float>(skins.reducedFrom.width) : 0;
    const float toCentreV = isReduced ? 0.5f / static_cast<float>(skins.reducedFrom.height) : 0;
    const bool hasGl = !isImportedMd2 || isReduced;
    coordinates.gl.reserve(hasGl ? 3 * triangles.size() : 0);
    std::size_t repeated = 0;
    std::size_t without = 0;
    for (const SurfaceTriangle& triangle : triangles) {
        const MaterialPlace place = triangle.material < skins.places.size()
                                        ? skins.places[triangle.material]
                                        : MaterialPlace{0, 0, width, height};
        std::array<float, 3> u = {0.5f, 0.5f, 0.5f};
        std::array<float, 3> v = u;
        if (place.isPatch || !triangle.hasUvs) {
            without += place.isPatch ? 0U : 1U;
        } else {
            for (std::size_t k = 0; k < 3; ++k) {
                u[k] = triangle.uvs[k].u;
                v[k] = triangle.uvs[k].v;
            }
            if (!isImportedMd2) {
                const bool isInside = moveInside(u);
                repeated += moveInside(v) && isInside ? 0U : 1U;
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            // Clamped like the coordinates in pixels, so that both show the same image.
            const float s = inRange(onSkin(u[k], place.x, place.width, place.isPart));
            const float t = inRange(onSkin(v[k], place.y, place.height, place.isPart));
            coordinates.st.push_back({pixelOf(s, place.x, place.width, place.isPart),
                                      pixelOf(t, place.y, place.height, place.isPart)});
            if (hasGl) {
                coordinates.gl.push_back({s / width + toCentreU, t / height + toCentreV});
            }
        }
    }
    if (repeated > 0) {
        warnings.push_back("MD2: textures repeat within triangles, but a skin cannot repeat (" +
                           std::to_string(repeated) + ")");
    }
    if (without > 0) {
        warnings.push_back(
            "MD2: triangles without texture coordinates have the colour in the middle of the skin (" +
            std::to_string(without) + ")");
    }
    return coordinates;
}

std::string skinFolderOf(const std::string& outputPath) {
    constexpr std::array<const char*, 8> kGameRoots = {"baseq2",    "rogue",     "xatrix", "ctf",
                                                       "rerelease", "baseq2rtx", "action", "openq2"};
    const std::string folder = folderOf(outputPath);
    const std::vector<std::string_view> folders = foldersIn(folder);
    std::size_t first = folders.size();
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (std::any_of(kGameRoots.begin(), kGameRoots.end(),
                        [&](const char* root) { return equalWithoutCase(folders[i], root); })) {
            first = i + 1;
        }
    }
    if (first == folders.size()) {
        for (std::size_t i = 0; i < folders.size(); ++i) {
            if (equalWithoutCase(folders[i], "players") || equalWithoutCase(folders[i], "models")) {
                first = i;
            }
        }
    }
    std::string path;
    for (std::size_t i = first; i < folders.size(); ++i) {
        path = joined(path, folders[i]);
    }
    return path;
}

} // namespace assimp_md2
