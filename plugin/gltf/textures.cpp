// SPDX-License-Identifier: BSD-3-Clause
// Puts the images of a glTF document inside it; knows image files, nothing of meshes or animations.
#include "gltf/textures.h"

#include "format/paths.h"
#include "gltf/document.h"
#include "gltf/image_files.h"
#include "gltf/image_removal.h"
#include "gltf/unique_names.h"
#include "image/image_type.h"
#include "image/png.h"
#include "image/web_image.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2 {
namespace {

/// For images that an export reads: the defaults of ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE and _MB.
constexpr std::uint32_t kImageSide = 4096;
constexpr std::uint64_t kImageBytes = std::uint64_t{64} << 20;

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

bool startsWith(const std::string& text, const char* beginning) {
    return text.rfind(beginning, 0) == 0;
}

class ImageWriter {
public:
    ImageWriter(Document& document, const aiScene& scene, const std::string& outputPath,
                const Assimp::IOSystem& output)
        : document_(document)
        , scene_(scene)
        , isImportedMd2_(isImportedMd2(scene))
        , files_(scene, outputPath, output) {}

    /// \return whether the image stays in the document
    bool write(std::size_t index) {
        const Json& image = imageAt(index);
        if (!image.contains("uri") || startsWith(image["uri"].get<std::string>(), "data:")) {
            return true;
        }
        // What Assimp has written as the URI is the texture's path in the material.
        const std::string path = image["uri"].get<std::string>();
        if (const aiTexture* const texture = scene_.GetEmbeddedTexture(path.c_str())) {
            writeEmbedded(index, *texture);
            return true;
        }
        return writeFile(index, path) || !isImportedMd2_;
    }

    void report() const {
        for (const std::string& line : repairs_.messages()) {
            Assimp::DefaultLogger::get()->warn(line.c_str());
        }
        if (leftOut_ > 0) {
            const std::string what = isImportedMd2_ ? "left out" : "not embedded";
            Assimp::DefaultLogger::get()->warn(("glTF: images that are " + what + ": " +
                                                std::to_string(leftOut_) + ", first " + firstLeftOut_)
                                                   .c_str());
        }
    }

private:
    /// By index, since additions to the document may move its members.
    Json& imageAt(std::size_t index) { return document_.json()["images"][index]; }

    void embed(std::size_t index, ByteSlice bytes, const std::string& mimeType) {
        GrowingView& view = document_.addView();
        view.add(bytes);
        Json& image = imageAt(index);
        image.erase("uri");
        image["bufferView"] = view.index();
        image["mimeType"] = mimeType;
    }

    void nameBy(std::size_t index, const std::string& path) {
        if (isImportedMd2_) {
            const std::string stem = stemOf(path);
            imageAt(index)["name"] = names_.add(stem.empty() ? "skin" : stem);
        }
    }

    void writeEmbedded(std::size_t index, const aiTexture& texture) {
        const std::string name = texture.mFilename.C_Str();
        if (isImportedMd2_) {
            nameBy(index, name);
        } else if (!name.empty()) {
            imageAt(index)["name"] = name;
        }
        const ImageType type = texture.mHeight > 0 ? ImageType::None : imageType(fileIn(texture));
        if (isWebImage(type)) {
            embed(index, fileIn(texture), mimeType(type));
            return;
        }
        const std::optional<Error> error =
            texture.mHeight > 0 ? embedTexels(index, texture) : embedAsWebImage(index, fileIn(texture), name);
        if (error) {
            embedAsAssimp(index, texture);
        }
    }

    /// \return why the image was not embedded
    std::optional<Error> embedTexels(std::size_t index, const aiTexture& texture) {
        Loan encoding(document_.budget());
        takeForExport(encoding, 4 * std::uint64_t{texture.mWidth} * texture.mHeight);
        const auto png = encodePng(imageIn(texture));
        if (!png) {
            return png.error();
        }
        const auto& bytes = *png;
        embed(index, {bytes.data(), bytes.size()}, mimeType(ImageType::Png));
        return std::nullopt;
    }

    /// KTX2, WebP, DDS and others, which glTF knows by extensions or not at all.
    void embedAsAssimp(std::size_t index, const aiTexture& texture) {
        std::string hint = texture.achFormatHint;
        if (hint == "jpg") {
            hint = "jpeg";
        } else if (hint == "kx2") {
            hint = "ktx2";
        } else if (hint == "bu") {
            hint = "basis";
        }
        embed(index, fileIn(texture), "image/" + hint);
        if (hint.empty()) {
            imageAt(index).erase("mimeType");
        }
        if (hint == "ktx" || hint == "ktx2" || hint == "basis") {
            document_.useExtension("KHR_texture_basisu");
            document_.json()["extensionsRequired"] = {"KHR_texture_basisu"};
        }
    }

    /// \return whether the image is in the document or referenced by it
    bool writeFile(std::size_t index, const std::string& path) {
        const std::optional<ImageFile> found = files_.find(path);
        if (!found) {
            if (isImportedMd2_) {
                leaveOut(path, "the import has not found it, or it has changed since");
            }
            return false;
        }
        const FileBytes beginning = found->file.readBeginning(kImageTypeBytes);
        if (!document_.isBinary() && found->uri && isWebImage(imageType(beginning.slice()))) {
            imageAt(index)["uri"] = *found->uri;
            nameBy(index, path);
            return true;
        }
        Loan reading(document_.budget());
        const auto bytes = found->file.read(std::min(kMaximumImageFileSize, document_.budget().left()));
        if (!bytes) {
            leaveOut(path, description(bytes.error()));
            return false;
        }
        const ByteSlice slice = bytes->slice();
        takeForExport(reading, slice.size());
        if (const auto error = embedAsWebImage(index, slice, path)) {
            leaveOut(path, description(*error));
            return false;
        }
        nameBy(index, path);
        return true;
    }

    /// \return why the image was not embedded
    std::optional<Error> embedAsWebImage(std::size_t index, ByteSlice file, const std::string& path) {
        // While it is decoded the pixels are in memory twice, and then with the PNG.
        Repairs repairs;
        const auto image =
            webImage(file, {kImageSide, std::min(imageBytesLeft_, document_.budget().left() / 2)}, repairs);
        if (!image) {
            return image.error();
        }
        const WebImage& web = *image;
        imageBytesLeft_ -= std::min(imageBytesLeft_, web.decodedBytes);
        repairs_.addFrom(repairs, path);
        embed(index, {web.bytes.data(), web.bytes.size()},
              mimeType(web.type == WebImageType::Jpeg ? ImageType::Jpeg : ImageType::Png));
        return std::nullopt;
    }

    void leaveOut(const std::string& path, const std::string& reason) {
        if (leftOut_++ == 0) {
            firstLeftOut_ = path + ": " + reason;
        }
    }

    Document& document_;
    const aiScene& scene_;
    bool isImportedMd2_;
    ImageFiles files_;
    UniqueNames names_;
    std::uint64_t imageBytesLeft_ = kImageBytes;
    Repairs repairs_;
    std::size_t leftOut_ = 0;
    std::string firstLeftOut_;
};

/// A texture has the name of its image.
void nameTextures(Json& document) {
    UniqueNames names;
    for (Json& texture : document["textures"]) {
        if (texture.contains("source")) {
            const Json& image = document["images"].at(texture["source"].get<std::size_t>());
            texture["name"] = names.add(image.value("name", std::string()));
        }
    }
}

} // namespace

void addImages(Document& document, const aiScene& scene, const std::string& outputPath,
               const Assimp::IOSystem& output) {
    if (!document.json().contains("images")) {
        return;
    }
    ImageWriter writer(document, scene, outputPath, output);
    std::vector<bool> isKept;
    for (std::size_t i = 0; i < document.json()["images"].size(); ++i) {
        isKept.push_back(writer.write(i));
    }
    writer.report();
    if (std::find(isKept.begin(), isKept.end(), false) != isKept.end()) {
        removeImages(document.json(), isKept);
    }
    if (isImportedMd2(scene) && document.json().contains("textures")) {
        nameTextures(document.json());
    }
}

} // namespace assimp_md2
