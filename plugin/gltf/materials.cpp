// SPDX-License-Identifier: BSD-3-Clause
// The materials of a scene with their textures and images, and the skins of a model as material variants.
#include "gltf/materials.h"

#include "assimp-md2/metadata.h"
#include "export/source.h"
#include "format/paths.h"
#include "format/text.h"
#include "gltf/document.h"
#include "image/image_type.h"
#include "image/png.h"
#include "image/web_image.h"
#include "settings/settings.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/GltfMaterial.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

constexpr const char* kVariants = "KHR_materials_variants";
constexpr const char* kUnlit = "KHR_materials_unlit";

/// The model whose skin a material is: the player or its weapon.
int modelOf(const aiMaterial& material) {
    int model = 0;
    material.Get(ASSIMP_MD2_MATKEY_MODEL, model);
    return model;
}

/// The materials of each model that are alternatives for its surface.
std::map<int, std::vector<std::size_t>> alternatives(const aiScene& scene) {
    std::map<int, std::vector<std::size_t>> materials;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        materials[modelOf(*scene.mMaterials[i])].push_back(i);
    }
    std::map<int, unsigned int> materialInUse;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const unsigned int material = scene.mMeshes[i]->mMaterialIndex;
        if (material < scene.mNumMaterials) {
            const int model = modelOf(*scene.mMaterials[material]);
            if (materialInUse.try_emplace(model, material).first->second != material) {
                materials.erase(model);
            }
        }
    }
    for (auto model = materials.begin(); model != materials.end();) {
        model = model->second.size() < 2 ? materials.erase(model) : std::next(model);
    }
    return materials;
}

bool isWebImage(ImageType type) {
    return type == ImageType::Png || type == ImageType::Jpeg;
}

const char* mimeType(ImageType type) {
    return type == ImageType::Jpeg ? "image/jpeg" : "image/png";
}

/// The file that an embedded texture contains.
ByteSlice fileIn(const aiTexture& texture) {
    return {reinterpret_cast<const std::uint8_t*>(texture.pcData), texture.mWidth};
}

/// The texels of an embedded texture that contains no file.
Image imageIn(const aiTexture& texture) {
    Image image;
    image.size = {texture.mWidth, texture.mHeight};
    image.layout = PixelLayout::Rgba;
    // Does not wrap where std::size_t has 32 bits: all texels are in memory.
    const std::size_t texels = std::size_t{texture.mWidth} * texture.mHeight;
    image.pixels.reserve(4 * texels);
    for (std::size_t i = 0; i < texels; ++i) {
        const aiTexel& texel = texture.pcData[i];
        image.pixels.insert(image.pixels.end(), {texel.r, texel.g, texel.b, texel.a});
    }
    return image;
}

/// Takes a relative path, returns it as a relative reference: percent-encoded, with `/`.
std::string uriOf(const std::string& path) {
    constexpr const char* kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char character : path) {
        const auto c = static_cast<unsigned char>(character);
        const bool isPlain =
            c > 0 && c < 0x80 && (std::isalnum(c) != 0 || std::strchr("-._~/!$&'()*+,;=@", c) != nullptr);
        if (isPlain) {
            uri += character;
        } else if (c == '\\') {
            uri += '/';
        } else {
            uri += {'%', kHex[c >> 4], kHex[c & 15]};
        }
    }
    return uri;
}

/// Writes the textures of materials with their images.
class TextureWriter {
public:
    TextureWriter(Document& document, const aiScene& scene, const ImageFiles& files, const Limits& limits)
        : document_(document)
        , scene_(scene)
        , files_(files)
        , side_(limits.maxImageSide)
        , imageBytesLeft_(limits.maxImageBytes) {
        for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
            embedded_.emplace(fileNameOf(scene.mTextures[i]->mFilename.C_Str()), scene.mTextures[i]);
        }
    }

    /// \return the texture of a material's path; nothing when its image is left out
    std::optional<std::size_t> add(const std::string& path, const aiMaterial& material, aiTextureType type) {
        const auto [texture, isNew] = textures_.try_emplace(path);
        if (isNew) {
            const aiTexture* const embedded = embeddedTexture(path);
            const std::string name = embedded != nullptr ? embedded->mFilename.C_Str() : path;
            const std::optional<std::string> image =
                embedded != nullptr ? writeEmbedded(*embedded, path) : writeFile(path);
            if (image) {
                texture->second = document_.textures.begin();
                document_.textures.member("name", *image);
                document_.textures.member("source", document_.images.count() - 1);
                writeSampler(material, type);
                document_.textures.end();
            }
        }
        return texture->second;
    }

    void report() const {
        for (const std::string& line : repairs_.messages()) {
            Assimp::DefaultLogger::get()->warn(line.c_str());
        }
        if (leftOut_ > 0) {
            Assimp::DefaultLogger::get()->warn(
                ("glTF: images that are left out: " + std::to_string(leftOut_) + ", first " + firstLeftOut_)
                    .c_str());
        }
    }

private:
    /// As aiScene::GetEmbeddedTexture, which compares with each texture in turn.
    const aiTexture* embeddedTexture(const std::string& path) const {
        if (!path.empty() && path[0] == '*') {
            const std::size_t index = std::strtoull(path.c_str() + 1, nullptr, 10);
            return index < scene_.mNumTextures ? scene_.mTextures[index] : nullptr;
        }
        const auto found = embedded_.find(fileNameOf(path));
        return found == embedded_.end() ? nullptr : found->second;
    }

    /// Begins an image that is called like its file.
    ///
    /// \return its name
    std::string beginImage(const std::string& path) {
        const std::string stem = stemOf(path);
        std::string name = names_.add(stem.empty() ? "skin" : stem);
        document_.images.begin();
        document_.images.member("name", name);
        return name;
    }

    /// \param needed besides what the document charges for `size` bytes
    bool fits(std::uint64_t needed, std::uint64_t size) const {
        constexpr std::uint64_t kImage = 2048; // names and JSON
        const std::uint64_t cost = document_.costOf(size) + kImage;
        return document_.budget().left() >= cost && document_.budget().left() - cost >= needed;
    }

    /// \param path for the name and for messages
    std::optional<std::string> embed(const std::string& path, ImageType type, std::size_t size,
                                     WriteBytes write) {
        BufferView& view = document_.newView();
        document_.add(view, size, std::move(write));
        const std::string name = beginImage(path);
        document_.images.member("bufferView", view.index());
        document_.images.member("mimeType", mimeType(type));
        document_.images.end();
        return name;
    }

    std::optional<std::string> embedOwned(const std::string& path, ImageType type,
                                          std::vector<std::uint8_t> bytes) {
        if (!fits(bytes.size(), bytes.size())) {
            return leaveOut(path, kNoMemory);
        }
        document_.budget().take(bytes.size());
        const auto shared = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
        return embed(path, type, shared->size(),
                     [shared](BlockWriter& writer) { writer.bytes(shared->data(), shared->size()); });
    }

    std::optional<std::string> writeEmbedded(const aiTexture& texture, const std::string& path) {
        const std::string name = texture.mFilename.length > 0 ? texture.mFilename.C_Str() : path;
        if (texture.mHeight > 0) {
            // Decoded, encoded and, for a time, both twice.
            const std::uint64_t pixels = 4 * std::uint64_t{texture.mWidth} * texture.mHeight;
            if (!fits(2 * pixels, 0)) {
                return leaveOut(name, kNoMemory);
            }
            auto png = encodePng(imageIn(texture));
            if (!png) {
                return leaveOut(name, description(png.error()));
            }
            return embedOwned(name, ImageType::Png, *std::move(png));
        }
        const ByteSlice file = fileIn(texture);
        const ImageType type = imageType(file);
        if (!isWebImage(type)) {
            return embedAsWebImage(file, name);
        }
        if (!fits(0, file.size())) {
            return leaveOut(name, kNoMemory);
        }
        return embed(name, type, file.size(),
                     [file](BlockWriter& writer) { writer.bytes(file.data(), file.size()); });
    }

    std::optional<std::string> writeFile(const std::string& path) {
        const std::optional<ImageFile> found = files_.find(path);
        if (!found) {
            return leaveOut(path, "the import has not found it, or it has changed since");
        }
        const FileBytes beginning = found->file.readBeginning(kImageTypeBytes);
        if (!document_.isBinary() && found->isReached && isWebImage(imageType(beginning.slice()))) {
            std::string name = beginImage(path);
            document_.images.member("uri", uriOf(path));
            document_.images.end();
            return name;
        }
        // A PNG or JPEG is in memory twice for a time.
        const std::uint64_t limit = std::min(kMaximumImageFileSize, document_.budget().left() / 2);
        const auto bytes = found->file.read(limit);
        if (!bytes) {
            return leaveOut(path, limit < kMaximumImageFileSize ? kNoMemory : description(bytes.error()));
        }
        const ByteSlice slice = bytes->slice();
        document_.budget().take(slice.size());
        auto image = embedAsWebImage(slice, path);
        document_.budget().giveBack(slice.size());
        return image;
    }

    std::optional<std::string> embedAsWebImage(ByteSlice file, const std::string& path) {
        // While it is decoded the pixels are in memory twice, and then with the PNG.
        Repairs repairs;
        auto image =
            webImage(file, {side_, std::min(imageBytesLeft_, document_.budget().left() / 2)}, repairs);
        if (!image) {
            return leaveOut(path, description(image.error()));
        }
        imageBytesLeft_ -= std::min(imageBytesLeft_, image->decodedBytes);
        repairs_.addFrom(repairs, path);
        return embedOwned(path, image->type == WebImageType::Jpeg ? ImageType::Jpeg : ImageType::Png,
                          std::move(image->bytes));
    }

    /// How coordinates outside the image are mapped, where it is not glTF's default, to repeat it.
    void writeSampler(const aiMaterial& material, aiTextureType type) {
        constexpr std::size_t kRepeat = 10497;
        const auto wrap = [&](const char* key) -> std::size_t {
            int mode = aiTextureMapMode_Wrap;
            material.Get(key, type, 0, mode);
            return mode == aiTextureMapMode_Clamp ? 33071 : mode == aiTextureMapMode_Mirror ? 33648 : kRepeat;
        };
        const std::pair<std::size_t, std::size_t> modes{wrap(_AI_MATKEY_MAPPINGMODE_U_BASE),
                                                        wrap(_AI_MATKEY_MAPPINGMODE_V_BASE)};
        if (modes.first == kRepeat && modes.second == kRepeat) {
            return;
        }
        const auto [sampler, isNew] = samplers_.try_emplace(modes, document_.samplers.count());
        if (isNew) {
            document_.samplers.begin();
            document_.samplers.member("wrapS", modes.first);
            document_.samplers.member("wrapT", modes.second);
            document_.samplers.end();
        }
        document_.textures.member("sampler", sampler->second);
    }

    std::nullopt_t leaveOut(const std::string& path, const std::string& reason) {
        if (leftOut_++ == 0) {
            firstLeftOut_ = path + ": " + reason;
        }
        return std::nullopt;
    }

    static constexpr const char* kNoMemory = "it exceeds what IMPORT_MD2_MAX_MEMORY_MB leaves for images";

    Document& document_;
    const aiScene& scene_;
    const ImageFiles& files_;
    std::uint32_t side_;
    std::uint64_t imageBytesLeft_;
    std::unordered_map<std::string_view, const aiTexture*> embedded_; ///< by file name
    std::unordered_map<std::string, std::optional<std::size_t>> textures_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> samplers_;
    UniqueFileNames names_;
    Repairs repairs_;
    std::size_t leftOut_ = 0;
    std::string firstLeftOut_;
};

/// A texture that glTF has for a material.
struct TextureSlot {
    const char* name;
    aiTextureType types[2]; ///< the first that the material has
};
constexpr TextureSlot kBaseColour = {"baseColorTexture", {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}};
constexpr TextureSlot kMetallicRoughness = {"metallicRoughnessTexture",
                                            {aiTextureType_METALNESS, aiTextureType_UNKNOWN}};
constexpr TextureSlot kOtherSlots[] = {{"normalTexture", {aiTextureType_NORMALS, aiTextureType_NONE}},
                                       {"occlusionTexture", {aiTextureType_LIGHTMAP, aiTextureType_NONE}},
                                       {"emissiveTexture", {aiTextureType_EMISSIVE, aiTextureType_NONE}}};

/// Writes materials, and remembers which properties are left out.
class MaterialWriter {
public:
    MaterialWriter(Document& document, TextureWriter& textures) : document_(document), textures_(textures) {}

    void write(const aiMaterial& material, const std::string& name) {
        JsonArray& json = document_.materials;
        json.begin();
        json.member("name", name);
        aiColor4D colour(1, 1, 1, 1);
        if (material.Get(AI_MATKEY_BASE_COLOR, colour) != aiReturn_SUCCESS) {
            material.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
        }
        const float opacity = factor(material, AI_MATKEY_OPACITY, 1);
        const Colour4 base{share(colour.r), share(colour.g), share(colour.b), share(colour.a) * opacity};
        json.open("pbrMetallicRoughness", '{');
        if (base != Colour4{1, 1, 1, 1}) {
            json.list("baseColorFactor", base);
        }
        writeTexture(kBaseColour, material);
        json.member("metallicFactor", factor(material, AI_MATKEY_METALLIC_FACTOR, 0));
        json.member("roughnessFactor", factor(material, AI_MATKEY_ROUGHNESS_FACTOR, 1));
        writeTexture(kMetallicRoughness, material);
        json.close('}');
        for (const TextureSlot& slot : kOtherSlots) {
            writeTexture(slot, material);
        }
        aiColor4D light(0, 0, 0, 1);
        material.Get(AI_MATKEY_COLOR_EMISSIVE, light);
        const Vector emissive{share(light.r), share(light.g), share(light.b)};
        if (emissive != Vector{}) {
            json.list("emissiveFactor", emissive);
        }
        writeFlags(material, opacity);
        json.end();
        for (unsigned int i = 0; i < material.mNumProperties; ++i) {
            note(*material.mProperties[i]);
        }
    }

    void report() const {
        if (leftOut_ > 0) {
            Assimp::DefaultLogger::get()->warn(("glTF: properties of materials that are left out: " +
                                                std::to_string(leftOut_) + ", first " + firstLeftOut_)
                                                   .c_str());
        }
    }

private:
    using Colour4 = std::array<float, 4>;

    /// A factor of glTF, which is from 0 to 1.
    static float share(ai_real value) { return std::clamp(finite(value), 0.0f, 1.0f); }

    static float factor(const aiMaterial& material, const char* key, unsigned int type, unsigned int index,
                        ai_real defaultValue) {
        material.Get(key, type, index, defaultValue);
        return share(defaultValue);
    }

    void writeTexture(const TextureSlot& slot, const aiMaterial& material) {
        for (const aiTextureType type : slot.types) {
            aiString path;
            if (type == aiTextureType_NONE ||
                material.Get(_AI_MATKEY_TEXTURE_BASE, type, 0, path) != aiReturn_SUCCESS ||
                path.length == 0) {
                continue;
            }
            if (const auto texture = textures_.add(path.C_Str(), material, type)) {
                document_.materials.open(slot.name, '{');
                document_.materials.member("index", *texture);
                int channel = 0;
                material.Get(_AI_MATKEY_UVWSRC_BASE, type, 0, channel);
                if (channel > 0) {
                    document_.materials.member("texCoord", static_cast<std::size_t>(channel));
                }
                document_.materials.close('}');
            }
            return;
        }
    }

    void writeFlags(const aiMaterial& material, float opacity) {
        JsonArray& json = document_.materials;
        int isTwoSided = 0;
        material.Get(AI_MATKEY_TWOSIDED, isTwoSided);
        if (isTwoSided != 0) {
            json.member("doubleSided", true);
        }
        aiString mode(opacity < 1 ? "BLEND" : "OPAQUE");
        material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode);
        const std::string_view alphaMode = mode.C_Str();
        if (alphaMode == "BLEND" || alphaMode == "MASK") {
            json.member("alphaMode", alphaMode);
        }
        if (alphaMode == "MASK") {
            json.member("alphaCutoff", factor(material, AI_MATKEY_GLTF_ALPHACUTOFF, ai_real(0.5)));
        }
        int shading = aiShadingMode_PBR_BRDF;
        material.Get(AI_MATKEY_SHADING_MODEL, shading);
        if (shading == aiShadingMode_NoShading) {
            document_.useExtension(kUnlit);
            json.open("extensions", '{');
            json.open(kUnlit, '{');
            json.close('}');
            json.close('}');
        }
    }

    /// Counts a property that is none of those above.
    void note(const aiMaterialProperty& property) {
        static constexpr std::string_view kWritten[] = {"?mat.name",
                                                        "$clr.base",
                                                        "$clr.diffuse",
                                                        "$clr.emissive",
                                                        "$mat.opacity",
                                                        "$mat.metallicFactor",
                                                        "$mat.roughnessFactor",
                                                        "$mat.twosided",
                                                        "$mat.gltf.alphaMode",
                                                        "$mat.gltf.alphaCutoff",
                                                        "$mat.shadingm",
                                                        "$md2.file",
                                                        "$md2.model"};
        const std::string_view key = property.mKey.C_Str();
        const bool isOfTexture = key.substr(0, 5) == "$tex.";
        const auto isType = [&](aiTextureType type) { return type == property.mSemantic; };
        const auto isSlot = [&](const TextureSlot& slot) {
            return std::any_of(std::begin(slot.types), std::end(slot.types), isType);
        };
        const bool isWritten =
            isOfTexture ? property.mIndex == 0 &&
                              (isSlot(kBaseColour) || isSlot(kMetallicRoughness) ||
                               std::any_of(std::begin(kOtherSlots), std::end(kOtherSlots), isSlot))
                        : std::find(std::begin(kWritten), std::end(kWritten), key) != std::end(kWritten);
        if (!isWritten && leftOut_++ == 0) {
            firstLeftOut_ = key;
        }
    }

    Document& document_;
    TextureWriter& textures_;
    std::size_t leftOut_ = 0;
    std::string firstLeftOut_;
};

} // namespace

std::string UniqueFileNames::add(const std::string& name) {
    if (name.empty()) {
        return name;
    }
    const auto [known, isNew] = next_.try_emplace(lowerCase(name), 2);
    if (isNew) {
        return name;
    }
    std::size_t& number = known->second; // stays where it is when others are added
    std::string unique;
    do {
        unique = name + "_" + std::to_string(number++);
    } while (!next_.try_emplace(lowerCase(unique), 2).second);
    return unique;
}

Materials::Materials(Document& document, const aiScene& scene) : document_(document), scene_(scene) {
    UniqueFileNames names;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const std::string name = scene.mMaterials[i]->GetName().C_Str();
        constexpr std::uint64_t kMaterial = 1024; // in hash maps of names and paths
        if (!document.budget().take(kMaterial + 3 * name.size())) {
            return;
        }
        names_.push_back(names.add(name.empty() ? "material" : name));
    }
    std::size_t variants = 0;
    JsonText& json = document.extensions;
    for (const auto& [model, materials] : alternatives(scene)) {
        if (variants == 0) {
            document.useExtension(kVariants);
            json.open(kVariants, '{');
            json.open("variants", '[');
        }
        std::string& mappings = mappings_[model];
        for (const std::size_t material : materials) {
            mappings += (mappings.empty() ? "{\"material\":" : ",{\"material\":") + std::to_string(material) +
                        ",\"variants\":[" + std::to_string(variants++) + "]}";
            json.open('{');
            json.member("name", names_[material]);
            json.close('}');
        }
    }
    if (variants > 0) {
        json.close(']');
        json.close('}');
    }
}

void Materials::writeVariants(JsonText& primitive, std::size_t material) const {
    const auto mappings = mappings_.find(modelOf(*scene_.mMaterials[material]));
    if (mappings != mappings_.end()) {
        primitive.open("extensions", '{');
        primitive.open(kVariants, '{');
        primitive.open("mappings", '[');
        primitive.raw(mappings->second);
        primitive.close(']');
        primitive.close('}');
        primitive.close('}');
    }
}

void Materials::write(const ImageFiles& files, const Limits& limits) const {
    // Images may take what the rest of the document does not need.
    constexpr std::uint64_t kRest = std::uint64_t{256} << 10;
    const auto textOf = [&](std::size_t material) { return 768 + 6 * names_[material].size(); };
    std::uint64_t reserved = kRest;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        reserved += textOf(i);
    }
    if (!document_.budget().take(reserved)) {
        return;
    }
    TextureWriter textures(document_, scene_, files, limits);
    MaterialWriter materials(document_, textures);
    for (std::size_t i = 0; i < names_.size(); ++i) {
        document_.budget().giveBack(textOf(i));
        reserved -= textOf(i);
        materials.write(*scene_.mMaterials[i], names_[i]);
    }
    document_.budget().giveBack(reserved);
    textures.report();
    materials.report();
}

} // namespace assimp_md2
