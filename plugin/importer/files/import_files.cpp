// SPDX-License-Identifier: BSD-3-Clause
// A source of its own, because the command `assimp-md2` does not load Assimp.
#include "importer/files/import_files.h"

#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/files/stream.h"

#include <algorithm>

namespace assimp_md2::inner {

/// Files of a custom IOSystem, which cannot list them. It is asked for at most kMaximumForeignExists paths,
/// and for each path once.
class ImportFiles::IoSystemModelFiles final : public ModelFiles {
public:
    IoSystemModelFiles(ImportFiles& files, const std::string& modelPath)
        : ModelFiles(Kind::IoSystem, modelPath, folderOf(modelPath)), files_(files), io_(*files.custom_) {}

    std::optional<std::string> find(const ModelPath& path) override {
        const std::string asked = pathFor(path);
        const bool isNew = files_.existing_.count(asked) == 0;
        if (isNew && files_.existing_.size() >= kMaximumForeignExists) {
            files_.isExhausted_ = true;
            return std::nullopt;
        }
        return files_.exists(asked) ? std::optional(path.path) : std::nullopt;
    }

    std::optional<std::vector<std::string>> list() override { return std::nullopt; }

    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override {
        return FileBeginning{assimp_md2::inner::readBeginning(io_, pathFor(path), most)};
    }

    Result<FileBytes> read(const ModelPath& path, std::uint64_t most) override {
        return readFile(io_, pathFor(path), most);
    }

    bool isExhausted() const override { return files_.isExhausted_; }

private:
    /// The path that the IOSystem is given for a file. If it separates folders by `\`, so does the path,
    /// unless the program itself names the model with `/`.
    std::string pathFor(const ModelPath& path) const {
        std::string whole = joined(folderAbove(folder_, path.foldersAbove), path.path);
        if (io_.getOsSeparator() == '\\' && modelPath_.find('/') == std::string::npos) {
            std::replace(whole.begin(), whole.end(), '/', '\\');
        }
        return whole;
    }

    ImportFiles& files_;
    Assimp::IOSystem& io_;
};

const ModelSource* sourceOf(const Assimp::IOSystem& io) {
    const IoMark* const mark = markOf(io);
    return mark != nullptr ? mark->source : nullptr;
}

ImportFiles::ImportFiles(Assimp::IOSystem* io)
    : game_(io != nullptr ? sourceOf(*io) : nullptr)
    , custom_(io == nullptr || readsFileSystem(*io) ? nullptr : io) {}

std::unique_ptr<ModelFiles> ImportFiles::filesNear(const std::string& modelPath) {
    if (auto files = game_ != nullptr ? game_->filesNear(modelPath) : nullptr) {
        return files;
    }
    if (custom_ != nullptr) {
        return std::make_unique<IoSystemModelFiles>(*this, modelPath);
    }
    return localModelFiles(modelPath);
}

std::optional<std::string> ImportFiles::nameInGame(const std::string& path) const {
    const auto files = game_ != nullptr ? game_->filesNear(relativePath(path)) : nullptr;
    return files != nullptr ? std::optional(files->modelPath()) : std::nullopt;
}

bool ImportFiles::exists(const std::string& path) {
    if (custom_ == nullptr) {
        return typeOf(path) == PathType::File;
    }
    const auto [answer, isNew] = existing_.try_emplace(path, false);
    answer->second = isNew ? custom_->Exists(path.c_str()) : answer->second;
    return answer->second;
}

Result<FileBytes> ImportFiles::read(const std::string& path, std::uint64_t most) const {
    if (auto bytes = game_ != nullptr ? game_->readIfAny(path, most) : std::nullopt) {
        return *std::move(bytes);
    }
    if (custom_ != nullptr) {
        return readFile(*custom_, path, most);
    }
    const std::optional<LocalFile> file = LocalFile::open(path);
    return file ? file->read(most, path) : tl::unexpected(cannotBeOpened(path));
}

} // namespace assimp_md2::inner
