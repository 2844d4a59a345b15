// SPDX-License-Identifier: BSD-3-Clause
// Chooses where the files of a model are, and asks a custom IOSystem for files. A source of its own, because
// the command `assimp-md2` does not load Assimp.
#include "importer/files/model_source.h"

#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/files/stream.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// Files of a custom IOSystem, which cannot list them. It is asked for at most kMaximumForeignExists paths,
/// and for each path once.
class IoSystemModelFiles final : public ModelFiles {
public:
    IoSystemModelFiles(Assimp::IOSystem& io, const std::string& modelPath, ForeignCalls& calls)
        : ModelFiles(Kind::IoSystem, modelPath, folderOf(modelPath)), io_(io), calls_(calls) {}

    std::optional<std::string> find(const ModelPath& path) override {
        const std::string asked = pathFor(path);
        const auto [answer, isNew] = calls_.exists.try_emplace(asked, false);
        if (isNew && calls_.exists.size() <= kMaximumForeignExists) {
            answer->second = io_.Exists(asked.c_str());
        } else if (isNew) {
            calls_.isExistsExhausted = true;
        }
        return answer->second ? std::optional(path.path) : std::nullopt;
    }

    std::optional<std::vector<std::string>> list() override { return std::nullopt; }

    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override {
        return FileBeginning{assimp_md2::inner::readBeginning(io_, pathFor(path), most)};
    }

    Result<FileBytes> read(const ModelPath& path, std::uint64_t most,
                           const std::optional<FileIdentity>& /*identity*/) override {
        return readFile(io_, pathFor(path), most);
    }

    bool isExhausted() const override { return calls_.isExistsExhausted; }

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

    Assimp::IOSystem& io_;
    ForeignCalls& calls_;
};

} // namespace

const ModelSource* sourceOf(const Assimp::IOSystem& io) {
    const IoMark* const mark = markOf(io);
    return mark != nullptr ? mark->source : nullptr;
}

std::unique_ptr<ModelFiles> modelFiles(Assimp::IOSystem* io, const std::string& modelPath,
                                       ForeignCalls& calls) {
    const ModelSource* const source = io != nullptr ? sourceOf(*io) : nullptr;
    if (auto files = source != nullptr ? source->filesNear(modelPath) : nullptr) {
        return files;
    }
    if (io == nullptr || readsFileSystem(*io)) {
        return std::make_unique<LocalModelFiles>(modelPath);
    }
    return std::make_unique<IoSystemModelFiles>(*io, modelPath, calls);
}

Result<FileBytes> readProgramFile(Assimp::IOSystem* io, const std::string& path, std::uint64_t most) {
    const ModelSource* const source = io != nullptr ? sourceOf(*io) : nullptr;
    if (auto bytes = source != nullptr ? source->readIfAny(path, most) : std::nullopt) {
        return *std::move(bytes);
    }
    if (io != nullptr && !readsFileSystem(*io)) {
        return readFile(*io, path, most);
    }
    const std::optional<LocalFile> file = LocalFile::open(path);
    return file ? file->read(most, path) : tl::unexpected(cannotBeOpened(path));
}

} // namespace assimp_md2::inner
