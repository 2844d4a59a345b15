// SPDX-License-Identifier: BSD-3-Clause
// Finds the files of skins, through Assimp's IOSystem and, where the model lies in a real folder, by listing
// that; knows images only by their type and size.
#pragma once

#include "image/image_type.h"
#include "model/skins.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// The bounds of one search, all ours. A model of 32 skins tries some 2,200 candidates when none is there.
inline constexpr std::size_t kMaximumCandidates = 10'000;
inline constexpr std::size_t kMaximumEntriesInFolder = 10'000;
inline constexpr std::size_t kMaximumEntries = 50'000;
inline constexpr std::size_t kMaximumImagesMeasured = 256;

/// An image that was found and that is one by its content.
struct SkinFile {
    /// Relative to the model's folder, with `/`, and with `../` for each folder above: a texture's path.
    std::string path;
    /// What the IOSystem opens: give it to readFile.
    std::string filePath;
    ImageType type = ImageType::None;
};

/// Looks for the skins of one model. It opens only names with an image's extension, and never leads out of
/// the folder it looks in: not by `..`, not by an absolute name, not by a symbolic link. Where it reaches one
/// of the bounds above it finds nothing more.
class SkinSearch {
public:
    /// `files` is the IOSystem an importer is given, `modelPath` the path it is given. `files` must
    /// outlive this.
    SkinSearch(Assimp::IOSystem& files, std::string modelPath);

    /// Takes a skin's name (as skinName returns it) and returns its file: below the model's folder, below one
    /// of up to 8 folders above, or by the file name alone; at each place without regard to case, and with
    /// another image extension when the exact one is not there. Only what lies in a real folder is found in
    /// any mixture of cases: from other IOSystems a name is asked for as it is, in lower and in upper case.
    std::optional<SkinFile> find(std::string_view name);

    /// For a model that names no skin, or of which none is found: the image called like the model; or else
    /// all images in the model's folder of exactly that size, icons left out, in the order of their names
    /// (only where it is a real folder, for others cannot be listed).
    std::vector<SkinFile> findBeside(ImageSize skinSize);

private:
    /// The entries of a real folder by their names in lower case.
    using Listing = std::map<std::string, std::set<std::string>>;

    std::optional<SkinFile> findAt(const SkinPlace& place);
    std::optional<SkinFile> findExactly(const SkinPlace& place, const std::string& name);
    std::optional<SkinFile> findInRealFolder(const SkinPlace& place, const std::string& name);
    std::optional<SkinFile> askFor(const SkinPlace& place, const std::string& name);
    std::optional<SkinFile> imageAt(const SkinPlace& place, const std::string& name);
    std::vector<std::string> imagesBeside();
    bool isGuess(const std::string& path);
    const std::optional<Listing>& listing(const std::string& folder);
    std::optional<std::string> realName(const std::string& folder, std::string_view path);

    Assimp::IOSystem& files_;
    std::string modelPath_;
    std::string modelFolder_;
    bool isReal_;
    std::string wholeModelFolder_; ///< from the root on where it is real
    std::map<std::string, std::optional<Listing>> listings_;
    std::size_t candidates_ = 0;
    std::size_t entries_ = 0;
};

} // namespace assimp_md2
