// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp knows it: reads the file, asks the layers below in turn, and turns their errors into
// exceptions and their repairs into warnings.
#include "importer/importer.h"

#include "assimp-md2/properties.h"
#include "format/paths.h"
#include "format/text.h"
#include "format/view.h"
#include "importer/animations.h"
#include "importer/model_name.h"
#include "importer/skins.h"
#include "io/budget.h"
#include "io/read_file.h"
#include "io/skin_search.h"
#include "scene/scene.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace assimp_md2 {

const char* const kImporterName = "Quake II Mesh Importer (assimp-md2)";

namespace {

constexpr const char* kOutOfMemory = "MD2: there is not enough memory for the model";

/// Assimp's own DeadlyImportError cannot be thrown outside its library: its constructor is not exported
/// everywhere. BaseImporter::ReadFile takes every std::exception.
struct ImportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The value of a result, or its error as an exception.
template <typename Value>
Value valueOrThrow(Result<Value> result) {
    if (const Error* const error = std::get_if<Error>(&result)) {
        throw ImportError(error->code == ErrorCode::OutOfMemory ? kOutOfMemory : message(*error));
    }
    return std::get<Value>(std::move(result));
}

/// \param source a Budget or a Loan
template <typename Source>
void takeOrThrow(Source& source, std::uint64_t bytes) {
    if (const auto error = source.take(bytes)) {
        throw ImportError(message(*error));
    }
}

/// The format's own limit: its offsets are int32. Below it no product of two counts of a file, times the size
/// of what the scene has for each, leaves 64 bits, and corners can be numbered in 32.
constexpr std::uint64_t kMaximumFileSize = std::numeric_limits<std::int32_t>::max();

FileBytes readModel(Assimp::IOSystem& io, const std::string& path, Budget& budget) {
    auto bytes = readFile(io, path, std::min(budget.limit(), kMaximumFileSize));
    const Error* const error = std::get_if<Error>(&bytes);
    if (error != nullptr && error->code == ErrorCode::FileTooLarge && error->needed > budget.limit()) {
        takeOrThrow(budget, error->needed);
    }
    return valueOrThrow(std::move(bytes));
}

void report(const Repairs& repairs, bool strict) {
    const std::vector<std::string> messages = repairs.messages();
    if (strict && !messages.empty()) {
        throw ImportError(messages.front() + ": refused because " ASSIMP_MD2_CONFIG_STRICT " is set");
    }
    for (const std::string& line : messages) {
        Assimp::DefaultLogger::get()->warn(line.c_str());
    }
}

/// What reading the geometry takes besides its result: a table of all corners while they are compared.
std::uint64_t geometryBytes(const View& view) {
    constexpr std::uint64_t kBytesPerTriangle = 200;
    return kBytesPerTriangle * view.triangleCount();
}

/// What finding the clips takes besides its result: each frame may be a clip of its own.
std::uint64_t clipBytes(const View& view, const Settings& settings) {
    constexpr std::uint64_t kBytesPerFrame = 640;
    return settings.keyframe ? 0 : kBytesPerFrame * view.frameCount();
}

/// Passes progress on, for a program may print each call: once for each 8 MiB, and at the end.
class Progress {
public:
    Progress(Assimp::ProgressHandler& handler, std::uint64_t allBytes)
        : handler_(handler), allBytes_(allBytes) {}

    void add(std::uint64_t bytes) {
        constexpr std::uint64_t kBytesPerCall = std::uint64_t{8} << 20;
        done_ += bytes;
        if (done_ < allBytes_ && done_ - reported_ >= kBytesPerCall) {
            reported_ = done_;
            report(done_);
        }
    }
    void finish() { report(allBytes_); }

private:
    /// In KiB, since Assimp counts in int.
    void report(std::uint64_t done) {
        handler_.UpdateFileRead(static_cast<int>(done >> 10), static_cast<int>(allBytes_ >> 10));
    }

    Assimp::ProgressHandler& handler_;
    std::uint64_t allBytes_;
    std::uint64_t done_ = 0;
    std::uint64_t reported_ = 0;
};

} // namespace

bool Md2Importer::CanRead(const std::string& file, Assimp::IOSystem* io, bool /*checkSignature*/) const {
    const FileBytes ident = readBeginning(*io, file, sizeof kIdentMd2);
    return ident.slice().size() == sizeof kIdentMd2 && ident.slice().u32(0) == kIdentMd2;
}

const aiImporterDesc* Md2Importer::GetInfo() const {
    static const aiImporterDesc kDescription = {
        kImporterName, "", "", "", aiImporterFlags_SupportBinaryFlavour, 0, 0, 0, 0, "md2"};
    return &kDescription;
}

void Md2Importer::SetupProperties(const Assimp::Importer* importer) {
    io_ = importer->GetIOHandler();
    try {
        settings_ = readSettings(*importer, environment_);
    } catch (const std::bad_alloc&) {
        settings_ = Error{ErrorCode::OutOfMemory, Section::Memory};
    }
}

void Md2Importer::InternReadFile(const std::string& file, aiScene* scene, Assimp::IOSystem* io) {
    try {
        read(file, *scene, *io);
    } catch (const std::bad_alloc&) {
        throw ImportError(kOutOfMemory);
    }
}

void Md2Importer::read(const std::string& file, aiScene& target, Assimp::IOSystem& io) {
    const Settings settings = valueOrThrow(settings_);
    Budget budget(settings.maxMemoryBytes);

    const FileBytes bytes = readModel(io, file, budget);
    const View view = valueOrThrow(parse(bytes.slice()));
    takeOrThrow(budget, bytes.slice().size());
    Repairs repairs = view.repairs();

    // Before anything is allocated for them: the counts of the header alone may ask for too much.
    {
        Loan least(budget);
        const LeastCounts counts = leastCounts(view, settings);
        takeOrThrow(least,
                    leastSceneBytes(view.triangleCount(), counts.animMeshes, counts.keys, view.skinCount()));
    }

    const ModelName name = modelName(file);
    Scene scene;
    scene.name = name.file;
    scene.version = view.header().version;
    if (!name.isInMemory) {
        scene.folder = folderOf(file);
    }
    scene.nodes.push_back({name.stem, {0}, {}});
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        scene.nodes[0].skinNames.push_back(utf8FromLatin1(view.skinName(i)));
    }
    Mesh mesh{name.stem, view, {}, {}};
    {
        Loan reading(budget);
        takeOrThrow(reading, geometryBytes(view));
        mesh.geometry = valueOrThrow(readGeometry(view, settings.geometry, settings.sharedVertices, repairs));
    }
    std::vector<std::string> warnings;
    {
        Loan finding(budget);
        takeOrThrow(finding, clipBytes(view, settings));
        Animations animations = valueOrThrow(animationsOf(view, settings, name.stem));
        scene.animations = std::move(animations.animations);
        scene.isStatic = animations.isStatic;
        mesh.frames = std::move(animations.frames);
        warnings = std::move(animations.warnings);
    }
    scene.meshes.push_back(std::move(mesh));

    const std::uint64_t bytesWithoutSkins = sceneBytes(scene);
    takeOrThrow(budget, bytesWithoutSkins);
    std::optional<SkinSearch> search;
    if (!name.isInMemory && io_ != nullptr) {
        search.emplace(*io_, file, bytes.slice());
    }
    Skins skins = valueOrThrow(readSkins(search ? &*search : nullptr, view, settings, budget));
    scene.materials = std::move(skins.materials);
    scene.textures = std::move(skins.textures);
    scene.meshes[0].material = skins.chosen;
    for (std::string& line : skins.warnings) {
        warnings.push_back(std::move(line));
    }
    if (settings.strict) {
        report(repairs, true);
        report(skins.repairs, true);
    }

    const Mesh& built = scene.meshes[0];
    Progress progress(*m_progress,
                      2 * built.frames.size() * built.geometry.vertices.size() * sizeof(aiVector3D));
    buildScene(target, std::move(scene), kImporterName, repairs,
               [&](std::uint64_t decoded) { progress.add(decoded); });
    progress.finish();
    report(repairs, settings.strict);
    report(skins.repairs, settings.strict);
    for (const std::string& line : warnings) {
        Assimp::DefaultLogger::get()->warn(line.c_str());
    }
}

} // namespace assimp_md2
