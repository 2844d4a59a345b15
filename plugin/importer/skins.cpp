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
#include <map>
#include <unordered_map>

namespace assimp_md2 {
namespace {

/// The largest image file that is read.
constexpr std::uint64_t kMaximumImageFileSize = std::uint64_t{256} << 20;

constexpr const char* kNoRoom =
    "there is no room for the image in what " ASSIMP_MD2_CONFIG_MAX_MEMORY_MB " allows";

/// Characters of names in one warning: Assimp's log leaves out a line of more than 1024.
constexpr std::size_t kMostNamesInWarning = 800;

/// \param limit the size up to which the file was to be read
std::string whyNotRead(FileError error, std::uint64_t limit) {
    if (error == FileError::CannotBeOpened) {
        return "the file cannot be read";
    }
    return limit < kMaximumImageFileSize ? kNoRoom
                                         : "the file has more than " + std::to_string(limit >> 20) + " MiB";
}

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
        : io_(io), path_(path), view_(view), settings_(settings), room_(settings.maxMemoryBytes) {}

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
        // A map, since a file may have as many skins as it likes.
        std::unordered_map<std::string, std::size_t> known;
        for (std::size_t i = 0; i < view_.skinCount(); ++i) {
            const std::string name =
                untouched ? utf8FromLatin1(view_.skinName(i)) : normalisedSkinName(view_.skinName(i));
            const auto [skin, isNew] = known.try_emplace(name, named_.size());
            skinOfIndex_.push_back(skin->second);
            if (isNew) {
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
            // Skins of several names may have one file.
            const auto [texture, isNew] = textureOfFile_.try_emplace(named.file->filePath);
            if (isNew) {
                texture->second = textureOf(*named.file);
            }
            skin.embedded = texture->second;
        }
        return skin;
    }

    bool isEmbedded(const SkinFile& file) const {
        // What is called PCX and is something else is as unreadable to others as a PCX: they go by the name.
        return settings_.textures == TextureMode::Embed ||
               (settings_.textures == TextureMode::Auto &&
                (file.type == ImageType::Pcx || hasPcxExtension(file.path)));
    }

    /// The number of the embedded texture that the file becomes; nothing where it cannot be one.
    std::optional<std::size_t> textureOf(const SkinFile& file) {
        const std::uint64_t limit = std::min(kMaximumImageFileSize, room_);
        const auto bytes = readFile(io_, file.filePath, limit);
        if (const FileError* const error = std::get_if<FileError>(&bytes)) {
            warn(file, whyNotRead(*error, limit));
            return std::nullopt;
        }
        const ByteSlice slice = std::get<FileBytes>(bytes).slice();
        constexpr std::uint64_t kMostBytesPerPixel = 4;
        const auto size = imageSize(slice);
        if (size && kMostBytesPerPixel * size->pixels() > room_) {
            warn(file, kNoRoom);
            return std::nullopt;
        }
        auto image = webImage(slice);
        if (const ImageError* const error = std::get_if<ImageError>(&image)) {
            warn(file, error->message);
            return std::nullopt;
        }
        auto& web = std::get<WebImage>(image);
        if (!web.repairs.empty()) {
            warn(file, web.repairs);
        }
        // A PNG has grown byte by byte, and so has room for more.
        web.bytes.shrink_to_fit();
        room_ -= std::min<std::uint64_t>(room_, web.bytes.size());
        result_.textures.push_back(
            {file.path, std::move(web.bytes), web.type == WebImageType::Png ? "png" : "jpg"});
        return result_.textures.size() - 1;
    }

    void warn(const SkinFile& file, const std::string& what) {
        result_.warnings.push_back("MD2: skin " + file.path + ": " + what);
    }

    void reportMissing() {
        std::string names;
        std::size_t missing = 0;
        std::size_t unnamed = 0;
        for (const NamedSkin& named : named_) {
            if (named.file || named.name.empty()) {
                continue;
            }
            ++missing;
            if (names.size() < kMostNamesInWarning) {
                names += (missing == 1 ? "" : ", ") + named.name;
            } else {
                ++unnamed;
            }
        }
        if (missing > 0) {
            result_.warnings.push_back("MD2: skins: " + std::to_string(missing) + " of " +
                                       std::to_string(named_.size()) + " not found: " + names +
                                       (unnamed == 0 ? "" : " and " + std::to_string(unnamed) + " more"));
        }
    }

    Assimp::IOSystem& io_;
    const std::string& path_;
    const View& view_;
    const Settings& settings_;
    std::vector<NamedSkin> named_;
    std::vector<std::size_t> skinOfIndex_;
    std::map<std::string, std::optional<std::size_t>> textureOfFile_;
    std::uint64_t room_; ///< bytes that textures may still take
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
