// SPDX-License-Identifier: BSD-3-Clause
// The materials of a scene with their textures and images, and the skins of a model as material variants.
#include "gltf/writer/parts.h"

#include "gltf/files/file_names.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/image/decode_image.h"
#include "importer/image/image_type.h"
#include "importer/image/png.h"
#include "importer/settings/settings.h"

#include <assimp/GltfMaterial.h>
#include <assimp/scene.h>

#include <memory>

namespace assimp_md2::inner {
namespace {

/// What an image of the document refers to: a file or, where `uri` is empty, a bufferView.
struct ImageSource {
    std::string uri;
    std::size_t view = 0;
    const char* mimeType = nullptr;
};

/// Writes the textures of materials with their images.
class TextureWriter {
public:
    TextureWriter(Document& document, const SceneImages& images, ResourceLimits limits, double neededBytes)
        : document_(document), images_(images), limits_(limits), neededBytes_(neededBytes) {}

    /// \return the texture of a material's path; nothing when its image is left out
    std::optional<std::size_t> add(const std::string& path) {
        const auto [texture, isNew] = textures_.try_emplace(path);
        if (isNew) {
            texture->second = addTexture(path);
        }
        return texture->second;
    }

private:
    using Bytes = std::vector<std::uint8_t>;

    std::optional<std::size_t> addTexture(const std::string& path) {
        const aiTexture* const inside = images_.embedded(path);
        const std::string file =
            inside != nullptr && inside->mFilename.length > 0 ? inside->mFilename.C_Str() : path;
        const Result<ImageSource> source = inside != nullptr ? embed(*inside, file) : embedFile(path);
        if (!source) {
            document_.warnings.add("images that are left out", images_.isReported(path) ? 0 : 1,
                                   file + ": " + source.error().text);
            return std::nullopt;
        }
        const std::string stem = stemOf(file);
        const std::string name = names_.unique(stem.empty() ? "skin" : stem);
        const std::size_t image = document_.images.begin();
        document_.images.member("name", name);
        if (!source->uri.empty()) {
            document_.images.member("uri", source->uri);
        } else {
            document_.images.member("bufferView", source->view, "mimeType", source->mimeType);
        }
        document_.images.end();
        const std::size_t texture = document_.textures.begin();
        document_.textures.member("name", name, "source", image);
        document_.textures.end();
        return texture;
    }

    /// \param bytes of a PNG or JPEG
    ImageSource embed(Bytes bytes) {
        const auto owner = std::make_shared<const Bytes>(std::move(bytes));
        const ByteSlice file(owner->data(), owner->size());
        BufferView& view = document_.newView();
        document_.add(view, file.size(),
                      [file, owner](BlockWriter& writer) { writer.bytes(file.data(), file.size()); });
        return {"", view.index, imageType(file) == ImageType::Jpeg ? "image/jpeg" : "image/png"};
    }

    Result<ImageSource> embed(const aiTexture& texture, const std::string& name) {
        const std::size_t texels = std::size_t{texture.mWidth} * texture.mHeight;
        if (auto error = refusalOf(texels > 0 ? sizeof(aiTexel) * texels : texture.mWidth)) {
            return tl::unexpected(std::move(*error));
        }
        if (texture.mHeight > 0) {
            return imageIn(texture, PixelLayout::Rgba).and_then(encodePng).map([this](Bytes&& png) {
                return embed(std::move(png));
            });
        }
        return embedAsWebImage(fileIn(texture), name);
    }

    Result<ImageSource> embedFile(const std::string& path) {
        const std::optional<ImageFile> found = images_.find(path);
        if (!found) {
            return tl::unexpected(
                Error{ErrorCode::Other, "the import has not found it, or it has changed since"});
        }
        const ImageType type = imageType(found->file.readBeginning(kImageTypeBytes).slice());
        if (!document_.isBinary && found->isReached && (type == ImageType::Png || type == ImageType::Jpeg)) {
            return ImageSource{uriOfPath(path)};
        }
        if (auto error = refusalOf(found->file.size())) {
            return tl::unexpected(std::move(*error));
        }
        const auto bytes = found->file.read(kMaximumImageFileSize);
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        return embedAsWebImage(bytes->slice(), path);
    }

    /// Counts an image, unless it is too large.
    std::optional<Error> refusalOf(std::uint64_t imageBytes) {
        const double needed = neededBytes_ + static_cast<double>(imageBytes);
        std::optional<Error> error = errorAboveMemoryLimit(needed, limits_.maxMemoryBytes);
        neededBytes_ = error ? neededBytes_ : needed;
        return error;
    }

    Result<ImageSource> embedAsWebImage(ByteSlice file, const std::string& name) {
        Warnings repairs;
        auto image = webImage(file, {kMaximumImageSide, limits_.maxImageBytes}, repairs);
        if (!image) {
            return tl::unexpected(std::move(image.error()));
        }
        limits_.maxImageBytes -= std::min(limits_.maxImageBytes, image->decodedBytes);
        document_.warnings.addAll(repairs, name);
        return embed(std::move(image->bytes));
    }

    Document& document_;
    const SceneImages& images_;
    ResourceLimits limits_; ///< maxImageBytes: of the images that are still to be decoded
    double neededBytes_;    ///< of the document
    std::unordered_map<std::string, std::optional<std::size_t>> textures_; ///< by path
    UniqueNames names_{lowerCase}; // some programs store images in files with these names
};

/// A texture of a glTF material and the aiTextureTypes that it is read from.
struct TextureSlot {
    const char* name;
    aiTextureType types[2]; ///< the first that the material has
};
constexpr TextureSlot kTextureSlots[] = {
    {"baseColorTexture", {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}},
    {"metallicRoughnessTexture", {aiTextureType_METALNESS, aiTextureType_UNKNOWN}},
    {"normalTexture", {aiTextureType_NORMALS, aiTextureType_NORMALS}},
    {"occlusionTexture", {aiTextureType_LIGHTMAP, aiTextureType_LIGHTMAP}},
    {"emissiveTexture", {aiTextureType_EMISSIVE, aiTextureType_EMISSIVE}}};

/// A factor of glTF, which is from 0 to 1.
float clampedFactor(ai_real value) {
    return std::clamp(finite(value), 0.0f, 1.0f);
}

float factor(const aiMaterial& material, const char* key, unsigned int type, unsigned int index,
             ai_real defaultValue) {
    material.Get(key, type, index, defaultValue);
    return clampedFactor(defaultValue);
}

void writeTexture(JsonText& json, TextureWriter& textures, const TextureSlot& slot,
                  const aiMaterial& material) {
    for (const aiTextureType type : slot.types) {
        aiString path;
        unsigned int channel = 0;
        if (material.GetTexture(type, 0, &path, nullptr, &channel) != aiReturn_SUCCESS || path.length == 0) {
            continue;
        }
        if (const auto texture = textures.add(path.C_Str())) {
            json.open(slot.name, "{");
            json.member("index", *texture);
            if (static_cast<int>(channel) > 0) {
                json.member("texCoord", channel);
            }
            json.close("}");
        }
        return;
    }
}

void writeFlags(Document& document, const aiMaterial& material, float opacity) {
    JsonText& json = document.materials;
    int isTwoSided = 0;
    material.Get(AI_MATKEY_TWOSIDED, isTwoSided);
    if (isTwoSided != 0) {
        json.rawMember("doubleSided", "true");
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
        document.useExtension("KHR_materials_unlit");
        json.rawMember("extensions", R"({"KHR_materials_unlit":{}})");
    }
}

void writeMaterial(Document& document, TextureWriter& textures, const aiMaterial& material,
                   const std::string& name) {
    using Colour = std::array<float, 4>;
    const auto& [baseColour, metallicRoughness, normal, occlusion, emission] = kTextureSlots;
    JsonText& json = document.materials;
    json.begin();
    json.member("name", name);
    aiColor4D colour(1, 1, 1, 1);
    if (material.Get(AI_MATKEY_BASE_COLOR, colour) != aiReturn_SUCCESS) {
        material.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
    }
    const float opacity = factor(material, AI_MATKEY_OPACITY, 1);
    const Colour base{clampedFactor(colour.r), clampedFactor(colour.g), clampedFactor(colour.b),
                      clampedFactor(colour.a) * opacity};
    json.open("pbrMetallicRoughness", "{");
    if (base != Colour{1, 1, 1, 1}) {
        json.list("baseColorFactor", base);
    }
    writeTexture(json, textures, baseColour, material);
    json.member("metallicFactor", factor(material, AI_MATKEY_METALLIC_FACTOR, 0));
    json.member("roughnessFactor", factor(material, AI_MATKEY_ROUGHNESS_FACTOR, 1));
    writeTexture(json, textures, metallicRoughness, material);
    json.close("}");
    for (const TextureSlot& slot : {normal, occlusion, emission}) {
        writeTexture(json, textures, slot, material);
    }
    aiColor4D light(0, 0, 0, 1);
    material.Get(AI_MATKEY_COLOR_EMISSIVE, light);
    const Vec3 emissive{clampedFactor(light.r), clampedFactor(light.g), clampedFactor(light.b)};
    if (emissive != Vec3{}) {
        json.list("emissiveFactor", emissive);
    }
    writeFlags(document, material, opacity);
    json.end();
}

} // namespace

Materials::Materials(Document& document, const aiScene& scene) : document_(document), scene_(scene) {
    UniqueNames names(lowerCase);
    std::map<int, std::vector<std::size_t>> ofModel;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const std::string name = scene.mMaterials[i]->GetName().C_Str();
        names_.push_back(names.unique(name.empty() ? "material" : name));
        ofModel[modelOf(*scene.mMaterials[i])].push_back(i);
    }
    std::map<int, std::set<unsigned int>> inUse;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const unsigned int material = scene.mMeshes[i]->mMaterialIndex;
        if (material < scene.mNumMaterials) {
            inUse[modelOf(*scene.mMaterials[material])].insert(material);
        }
    }
    std::size_t variants = 0;
    for (const auto& [model, materials] : ofModel) {
        if (materials.size() < 2 || inUse[model].size() > 1) {
            continue;
        }
        document.useExtension("KHR_materials_variants");
        std::string mappings;
        for (const std::size_t material : materials) {
            mappings += (mappings.empty() ? "{\"material\":" : ",{\"material\":") + std::to_string(material) +
                        ",\"variants\":[" + std::to_string(variants++) + "]}";
            document.variants.open("{");
            document.variants.member("name", names_[material]);
            document.variants.close("}");
        }
        variants_[model] = "{\"KHR_materials_variants\":{\"mappings\":[" + mappings + "]}}";
    }
}

void Materials::writeVariants(JsonText& primitive, std::size_t material) const {
    const auto variants = variants_.find(modelOf(*scene_.mMaterials[material]));
    if (variants != variants_.end()) {
        primitive.rawMember("extensions", variants->second);
    }
}

void Materials::write(const SceneImages& sceneImages, const ResourceLimits& limits,
                      double neededBytes) const {
    TextureWriter textures(document_, sceneImages, limits, neededBytes);
    for (std::size_t i = 0; i < names_.size(); ++i) {
        writeMaterial(document_, textures, *scene_.mMaterials[i], names_[i]);
    }
}

} // namespace assimp_md2::inner
