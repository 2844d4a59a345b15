// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene_reader.h"

#include "importer/anm_clips.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system.h"
#include "importer/files/stream.h"
#include "importer/model_name.h"
#include "importer/scene/build_scene.h"

#include <algorithm>
#include <limits>

namespace assimp_md2::inner {
namespace {

/// The limit of the format, whose offsets are int32. Below it, two counts of a file times the size of an
/// element of the scene fit in 64 bits, and the number of a corner fits in 32.
constexpr std::uint64_t kMaximumFileSize = std::numeric_limits<std::int32_t>::max();

constexpr const char* kNoSkeletons =
    ASSIMP_MD2_CONFIG_ANIMATION " is skeleton, but the program has registered the importer without bones; "
#if defined(ASSIMP_MD2_ONE_SOURCE)
                                "compile with -DASSIMP_MD2_SKELETON and Eigen on the include path, and call "
                                "registerImporterWithSkeletons";
#else
                                "link assimp-md2::skeleton and call registerImporterWithSkeletons";
#endif

class SceneReader {
public:
    SceneReader(const std::string& path, Assimp::IOSystem* io, const Settings& settings,
                SkeletonMaker makeSkeletons)
        : path_(path)
        , io_(io)
        , settings_(settings)
        , makeSkeletons_(makeSkeletons)
        , name_(modelName(path))
        , memory_(settings.maxMemoryBytes) {}

    Result<SceneRead> read(Assimp::IOSystem& modelIo, const std::function<void(double)>& progress) {
        const Result<const ModelFile*> file = keep(readModel(modelIo));
        if (!file) {
            return tl::unexpected(file.error());
        }
        const ModelFile& model = **file;
        const std::unique_ptr<SkinSearch> search = searchFrom(path_);
        Result<Animations> animations =
            animationsOf(model.view, settings_, name_.stem, readAnm(search.get(), model.view));
        if (!animations) {
            return tl::unexpected(animations.error());
        }
        describeScene();
        // The weapon is looked for before the skins, which may use up the calls of a custom IOSystem. If the
        // weapon is not found, it therefore does not exist.
        const std::optional<WeaponFile> weapon =
            search != nullptr && !settings_.weapon.empty() ? findWeapon(*search) : std::nullopt;
        const PartContext context{*animations, settings_, memory_, nodeNames_, io_};
        Result<ModelPart> part =
            readPart(model, name_.stem, animations->frames, search.get(), settings_, context);
        if (!part) {
            return tl::unexpected(part.error());
        }
        std::vector<ModelPart> parts;
        parts.push_back(*std::move(part));
        if (!settings_.weapon.empty()) {
            if (const auto error = readWeapon(search.get(), weapon, context, parts)) {
                return tl::unexpected(*error);
            }
        }
        if (settings_.hasSkeleton && !animations->isStatic) {
            if (makeSkeletons_ == nullptr) {
                return failure(kNoSkeletons);
            }
            result_.scene.skeletonName = nodeNames_.unique(name_.stem + "_skeleton");
            if (const auto error = makeSkeletons_(parts, context, progress)) {
                return tl::unexpected(*error);
            }
        }
        for (ModelPart& read : parts) {
            result_.repairs.addAll(read.repairs);
            result_.warnings.addAll(read.warnings);
            addPart(result_.scene, std::move(read));
        }
        nameMaterials();
        result_.scene.isStatic = animations->isStatic;
        result_.scene.animations = std::move(animations->animations);
        result_.warnings.addAll(animations->warnings);
        if (search != nullptr) {
            result_.opened.insert(search->opened().begin(), search->opened().end());
        }
        result_.opened.insert(settings_.skin);
        if (const auto error = memory_.check(sceneBytes(result_.scene))) {
            return tl::unexpected(*error);
        }
        return std::move(result_);
    }

private:
    void describeScene() {
        Scene& scene = result_.scene;
        nodeNames_.unique(name_.file);
        scene.name = name_.file;
        scene.axes = settings_.axes;
        if (!name_.isInMemory) {
            // With a slash at its end, so that a program can put the path of a texture behind it.
            const std::string folder = folderOf(path_);
            scene.folder = folder.empty() ? folder : joined(folder, {});
        }
    }

    /// Assimp's glTF exporters look for a node among the names of all objects, and formats such as OBJ find
    /// materials by their names.
    void nameMaterials() {
        UniqueNames names;
        for (Material& material : result_.scene.materials) {
            const std::string wanted = material.skin + (nodeNames_.isTaken(material.skin) ? "_skin" : "");
            do {
                material.name = names.unique(wanted);
            } while (nodeNames_.isTaken(material.name));
        }
    }

    /// A file alone must not take more memory than the import may.
    std::uint64_t largestFile() const { return std::min(kMaximumFileSize, memory_.limit()); }

    /// Names the property in the error about a file that is too large for it.
    Error withLimit(Error error) const {
        if (error.code == ErrorCode::FileTooLarge && memory_.limit() < kMaximumFileSize) {
            error.text += " (" ASSIMP_MD2_CONFIG_MAX_MEMORY_MB ")";
        }
        return error;
    }

    std::unique_ptr<SkinSearch> searchFrom(const std::string& path) {
        return name_.isInMemory ? nullptr
                                : std::make_unique<SkinSearch>(modelFiles(io_, path, foreignCalls_));
    }

    /// The clips of `MODEL.anm`; none if there is no such file or it cannot be used, with a warning.
    std::vector<ListedClip> readAnm(SkinSearch* search, const View& view) {
        const std::optional<SkinFile> found = search != nullptr && usesAnm(settings_) && view.frameCount() > 1
                                                  ? search->findFile(stemOf(path_) + ".anm")
                                                  : std::nullopt;
        if (!found) {
            return {};
        }
        const Result<FileBytes> bytes = search->read(*found, kMaximumAnmBytes);
        if (!bytes) {
            result_.warnings.note("clips: " + bytes.error().text);
            return {};
        }
        const ByteSlice slice = bytes->slice();
        const std::string text(slice.data(), slice.data() + slice.size());
        Result<std::vector<ListedClip>> clips = parseAnm(text, view.frameCount(), result_.warnings);
        if (!clips) {
            result_.warnings.note("clips: " + found->path + ": " + clips.error().text +
                                  "; they come from the names of the frames");
            return {};
        }
        return *std::move(clips);
    }

    /// The error about a file in a damaged archive has the reason, which a stream cannot report.
    Result<FileBytes> readModel(Assimp::IOSystem& io) const {
        const ModelSource* const source = sourceOf(io);
        auto bytes = source != nullptr ? source->readIfAny(path_, largestFile()) : std::nullopt;
        return bytes ? *std::move(bytes) : readFile(io, path_, largestFile());
    }

    /// Checks the bytes of an MD2, and the memory that reading it needs. Stores the file at an address that
    /// does not change.
    Result<const ModelFile*> keep(Result<FileBytes> bytes) {
        if (!bytes) {
            return tl::unexpected(withLimit(bytes.error()));
        }
        Result<View> view = parse(bytes->slice());
        if (!view) {
            return tl::unexpected(view.error());
        }
        if (const auto error = memory_.addFile(*view, bytes->slice().size())) {
            return tl::unexpected(*error);
        }
        ModelFile file{*std::move(bytes), *std::move(view)};
        return result_.files.emplace_back(std::make_unique<ModelFile>(std::move(file))).get();
    }

    bool isWeaponAutomatic() const { return equalWithoutCase(settings_.weapon, "auto"); }
    std::string weaponName() const { return isWeaponAutomatic() ? "weapon.md2" : settings_.weapon; }

    /// The file of a weapon.
    struct WeaponFile {
        std::string path;               ///< as for IOSystem
        std::string folder;             ///< relative to the model's folder, or absolute
        std::optional<SkinFile> file{}; ///< in the model's folder or below it
    };

    /// Looks for the weapon in the model's folder. A path that the user gives may lead anywhere: it is
    /// relative to this folder or, in a game, to the game root.
    std::optional<WeaponFile> findWeapon(SkinSearch& search) {
        const std::string name = weaponName();
        const std::vector<std::string_view> parts = partsOf(name);
        const bool leadsOut = isAbsolute(name) || std::count(parts.begin(), parts.end(), "..") > 0;
        if (!leadsOut) {
            if (const std::optional<SkinFile> found = search.findFile(name)) {
                return WeaponFile{joined(folderOf(path_), found->path), folderOf(found->path), found};
            }
        }
        if (isWeaponAutomatic()) {
            return std::nullopt;
        }
        const std::string path = isAbsolute(name) ? name : joined(folderOf(path_), name);
        const ModelSource* const source = io_ != nullptr ? sourceOf(*io_) : nullptr;
        for (const std::string& candidate : {relativePath(path), relativePath(name)}) {
            if (const auto files = source != nullptr ? source->filesNear(candidate) : nullptr) {
                const std::string folder = folderOf(path_);
                const std::string& found = files->modelPath();
                return WeaponFile{found, folderOf(pathFrom(folder, foldersIn(folder).size(), found))};
            }
        }
        if (io_ == nullptr || readsFileSystem(*io_)) {
            return typeOf(path) == PathType::File ? std::optional(WeaponFile{path, folderOf(name)})
                                                  : std::nullopt;
        }
        const auto [exists, isNew] = foreignCalls_.exists.try_emplace(path, false);
        exists->second = isNew ? io_->Exists(path.c_str()) : exists->second;
        return exists->second ? std::optional(WeaponFile{path, folderOf(name)}) : std::nullopt;
    }

    /// Adds the weapon to `parts`. With IMPORT_MD2_WEAPON=auto, a missing weapon is not an error, and a
    /// weapon that cannot be read is left out with a warning.
    std::optional<Error> readWeapon(SkinSearch* search, const std::optional<WeaponFile>& found,
                                    const PartContext& context, std::vector<ModelPart>& parts) {
        const bool isModelItself = found && equalWithoutCase(fileNameOf(found->path), fileNameOf(path_));
        if (isWeaponAutomatic() && (!found || isModelItself)) {
            return std::nullopt;
        }
        Result<ModelPart> part = found ? readWeaponPart(*search, *found, context)
                                       : failure("the file " + weaponName() + " does not exist");
        if (part) {
            parts.push_back(*std::move(part));
            return std::nullopt;
        }
        if (isWeaponAutomatic()) {
            result_.warnings.note(part.error().text + ": the weapon " + weaponName() + " is left out");
            return std::nullopt;
        }
        return Error{ErrorCode::Other,
                     part.error().text + " (" ASSIMP_MD2_CONFIG_WEAPON " is \"" + settings_.weapon + "\")"};
    }

    Result<ModelPart> readWeaponPart(SkinSearch& search, const WeaponFile& found,
                                     const PartContext& context) {
        const Result<const ModelFile*> file =
            keep(found.file ? search.read(*found.file, largestFile())
                            : readProgramFile(io_, found.path, largestFile()));
        if (!file) {
            return tl::unexpected(file.error());
        }
        const ModelFile& weapon = **file;
        // Frames are matched by index. If the weapon has fewer frames, its last frame is held.
        std::vector<std::size_t> frames = context.animations.frames;
        for (std::size_t& frame : frames) {
            frame = std::min(frame, weapon.view.frameCount() - 1);
        }
        Settings settings = settings_;
        settings.skin.clear(); // IMPORT_MD2_SKIN selects a skin of the model only
        const std::unique_ptr<SkinSearch> skins = searchFrom(found.path);
        Result<ModelPart> part =
            readPart(weapon, modelName(found.path).stem, std::move(frames), skins.get(), settings, context);
        result_.opened.insert(found.path);
        result_.opened.insert(skins->opened().begin(), skins->opened().end());
        for (std::size_t i = 0; part && settings.textures != TextureMode::Names && i < part->materials.size();
             ++i) {
            Material& material = part->materials[i];
            if (!material.texture.empty() && !material.isNotFound) {
                material.texture = joined(found.folder, material.texture);
            }
        }
        return part;
    }

    const std::string& path_;
    Assimp::IOSystem* io_;
    const Settings& settings_;
    SkeletonMaker makeSkeletons_;
    ModelName name_;
    ImportMemory memory_;
    ForeignCalls foreignCalls_;
    UniqueNames nodeNames_;
    SceneRead result_;
};

} // namespace

Result<SceneRead> readScene(const std::string& path, Assimp::IOSystem& modelIo, Assimp::IOSystem* io,
                            const Settings& settings, SkeletonMaker makeSkeletons,
                            const std::function<void(double)>& progress) {
    return SceneReader(path, io, settings, makeSkeletons).read(modelIo, progress);
}

} // namespace assimp_md2::inner
