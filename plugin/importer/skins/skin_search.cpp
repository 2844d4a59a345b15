// SPDX-License-Identifier: BSD-3-Clause
// Searches for the skins of a model.
#include "importer/skins/skin_search.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// How much of an image is read to find its size. In a JPEG the size follows the metadata.
constexpr std::size_t kImageSizeBytes = std::size_t{256} << 10;

/// Whether an image has another size of the same aspect.
bool hasAspect(ImageSize image, ImageSize size) {
    return image != size &&
           std::uint64_t{image.width} * size.height == std::uint64_t{image.height} * size.width;
}

} // namespace

std::vector<std::optional<SkinFile>> SkinSearch::find(const std::vector<std::string>& names, ImageSize size) {
    const std::string modelStem = stemOf(files_->modelPath());
    std::vector<std::vector<SkinLocation>> candidates(names.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < names.size() && count <= kMaximumCandidates; ++i) {
        candidates[i] = candidatesOf(names[i]);
        count += candidates[i].size();
    }
    std::vector<std::optional<SkinFile>> files(names.size());
    bool anyLeft = true;
    for (std::size_t rank = 0; anyLeft; ++rank) {
        anyLeft = false;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const bool isReadable = files[i] && (files[i]->type || isForeign());
            if (isReadable || rank >= candidates[i].size()) {
                continue;
            }
            anyLeft = true;
            const SkinLocation& place = candidates[i][rank];
            const bool isAnySize = !place.needsSize || equalWithoutCase(stemOf(place.path), modelStem);
            std::optional<SkinFile> file = imageAt(place, isAnySize ? std::nullopt : std::optional(size));
            if (file && (file->type || !files[i])) {
                files[i] = std::move(file);
            }
        }
    }
    return files;
}

std::vector<SkinFile> SkinSearch::findBeside(ImageSize size) {
    const bool isTris = equalWithoutCase(fileNameOf(files_->modelPath()), "tris.md2");
    const bool isOfCubeEngine = isTris && beside().icons.empty();
    std::vector<SkinFile> skins = firstOf(0, imageNames(stemOf(files_->modelPath()) + ".png"));
    if (skins.empty() && isOfCubeEngine) {
        skins = firstOf(0, imageNames("skin"));
    }
    if (skins.empty()) {
        skins = ofSize(size, true);
    }
    if (skins.empty() && !beside().isOfBody) {
        skins = ofSize(size, false);
    }
    if (skins.empty()) {
        skins = findWithIcon();
    }
    // The outermost folder may be all that the program lets a custom IOSystem read.
    for (const char* const stem : {"skin", "skin_d"}) {
        if (skins.empty() && isOfCubeEngine && files_->folders().size() > 1) {
            skins = firstOf(1, imageNames(stem));
        }
    }
    if (skins.empty()) {
        skins = numbered();
    }
    if (skins.empty() && (!beside().isOfBody || beside().hasOneModel)) {
        skins = ofSize(size, false, true);
        skins.resize(skins.size() == 1 ? 1 : 0);
    }
    return skins;
}

std::vector<SkinFile> SkinSearch::findNumbered(const SkinFile& named) {
    const std::string stem = stemOf(named.path);
    if (!isWithDigit(stem, stemOf(files_->modelPath()))) {
        return {};
    }
    std::vector<SkinFile> skins = numbered();
    const bool isFirst = skins.empty() || stemOf(skins.front().path).back() >= stem.back();
    return isFirst ? std::vector<SkinFile>() : skins;
}

std::vector<SkinFile> SkinSearch::findWithIcon() {
    const auto hasIcon = [this](const std::string& name) {
        return !beside().isOfBody && beside().icons.count(lowerCase(stemOf(name))) > 0;
    };
    return imagesBeside(hasIcon, kMaximumSkinsWithIcon);
}

std::optional<SkinFile> SkinSearch::findFile(const std::string& name) {
    const std::string path = relativePath(name);
    const std::optional<std::string> found = path.empty() ? std::nullopt : files_->find({0, path});
    if (!found) {
        return std::nullopt;
    }
    const bool isThere =
        files_->kind() != ModelFiles::Kind::FileSystem || files_->readBeginning({0, *found}, 0);
    return isThere ? std::optional(describe({0, *found})) : std::nullopt;
}

Result<FileBytes> SkinSearch::read(const SkinFile& file, std::uint64_t most) {
    return files_->read(file.location, most);
}

std::vector<SkinLocation> SkinSearch::candidatesOf(const std::string& skin) const {
    const std::vector<SkinLocation> locations =
        skinLocations(skin, files_->folders(), files_->kind() == ModelFiles::Kind::Game);
    std::vector<SkinLocation> candidates;
    const auto add = [&](const SkinLocation& location, const std::string& path) {
        const bool isKnown =
            std::any_of(candidates.begin(), candidates.end(), [&](const SkinLocation& known) {
                return known.foldersAbove == location.foldersAbove && known.path == path;
            });
        if (!isKnown) {
            candidates.push_back({{location.foldersAbove, path}, location.needsSize});
        }
    };
    for (const bool isLower : {false, true}) {
        for (const SkinLocation& location : locations) {
            if (isForeign() && hasImageExtension(location.path)) {
                add(location, isLower ? lowerCase(location.path) : location.path);
            }
        }
    }
    for (const SkinLocation& location : locations) {
        for (const std::string& name : imageNames(location.path)) {
            add(location, name);
        }
    }
    return candidates;
}

SkinFile SkinSearch::describe(ModelPath location) const {
    SkinFile file{pathFrom(files_->folder(), location.foldersAbove, location.path)};
    file.location = std::move(location);
    return file;
}

/// The image with this name and extension. If a file in an archive cannot be read, its type is not set, and
/// read() returns the reason.
///
/// \param size that the image must have
/// \param isAspect it must have another size of the same aspect
std::optional<SkinFile> SkinSearch::imageAt(const ModelPath& place, std::optional<ImageSize> size,
                                            bool isAspect) {
    std::optional<std::string> found = files_->find(place);
    if (!found) {
        return std::nullopt;
    }
    SkinFile file = describe({place.foldersAbove, *std::move(found)});
    if (isForeign() && !size) {
        const std::string extension = lowerCase(extensionOf(place.path));
        file.mayHaveAlpha = extension == ".png" || extension == ".tga";
        return file;
    }
    const Result<FileBeginning> beginning =
        files_->readBeginning(file.location, size ? kImageSizeBytes : kImageHeaderBytes);
    if (!beginning) {
        return beginning.error().code == ErrorCode::BadArchive && !size ? std::optional(file) : std::nullopt;
    }
    const ByteSlice bytes = beginning->bytes.slice();
    file.type = imageType(bytes);
    file.mayHaveAlpha = hasAlphaChannel(bytes);
    file.location.identity = beginning->identity;
    if (nameInField(bytes).rfind("version https://git-lfs", 0) == 0) {
        lfsPointers_.insert(file.path);
    }
    const std::optional<ImageSize> own = size ? imageSize(bytes) : std::nullopt;
    const bool fits = !size || (own && (isAspect ? hasAspect(*own, *size) : *own == *size));
    return file.type != ImageType::None && fits ? std::optional(file) : std::nullopt;
}

/// The first of these images that exists.
std::vector<SkinFile> SkinSearch::firstOf(std::size_t foldersAbove, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (std::optional<SkinFile> skin = imageAt({foldersAbove, name})) {
            return {*std::move(skin)};
        }
    }
    return {};
}

/// The images beside the model whose names are wanted.
///
/// \param most of them are looked at
/// \param size as for imageAt, and `isAspect`
std::vector<SkinFile> SkinSearch::imagesBeside(const std::function<bool(const std::string&)>& isWanted,
                                               std::size_t most, std::optional<ImageSize> size,
                                               bool isAspect) {
    std::vector<SkinFile> skins;
    for (const std::string& name : beside().images) {
        if (most == 0 || !isWanted(name)) {
            continue;
        }
        --most;
        if (std::optional<SkinFile> skin = imageAt({0, name}, size, isAspect)) {
            skins.push_back(*std::move(skin));
        }
    }
    return skins;
}

/// The images beside the model with the stem of the model and a digit.
std::vector<SkinFile> SkinSearch::numbered() {
    const std::string modelStem = stemOf(files_->modelPath());
    return imagesBeside([&](const std::string& name) { return isWithDigit(stemOf(name), modelStem); },
                        kMaximumImagesMeasured);
}

/// The images of this size beside the model.
///
/// \param isNamedLikeModel true: those that start with the stem of the model; false: all others
/// \param isAspect those of another size of the same aspect
std::vector<SkinFile> SkinSearch::ofSize(ImageSize size, bool isNamedLikeModel, bool isAspect) {
    const std::string modelStem = lowerCase(stemOf(files_->modelPath()));
    const auto isWanted = [&](const std::string& name) {
        return (lowerCase(name).rfind(modelStem, 0) == 0) == isNamedLikeModel;
    };
    return imagesBeside(isWanted, kMaximumImagesMeasured, size, isAspect);
}

const ModelFolder& SkinSearch::beside() {
    if (beside_) {
        return *beside_;
    }
    ModelFolder& folder = beside_.emplace();
    const std::optional<std::vector<std::string>> listed = files_->list();
    isUnlisted_ = !listed && !isForeign();
    const std::vector<std::string> names = listed.value_or(std::vector<std::string>());
    const std::string modelStem = lowerCase(stemOf(files_->modelPath()));
    std::set<std::string> stems; // of images
    std::set<std::string> otherModels;
    for (const std::string& name : names) {
        const std::string stem = lowerCase(stemOf(name));
        if (hasImageExtension(name)) {
            stems.insert(stem);
            if (isIcon(name)) {
                folder.icons.insert(stem.substr(0, stem.size() - 2));
            }
        } else if (equalWithoutCase(extensionOf(name), ".md2") && stem != modelStem) {
            otherModels.insert(stem);
        }
    }
    const auto& folders = files_->folders();
    const std::string_view folderName = folders.empty() ? std::string_view() : folders.back();
    const auto startsWith = [&](std::string_view start) { return modelStem.rfind(start, 0) == 0; };
    if (startsWith("tris") || modelStem == lowerCase(folderName)) {
        otherModels.erase("tris"); // a copy of it
    }
    const bool isGun = startsWith("w_") || startsWith("weapon") || startsWith("a_");
    folder.hasOneModel = otherModels.empty();
    folder.isOfBody = isGun || otherModels.count("tris") > 0;
    for (const std::string& name : names) {
        const std::string stem = lowerCase(stemOf(name));
        const bool startsWithModel = stem.compare(0, modelStem.size(), modelStem) == 0;
        // Images of models with longer names may start with the name of this model.
        const bool isOther = isCompanion(name) || stems.count(companionOf(name)) > 0 ||
                             isNamedLikeOneOf(name, otherModels, startsWithModel ? modelStem.size() : 0);
        if (hasImageExtension(name) && (!isOther || folder.icons.count(stem) > 0)) {
            folder.images.push_back(name);
        }
    }
    const auto order = [&](const std::string& name) {
        const bool hasIcon = folder.icons.count(lowerCase(stemOf(name))) > 0;
        return std::pair(!hasIcon, skinRank(name, folderName));
    };
    std::stable_sort(
        folder.images.begin(), folder.images.end(),
        [&](const std::string& one, const std::string& other) { return order(one) < order(other); });
    return folder;
}

} // namespace assimp_md2::inner
