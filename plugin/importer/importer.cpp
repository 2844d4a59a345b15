// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp calls it: turns errors into exceptions, and repairs into warnings.
#include "importer/importer.h"

#include "assimp-md2/metadata.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"
#include "importer/files/stream.h"
#include "importer/scene/build_scene.h"
#include "importer/scene_reader.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>

#include <cstring>
#include <new>
#include <stdexcept>

namespace assimp_md2::inner {

namespace {

/// aiImporterDesc::mComments of an importer with bones.
constexpr const char* kWithSkeletons = "with bones";

constexpr const char* kOutOfMemory = "MD2: there is not enough memory for the model";

/// Replaces Assimp's DeadlyImportError, whose constructor some builds of Assimp do not export.
/// BaseImporter::ReadFile catches every std::exception.
struct ImportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The one place where errors become exceptions.
[[noreturn]] void throwError(const Error& error) {
    throw ImportError(error.code == ErrorCode::OutOfMemory ? kOutOfMemory : printable("MD2: " + error.text));
}

} // namespace

bool hasSkeletons(const Assimp::BaseImporter& importer) {
    return std::strcmp(importer.GetInfo()->mComments, kWithSkeletons) == 0;
}

bool Md2Importer::CanRead(const std::string& file, Assimp::IOSystem* io, bool /*checkSignature*/) const {
    const FileBytes ident = readBeginning(*io, file, sizeof kIdentMd2);
    if (ident.slice().size() == 0 && lowerCase(extensionOf(file)) == ".md2") {
        // The file may be damaged in an archive. ReadFile then reports the reason.
        const ModelSource* const source = sourceOf(*io);
        return source != nullptr && source->filesNear(file) != nullptr;
    }
    return ident.slice().size() == sizeof kIdentMd2 && ident.slice().u32(0) == kIdentMd2;
}

const aiImporterDesc* Md2Importer::GetInfo() const {
    const auto described = [](const char* comments) {
        aiImporterDesc description{};
        description.mName = ASSIMP_MD2_SOURCE_FORMAT;
        description.mAuthor = description.mMaintainer = "";
        description.mComments = comments;
        description.mFlags = aiImporterFlags_SupportBinaryFlavour;
        description.mFileExtensions = "md2";
        return description;
    };
    static const aiImporterDesc kDescriptions[] = {described(""), described(kWithSkeletons)};
    return &kDescriptions[makeSkeletons_ != nullptr ? 1 : 0];
}

void Md2Importer::SetupProperties(const Assimp::Importer* importer) {
    io_ = importer->IsDefaultIOHandler() ? nullptr : importer->GetIOHandler();
    try {
        settings_ = readSettings(*importer, defaults_);
    } catch (const std::bad_alloc&) {
        settings_ = tl::unexpected(Error{ErrorCode::OutOfMemory});
    }
}

void Md2Importer::InternReadFile(const std::string& file, aiScene* scene, Assimp::IOSystem* /*filter*/) try {
    if (!settings_) {
        throwError(settings_.error());
    }
    constexpr int kWhole = 1000;
    Result<SceneRead> read = readScene(file, io_, *settings_, makeSkeletons_, [&](double share) {
        m_progress->UpdateFileRead(static_cast<int>(share * kWhole), kWhole);
    });
    if (!read) {
        throwError(read.error());
    }
    opened_ = std::move(read->opened);
    for (const std::string& line : read->log.information.lines("MD2: ")) {
        Assimp::DefaultLogger::get()->info(line.c_str());
    }
    buildScene(*scene, std::move(read->scene), read->log.repairs);
    if (settings_->strict && !read->log.repairs.empty()) {
        throw ImportError(read->log.repairs.lines("MD2: ").front() +
                          ": refused because " ASSIMP_MD2_CONFIG_STRICT " is set");
    }
    logWarnings(file, "MD2: ", read->log.repairs);
    logWarnings(file, "MD2: ", read->log.warnings);
} catch (const std::bad_alloc&) {
    throw ImportError(kOutOfMemory);
}

} // namespace assimp_md2::inner
