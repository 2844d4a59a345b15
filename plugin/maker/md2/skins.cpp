// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/skins.h"

#include "assimp-md2/maker.h"
#include "assimp-md2/metadata.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/local_files.h"
#include "importer/image/png.h"
#include "importer/scene/image_keys.h"
#include "importer/settings/property_reader.h"
#include "maker/md2/atlas.h"
#include "maker/md2/pcx_writer.h"
#include "maker/md2/textures.h"
#include "maker/md2/transparency.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace assimp_md2::inner {
namespace {

/// The file name of the skin that a material was made of; the name of any other material. The skin name in
/// the file is a path. Only its file name is used, so that images stay in the output folder.
std::string skinNameOf(const aiMaterial& material) {
    aiString name = material.GetName();
    material.Get(ASSIMP_MD2_MATKEY_SKIN, name);
    return std::string(fileNameOf(name.C_Str()));
}

/// Old graphics drivers that some ports use refuse larger textures.
constexpr std::uint32_t kMostAtlasSide = 4096;

/// The size of a skin without an image.
constexpr ImageSize kUnknownSize{256, 256};

/// The least side of a texture in an atlas, in units of the header: texture coordinates are rounded to them.
constexpr std::uint32_t kLeastUnits = 8;

/// Of a skin. Those of more triangles cannot be reduced, because their colours have borders.
constexpr std::size_t kMostColours = 1024;
constexpr std::size_t kMostColoursToReduce = 64;

const aiColor4D kWhite(1, 1, 1, 1);
constexpr std::array<std::uint8_t, 4> kWhiteBytes = {255, 255, 255, 255};

/// The area in an atlas for textures that cannot be read.
constexpr ImageSize kGreySize{64, 64};

std::string textOf(ImageSize size) {
    return std::to_string(size.width) + " × " + std::to_string(size.height);
}

/// How much of what lies below a material hides.
enum class Coverage { All, Mask, Blend };

/// The opacity of other formats than glTF does not count: some importers of Assimp read 0 for solid
/// materials.
Coverage coverageOf(const aiMaterial& material) {
    aiString mode;
    int flags = 0;
    material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode);
    material.Get(AI_MATKEY_TEXFLAGS(aiTextureType_DIFFUSE, 0), flags);
    const bool isBlended = mode == aiString("BLEND") || material.GetTextureCount(aiTextureType_OPACITY) > 0 ||
                           (flags & aiTextureFlags_UseAlpha) != 0;
    return mode == aiString("MASK") ? Coverage::Mask : isBlended ? Coverage::Blend : Coverage::All;
}

/// What a skin shows of a triangle.
struct SkinSource {
    std::string texture;                ///< its path, or nothing
    std::array<std::uint8_t, 4> colour; ///< RGBA, by which the texture is multiplied
    Coverage coverage;

    bool operator<(const SkinSource& other) const {
        return std::tie(texture, colour, coverage) < std::tie(other.texture, other.colour, other.coverage);
    }
};

/// The RGBA image of a source.
Image painted(const Image& texture, const SkinSource& source) {
    Image image;
    image.size = texture.size;
    image.layout = PixelLayout::Rgba;
    image.pixels.reserve(static_cast<std::size_t>(4 * texture.size.pixels()));
    for (std::size_t i = 0; i < texture.size.pixels(); ++i) {
        const auto [red, green, blue] = texture.colour(i);
        const std::uint8_t alpha = texture.layout == PixelLayout::Rgba ? texture.pixels[4 * i + 3] : 255;
        std::array<std::uint8_t, 4> texel = {red, green, blue, alpha};
        for (std::size_t k = 0; k < texel.size(); ++k) {
            texel[k] = static_cast<std::uint8_t>((texel[k] * source.colour[k] + 127) / 255);
        }
        const std::uint8_t mask = texel[3] < 128 ? 0 : 255;
        texel[3] = source.coverage == Coverage::All    ? 255
                   : source.coverage == Coverage::Mask ? mask
                                                       : texel[3];
        image.pixels.insert(image.pixels.end(), texel.begin(), texel.end());
    }
    return image;
}

class SkinExporter {
public:
    SkinExporter(const Md2Task& task, const std::vector<float>& positions,
                 std::vector<SurfaceTriangle>& triangles)
        : task_(task), reader_(task), files_(task), positions_(positions), triangles_(triangles) {}

    Result<ExportedSkins> write() {
        const std::string& textures = task_.settings.textures;
        if (!textures.empty() && !LocalFolder::open(textures)) {
            return tl::unexpected(
                badValue(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, textures, "a folder that exists"));
        }
        Result<std::vector<Colour>> palette =
            paletteIn(task_.settings.palette, task_.settings.maxMemoryBytes / 4);
        if (!palette) {
            return tl::unexpected(palette.error());
        }
        palette_ = std::move(*palette);
        findSources();
        // The grey of imported materials without a texture is no skin.
        const bool isGrey = !sources_.empty() && sources_.rbegin()->first.texture.empty();
        if (auto error =
                task_.isImported && (materials_.size() == 1 || isGrey) ? writeImported() : writeNew()) {
            return tl::unexpected(std::move(*error));
        }
        skins_.textures = reader_.found();
        return std::move(skins_);
    }

private:
    /// What a material gives to all its triangles.
    struct Look {
        std::string texture;
        aiColor4D colour = kWhite;
        ai_real opacity = 1;
        Coverage coverage = Coverage::All;
        aiColor4D sum = aiColor4D(0, 0, 0, 0); ///< of the colours of its triangles
        ai_real count = 0;
    };

    void readMaterial(const aiMaterial& material, Look& look) {
        look.texture = texturePathOf(material);
        look.coverage = coverageOf(material);
        ai_real opacity = 1;
        material.Get(AI_MATKEY_OPACITY, opacity);
        look.opacity = isGltf_ ? opacity : 1;
        // Other formats often give grey to materials with a texture.
        if (look.texture.empty() || isGltf_) {
            look.colour = aiColor4D(0.8f, 0.8f, 0.8f, 1);
            if (material.Get(AI_MATKEY_COLOR_DIFFUSE, look.colour) != aiReturn_SUCCESS) {
                material.Get(AI_MATKEY_BASE_COLOR, look.colour);
            }
        }
        const bool isEmissionLost = !look.texture.empty() || !showEmission(material, look);
        aiColor3D emission(0, 0, 0);
        material.Get(AI_MATKEY_COLOR_EMISSIVE, emission);
        const bool emits = !emission.IsBlack() || material.GetTextureCount(aiTextureType_EMISSIVE) > 0;
        if (!task_.isImported) {
            warn("transparency", material, opacity < 1 && look.coverage == Coverage::All);
            warn("emission", material, isEmissionLost && emits);
        }
    }

    /// A material that only glows, as Blender writes its shader Emission, which characters without light
    /// have.
    static bool showEmission(const aiMaterial& material, Look& look) {
        const auto isPlain = [&](ai_real value) {
            return look.colour.r == value && look.colour.g == value && look.colour.b == value;
        };
        aiString texture;
        aiColor4D emission(0, 0, 0, 1);
        material.Get(AI_MATKEY_COLOR_EMISSIVE, emission);
        const bool hasTexture = material.GetTexture(aiTextureType_EMISSIVE, 0, &texture) == aiReturn_SUCCESS;
        const bool isShown = (hasTexture && isPlain(1)) ||
                             (isPlain(0) && (hasTexture || emission.r + emission.g + emission.b > 0));
        if (isShown) {
            look.texture = texture.C_Str();
            look.colour = hasTexture ? kWhite : emission;
        }
        return isShown;
    }

    /// \param colour of the vertices
    SkinSource sourceOf(const Look& look, const aiColor4D& colour) const {
        const auto [red, green, blue] = colourOf(look.colour * colour, isGltf_);
        const std::uint8_t alpha = colourOf(kWhite * (look.opacity * colour.a), false).red;
        return {look.texture, {red, green, blue, alpha}, look.coverage};
    }

    void findSources() {
        std::set<std::tuple<std::uint32_t, ai_real, ai_real, ai_real, ai_real>> colours;
        bool hasColours = false;
        for (const SurfaceTriangle& triangle : triangles_) {
            if (triangle.material < task_.scene.mNumMaterials) {
                Look& look = materials_[triangle.material];
                look.sum = look.sum + triangle.colour;
                ++look.count;
                const auto& [red, green, blue, alpha] = triangle.colour;
                colours.insert({triangle.material, red, green, blue, alpha});
                hasColours = hasColours || triangle.colour != kWhite;
            }
        }
        for (auto& [index, look] : materials_) {
            readMaterial(*task_.scene.mMaterials[index], look);
        }
        const bool isReduced = triangles_.size() > task_.limits.triangles;
        const bool isMean = hasColours && colours.size() > (isReduced ? kMostColoursToReduce : kMostColours);
        for (const SurfaceTriangle& triangle : triangles_) {
            const auto found = materials_.find(triangle.material);
            if (found == materials_.end()) {
                sourceOfTriangle_.push_back(nullptr);
                continue;
            }
            const Look& look = found->second;
            const bool isOwn = !isMean && look.texture.empty();
            const SkinSource source = sourceOf(look, isOwn ? triangle.colour : look.sum * (1 / look.count));
            sourceOfTriangle_.push_back(&sources_.try_emplace(source, 0).first->second);
        }
        if (hasColours) {
            task_.warnings.note(
                isMean ? "skins: there are too many colours of vertices; each material has their mean"
                       : "skins: colours of vertices are painted, one for each triangle");
        }
    }

    void warn(const std::string& lost, const aiMaterial& material, bool isLost) {
        task_.warnings.add("skins: what an MD2 cannot have is left out", isLost ? 1 : 0,
                           lost + " of the material \"" + material.GetName().C_Str() + "\"");
    }

    static std::vector<std::string> skinNamesIn(const aiMetadata* metadata) {
        std::vector<std::string> names;
        for (unsigned int i = 0; metadata != nullptr && i < metadata->mNumProperties; ++i) {
            aiString name;
            if (metadata->mKeys[i].C_Str() == "skin" + std::to_string(i) && metadata->Get(i, name)) {
                names.emplace_back(name.C_Str());
            }
        }
        return names;
    }

    /// The file name, without its extension, of the image of an imported skin; empty if there is no image.
    std::string imageStemOf(const aiMaterial& material) const {
        const std::string path = texturePathOf(material);
        // A skin that was not found has its name as the texture's path.
        return path.empty() || !reader_.isThere(path) ? "" : skinNameOf(material);
    }

    std::optional<Error> writeImported() {
        const aiMaterial& first = *task_.scene.mMaterials[materials_.begin()->first];
        const int model = modelOf(first);
        // The nodes of a model and its weapon are in this order. A program may have moved them.
        const aiNode& root = *task_.scene.mRootNode;
        const bool isChild = static_cast<unsigned int>(model) < root.mNumChildren;
        const aiMetadata* const ofNode = (isChild ? *root.mChildren[model] : root).mMetaData;
        ImageSize size = importedSize(model == 0 ? task_.scene.mMetaData : ofNode);
        std::vector<std::string> names = skinNamesIn(ofNode);
        if (names.empty() && !task_.settings.skinPath.empty()) {
            const std::string stem = imageStemOf(first);
            names.push_back((stem.empty() ? files_.stemFor("") : stem) + ".pcx");
        }
        std::map<std::string, std::string> fileStems; // of the skins, by the wanted ones in lower case
        for (unsigned int i = 0; i < task_.scene.mNumMaterials; ++i) {
            const aiMaterial& material = *task_.scene.mMaterials[i];
            const std::string stem = imageStemOf(material);
            const bool isRenamed =
                files_.hasCompletePath() && !names.empty() && stem == stemOf(names.front());
            const std::string wanted = isRenamed ? stemOf(files_.pathFor("")) : stem;
            if (modelOf(material) != model || stem.empty() || fileStems.count(lowerCase(wanted)) > 0) {
                continue;
            }
            std::string& fileStem = fileStems[lowerCase(wanted)] = wanted;
            if (std::optional<Skin> skin = readSkin(texturePathOf(material))) {
                size = size.width > 0 ? size : skin->image.size;
                if (auto error = addFile(wanted, std::move(*skin))) {
                    return error;
                }
                fileStem = stemOf(skins_.files.back().name);
            }
        }
        for (const std::string& name : names) {
            // A folder applies to all skins, a complete name only to the first.
            const bool isKept =
                task_.settings.skinPath.empty() || (!skins_.names.empty() && files_.hasCompletePath());
            const std::string path = isKept ? name : files_.pathFor(fileNameOf(name));
            const auto file = fileStems.find(lowerCase(stemOf(path)));
            const bool isSame = file == fileStems.end() || equalWithoutCase(file->second, stemOf(path));
            skins_.names.push_back(files_.nameInModel(
                isSame ? path : joined(folderOf(path), file->second + std::string(extensionOf(path)))));
        }
        useWholeSkin(size.width > 0 ? size : kUnknownSize);
        return std::nullopt;
    }

    /// The size in the header of the imported model, or 0 × 0.
    ImageSize importedSize(const aiMetadata* metadata) {
        std::int32_t width = 0;
        std::int32_t height = 0;
        if (metadata == nullptr || !metadata->Get(ASSIMP_MD2_METADATA_SKIN_WIDTH, width) ||
            !metadata->Get(ASSIMP_MD2_METADATA_SKIN_HEIGHT, height) || width <= 0 || height <= 0) {
            return {0, 0};
        }
        const ImageSize size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
        const ImageSize fitted = fittedSize(size);
        if (fitted != size) {
            skins_.reducedFrom = size;
            task_.warnings.note("skins: the header has a size of " + textOf(fitted) + " instead of " +
                                textOf(size) +
                                " pixels; " ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY "=false keeps it");
        }
        return size;
    }

    /// The size that the limits allow, with the same aspect.
    ImageSize fittedSize(ImageSize size) const {
        const bool isPcxOfGame = task_.settings.simplify && !palette_.empty();
        return fittedTo({isPcxOfGame ? kMostPcx.width : size.width, task_.limits.skinHeight}, size);
    }

    void useWholeSkin(ImageSize size) {
        skins_.size = fittedSize(size);
        skins_.places = {
            {0, 0, static_cast<float>(skins_.size.width), static_cast<float>(skins_.size.height)}};
    }

    /// The skin of one texture or colour, or an atlas of several. Texture coordinates on a single colour do
    /// not change, so that the skin can be painted.
    std::optional<Error> writeNew() {
        const SkinSource source = sources_.empty() ? SkinSource() : sources_.begin()->first;
        const std::string& texture = source.texture;
        const bool isPainted = source.colour != kWhiteBytes || source.coverage != Coverage::All;
        const bool isOne = sources_.size() == 1 && !texture.empty();
        std::optional<Skin> skin;
        if (isOne && (task_.isImported || !isPainted)) {
            skin = readSkin(texture);
        } else if (!sources_.empty()) {
            readImages();
            Result<Image> image = sources_.size() > 1 ? drawAtlas() : std::move(images_.front());
            if (!image) {
                return image.error();
            }
            skin = Skin{std::move(*image)};
        }
        if (sources_.size() <= 1) {
            useWholeSkin(skin ? unitsOf(skin->image.size) : kUnknownSize);
        }
        const std::string stem = !isOne                   ? ""
                                 : texture.front() == '*' ? nameOfEmbedded(texture)
                                                          : stemOf(texture);
        const std::string path = files_.pathFor(files_.stemFor(stem) + ".pcx");
        std::string fileStem = stemOf(path);
        if (skin) {
            reserveNames(skin->png.empty() ? "" : texture);
            if (auto error = addFile(fileStem, std::move(*skin))) {
                return error;
            }
            fileStem = stemOf(skins_.files.back().name);
        }
        skins_.names.push_back(
            files_.nameInModel(joined(folderOf(path), fileStem + std::string(extensionOf(path)))));
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

    /// Reads the images of all sources, and makes them opaque.
    void readImages() {
        const ImageSize plain = sources_.size() > 1 ? ImageSize{1, 1} : kUnknownSize;
        std::optional<std::size_t> grey; // the image of all textures that cannot be read
        bool isOpaque = true;
        for (auto& [source, index] : sources_) {
            std::optional<Skin> skin =
                source.texture.empty() ? Skin{plainImage(plain, 255)} : reader_.read(source.texture, false);
            index = skin ? images_.size() : grey.value_or(images_.size());
            if (!skin && !grey) {
                grey = index;
                skin = Skin{plainImage(kGreySize, 128)};
            }
            if (skin) {
                images_.push_back(painted(skin->image, source));
            }
            isOpaque = isOpaque && source.coverage == Coverage::All;
        }
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            const std::size_t* const index = sourceOfTriangle_[i];
            triangles_[i].place = index != nullptr ? static_cast<std::uint32_t>(*index) : 0;
        }
        if (!isOpaque) {
            for (const std::uint32_t material : paintClearTexels(positions_, images_, triangles_)) {
                if (material < task_.scene.mNumMaterials) {
                    warn("transparency", *task_.scene.mMaterials[material], true);
                }
            }
        }
    }

    /// Draws all images and finds their places.
    Result<Image> drawAtlas() {
        std::vector<ImageSize> sizes;
        std::transform(images_.begin(), images_.end(), std::back_inserter(sizes),
                       [](const Image& image) { return unitsOf(image.size); });
        const std::optional<AtlasLayout> layout = layOut(sizes);
        if (!layout) {
            return failure(std::to_string(images_.size()) +
                           " textures do not fit into one image of 4096 × 4096 pixels; use fewer materials");
        }
        if (layout->isHalved) {
            task_.warnings.note("skins: the textures are made smaller to fit into one image of " +
                                textOf(layout->size) + " pixels");
        }
        Image atlas = plainImage(layout->size);
        for (std::size_t i = 0; i < images_.size(); ++i) {
            drawInAtlas(atlas, layout->places[i], images_[i]);
        }
        skins_.size = fittedSize(layout->size);
        // The size in the header keeps the aspect ratio of the atlas, so one factor is enough for both axes.
        const float toHeader =
            static_cast<float>(skins_.size.height) / static_cast<float>(layout->size.height);
        const auto inHeader = [&](std::uint32_t pixels) { return toHeader * static_cast<float>(pixels); };
        skins_.places.resize(images_.size());
        for (const auto& [source, index] : sources_) {
            const AtlasPlace& place = layout->places[index];
            skins_.places[index] = {inHeader(place.x),
                                    inHeader(place.y),
                                    inHeader(place.size.width),
                                    inHeader(place.size.height),
                                    true,
                                    source.texture.empty()};
        }
        return atlas;
    }

    std::string nameOfEmbedded(const std::string& path) const {
        const aiTexture* const texture = task_.scene.GetEmbeddedTexture(path.c_str());
        const std::string fileName = texture != nullptr ? texture->mFilename.C_Str() : "";
        return fileName.substr(0, 1) == "*" ? std::string() : stemOf(fileName);
    }

    /// Keeps the names of textures from becoming the name of a skin that is made from them, and the names of
    /// an imported MD2's skins from becoming that of its atlas. Both may be elsewhere: textures in another
    /// folder, in whose place a second export would find the skin of the first one, and imported skins
    /// embedded.
    ///
    /// \param copied the texture of which the skin is a copy, which is left out; may be empty
    void reserveNames(const std::string& copied) {
        for (unsigned int i = 0; i < task_.scene.mNumMaterials; ++i) {
            const aiMaterial& material = *task_.scene.mMaterials[i];
            if (copied.empty() && task_.isImported) {
                files_.reserve(skinNameOf(material) + files_.extension());
            }
            for (const std::string& texture : allTexturesOf(material)) {
                if (!reader_.isEmbedded(texture) &&
                    (copied.empty() || relativePath(texture) != relativePath(copied))) {
                    files_.reserve(std::string(fileNameOf(texture)));
                }
            }
        }
    }

    /// Reads a skin. The pixels of a PNG are decoded only if there is a palette.
    std::optional<Skin> readSkin(const std::string& path) { return reader_.read(path, palette_.empty()); }

    std::optional<Error> addFile(const std::string& stem, Skin skin) {
        Result<std::vector<std::uint8_t>> bytes = std::move(skin.png);
        if (bytes->empty()) {
            bytes = palette_.empty()
                        ? encodePng(std::move(skin.image))
                        : pcxOf(skin.image,
                                fittedSize(task_.isImported ? skin.image.size : unitsOf(skin.image.size)),
                                palette_);
        }
        Result<ExportedSkinFile> file =
            bytes ? files_.choose(stem, std::move(*bytes)) : tl::unexpected(bytes.error());
        if (!file) {
            return file.error();
        }
        skins_.files.push_back(*std::move(file));
        return std::nullopt;
    }

    const Md2Task& task_;
    bool isGltf_ = isImportedGltf(task_.scene); ///< asked once, not for each triangle
    TextureReader reader_;
    SkinFiles files_;
    std::vector<Colour> palette_;
    const std::vector<float>& positions_;
    std::vector<SurfaceTriangle>& triangles_;
    std::map<std::uint32_t, Look> materials_;          ///< of the triangles
    std::map<SkinSource, std::size_t> sources_;        ///< of the triangles, with the numbers of their images
    std::vector<const std::size_t*> sourceOfTriangle_; ///< null without a material
    std::vector<Image> images_;
    ExportedSkins skins_;
};

} // namespace

Result<ExportedSkins> exportSkins(const Md2Task& task, const std::vector<float>& positions,
                                  std::vector<SurfaceTriangle>& triangles) {
    return SkinExporter(task, positions, triangles).write();
}

} // namespace assimp_md2::inner
