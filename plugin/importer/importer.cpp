// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp knows it: reads the file, asks the layers below in turn, and turns their errors into
// exceptions and their repairs into warnings.
#include "importer/importer.h"

#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "format/frame_decoder.h"
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
#include <deque>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assimp_md2 {

const char* const kImporterName = ASSIMP_MD2_SOURCE_FORMAT;

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
    if (!result) {
        const Error& error = result.error();
        throw ImportError(error.code == ErrorCode::OutOfMemory ? kOutOfMemory : message(error));
    }
    return *std::move(result);
}

/// \param source a Budget or a Loan
template <typename Source>
void takeForImport(Source& source, std::uint64_t bytes) {
    if (const auto error = source.take(bytes)) {
        throw ImportError(message(*error));
    }
}

/// The limit of the format, whose offsets are int32. Below it, two counts of a file times the size of an
/// element of the scene fit in 64 bits, and the number of a corner fits in 32.
constexpr std::uint64_t kMaximumFileSize = std::numeric_limits<std::int32_t>::max();

FileBytes readModel(Assimp::IOSystem& io, const std::string& path, Budget& budget) {
    auto bytes = readFile(io, path, std::min(budget.limit(), kMaximumFileSize));
    if (!bytes && bytes.error().code == ErrorCode::FileTooLarge && bytes.error().needed > budget.limit()) {
        takeForImport(budget, bytes.error().needed);
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
    const std::uint64_t triangles =
        view.isAnachronox() ? view.glCommands().size() / 12 : view.triangleCount();
    return kBytesPerTriangle * triangles;
}

/// What finding the clips takes besides its result: each frame may be a clip of its own.
std::uint64_t clipBytes(const View& view, const Settings& settings) {
    constexpr std::uint64_t kBytesPerFrame = 640;
    return settings.keyframe ? 0 : kBytesPerFrame * view.frameCount();
}

/// Passes progress on once for each 8 MiB and at the end, because a program may print each call.
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

/// The triangle of each tag, by vertices of the frames. A name that another node has gets a number; a node
/// without a name could not be animated.
std::vector<TagNode> tagsOf(const View& view, std::unordered_set<std::string>& nodeNames, Repairs& repairs) {
    std::vector<TagNode> tags;
    for (std::size_t i = 0; i < view.tagCount(); ++i) {
        const Tag tag = view.tag(i);
        const auto index = static_cast<std::size_t>(tag.triangle);
        const bool exists = tag.triangle >= 0 && index < view.triangleCount();
        const Triangle triangle = exists ? view.triangle(index) : Triangle{};
        const std::uint32_t last = *std::max_element(triangle.vertex.begin(), triangle.vertex.end());
        if (!exists || last >= view.vertexCount()) {
            repairs.add(Repair::TagDropped);
            continue;
        }
        tags.push_back({uniqueName(tag.name.empty() ? "tag" : utf8FromLatin1(tag.name), nodeNames),
                        {triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]}});
    }
    return tags;
}

/// A model that was read, with the bytes that the scene refers to.
struct ModelFile {
    FileBytes bytes;
    View view;
};

/// Reads a model and its weapon into a Scene, within one budget.
class SceneReader {
public:
    /// \param io the program's IOSystem, for what the model names; null in tests without one
    SceneReader(const Settings& settings, Assimp::IOSystem* io, const std::string& path)
        : settings_(settings)
        , io_(io)
        , path_(path)
        , name_(modelName(path))
        , budget_(settings.maxMemoryBytes) {
        scene_.name = name_.file;
        nodeNames_.insert(name_.file);
        if (!name_.isInMemory) {
            scene_.folder = folderOf(path);
        }
    }

    /// \param io Assimp's filter around the program's IOSystem
    void readModel(Assimp::IOSystem& io) {
        const ModelFile& file = addFile(assimp_md2::readModel(io, path_, budget_));
        checkLeastBytes(file.view);
        std::vector<Surface> surfaces = readSurfacesOf(file.view);
        Loan finding(budget_);
        takeForImport(finding, clipBytes(file.view, settings_));
        Animations animations = valueOrThrow(animationsOf(file.view, settings_, name_.stem));
        scene_.animations = std::move(animations.animations);
        scene_.isStatic = animations.isStatic;
        warnings_ = std::move(animations.warnings);
        addModel(file, name_.stem, path_, std::move(animations.frames), std::move(surfaces), settings_);
    }

    /// The weapon of Settings::weapon, with the frames that the model shows.
    void readWeapon() {
        const bool isAutomatic = equalWithoutCase(settings_.weapon, "auto");
        const std::string name = isAutomatic ? "weapon.md2" : settings_.weapon;
        std::optional<SkinSearch> search = searchFrom(path_, files_.front());
        const std::optional<SkinFile> found = search ? search->findFile(name) : std::nullopt;
        const bool isModelItself = isAutomatic && found && equalWithoutCase(found->path, fileNameOf(path_));
        if (isModelItself || (!found && isAutomatic)) {
            return;
        }
        const std::size_t meshes = scene_.meshes.size();
        const std::size_t materials = scene_.materials.size();
        const std::size_t textures = scene_.textures.size();
        try {
            if (!found) {
                throw ImportError("MD2: the file " + name + " does not exist in the folder of the model");
            }
            addWeapon(*search, *found);
        } catch (const ImportError& error) {
            if (!isAutomatic) {
                throw ImportError(std::string(error.what()) + " (" ASSIMP_MD2_CONFIG_WEAPON " is \"" +
                                  settings_.weapon + "\")");
            }
            // Removes what was added of the weapon.
            const auto cut = [](auto& list, std::size_t size) {
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
            };
            cut(scene_.models, 1);
            cut(scene_.meshes, meshes);
            cut(scene_.materials, materials);
            cut(scene_.textures, textures);
            warnings_.push_back(std::string(error.what()) + ": the weapon " + name + " is left out");
        }
    }

    void build(aiScene& target, Assimp::ProgressHandler& handler) {
        if (settings_.strict) {
            report(repairs_, true);
        }
        std::uint64_t decodedBytes = 0;
        for (const Mesh& mesh : scene_.meshes) {
            decodedBytes += 2 * scene_.models[mesh.model].frames.size() * mesh.geometry.vertices.size() *
                            sizeof(aiVector3D);
        }
        Progress progress(handler, decodedBytes);
        buildScene(target, std::move(scene_), kImporterName, repairs_,
                   [&](std::uint64_t decoded) { progress.add(decoded); });
        progress.finish();
        report(repairs_, settings_.strict);
        for (const std::string& line : warnings_) {
            Assimp::DefaultLogger::get()->warn(line.c_str());
        }
    }

private:
    const ModelFile& addFile(FileBytes bytes) {
        takeForImport(budget_, bytes.slice().size());
        const View view = valueOrThrow(parse(bytes.slice()));
        repairs_.add(view.repairs());
        files_.push_back({std::move(bytes), view});
        return files_.back();
    }

    /// Before anything is allocated for them: the counts of the header alone may ask for too much.
    void checkLeastBytes(const View& view) {
        Loan least(budget_);
        const LeastCounts counts = leastCounts(view, settings_);
        takeForImport(least, leastSceneBytes(view.isAnachronox() ? 0 : view.triangleCount(),
                                             counts.animMeshes, counts.keys, view.skinCount()));
    }

    std::vector<Surface> readSurfacesOf(const View& view) {
        Loan reading(budget_);
        takeForImport(reading, geometryBytes(view));
        return valueOrThrow(readSurfaces(view, settings_.geometry, settings_.sharedVertices, repairs_));
    }

    std::optional<SkinSearch> searchFrom(const std::string& path, const ModelFile& file) {
        return name_.isInMemory || io_ == nullptr
                   ? std::nullopt
                   : std::optional<SkinSearch>(std::in_place, *io_, path, file.bytes.slice(), foreignCalls_);
    }

    void addModel(const ModelFile& file, const std::string& name, const std::string& path,
                  std::vector<std::size_t> frames, std::vector<Surface> surfaces, const Settings& settings) {
        const View& view = file.view;
        Model model{uniqueName(name, nodeNames_), view, std::move(frames), {}, {}};
        for (std::size_t i = 0; i < view.skinCount(); ++i) {
            model.skinNames.push_back(utf8FromLatin1(view.skinName(i)));
        }
        model.tags = tagsOf(view, nodeNames_, repairs_);
        takeForImport(budget_, FrameDecoder::bytes(view));

        const std::uint64_t bytesBefore = scene_.models.empty() ? 0 : sceneBytes(scene_);
        const std::size_t firstMesh = scene_.meshes.size();
        for (Surface& surface : surfaces) {
            scene_.meshes.push_back({model.name, scene_.models.size(), std::move(surface.geometry), 0});
        }
        scene_.models.push_back(std::move(model));
        takeForImport(budget_, sceneBytes(scene_) - bytesBefore);

        std::optional<SkinSearch> search = searchFrom(path, file);
        Skins skins = valueOrThrow(readSkins(search ? &*search : nullptr, view, settings, budget_));
        const std::size_t firstMaterial = scene_.materials.size();
        for (std::size_t i = 0; i < surfaces.size(); ++i) {
            const bool hasChosenSkin = !view.isAnachronox() || surfaces[i].skin >= skins.ofRecord.size();
            const std::size_t skin = hasChosenSkin ? skins.chosen : skins.ofRecord[surfaces[i].skin];
            scene_.meshes[firstMesh + i].material = firstMaterial + skin;
        }
        for (Material& material : skins.materials) {
            material.model = scene_.models.size() - 1;
            if (material.embedded) {
                *material.embedded += scene_.textures.size();
            }
            scene_.materials.push_back(std::move(material));
        }
        if (skins.materials.empty()) {
            scene_.materials.emplace_back();
            scene_.materials.back().isDefault = true;
            scene_.materials.back().model = scene_.models.size() - 1;
        }
        std::move(skins.textures.begin(), skins.textures.end(), std::back_inserter(scene_.textures));
        std::move(skins.warnings.begin(), skins.warnings.end(), std::back_inserter(warnings_));
        repairs_.add(skins.repairs);
    }

    void addWeapon(SkinSearch& search, const SkinFile& found) {
        const ModelFile& file =
            addFile(valueOrThrow(search.read(found, std::min(budget_.left(), kMaximumFileSize))));
        checkLeastBytes(file.view);
        std::vector<Surface> surfaces = readSurfacesOf(file.view);
        std::vector<std::size_t> frames = scene_.models[0].frames;
        for (std::size_t& frame : frames) {
            frame = std::min(frame, file.view.frameCount() - 1);
        }
        Settings settings = settings_;
        settings.skin.clear(); // the model's
        addModel(file, stemOf(found.path), joined(folderOf(path_), found.path), std::move(frames),
                 std::move(surfaces), settings);
    }

    const Settings& settings_;
    Assimp::IOSystem* io_;
    const std::string& path_;
    ModelName name_;
    Budget budget_;
    ForeignCalls foreignCalls_;
    std::deque<ModelFile> files_; ///< whose bytes the views borrow
    std::unordered_set<std::string> nodeNames_;
    Repairs repairs_;
    std::vector<std::string> warnings_;
    Scene scene_;
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
        settings_ = tl::unexpected(Error{ErrorCode::OutOfMemory, Section::Memory});
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
    SceneReader reader(settings, io_, file);
    reader.readModel(io);
    if (!settings.weapon.empty()) {
        reader.readWeapon();
    }
    reader.build(target, *m_progress);
}

} // namespace assimp_md2
