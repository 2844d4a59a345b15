// SPDX-License-Identifier: BSD-3-Clause
// Implements skins.h.
#include "importer/skins.h"

#include "base/paths.h"
#include "base/text.h"
#include "image/web_image.h"
#include "settings/property_reader.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace assimp_md2 {
namespace {

/// Characters of names in one warning: Assimp's log leaves out a line of more than 1024.
constexpr std::size_t kMostNamesInWarning = 800;

/// Memory for one skin during the search: its name, its file, and its material.
constexpr std::uint64_t kBytesPerSkin = 8192;

bool hasPcxExtension(const std::string& path) {
    return lowerCase(extensionOf(path)) == ".pcx";
}

/// Lists names until there are too many for one line of the log.
class NameList {
public:
    void add(const std::string& name) {
        if (text_.size() < kMostNamesInWarning) {
            text_ += (count_ == 0 ? "" : ", ") + name;
        } else {
            ++left_;
        }
        ++count_;
    }
    std::size_t count() const { return count_; }
    std::string text() const { return text_ + (left_ == 0 ? "" : " and " + std::to_string(left_) + " more"); }

private:
    std::string text_;
    std::size_t count_ = 0;
    std::size_t left_ = 0;
};

/// A skin that the file names, and its image when there is one.
struct NamedSkin {
    std::string name;
    std::optional<SkinFile> file;
};

class SkinReader {
public:
    SkinReader(SkinSearch* search, const View& view, const Settings& settings, Budget& budget)
        : search_(settings.textures == TextureMode::Names ? nullptr : search)
        , view_(view)
        , settings_(settings)
        , budget_(budget)
        , imageBytesLeft_(settings.maxImageBytes) {}

    Result<Skins> read() {
        Loan names(budget_);
        names.take(kBytesPerSkin * view_.skinCount());
        nameSkins();
        if (search_ != nullptr) {
            findImages();
            reportMissing();
        }
        for (const NamedSkin& named : named_) {
            result_.materials.push_back(materialOf(named));
        }
        reportLeftOut();
        if (auto error = choose()) {
            return tl::unexpected(std::move(*error));
        }
        result_.ofRecord = skinOfIndex_;
        return std::move(result_);
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
        std::vector<std::optional<SkinFile>> files = search_->find(names);
        const bool anyFound =
            std::any_of(files.begin(), files.end(), [](const auto& file) { return file.has_value(); });
        if (anyFound) {
            for (std::size_t i = 0; i < files.size(); ++i) {
                named_[i].file = std::move(files[i]);
            }
            return;
        }
        const auto side = [](std::int32_t size) { return static_cast<std::uint32_t>(std::max(size, 0)); };
        const std::vector<SkinFile> beside =
            search_->findBeside({side(view_.header().skinwidth), side(view_.header().skinheight)});
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

    Material materialOf(const NamedSkin& named) {
        Material material{stemOf(named.name), named.file ? named.file->path : named.name};
        if (named.file) {
            material.identity = named.file->identity;
            material.embedded = isEmbedded(*named.file) ? textureOfFile(*named.file) : std::nullopt;
        }
        return material;
    }

    /// Whether the image is embedded. `auto` embeds PCX files, and all files whose names end in .pcx, because
    /// programs choose a decoder by the extension. It also embeds all files of a game, because programs may
    /// be unable to open them.
    bool isEmbedded(const SkinFile& file) const {
        return settings_.textures == TextureMode::Embed ||
               (settings_.textures == TextureMode::Auto &&
                (file.type == ImageType::Pcx || hasPcxExtension(file.path) || file.isInGame));
    }

    /// The texture of a file. Several names, links and spellings of a path may refer to the same file, which
    /// is decoded once.
    std::optional<std::size_t> textureOfFile(const SkinFile& file) {
        const std::pair<std::string, FileIdentity> key{file.identity ? std::string() : file.path,
                                                       file.identity.value_or(FileIdentity{})};
        const auto [texture, isNew] = textureOfFile_.try_emplace(key);
        if (isNew) {
            Result<std::size_t> made = orRefusal([&] { return newTexture(file); });
            if (made) {
                texture->second = *made;
            } else {
                leaveOut(file, made.error());
            }
        }
        return texture->second;
    }

    /// Embeds the file and returns the index of its texture. The file, its pixels and the PNG are in memory
    /// at the same time.
    Result<std::size_t> newTexture(const SkinFile& file) {
        const auto bytes = search_->read(file, std::min(kMaximumImageFileSize, budget_.left()));
        if (!bytes) {
            const Error& error = bytes.error();
            if (error.code == ErrorCode::FileTooLarge && error.needed <= kMaximumImageFileSize) {
                budget_.take(error.needed);
            }
            return tl::unexpected(error);
        }
        const ByteSlice slice = bytes->slice();
        Loan decoding(budget_);
        decoding.take(slice.size());
        // webImage takes at most twice the decoded pixels, the PNG included.
        const ImageLimits limits{settings_.maxImageSide, std::min(imageBytesLeft_, budget_.left() / 2)};
        Repairs repairs;
        auto image = webImage(slice, limits, repairs);
        if (!image) {
            return tl::unexpected(image.error());
        }
        auto& web = *image;
        web.bytes.shrink_to_fit();
        budget_.take(web.bytes.size());
        imageBytesLeft_ -= std::min(imageBytesLeft_, web.decodedBytes);
        result_.repairs.addFrom(repairs, file.path);
        result_.textures.push_back(
            {file.path, std::move(web.bytes), web.type == WebImageType::Png ? "png" : "jpg"});
        return result_.textures.size() - 1;
    }

    void leaveOut(const SkinFile& file, const Error& error) {
        ++leftOut_;
        if (leftOut_ > 1) {
            return;
        }
        Error named = error;
        if (named.section == Section::File) {
            named.text = file.path;
            firstLeftOut_ = description(named);
        } else {
            firstLeftOut_ = file.path + ": " + description(named);
        }
    }

    void reportLeftOut() {
        if (leftOut_ > 0) {
            result_.warnings.push_back("MD2: skins: images that are not embedded and stay references: " +
                                       std::to_string(leftOut_) + ", first " + firstLeftOut_);
        }
    }

    void reportMissing() {
        NameList missing;
        for (const NamedSkin& named : named_) {
            if (!named.file && !named.name.empty()) {
                missing.add(named.name);
            }
        }
        if (missing.count() > 0) {
            result_.warnings.push_back(
                "MD2: skins: " + std::to_string(missing.count()) + " of " + std::to_string(named_.size()) +
                " not found: " + missing.text() +
                (search_->isExhausted()
                     ? " (not all names were tried: the import has used up its calls of Exists)"
                     : ""));
        }
    }

    /// The skin that Settings::skin names by index or stem.
    std::optional<Error> choose() {
        const std::string& wanted = settings_.skin;
        if (wanted.empty() || wanted == "0") {
            return std::nullopt;
        }
        std::string expected = skinOfIndex_.empty() ? "0" : "0 to " + std::to_string(skinOfIndex_.size() - 1);
        for (std::size_t i = 0; i < skinOfIndex_.size(); ++i) {
            const std::string& name = result_.materials[skinOfIndex_[i]].name;
            if (wanted == std::to_string(i) || equalWithoutCase(wanted, name)) {
                result_.chosen = skinOfIndex_[i];
                return std::nullopt;
            }
        }
        NameList names;
        for (const Material& material : result_.materials) {
            names.add(material.name);
        }
        return badValue(ASSIMP_MD2_CONFIG_SKIN, wanted,
                        expected + (names.count() > 0 ? " or one of " + names.text() : ""));
    }

    SkinSearch* search_;
    const View& view_;
    const Settings& settings_;
    Budget& budget_;
    std::uint64_t imageBytesLeft_; ///< of decoded pixels of all skins
    std::vector<NamedSkin> named_;
    std::vector<std::size_t> skinOfIndex_; ///< of `named_`, for each record of the file
    std::map<std::pair<std::string, FileIdentity>, std::optional<std::size_t>> textureOfFile_;
    std::size_t leftOut_ = 0;
    std::string firstLeftOut_;
    Skins result_;
};

} // namespace

Result<Skins> readSkins(SkinSearch* search, const View& view, const Settings& settings, Budget& budget) {
    return SkinReader(search, view, settings, budget).read();
}

} // namespace assimp_md2
