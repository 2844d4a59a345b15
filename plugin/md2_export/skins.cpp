// SPDX-License-Identifier: BSD-3-Clause
// Implements skins.h.
#include "md2_export/skins.h"

#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "base/paths.h"
#include "base/text.h"
#include "files/local_files.h"
#include "image/atlas.h"
#include "image/pcx.h"
#include "image/pcx_writer.h"
#include "image/png.h"
#include "md2_export/textures.h"
#include "pose/imported_scene.h"
#include "settings/property_reader.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
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

/// The least side of a texture in an atlas, in units of the header: texture coordinates are rounded to them.
constexpr std::uint32_t kLeastUnits = 8;

/// The area in an atlas for textures that cannot be read.
constexpr ImageSize kGreySize{64, 64};

Image imageOf(ImageSize size, const Colour& colour) {
    Image image;
    image.size = size;
    image.layout = PixelLayout::Palette;
    image.palette = {colour};
    image.pixels.resize(static_cast<std::size_t>(size.pixels()));
    return image;
}

class SkinExporter {
public:
    SkinExporter(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output,
                 const ExportSettings& settings, bool isOneOfSeveral, const Md2Limits& limits,
                 Warnings& warnings)
        : scene_(scene)
        , settings_(settings)
        , limits_(limits)
        , outputPath_(outputPath)
        , warnings_(warnings)
        , reader_(scene, outputPath, output, settings, warnings)
        , files_(outputPath, output, settings, isOneOfSeveral, warnings) {
        skins_.places.resize(scene.mNumMaterials);
    }

    Result<ExportedSkins> write(const std::vector<SurfaceTriangle>& triangles) {
        if (auto error = checkOutputPath()) {
            return tl::unexpected(std::move(*error));
        }
        if (auto error = checkTextureFolder()) {
            return tl::unexpected(std::move(*error));
        }
        if (auto error = readPalette()) {
            return tl::unexpected(std::move(*error));
        }
        findMaterials(triangles);
        if (!isImportedMd2(scene_)) {
            warnAboutLostProperties();
        }
        std::optional<Error> error;
        if (isImportedMd2(scene_) && materials_.size() == 1) {
            error = writeImported();
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
        return std::move(skins_);
    }

private:
    /// A skin gets another name than a texture or the palette, but the model has the name that the user
    /// wants.
    std::optional<Error> checkOutputPath() const {
        const std::string name(fileNameOf(outputPath_));
        const std::vector<std::string> textures = textureFiles("");
        const bool isPalette = equalWithoutCase(name, fileNameOf(settings_.palette));
        const bool isTexture = std::any_of(textures.begin(), textures.end(), [&](const auto& texture) {
            return equalWithoutCase(texture, name);
        });
        if (lowerCase(extensionOf(name)) == ".md2" || !(isPalette || isTexture)) {
            return std::nullopt;
        }
        return Error{ErrorCode::Other, "the model would replace " + name + ", which is " +
                                           (isPalette ? "the palette" : "a texture of the scene") +
                                           "; choose another name for the model, such as tris.md2"};
    }

    std::optional<Error> checkTextureFolder() const {
        if (settings_.textures.empty() || LocalFolder::open(settings_.textures)) {
            return std::nullopt;
        }
        return badValue(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, settings_.textures, "a folder that exists");
    }

    std::optional<Error> readPalette() {
        if (settings_.palette.empty()) {
            return std::nullopt;
        }
        const Error error =
            badValue(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, settings_.palette, "a PCX file with 256 colours");
        const std::optional<LocalFile> file = LocalFile::open(settings_.palette);
        if (!file) {
            return error;
        }
        const Result<FileBytes> bytes = file->read(kMaximumImageFileSize);
        Warnings repairs;
        if (!bytes || !isPcx(bytes->slice())) {
            return error;
        }
        Result<Image> image =
            decodePcx(bytes->slice(), {kMaximumImageSide, settings_.maxMemoryBytes / 4}, repairs);
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
        warnings_.add("skins: the colours of materials with a texture are left out", coloured);
        warnings_.add("skins: the colours of vertices are left out, in meshes", withVertexColours);
        warnings_.add("skins: the transparency of materials is left out", transparent);
        warnings_.add("skins: the emission of materials is left out", emissive);
        warnings_.add("skins: materials show both sides of triangles, but an MD2 shows only the front",
                      twoSided);
    }

    /// The node of the imported model whose meshes are written; null if a program has moved them.
    const aiNode* writtenNode() const {
        const aiNode& root = *scene_.mRootNode;
        const auto isWritten = [&](const aiNode* node) {
            return std::any_of(node->mMeshes, node->mMeshes + node->mNumMeshes, [&](unsigned int mesh) {
                return materials_.count(scene_.mMeshes[mesh]->mMaterialIndex) > 0;
            });
        };
        aiNode** const end = root.mChildren + root.mNumChildren;
        aiNode** const found = std::find_if(root.mChildren, end, isWritten);
        return found == end ? nullptr : *found;
    }

    /// The skin names in the metadata of the node, or without a node, of the first child that has some.
    std::vector<std::string> importedSkinNames(const aiNode* node) const {
        if (node != nullptr) {
            return skinNamesOf(*node);
        }
        std::vector<std::string> names;
        for (unsigned int i = 0; names.empty() && i < scene_.mRootNode->mNumChildren; ++i) {
            names = skinNamesOf(*scene_.mRootNode->mChildren[i]);
        }
        return names;
    }

    static std::vector<std::string> skinNamesOf(const aiNode& node) {
        std::vector<std::string> names;
        const aiMetadata* const metadata = node.mMetaData;
        // The keys are in order. A search for each key would take quadratic time.
        for (unsigned int key = 0; metadata != nullptr && key < metadata->mNumProperties; ++key) {
            aiString name;
            if (metadata->mKeys[key].C_Str() == "skin" + std::to_string(names.size()) &&
                metadata->Get(key, name)) {
                names.emplace_back(name.C_Str());
            }
        }
        return names;
    }

    std::optional<Error> writeImported() {
        const aiNode* const node = writtenNode();
        const int model = modelOf(*scene_.mMaterials[*materials_.begin()]);
        if (const aiMetadata* const metadata = model == 0        ? scene_.mMetaData
                                               : node != nullptr ? node->mMetaData
                                                                 : nullptr) {
            readImportedSize(*metadata);
        }
        const std::vector<std::string> names = importedSkinNames(node);
        std::set<std::string> written;
        std::size_t cut = 0;
        for (const std::string& name : names) {
            // A folder applies to all skins, a complete name only to the first.
            if (!settings_.skinPath.empty() && (skins_.names.empty() || !files_.hasCompletePath())) {
                skins_.names.push_back(files_.nameInModel(files_.pathFor("", name)));
                continue;
            }
            std::string latin1 = latin1FromUtf8(name);
            cut += latin1.size() > kMostSkinNameBytes ? 1U : 0U;
            latin1.resize(std::min(latin1.size(), kMostSkinNameBytes));
            skins_.names.push_back(latin1);
        }
        warnings_.add("names of skins are cut to 63 bytes", cut);
        for (unsigned int i = 0; i < scene_.mNumMaterials; ++i) {
            if (modelOf(*scene_.mMaterials[i]) != model) {
                continue;
            }
            const std::string path = texturePathOf(*scene_.mMaterials[i]);
            // The skin name in the file is a path. Only its file name is used, so that the image stays in the
            // output folder.
            std::string stem(fileNameOf(scene_.mMaterials[i]->GetName().C_Str()));
            // A skin that was not found has its name as the texture's path.
            if (!names.empty() && files_.hasCompletePath() && stem == stemOf(names.front())) {
                stem = stemOfFirstSkin();
            }
            if (path.empty() || stem.empty() || !reader_.isThere(path)) {
                continue;
            }
            if (!written.insert(lowerCase(stem)).second) {
                continue;
            }
            std::optional<Skin> skin = readSkin(path);
            if (skin) {
                if (skins_.width == 0) {
                    setSize(skin->size);
                }
                const Result<std::string> chosen = addSkin(stem, std::move(*skin));
                if (!chosen) {
                    return chosen.error();
                }
                if (*chosen != stem) {
                    renameSkins(stem, *chosen);
                }
            }
        }
        if (skins_.width == 0) {
            setSize({kUnknownSide, kUnknownSide});
        }
        placeAll();
        return std::nullopt;
    }

    void readImportedSize(const aiMetadata& metadata) {
        std::int32_t width = 0;
        std::int32_t height = 0;
        if (metadata.Get(ASSIMP_MD2_METADATA_SKIN_WIDTH, width) &&
            metadata.Get(ASSIMP_MD2_METADATA_SKIN_HEIGHT, height) && width > 0 && height > 0) {
            const ImageSize size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
            setSize(size);
            if (width != skins_.width || height != skins_.height) {
                skins_.reducedFrom = size;
                warnings_.note("skins: the header has a size of " + std::to_string(skins_.width) + " × " +
                               std::to_string(skins_.height) + " instead of " + std::to_string(width) +
                               " × " + std::to_string(height) +
                               " pixels; " ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY "=false keeps it");
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
        const std::uint32_t mostWidth = settings_.simplify && !palette_.empty() ? kMostPcxWidth : size.width;
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
        const std::string stem = files_.stemFor(isEmbedded ? nameOfEmbedded(texture) : stemOf(texture));
        if (!skin) {
            skins_.names.push_back(files_.nameInModel(files_.pathFor(stem, "")));
            return std::nullopt;
        }
        const std::string copied = skin->png.empty() ? "" : texture;
        return addNamedSkin(stem, std::move(*skin), copied);
    }

    /// Writes a skin of one colour for a model with one material and no texture. Texture coordinates do not
    /// change, so that the skin can be painted.
    std::optional<Error> writePlain(std::uint32_t material) {
        Image image = imageOf({kUnknownSide, kUnknownSide},
                              colourOf(*scene_.mMaterials[material], isImportedGltf(scene_)));
        if (auto error = addNamedSkin(files_.stemFor(""), {image.size, std::move(image), {}}, "")) {
            return error;
        }
        // A skin that is kept may have been painted in another size.
        const std::optional<ImageSize> kept =
            skins_.images.empty() ? files_.sizeInOutput(stemOfFirstSkin()) : std::nullopt;
        setSize(kept.value_or(ImageSize{kUnknownSide, kUnknownSide}));
        placeAll();
        return std::nullopt;
    }

    /// Enlarges small images, because the header may have less units than the atlas has pixels.
    std::optional<AtlasLayout> layOut(const std::vector<ImageSize>& sizes) const {
        std::uint32_t side = kLeastUnits;
        std::uint32_t needed = side;
        std::optional<AtlasLayout> layout;
        do {
            side = needed;
            layout = layOutAtlas(sizes, kMostAtlasSide, side);
            if (layout) {
                const std::uint32_t units = fittedSize(layout->size).height;
                needed = (kLeastUnits * layout->size.height + units - 1) / units;
            }
        } while (layout && needed > side);
        return layout;
    }

    std::optional<Error> writeAtlas() {
        std::vector<Image> images;
        std::vector<ImageSize> sizes;
        images.reserve(textures_.size() + materialsWithoutTexture_.size() + 1);
        std::map<std::string, std::size_t> imageOfTexture;
        std::optional<std::size_t> grey; // the image of all textures that cannot be read
        for (const std::string& texture : textures_) {
            std::optional<Skin> skin = reader_.read(texture, false);
            if (skin || !grey) {
                if (!skin) {
                    grey = images.size();
                }
                imageOfTexture[texture] = images.size();
                images.push_back(skin ? std::move(skin->image) : imageOf(kGreySize, {128, 128, 128}));
            } else {
                imageOfTexture[texture] = *grey;
            }
        }
        std::map<std::uint32_t, std::size_t> imageOfMaterial;
        for (const std::uint32_t material : materialsWithoutTexture_) {
            imageOfMaterial[material] = images.size();
            images.push_back(imageOf({1, 1}, colourOf(*scene_.mMaterials[material], isImportedGltf(scene_))));
        }
        sizes.reserve(images.size());
        for (const Image& image : images) {
            sizes.push_back(image.size);
        }
        const std::optional<AtlasLayout> layout = layOut(sizes);
        if (!layout) {
            return Error{ErrorCode::Other, std::to_string(images.size()) +
                                               " textures do not fit into one image of 4096 × 4096 "
                                               "pixels; use fewer materials"};
        }
        const bool isSmaller = !std::equal(
            sizes.begin(), sizes.end(), layout->places.begin(), [](ImageSize size, const AtlasPlace& place) {
                return size.width <= place.size.width && size.height <= place.size.height;
            });
        if (isSmaller) {
            warnings_.note("skins: the textures are made smaller to fit into one image of " +
                           std::to_string(layout->size.width) + " × " + std::to_string(layout->size.height) +
                           " pixels");
        }
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
        return addNamedSkin(files_.stemFor(""), {layout->size, std::move(atlas), {}}, "");
    }

    std::string nameOfEmbedded(const std::string& path) const {
        const aiTexture* const texture = scene_.GetEmbeddedTexture(path.c_str());
        const std::string fileName = texture != nullptr ? texture->mFilename.C_Str() : "";
        return fileName.substr(0, 1) == "*" ? std::string() : stemOf(fileName);
    }

    /// UTF-8, as file names are. Names in the model are Latin-1.
    std::string stemOfFirstSkin() const { return stemOf(utf8FromLatin1(skins_.names.front())); }

    /// The file names of all textures. The textures may be in another folder: a second export could then find
    /// the skin of the first one in the place of a texture.
    ///
    /// \param copied the texture of which the skin is a copy, which is left out; may be empty
    std::vector<std::string> textureFiles(const std::string& copied) const {
        std::vector<std::string> names;
        const std::string copiedPath = relativePath(copied);
        for (unsigned int i = 0; i < scene_.mNumMaterials; ++i) {
            for (const std::string& texture : allTexturesOf(*scene_.mMaterials[i])) {
                if (!reader_.isEmbedded(texture) && (copied.empty() || relativePath(texture) != copiedPath)) {
                    names.emplace_back(fileNameOf(texture));
                }
            }
        }
        return names;
    }

    /// Keeps the names of textures from becoming the name of a skin that is made from them, and the names of
    /// an imported MD2's skins from becoming that of its atlas. The imported skin may be a PCX that is
    /// embedded.
    void reserveTextures(const std::string& copied) {
        for (const std::string& fileName : textureFiles(copied)) {
            files_.reserve(fileName);
        }
        for (const std::uint32_t material : materials_) {
            if (copied.empty() && isImportedMd2(scene_)) {
                files_.reserve(scene_.mMaterials[material]->GetName().C_Str() +
                               std::string(files_.extension()));
            }
        }
    }

    /// Whether the output folder is that of the imported MD2, so that its images are those of the model.
    bool isInImportedFolder() const {
        const auto folder = metadataText(scene_, ASSIMP_MD2_METADATA_FOLDER);
        return isImportedMd2(scene_) && folder &&
               placeOf(*folder) == placeOf(absoluteFolder(folderOf(outputPath_)));
    }

    /// Reads a skin. The pixels of a PNG are decoded only if there is a palette.
    std::optional<Skin> readSkin(const std::string& path) { return reader_.read(path, palette_.empty()); }

    /// Adds a skin with its name.
    ///
    /// \param copied the texture of which the skin is a copy; may be empty
    std::optional<Error> addNamedSkin(const std::string& wanted, Skin skin, const std::string& copied) {
        const std::string path = files_.pathFor(wanted, "");
        reserveTextures(copied);
        const Result<std::string> stem = addSkin(stemOf(path), std::move(skin));
        if (!stem) {
            return stem.error();
        }
        skins_.names.push_back(
            files_.nameInModel(joined(folderOf(path), *stem + std::string(extensionOf(path)))));
        return std::nullopt;
    }

    /// Adds the file of a skin.
    ///
    /// \return the file name without its extension
    Result<std::string> addSkin(const std::string& stem, Skin skin) {
        Result<std::vector<std::uint8_t>> file = skin.png.empty()
                                                     ? encoded(std::move(skin.image))
                                                     : Result<std::vector<std::uint8_t>>(std::move(skin.png));
        if (!file) {
            return tl::unexpected(file.error());
        }
        const SkinFiles::Choice choice = files_.choose(stem, *file, !isInImportedFolder());
        const std::string fileName = choice.stem + files_.extension();
        if (choice.file == SkinFiles::File::New) {
            skins_.images.push_back({fileName, std::move(*file)});
        } else {
            (choice.file == SkinFiles::File::Same ? skins_.same : skins_.old).push_back(fileName);
        }
        return choice.stem;
    }

    Result<std::vector<std::uint8_t>> encoded(Image image) {
        if (palette_.empty()) {
            return encodePng(std::move(image));
        }
        const ImageSize size = fittedSize(image.size);
        if (size != image.size) {
            image = scaledDown(image, size);
        }
        return encodePcx(withPalette(image, palette_));
    }

    /// Renames the skins of an imported MD2 whose file gets another name.
    void renameSkins(const std::string& from, const std::string& to) {
        for (std::string& name : skins_.names) {
            const std::string path = utf8FromLatin1(name);
            if (equalWithoutCase(stemOf(path), from)) {
                name = files_.nameInModel(joined(folderOf(path), to + std::string(extensionOf(path))));
            }
        }
    }

    const aiScene& scene_;
    const ExportSettings& settings_;
    const Md2Limits& limits_;
    const std::string& outputPath_;
    Warnings& warnings_;
    TextureReader reader_;
    SkinFiles files_;
    std::vector<Colour> palette_;
    std::set<std::uint32_t> materials_; ///< of the triangles
    std::set<std::uint32_t> materialsWithoutTexture_;
    std::set<std::string> textures_;
    ExportedSkins skins_;
};

} // namespace

Result<ExportedSkins> exportSkins(const aiScene& scene, const std::vector<SurfaceTriangle>& triangles,
                                  const std::string& outputPath, const Assimp::IOSystem& output,
                                  const ExportSettings& settings, bool isOneOfSeveral,
                                  const Md2Limits& limits, Warnings& warnings) {
    return SkinExporter(scene, outputPath, output, settings, isOneOfSeveral, limits, warnings)
        .write(triangles);
}

} // namespace assimp_md2
