// SPDX-License-Identifier: BSD-3-Clause
// Finds the files of a model by asking a custom IOSystem for a few names.
#include "importer/skins/foreign_skin_search.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/stream.h"

#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <utility>

namespace assimp_md2 {

ForeignSkinSearch::ForeignSkinSearch(Assimp::IOSystem& io, std::string modelPath, ForeignCalls& calls)
    : io_(io)
    , modelPath_(std::move(modelPath))
    , modelFolder_(folderOf(modelPath_))
    , modelFolders_(foldersIn(modelFolder_))
    , calls_(calls) {}

std::vector<std::optional<SkinFile>> ForeignSkinSearch::find(const std::vector<std::string>& names) {
    std::vector<std::vector<SkinPlace>> candidates;
    candidates.reserve(names.size());
    for (const std::string& name : names) {
        // There are not enough calls for more names.
        candidates.push_back(candidates.size() < kMaximumForeignExists ? candidatesOf(name)
                                                                       : std::vector<SkinPlace>());
    }
    return ask(candidates);
}

std::vector<SkinFile> ForeignSkinSearch::findBeside(ImageSize) {
    std::vector<SkinPlace> candidates;
    for (const auto namesOf : {namesAfterModel, namesInCubeEngines}) {
        for (std::string& name : namesOf(modelPath_)) {
            candidates.push_back({0, std::move(name)});
        }
    }
    const std::vector<std::optional<SkinFile>> found = ask({candidates});
    return found[0] ? std::vector<SkinFile>{*found[0]} : std::vector<SkinFile>{};
}

std::optional<SkinFile> ForeignSkinSearch::findFile(const std::string& name) {
    const std::string path = relativePath(name);
    if (path.empty()) {
        return std::nullopt;
    }
    return ask({{{0, path}}})[0];
}

Result<FileBytes> ForeignSkinSearch::read(const SkinFile& file, std::uint64_t most) {
    return readFile(io_, pathFor(file.foldersAbove, file.pathBelow), most);
}

/// Asks for the first candidate of each list, then for the second of each that was not found, and so on, so
/// that all skins share the few calls.
std::vector<std::optional<SkinFile>>
ForeignSkinSearch::ask(const std::vector<std::vector<SkinPlace>>& candidates) {
    std::vector<std::optional<SkinFile>> files(candidates.size());
    bool anyLeft = true;
    for (std::size_t rank = 0; anyLeft; ++rank) {
        anyLeft = false;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (files[i] || rank >= candidates[i].size()) {
                continue;
            }
            anyLeft = true;
            const SkinPlace& place = candidates[i][rank];
            if (exists(pathFor(place.foldersAbove, place.path))) {
                files[i] = SkinFile{pathFrom(modelFolder_, place.foldersAbove, place.path), std::nullopt,
                                    std::nullopt, place.foldersAbove, place.path};
                const std::string extension = lowerCase(extensionOf(place.path));
                files[i]->mayHaveAlpha = extension == ".png" || extension == ".tga";
            }
        }
    }
    return files;
}

/// The exact name at each place, the same in lower case, and then other extensions.
std::vector<SkinPlace> ForeignSkinSearch::candidatesOf(std::string_view name) const {
    const std::vector<SkinPlace> places = skinPlaces(name, modelFolders_);
    std::vector<SkinPlace> candidates;
    for (const SkinPlace& place : places) {
        if (hasImageExtension(place.path)) {
            candidates.push_back(place);
        }
    }
    const std::size_t exact = candidates.size();
    for (std::size_t i = 0; i < exact; ++i) {
        candidates.push_back({candidates[i].foldersAbove, lowerCase(candidates[i].path)});
    }
    for (const SkinPlace& place : places) {
        for (std::string& candidate : imageNames(place.path)) {
            candidates.push_back({place.foldersAbove, std::move(candidate)});
        }
    }
    return candidates;
}

/// The path that the IOSystem is given for a file. If it separates folders by `\`, so does the path, unless
/// the program itself names the model with `/`.
std::string ForeignSkinSearch::pathFor(std::size_t foldersAbove, std::string_view pathBelow) const {
    std::string path = joined(folderAbove(modelFolder_, foldersAbove), pathBelow);
    if (io_.getOsSeparator() == '\\' && modelPath_.find('/') == std::string::npos) {
        std::replace(path.begin(), path.end(), '/', '\\');
    }
    return path;
}

/// The answer of the IOSystem, which is asked once for each path. Beyond the limit nothing exists.
bool ForeignSkinSearch::exists(const std::string& path) {
    const auto [answer, isNew] = calls_.exists.try_emplace(path, false);
    if (isNew && calls_.exists.size() <= kMaximumForeignExists) {
        answer->second = io_.Exists(path.c_str());
    } else if (isNew) {
        calls_.isExistsExhausted = true;
    }
    return answer->second;
}

} // namespace assimp_md2
