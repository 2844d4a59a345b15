// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp knows it: reads the file, asks the layers below in turn, and turns their errors into
// exceptions and their repairs into warnings.
#include "importer/importer.h"

#include "assimp-md2/properties.h"
#include "format/text.h"
#include "format/view.h"
#include "importer/model_name.h"
#include "importer/read_file.h"
#include "importer/skins.h"
#include "model/skins.h"
#include "scene/scene.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/IOSystem.hpp>
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
Value valueOrThrow(std::variant<Value, Error> result) {
    if (const Error* const error = std::get_if<Error>(&result)) {
        throw ImportError(message(*error));
    }
    return std::get<Value>(std::move(result));
}

/// The value of a result, or its message as an exception.
template <typename Value>
Value valueOrThrow(std::variant<Value, std::string> result) {
    if (const std::string* const message = std::get_if<std::string>(&result)) {
        throw ImportError(*message);
    }
    return std::get<Value>(std::move(result));
}

/// The format's own limit: its offsets are int32. Below it no product of two counts of a file, times the size
/// of what the scene has for each, leaves 64 bits, and corners can be numbered in 32.
constexpr std::uint64_t kMaximumFileSize = std::numeric_limits<std::int32_t>::max();

FileBytes readModel(Assimp::IOSystem& io, const std::string& path, std::uint64_t allowed) {
    const std::uint64_t limit = std::min(allowed, kMaximumFileSize);
    auto bytes = readFile(io, path, limit);
    const FileError* const error = std::get_if<FileError>(&bytes);
    if (error == nullptr) {
        return std::get<FileBytes>(std::move(bytes));
    }
    if (*error == FileError::CannotBeOpened) {
        throw ImportError("MD2: the file " + path + " cannot be opened");
    }
    throw ImportError(
        "MD2: the file has more than " + std::to_string(limit >> 20) + " MiB, the most that " +
        (limit < kMaximumFileSize ? ASSIMP_MD2_CONFIG_MAX_MEMORY_MB " allows" : "an MD2 can have"));
}

void report(const Repairs& repairs, bool strict) {
    const std::vector<std::string> messages = repairs.messages();
    if (strict && !messages.empty()) {
        throw ImportError(messages.front() + ": refused, for " ASSIMP_MD2_CONFIG_STRICT " is set");
    }
    for (const std::string& line : messages) {
        Assimp::DefaultLogger::get()->warn(line.c_str());
    }
}

std::vector<Animation> listedAnimations(const Settings& settings, std::size_t frameCount) {
    std::vector<Clip> clips;
    for (const ListedClip& listed : settings.clipList) {
        if (listed.clip.firstFrame + listed.clip.frameCount > frameCount) {
            const std::size_t last = listed.clip.firstFrame + listed.clip.frameCount - 1;
            throw ImportError(badValue(ASSIMP_MD2_CONFIG_CLIPS,
                                       listed.clip.name + ":" + std::to_string(listed.clip.firstFrame) + "-" +
                                           std::to_string(last),
                                       "frames 0 to " + std::to_string(frameCount - 1)));
        }
        clips.push_back(listed.clip);
    }
    makeNamesUnique(clips);
    std::vector<Animation> animations;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        animations.push_back(
            {clips[i], settings.clipList[i].framesPerSecond.value_or(settings.framesPerSecond), false});
    }
    return animations;
}

std::vector<Clip> clipsFrom(const View& view, ClipSource source, const std::string& modelName) {
    if (source == ClipSource::None) {
        return {};
    }
    if (source == ClipSource::Single) {
        return {{modelName, 0, view.frameCount()}};
    }
    std::vector<std::string_view> names(view.frameCount());
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = view.frameName(i);
    }
    switch (source) {
    case ClipSource::Names:
        return clipsFromNames(names, modelName);
    case ClipSource::Player:
        return clipsFromPlayerTable(names, modelName);
    default:
        return clipsOf(names, modelName);
    }
}

void closeLoops(std::vector<Animation>& animations, const Loop& loop) {
    for (Animation& animation : animations) {
        const std::string name = lowerCase(animation.clip.name);
        animation.closed =
            loop.all || std::find(loop.names.begin(), loop.names.end(), name) != loop.names.end();
    }
}

std::vector<Animation> animationsOf(const View& view, const Settings& settings,
                                    const std::string& modelName) {
    std::vector<Animation> animations;
    if (settings.clips == ClipSource::List) {
        animations = listedAnimations(settings, view.frameCount());
    } else {
        for (Clip& clip : clipsFrom(view, settings.clips, modelName)) {
            animations.push_back({std::move(clip), settings.framesPerSecond, false});
        }
    }
    closeLoops(animations, settings.loop);
    return animations;
}

std::optional<std::size_t> staticFrameOf(const View& view, const Settings& settings) {
    if (!settings.keyframe) {
        return std::nullopt;
    }
    if (*settings.keyframe < 0 || static_cast<std::size_t>(*settings.keyframe) >= view.frameCount()) {
        throw ImportError("MD2: frames: frame " + std::to_string(*settings.keyframe) +
                          " was asked for, the model has frames 0 to " +
                          std::to_string(view.frameCount() - 1));
    }
    return static_cast<std::size_t>(*settings.keyframe);
}

void checkMemory(std::uint64_t bytes, std::uint64_t allowed) {
    if (bytes > allowed) {
        const auto megabytes = [](std::uint64_t count) {
            return std::to_string((count + (1 << 20) - 1) >> 20);
        };
        throw ImportError("MD2: the scene needs " + megabytes(bytes) + " MiB of memory, " +
                          ASSIMP_MD2_CONFIG_MAX_MEMORY_MB + " allows " + megabytes(allowed));
    }
}

} // namespace

bool Importer::CanRead(const std::string& file, Assimp::IOSystem* io, bool /*checkSignature*/) const {
    const FileBytes ident = readBeginning(*io, file, sizeof kIdentMd2);
    return ident.slice().size() == sizeof kIdentMd2 && ident.slice().u32(0) == kIdentMd2;
}

const aiImporterDesc* Importer::GetInfo() const {
    static const aiImporterDesc kDescription = {
        kImporterName, "", "", "", aiImporterFlags_SupportBinaryFlavour, 0, 0, 0, 0, "md2"};
    return &kDescription;
}

void Importer::SetupProperties(const Assimp::Importer* importer) {
    try {
        settings_ = readSettings(*importer);
    } catch (const std::bad_alloc&) {
        settings_ = std::string(kOutOfMemory);
    }
}

void Importer::InternReadFile(const std::string& file, aiScene* scene, Assimp::IOSystem* io) {
    try {
        read(file, *scene, *io);
    } catch (const std::bad_alloc&) {
        throw ImportError(kOutOfMemory);
    }
}

void Importer::read(const std::string& file, aiScene& scene, Assimp::IOSystem& io) {
    const Settings settings = valueOrThrow(settings_);

    const FileBytes bytes = readModel(io, file, settings.maxMemoryBytes);
    const View view = valueOrThrow(parse(bytes.slice()));
    Repairs repairs = view.repairs();
    const ModelName name = modelName(file);
    Model model{view, valueOrThrow(readGeometry(view, settings.geometry, settings.sharedVertices, repairs))};
    model.fileName = name.file;
    model.name = name.stem;
    if (!name.isInMemory) {
        model.folder = folderOf(file);
    }
    model.staticFrame = staticFrameOf(view, settings);
    if (!model.staticFrame) {
        model.animations = animationsOf(view, settings, name.stem);
    }
    // Before skins are searched for: what is too large without them is refused at once.
    checkMemory(sceneBytes(model), settings.maxMemoryBytes);
    Skins skins = valueOrThrow(readSkins(io, file, view, settings));
    model.skins = std::move(skins.skins);
    model.textures = std::move(skins.textures);
    model.chosenSkin = skins.chosen;
    checkMemory(sceneBytes(model), settings.maxMemoryBytes);
    if (settings.strict) {
        report(repairs, true);
    }
    buildScene(scene, std::move(model), kImporterName, repairs, [this](std::size_t done, std::size_t all) {
        m_progress->UpdateFileRead(static_cast<int>(done), static_cast<int>(all));
    });
    report(repairs, settings.strict);
    for (const std::string& line : skins.warnings) {
        Assimp::DefaultLogger::get()->warn(line.c_str());
    }
}

} // namespace assimp_md2
