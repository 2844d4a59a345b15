// SPDX-License-Identifier: BSD-3-Clause
// Puts the images of a glTF document inside it; knows image files and URIs, nothing of meshes or animations.
#include "gltf/textures.h"

#include "assimp-md2/metadata.h"
#include "format/paths.h"
#include "format/text.h"
#include "gltf/document.h"
#include "image/image_type.h"
#include "image/web_image.h"
#include "io/read_file.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <utility>

namespace assimp_md2 {
namespace {

using Bytes = std::vector<std::uint8_t>;

bool isEscape(const std::string& text, std::size_t at) {
    const auto isHex = [&](std::size_t i) { return std::isxdigit(static_cast<unsigned char>(text[i])) != 0; };
    return text[at] == '%' && at + 2 < text.size() && isHex(at + 1) && isHex(at + 2);
}

std::string decoded(const std::string& uri) {
    std::string name;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (isEscape(uri, i)) {
            name += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            name += uri[i];
        }
    }
    return name;
}

/// What a file may be called whose name has become `uri`: the name as it is, one that another glTF file has
/// encoded, or one with the slashes of Windows.
std::vector<std::string> namesIn(const std::string& uri) {
    std::string slashes = uri;
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    return {uri, decoded(uri), slashes};
}

/// A relative reference.
std::string encoded(const std::string& name) {
    constexpr const char* kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char character : name) {
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

std::string inFolder(const std::string& folder, const std::string& name) {
    const bool isAbsolute = !name.empty() && (name[0] == '/' || name[0] == '\\' || name.find(':') == 1);
    return isAbsolute ? name : joined(folder, name);
}

/// The bytes of a file of the file system; none when it is not there.
Bytes bytesOf(const std::string& path) {
    constexpr std::uint64_t kMaximumImageFileSize = std::uint64_t{256} << 20;
    Assimp::DefaultIOSystem files;
    const auto read = readFile(files, path, kMaximumImageFileSize);
    const FileBytes* const bytes = std::get_if<FileBytes>(&read);
    return bytes == nullptr ? Bytes()
                            : Bytes(bytes->slice().data(), bytes->slice().data() + bytes->slice().size());
}

ByteSlice sliceOf(const Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

/// The type by content, as names lie; null for what glTF does not take.
const char* mimeType(const Bytes& bytes) {
    switch (imageType(sliceOf(bytes))) {
    case ImageType::Png:
        return "image/png";
    case ImageType::Jpeg:
        return "image/jpeg";
    default:
        return nullptr;
    }
}

Bytes asWebImage(const Bytes& bytes) {
    Repairs repairs;
    auto image = webImage(sliceOf(bytes), {}, repairs);
    WebImage* const web = std::get_if<WebImage>(&image);
    return web == nullptr ? Bytes() : std::move(web->bytes);
}

/// An image file of the texels of an embedded texture: aiTexel has the order of bytes of a Targa file.
Bytes asTarga(const aiTexture& texture) {
    constexpr std::size_t kHeaderSize = 18;
    Bytes file(kHeaderSize);
    file[2] = 2; // true colour
    file[12] = static_cast<std::uint8_t>(texture.mWidth & 0xFF);
    file[13] = static_cast<std::uint8_t>(texture.mWidth >> 8 & 0xFF);
    file[14] = static_cast<std::uint8_t>(texture.mHeight & 0xFF);
    file[15] = static_cast<std::uint8_t>(texture.mHeight >> 8 & 0xFF);
    file[16] = 32;   // bits of a texel
    file[17] = 0x28; // 8 bits of alpha, first row at the top
    append(file, texture.pcData, sizeof(aiTexel) * texture.mWidth * texture.mHeight);
    return file;
}

Bytes embeddedImage(const aiTexture& texture) {
    if (texture.mHeight > 0) {
        return asWebImage(asTarga(texture));
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(texture.pcData);
    return asWebImage(Bytes(bytes, bytes + texture.mWidth));
}

void embed(Document& document, Json& image, const Bytes& bytes) {
    GrowingView& view = document.addView();
    view.bytes = bytes;
    image.erase("uri");
    image["bufferView"] = view.index;
    image["mimeType"] = mimeType(bytes);
}

/// What Assimp has written as the URI is the texture's name in the material.
class ImageResolver {
public:
    ImageResolver(Document& document, const aiScene& scene, const std::string& outputPath,
                  const Assimp::IOSystem& output)
        : document_(document), scene_(scene), output_(output), outputFolder_(folderOf(outputPath)) {
        aiString folder;
        if (scene.mMetaData != nullptr && scene.mMetaData->Get(ASSIMP_MD2_METADATA_FOLDER, folder)) {
            sourceFolders_.emplace_back(folder.C_Str());
        }
        sourceFolders_.push_back(outputFolder_);
    }

    /// \return whether the image is there
    bool resolve(Json& image) {
        const std::string uri = image["uri"].get<std::string>();
        if (const aiTexture* texture = scene_.GetEmbeddedTexture(uri.c_str())) {
            const Bytes bytes = embeddedImage(*texture);
            if (!bytes.empty()) {
                if (texture->mFilename.length > 0) {
                    image["name"] = texture->mFilename.C_Str();
                }
                embed(document_, image, bytes);
                return true;
            }
        }
        if (!document_.isBinary() && isBesideOutput(image, uri)) {
            return true;
        }
        const Bytes bytes = findBytes(uri);
        if (bytes.empty()) {
            Assimp::DefaultLogger::get()->warn(
                ("glTF: the image " + uri + " is not there, and left out").c_str());
            return false;
        }
        embed(document_, image, bytes);
        return true;
    }

private:
    /// glTF takes PNG and JPEG only. What the output's IOSystem has but cannot be read here is trusted.
    bool isBesideOutput(Json& image, const std::string& uri) const {
        for (const std::string& name : namesIn(uri)) {
            const std::string path = inFolder(outputFolder_, name);
            if (output_.Exists(path.c_str())) {
                const Bytes bytes = bytesOf(path);
                if (bytes.empty() || mimeType(bytes) != nullptr) {
                    image["uri"] = encoded(name);
                    return true;
                }
            }
        }
        return false;
    }

    Bytes findBytes(const std::string& uri) const {
        for (const std::string& folder : sourceFolders_) {
            for (const std::string& name : namesIn(uri)) {
                Bytes bytes = asWebImage(bytesOf(inFolder(folder, name)));
                if (!bytes.empty()) {
                    return bytes;
                }
            }
        }
        return {};
    }

    Document& document_;
    const aiScene& scene_;
    const Assimp::IOSystem& output_;
    std::string outputFolder_;
    std::vector<std::string> sourceFolders_;
};

/// Which members of a list stay, and under which index.
class Kept {
public:
    explicit Kept(const std::vector<bool>& keep) {
        for (const bool isKept : keep) {
            indices_.push_back(isKept ? std::optional<std::size_t>(count_++) : std::nullopt);
        }
    }

    std::optional<std::size_t> operator[](std::size_t index) const {
        return index < indices_.size() ? indices_[index] : std::nullopt;
    }

    /// Takes the others out of the list, and an empty list out of the document, where it would be invalid.
    void apply(Json& document, const char* list) const {
        Json kept = Json::array();
        for (std::size_t i = 0; i < indices_.size(); ++i) {
            if (indices_[i]) {
                kept.push_back(std::move(document[list][i]));
            }
        }
        if (kept.empty()) {
            document.erase(list);
        } else {
            document[list] = std::move(kept);
        }
    }

private:
    std::vector<std::optional<std::size_t>> indices_;
    std::size_t count_ = 0;
};

/// Gives the textures that a material refers to, in extensions too, their new indices, or takes them out.
void renumberTextures(Json& material, const Kept& textures) {
    for (auto member = material.begin(); member != material.end();) {
        Json& value = member.value();
        const std::string& name = member.key();
        const bool isTexture = name.size() >= 7 && lowerCase(name.substr(name.size() - 7)) == "texture" &&
                               value.is_object() && value.contains("index");
        if (isTexture) {
            if (const auto index = textures[value["index"].get<std::size_t>()]) {
                value["index"] = *index;
            } else {
                member = material.erase(member);
                continue;
            }
        } else if (value.is_object()) {
            renumberTextures(value, textures);
        }
        ++member;
    }
}

/// Takes the images that are not there out of the document, and all that refers to them.
void takeOut(Json& document, const std::vector<bool>& imageIsThere) {
    const Kept images(imageIsThere);
    std::vector<bool> textureIsThere;
    for (Json& texture : document["textures"]) {
        const auto source =
            texture.contains("source") ? images[texture["source"].get<std::size_t>()] : std::nullopt;
        textureIsThere.push_back(source.has_value());
        if (source) {
            texture["source"] = *source;
        }
    }
    const Kept textures(textureIsThere);
    if (document.contains("materials")) {
        for (Json& material : document["materials"]) {
            renumberTextures(material, textures);
        }
    }
    images.apply(document, "images");
    textures.apply(document, "textures");
    if (!document.contains("textures")) {
        document.erase("samplers");
    }
}

} // namespace

void resolveImages(Document& document, const aiScene& scene, const std::string& outputPath,
                   const Assimp::IOSystem& output) {
    if (!document.json().contains("images")) {
        return;
    }
    ImageResolver resolver(document, scene, outputPath, output);
    std::vector<bool> isThere;
    // By index: adding to the document may move its members.
    for (std::size_t i = 0; i < document.json()["images"].size(); ++i) {
        Json& image = document.json()["images"][i];
        const bool isReference =
            image.contains("uri") && image["uri"].get<std::string>().rfind("data:", 0) != 0;
        isThere.push_back(!isReference || resolver.resolve(image));
    }
    if (std::find(isThere.begin(), isThere.end(), false) != isThere.end()) {
        takeOut(document.json(), isThere);
    }
}

} // namespace assimp_md2
