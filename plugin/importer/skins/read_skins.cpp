// SPDX-License-Identifier: BSD-3-Clause
#include "importer/skins/read_skins.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/image/decode_image.h"
#include "importer/image/pcx.h"
#include "importer/settings/property_reader.h"
#include "importer/skins/clear_pixels.h"

#include <assimp/material.h>

#include <algorithm>
#include <unordered_map>

namespace assimp_md2::inner {
namespace {

/// A skin that the file names, and its image when there is one.
struct NamedSkin {
    std::string name;
    std::optional<SkinFile> file;
};

class SkinReader {
public:
    SkinReader(const View& view, SkinSearch* search, const ImportFiles& files, const Settings& settings,
               std::vector<Mesh>& meshes, ImportLog& log)
        : view_(view)
        , search_(settings.textures == TextureMode::Names ? nullptr : search)
        , files_(files)
        , settings_(settings)
        , meshes_(meshes)
        , log_(log) {}

    Result<Skins> read() {
        nameSkins();
        if (search_ != nullptr) {
            findImages();
            reportMissing();
            addSkinsOfFolder();
        }
        if (const auto error = addPicture()) {
            return tl::unexpected(*error);
        }
        for (const NamedSkin& named : named_) {
            skins_.materials.push_back(materialOf(named));
        }
        if (const auto error = choose()) {
            return tl::unexpected(*error);
        }
        for (Mesh& mesh : meshes_) {
            const bool hasOwn = view_.isSplitBySkin() && mesh.material < skinOfIndex_.size();
            mesh.material = hasOwn ? skinOfIndex_[mesh.material] : chosen_;
        }
        findMasks();
        if (skins_.materials.empty()) {
            skins_.materials.push_back({AI_DEFAULT_MATERIAL_NAME});
        }
        return std::move(skins_);
    }

private:
    void nameSkins() {
        const bool untouched = settings_.textures == TextureMode::Names;
        // A map, since a file may have any number of skins.
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
        std::vector<std::string> names;
        for (const NamedSkin& named : named_) {
            names.push_back(named.name);
        }
        const auto side = [](std::int32_t length) { return static_cast<std::uint32_t>(std::max(length, 0)); };
        const ImageSize size{side(view_.header().skinwidth), side(view_.header().skinheight)};
        std::vector<std::optional<SkinFile>> files = search_->find(names, size);
        const auto found =
            std::find_if(files.begin(), files.end(), [](const auto& file) { return file.has_value(); });
        const std::vector<SkinFile> others =
            found == files.end() ? search_->findBeside(size) : search_->findNumbered(**found);
        if (others.empty()) {
            for (std::size_t i = 0; i < files.size(); ++i) {
                named_[i].file = std::move(files[i]);
            }
            return;
        }
        named_.clear();
        skinOfIndex_.clear();
        for (const SkinFile& file : others) {
            skinOfIndex_.push_back(named_.size());
            named_.push_back({file.path, file});
        }
    }

    void addSkinsOfFolder() {
        // The materials of a split model belong to its meshes.
        if (!settings_.skinsOfFolder || view_.isSplitBySkin()) {
            return;
        }
        for (const SkinFile& file : search_->findWithIcon()) {
            // A skin may be there twice: as PCX, and as PNG for newer programs.
            const bool isKnown = std::any_of(named_.begin(), named_.end(), [&](const NamedSkin& named) {
                return named.file && folderOf(named.file->path) == folderOf(file.path) &&
                       equalWithoutCase(stemOf(named.file->path), stemOf(file.path));
            });
            if (!isKnown) {
                skinOfIndex_.push_back(named_.size());
                named_.push_back({file.path, file});
            }
        }
    }

    /// Adds the image that Settings::skin names by its path, unless it is the name of a skin.
    std::optional<Error> addPicture() {
        const std::string& wanted = settings_.skin;
        const bool isPath = hasImageExtension(wanted) || wanted.find_first_of("/\\") != std::string::npos;
        const bool isKnown = std::any_of(named_.begin(), named_.end(),
                                         [&](const NamedSkin& named) { return isName(wanted, named); });
        if (!isPath || isKnown) {
            return std::nullopt;
        }
        SkinFile picture{wanted};
        picture.isOfProgram = true;
        const Result<FileBytes> bytes = bytesOf(picture);
        if (!bytes || imageType(bytes->slice()) == ImageType::None) {
            const std::string reason = bytes ? "the file " + wanted + " is no image" : bytes.error().text;
            return Error{ErrorCode::Other, reason + " (" ASSIMP_MD2_CONFIG_SKIN ")"};
        }
        picture.mayHaveAlpha = hasAlphaChannel(bytes->slice());
        picture_ = named_.size();
        named_.push_back({wanted, picture});
        return std::nullopt;
    }

    /// Whether a skin has this name: its stem, its file name or all of it.
    static bool isName(const std::string& wanted, const NamedSkin& skin) {
        return equalWithoutCase(wanted, stemOf(skin.name)) ||
               equalWithoutCase(wanted, fileNameOf(skin.name)) || equalWithoutCase(wanted, skin.name);
    }

    Result<FileBytes> bytesOf(const SkinFile& file) {
        const std::uint64_t most = std::min(kMaximumImageFileSize, fileBytesLeft_);
        return file.isOfProgram ? files_.read(file.path, most) : search_->read(file, most);
    }

    Material materialOf(const NamedSkin& named) {
        Material material{stemOf(named.name), named.file ? named.file->path : named.name};
        material.isNotFound = search_ != nullptr && !named.file;
        if (named.file) {
            material.identity = named.file->location.identity;
            material.embedded = isEmbedded(*named.file) ? textureOfFile(*named.file) : std::nullopt;
        }
        return material;
    }

    /// Whether the image is embedded. `auto` embeds PCX files, and all files whose names end in .pcx, because
    /// programs choose a decoder by the extension. It also embeds all files of a game, because programs may
    /// be unable to open them, and the image that the program names, whose path is not relative to the model.
    bool isEmbedded(const SkinFile& file) const {
        return settings_.textures == TextureMode::Embed ||
               (settings_.textures == TextureMode::Auto &&
                (file.type == ImageType::Pcx || equalWithoutCase(extensionOf(file.path), ".pcx") ||
                 file.isOfProgram || search_->isInGame()));
    }

    /// Several names may refer to the same file, which is decoded once. `/` begins no path of a skin.
    static std::string keyOf(const SkinFile& file) { return (file.isOfProgram ? "/" : "") + file.path; }

    std::optional<std::size_t> textureOfFile(const SkinFile& file) {
        const auto [texture, isNew] = textureOfFile_.try_emplace(keyOf(file));
        if (isNew) {
            const Result<std::size_t> made = newTexture(file);
            if (made) {
                texture->second = *made;
            } else {
                log_.warnings.add("skins: images that are not embedded and stay references", 1,
                                  made.error().text);
            }
        }
        return texture->second;
    }

    /// Whether the model is a player, or names a skin below `models/`, as in Quake II.
    bool isOfGame() const {
        const bool isBelowModels = view_.skinCount() > 0 &&
                                   lowerCase(normalisedSkinName(view_.skinName(0))).rfind("models/", 0) == 0;
        return isBelowModels || isPlayer(view_.frameNames());
    }

    /// Embeds the file and returns the index of its texture.
    Result<std::size_t> newTexture(const SkinFile& file) {
        auto bytes = bytesOf(file);
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        if (hasGreyPalette(bytes->slice()) && isOfGame()) {
            useGamePalette(bytes->data(), bytes->slice().size());
            log_.information.add("skins: the palette of a PCX has only greys; the game's palette is used", 1,
                                 file.path);
        }
        Warnings repairs;
        auto image = webImage(bytes->slice(), {kMaximumImageSide, imageBytesLeft_}, repairs);
        if (!image) {
            return tl::unexpected(Error{image.error().code, file.path + ": " + image.error().text});
        }
        auto& web = *image;
        web.bytes.shrink_to_fit();
        fileBytesLeft_ -= std::min<std::uint64_t>(fileBytesLeft_, web.bytes.size());
        imageBytesLeft_ -= std::min(imageBytesLeft_, web.decodedBytes);
        log_.repairs.addAll(repairs, file.path);
        skins_.textures.push_back(
            {file.path, std::move(web.bytes), web.type == WebImageType::Png ? "png" : "jpg"});
        return skins_.textures.size() - 1;
    }

    /// Materials with triangles of their own are judged by these. In the order of the skins, so that the
    /// limit of decoded pixels has the same effect everywhere.
    void findMasks() {
        const bool isSplit = view_.isSplitBySkin();
        std::map<std::pair<std::string, std::size_t>, bool> decisions; // by the file and the triangles
        for (std::size_t i = 0; i < named_.size(); ++i) {
            const std::optional<SkinFile>& file = named_[i].file;
            // The search has not opened the files of a custom IOSystem, whose calls are few.
            const bool isOpened = file && (file->type || skins_.materials[i].embedded);
            if (!file || !file->mayHaveAlpha || (!isOpened && i != chosen_)) {
                continue;
            }
            const auto [isMasked, isNew] = decisions.try_emplace({keyOf(*file), isSplit ? i : 0});
            if (isNew) {
                std::vector<const Geometry*> shown;
                for (const Mesh& mesh : meshes_) {
                    if (!mesh.geometry.textureCoordinates.empty() && (!isSplit || mesh.material == i)) {
                        shown.push_back(&mesh.geometry);
                    }
                }
                const Result<Image>& image = imageOf(i);
                isMasked->second = image && !image->isClear &&
                                   showsClearPixels(shown, *image, kMaximumSamples / named_.size());
            }
            skins_.materials[i].isMasked = isMasked->second;
        }
    }

    /// The image of a skin, as far as the limit of decoded pixels allows.
    const Result<Image>& imageOf(std::size_t skin) {
        const SkinFile& file = *named_[skin].file;
        if (!lastImage_ || lastImage_->first != keyOf(file)) {
            lastImage_.reset(); // before the next image takes memory
            lastImage_.emplace(keyOf(file), decode(file, skins_.materials[skin].embedded));
        }
        return lastImage_->second;
    }

    Result<Image> decode(const SkinFile& file, std::optional<std::size_t> texture) {
        // A TGA is embedded as PNG, without an alpha channel that is 0 everywhere. The few calls of a custom
        // IOSystem, which has no type, are not made twice.
        const bool isTexture = texture && !file.type;
        const Result<FileBytes> read = isTexture ? FileBytes(0) : bytesOf(file);
        if (!read) {
            return tl::unexpected(read.error());
        }
        const ByteSlice bytes = isTexture ? ByteSlice(skins_.textures[*texture].bytes.data(),
                                                      skins_.textures[*texture].bytes.size())
                                          : read->slice();
        const ImageLimits limits{kMaximumImageSide, pixelBytesLeft_};
        const Result<ImageSize> size = checkedSize(bytes, "", limits);
        if (!size) {
            return tl::unexpected(size.error());
        }
        pixelBytesLeft_ -= 4 * size->pixels();
        Warnings repairs; // newTexture reports those of embedded images
        return decodeImage(bytes, limits, repairs);
    }

    /// Whether a skin is clear everywhere and has one colour. Such a file is a placeholder.
    bool isBlank(std::size_t skin) {
        const SkinFile& file = *named_[skin].file;
        if (!file.type || !file.mayHaveAlpha) {
            return false;
        }
        const Result<Image>& image = imageOf(skin);
        return image && image->isClear &&
               std::equal(image->pixels.begin() + static_cast<std::ptrdiff_t>(image->layout),
                          image->pixels.end(), image->pixels.begin());
    }

    /// Whether the image of a skin is embedded, or could be. A PNG or JPEG could, and the only skin is not
    /// decoded.
    bool isDecodable(std::size_t skin) {
        const SkinFile& file = *named_[skin].file;
        if (isEmbedded(file)) {
            return skins_.materials[skin].embedded.has_value();
        }
        const bool isKnown = file.type != ImageType::Bmp && file.type != ImageType::Tga;
        return isKnown || named_.size() == 1 || imageOf(skin);
    }

    void reportMissing() {
        for (const std::string& path : search_->lfsPointers()) {
            log_.warnings.add("skins: Git LFS pointers in place of images; git lfs pull fetches the images",
                              1, path);
        }
        if (search_->isUnlisted()) {
            log_.warnings.note("skins: the model's folder cannot be listed, or has more than 10,000 entries; "
                               "images are found only by names");
        }
        const char* const kind = search_->isExhausted()
                                     ? "skins: not found, but the import has used up its calls of Exists "
                                       "before all names were tried"
                                     : "skins: not found";
        for (const NamedSkin& named : named_) {
            log_.warnings.add(kind, !named.file && !named.name.empty() ? 1 : 0, named.name);
        }
    }

    /// The first skin whose image can be decoded and is not blank, or else the first that has an image.
    std::size_t firstSkin() {
        std::optional<std::size_t> first;
        for (std::size_t skin = 0; skin < named_.size(); ++skin) {
            if (named_[skin].file && isDecodable(skin) && !isBlank(skin)) {
                return skin;
            }
            first = !first && named_[skin].file ? skin : first;
        }
        return first.value_or(0);
    }

    /// The skin that Settings::skin names by index, name or path, or the first skin.
    std::optional<Error> choose() {
        const std::string& wanted = settings_.skin;
        if (picture_) {
            chosen_ = *picture_;
            return std::nullopt;
        }
        if (wanted.empty()) {
            chosen_ = firstSkin();
            return std::nullopt;
        }
        if (wanted == "0") {
            return std::nullopt;
        }
        std::string expected = skinOfIndex_.empty() ? "0" : "0 to " + std::to_string(skinOfIndex_.size() - 1);
        for (std::size_t i = 0; i < skinOfIndex_.size(); ++i) {
            if (wanted == std::to_string(i) || isName(wanted, named_[skinOfIndex_[i]])) {
                chosen_ = skinOfIndex_[i];
                return std::nullopt;
            }
        }
        const std::vector<Material>& skins = skins_.materials;
        return badValue(ASSIMP_MD2_CONFIG_SKIN, wanted,
                        expected +
                            (skins.empty() ? "" : " or one of " + listOf(skins.size(), [&](std::size_t i) {
                                                      return skins[i].skin;
                                                  })));
    }

    const View& view_;
    SkinSearch* search_;
    const ImportFiles& files_;
    const Settings& settings_;
    std::vector<Mesh>& meshes_;
    ImportLog& log_;
    std::uint64_t imageBytesLeft_ = settings_.maxImageBytes; ///< of decoded pixels of all skins
    std::uint64_t pixelBytesLeft_ = settings_.maxImageBytes; ///< the same, of images that are only judged
    std::uint64_t fileBytesLeft_ = settings_.maxMemoryBytes; ///< of embedded files
    std::optional<std::pair<std::string, Result<Image>>> lastImage_; ///< that imageOf has returned
    std::vector<NamedSkin> named_;
    std::optional<std::size_t> picture_;   ///< of `named_`
    std::vector<std::size_t> skinOfIndex_; ///< of `named_`, for each record of the file
    std::map<std::string, std::optional<std::size_t>> textureOfFile_;
    std::size_t chosen_ = 0; ///< of `named_`
    Skins skins_;
};

} // namespace

Result<Skins> readSkins(const View& view, SkinSearch* search, const ImportFiles& files,
                        const Settings& settings, std::vector<Mesh>& meshes, ImportLog& log) {
    return SkinReader(view, search, files, settings, meshes, log).read();
}

} // namespace assimp_md2::inner
