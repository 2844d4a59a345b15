// SPDX-License-Identifier: BSD-3-Clause
// The skins of a model with their images, found and decoded; knows where files are and what images are,
// nothing of scenes in detail.
#include "importer/skins.h"

#include "assimp-md2/properties.h"
#include "format/text.h"
#include "image/web_image.h"
#include "importer/model_name.h"
#include "importer/read_file.h"
#include "importer/skin_search.h"
#include "model/skins.h"

#include <algorithm>

namespace assimp_md2 {
namespace {

/// The largest image file that is read.
constexpr std::uint64_t kMaximumImageFileSize = std::uint64_t{256} << 20;

bool hasPcxExtension(const std::string& path) {
    return path.size() >= 4 && lowerCase(path.substr(path.size() - 4)) == ".pcx";
}

/// A skin of the file: where its name stands first, and its image when there is one.
struct NamedSkin {
    std::string name;
    std::optional<SkinFile> file;
};

class SkinReader {
public:
    SkinReader(Assimp::IOSystem& io, const std::string& path, const View& view, const Settings& settings)
        : io_(io), path_(path), view_(view), settings_(settings) {}

    Skins read() {
        nameSkins();
        const bool isSearched = settings_.textures != TextureMode::Names && !modelName(path_).isInMemory;
        if (isSearched) {
            findImages();
            reportMissing();
        }
        for (const NamedSkin& named : named_) {
            result_.skins.push_back(skinOf(named));
        }
        return std::move(result_);
    }

    /// The skin of each record of the file, or of each image found beside the model.
    const std::vector<std::size_t>& skinOfIndex() const { return skinOfIndex_; }

private:
    void nameSkins() {
        const bool untouched = settings_.textures == TextureMode::Names;
        for (std::size_t i = 0; i < view_.skinCount(); ++i) {
            const std::string name =
                untouched ? utf8FromLatin1(view_.skinName(i)) : normalisedSkinName(view_.skinName(i));
            const auto known = std::find_if(named_.begin(), named_.end(),
                                            [&](const NamedSkin& named) { return named.name == name; });
            skinOfIndex_.push_back(static_cast<std::size_t>(known - named_.begin()));
            if (known == named_.end()) {
                named_.push_back({name, std::nullopt});
            }
        }
    }

    void findImages() {
        SkinSearch search(io_, path_);
        bool anyFound = false;
        for (NamedSkin& named : named_) {
            named.file = search.find(named.name);
            anyFound = anyFound || named.file;
        }
        if (anyFound) {
            return;
        }
        const auto side = [](std::int32_t size) { return static_cast<std::uint32_t>(std::max(size, 0)); };
        const std::vector<SkinFile> beside =
            search.findBeside({side(view_.header().skinwidth), side(view_.header().skinheight)});
        if (beside.empty()) {
            return;
        }
        named_.clear();
        skinOfIndex_.clear();
        for (const SkinFile& file : beside) {
            skinOfIndex_.push_back(named_.size());
            named_.push_back({file.path, file});
        }
    }

    Skin skinOf(const NamedSkin& named) {
        Skin skin{skinStem(named.name), named.file ? named.file->path : named.name};
        if (named.file && isEmbedded(*named.file)) {
            embed(skin, *named.file);
        }
        return skin;
    }

    bool isEmbedded(const SkinFile& file) const {
        // What is called PCX and is something else is as unreadable to others as a PCX: they go by the name.
        return settings_.textures == TextureMode::Embed ||
               (settings_.textures == TextureMode::Auto &&
                (file.type == ImageType::Pcx || hasPcxExtension(file.path)));
    }

    void embed(Skin& skin, const SkinFile& file) {
        const auto bytes =
            readFile(io_, file.filePath, std::min(kMaximumImageFileSize, settings_.maxMemoryBytes));
        if (!std::holds_alternative<FileBytes>(bytes)) {
            warn(skin, "the file cannot be read");
            return;
        }
        const ByteSlice slice = std::get<FileBytes>(bytes).slice();
        constexpr std::uint64_t kMostBytesPerPixel = 4;
        const auto size = imageSize(slice);
        if (size && kMostBytesPerPixel * size->pixels() > settings_.maxMemoryBytes) {
            warn(skin, "the image is larger than " ASSIMP_MD2_CONFIG_MAX_MEMORY_MB " allows");
            return;
        }
        auto image = webImage(slice);
        if (const ImageError* const error = std::get_if<ImageError>(&image)) {
            warn(skin, error->message);
            return;
        }
        auto& web = std::get<WebImage>(image);
        if (!web.repairs.empty()) {
            warn(skin, web.repairs);
        }
        skin.embedded = std::move(web.bytes);
        skin.formatHint = web.type == WebImageType::Png ? "png" : "jpg";
    }

    void warn(const Skin& skin, const std::string& what) {
        result_.warnings.push_back("MD2: skin " + skin.texture + ": " + what);
    }

    void reportMissing() {
        std::string missing;
        std::size_t count = 0;
        for (const NamedSkin& named : named_) {
            if (!named.file && !named.name.empty()) {
                missing += (count++ == 0 ? "" : ", ") + named.name;
            }
        }
        if (count > 0) {
            result_.warnings.push_back("MD2: skins: " + std::to_string(count) + " of " +
                                       std::to_string(named_.size()) + " not found: " + missing);
        }
    }

    Assimp::IOSystem& io_;
    const std::string& path_;
    const View& view_;
    const Settings& settings_;
    std::vector<NamedSkin> named_;
    std::vector<std::size_t> skinOfIndex_;
    Skins result_;
};

std::string allowedSkins(const std::vector<Skin>& skins, std::size_t indexCount) {
    std::string allowed = indexCount == 0 ? "0" : "0 to " + std::to_string(indexCount - 1);
    for (const Skin& skin : skins) {
        allowed += ", " + skin.name;
    }
    return allowed;
}

} // namespace

std::variant<Skins, std::string> readSkins(Assimp::IOSystem& io, const std::string& path, const View& view,
                                           const Settings& settings) {
    SkinReader reader(io, path, view, settings);
    Skins skins = reader.read();
    const std::string wanted = lowerCase(settings.skin);
    if (wanted.empty() || wanted == "0") {
        return skins;
    }
    for (std::size_t i = 0; i < reader.skinOfIndex().size(); ++i) {
        const std::size_t skin = reader.skinOfIndex()[i];
        if (wanted == std::to_string(i) || wanted == lowerCase(skins.skins[skin].name)) {
            skins.chosen = skin;
            return skins;
        }
    }
    return badValue(ASSIMP_MD2_CONFIG_SKIN, settings.skin,
                    allowedSkins(skins.skins, reader.skinOfIndex().size()));
}

} // namespace assimp_md2
