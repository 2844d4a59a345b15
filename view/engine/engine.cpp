// SPDX-License-Identifier: BSD-3-Clause
// The engine of the page: lists, imports and exports models with the library, compiled to WebAssembly.
// worker.js calls it.
#include "batch/collected_log.h"
#include "batch/command_line.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/scene/nodes.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/files/log.h"
#include "importer/files/stream.h"
#include "importer/image/decode_image.h"
#include "importer/image/png.h"
#include "importer/md2/view.h"
#include "importer/scene/image_keys.h"
#include "maker/export_settings.h"
#include "maker/input/add_clips.h"
#include "maker/input/read_scene.h"
#include "maker/md2/exporter.h"
#include "maker/program/player_images.h"

#include <assimp-md2/game_files.h>
#include <assimp-md2/gltf.h>
#include <assimp-md2/maker.h>
#include <assimp-md2/skeleton.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using emscripten::val;
namespace inner = assimp_md2::inner;

// Of a file whose animations are added, as for a model
constexpr int kMostMegabytes = 1024;

std::unique_ptr<assimp_md2::GameFiles>& files() {
    static std::unique_ptr<assimp_md2::GameFiles> opened;
    return opened;
}

/// A JavaScript object.
val object(std::initializer_list<std::pair<const char*, val>> members) {
    val made = val::object();
    for (const auto& [name, value] : members) {
        made.set(name, value);
    }
    return made;
}

/// Sets the properties in a JavaScript object whose values are strings and numbers.
template <typename Target>
void setProperties(Target& target, const val& properties) {
    for (const val& entry :
         emscripten::vecFromJSArray<val>(val::global("Object").call<val>("entries", properties))) {
        const auto key = entry[0].as<std::string>();
        if (!entry[1].isNumber()) {
            target.SetPropertyString(key.c_str(), entry[1].as<std::string>());
        } else if constexpr (std::is_same_v<Target, Assimp::Importer>) {
            target.SetPropertyInteger(key.c_str(), entry[1].as<int>()); // Numbers of imports are whole.
        } else {
            target.SetPropertyFloat(key.c_str(), entry[1].as<float>());
        }
    }
}

/// The skins whose image is not among the files. Every image that is found is embedded.
std::vector<std::string> missingSkins(const aiScene& scene, const std::string& model) {
    const std::string folder = model.substr(0, model.rfind('/') + 1);
    std::vector<std::string> missing;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiString path;
        if (scene.mMaterials[i]->GetTexture(aiTextureType_DIFFUSE, 0, &path) == aiReturn_SUCCESS &&
            path.data[0] != '*' && path.length > 0 && !files()->Exists((folder + path.C_Str()).c_str())) {
            missing.emplace_back(path.C_Str());
        }
    }
    return missing;
}

/// What the page asks of the file of an MD2: {isPcx: whether a skin's name is that of a PCX, width, height,
/// vertices, triangles, frames: of the header}, or undefined
val factsOf(const std::string& model) {
    const auto file = inner::readFile(*files(), model, std::uint64_t{256} << 20);
    const auto view = file ? inner::parse(file->slice()) : tl::unexpected(file.error());
    if (!view) {
        return val::undefined();
    }
    bool isPcx = false;
    for (std::size_t i = 0; i < view->skinCount(); ++i) {
        isPcx |= inner::lowerCase(inner::extensionOf(view->skinName(i))) == ".pcx";
    }
    const inner::Header& header = view->header();
    return object({{"isPcx", val(isPcx)},
                   {"width", val(header.skinwidth)},
                   {"height", val(header.skinheight)},
                   {"vertices", val(header.num_vertices)},
                   {"triangles", val(header.num_tris)},
                   {"frames", val(header.num_frames)}});
}

/// Embeds an image in a scene.
///
/// \return its texture path
aiString embed(aiScene& scene, const inner::WebImage& image) {
    auto* const texture = new aiTexture;
    texture->mWidth = static_cast<unsigned int>(image.bytes.size());
    texture->pcData = new aiTexel[image.bytes.size() / sizeof(aiTexel) + 1];
    std::memcpy(texture->pcData, image.bytes.data(), image.bytes.size());
    std::strcpy(texture->achFormatHint, image.type == inner::WebImageType::Jpeg ? "jpg" : "png");
    auto** const textures = new aiTexture*[scene.mNumTextures + 1];
    std::copy_n(scene.mTextures, scene.mNumTextures, textures);
    textures[scene.mNumTextures] = texture;
    delete[] scene.mTextures;
    scene.mTextures = textures;
    return aiString("*" + std::to_string(scene.mNumTextures++));
}

void setImage(aiMaterial& material, const aiString& path) {
    const aiColor4D white(1, 1, 1, 1);
    for (const aiTextureType type : {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR}) {
        material.AddProperty(&path, AI_MATKEY_TEXTURE(type, 0));
    }
    material.AddProperty(&white, 1, AI_MATKEY_COLOR_DIFFUSE);
    material.AddProperty(&white, 1, AI_MATKEY_BASE_COLOR);
}

/// Puts a picture on a model: in place of the skin of its name, or else as one more skin. A model whose
/// meshes wear different materials has no other skins; all of them show the picture.
void wearPicture(aiScene& scene, const std::string& name, const aiString& path) {
    std::set<unsigned int> worn;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const unsigned int material = scene.mMeshes[i]->mMaterialIndex;
        if (inner::modelOf(*scene.mMaterials[material]) == 0) {
            worn.insert(material);
        }
    }
    bool isThere = worn.size() != 1;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiMaterial& material = *scene.mMaterials[i];
        aiString skin;
        material.Get(ASSIMP_MD2_MATKEY_SKIN, skin);
        const bool isNamed = name == material.GetName().C_Str() || name == skin.C_Str();
        if (isNamed || (worn.size() > 1 && worn.count(i) > 0)) {
            setImage(material, path);
            isThere = true;
        }
    }
    aiMaterial* const only = isThere ? nullptr : scene.mMaterials[*worn.begin()];
    const aiString materialName(name);
    if (only != nullptr && only->GetTextureCount(aiTextureType_DIFFUSE) == 0) {
        only->AddProperty(&materialName, AI_MATKEY_NAME);
        setImage(*only, path);
    } else if (only != nullptr) {
        auto* const added = new aiMaterial;
        aiMaterial::CopyPropertyList(added, only);
        added->AddProperty(&materialName, AI_MATKEY_NAME);
        setImage(*added, path);
        auto** const materials = new aiMaterial*[scene.mNumMaterials + 1];
        std::copy_n(scene.mMaterials, scene.mNumMaterials, materials);
        materials[scene.mNumMaterials++] = added;
        delete[] scene.mMaterials;
        scene.mMaterials = materials;
    }
}

/// \param pictures [{name, bytes}]
void wearPictures(aiScene& scene, const val& pictures) {
    for (const val& picture : emscripten::vecFromJSArray<val>(pictures)) {
        const auto bytes = picture["bytes"].as<std::string>();
        inner::Warnings repairs;
        const auto image =
            inner::webImage({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, {}, repairs);
        if (image) {
            wearPicture(scene, picture["name"].as<std::string>(), embed(scene, *image));
        }
    }
}

/// Lists the files of game folders.
///
/// \return {models: names, archives: names of archives inside of archives, problems: lines}
val open(const val& folders) {
    files() = std::make_unique<assimp_md2::GameFiles>(emscripten::vecFromJSArray<std::string>(folders));
    return object({{"models", val::array(files()->list("*.md2"))},
                   {"archives", val::array(files()->list("*.zip"))},
                   {"problems", val::array(files()->problems())}});
}

/// A line of the library for messages.js: {text, codes}. Nobody can set a property in the page, so the text
/// has none of the advice "; PROPERTY …" and "(PROPERTY …)"; the properties are the codes.
val messageOf(std::string text) {
    val codes = val::array();
    const auto place = [&] { return std::min(text.find("IMPORT_MD2_"), text.find("EXPORT_MD2_")); };
    for (std::size_t at = place(); at != std::string::npos; at = place()) {
        const std::size_t end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_2", at);
        codes.call<void>("push", text.substr(at, end - at));
        const std::size_t start = std::min(text.rfind("; ", at), text.size());
        const std::size_t bracket = std::min(text.rfind('(', at), text.size());
        if (bracket < text.size() && (start == text.size() || bracket > start)) {
            text.erase(bracket - 1, text.find(')', at) - bracket + 2);
        } else {
            const std::size_t next = std::min({text.find(" (", at), text.find("; ", at), text.size()});
            text.erase(std::min(start, at), next - std::min(start, at));
        }
    }
    return object({{"text", val(text)}, {"codes", codes}});
}

/// \return those about which a person can do something, and which the result does not say in another way
val messagesOf(const std::vector<std::string>& lines) {
    val messages = val::array();
    for (const std::string& line : lines) {
        if (line.rfind("skins: not found", 0) != 0 && line.rfind("FBX-", 0) != 0) {
            messages.call<void>("push", messageOf(line));
        }
    }
    return messages;
}

/// Whether a file that `open` has listed is of Quake III.
bool isMd3(const std::string& model) {
    const auto start = inner::readBeginning(*files(), model, 4);
    return start.slice().size() == 4 && std::memcmp(start.slice().data(), "IDP3", 4) == 0;
}

/// What an export as MD2 would write: {error, clips: [{name, kind: own, related or still, animation,
/// frames}], problems, front, frames, triangles}
val preview(const aiScene& scene, const Assimp::ExportProperties& properties) {
    const assimp_md2::Md2Preview preview = assimp_md2::previewMd2(scene, properties);
    std::vector<val> clips;
    for (const assimp_md2::Md2Clip& clip : preview.clips) {
        constexpr std::array kKinds = {"own", "related", "still"};
        clips.push_back(object({{"name", val(clip.name)},
                                {"kind", val(std::string(kKinds[static_cast<std::size_t>(clip.kind)]))},
                                {"animation", val(clip.animation)},
                                {"frames", val(clip.frames)}}));
    }
    return object(
        {{"error", preview.error.empty() ? val::null() : messageOf(inner::withoutPrefix(preview.error))},
         {"clips", val::array(clips)},
         {"problems", messagesOf(preview.problems)},
         {"front", val(preview.front)},
         {"frames", val(preview.frames)},
         {"triangles", val(preview.triangles)}});
}

/// Gives animations names with which Assimp's exporter of glTF does not fail: not those of nodes, meshes, and
/// channels (NAME_NUMBER) of other animations.
void nameForGltf(const aiScene& scene) {
    inner::UniqueNames names;
    for (const inner::SceneNode& node : inner::listNodes(*scene.mRootNode)) {
        names.take(node.node->mName.C_Str());
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        names.take(scene.mMeshes[i]->mName.C_Str());
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        aiAnimation& animation = *scene.mAnimations[i];
        const std::string name = animation.mName.C_Str();
        const auto variant = [&](unsigned int number) { return name + " (" + std::to_string(number) + ")"; };
        const auto takesChannels = [&](const std::string& unique) {
            bool areFree = true;
            for (unsigned int k = 0; k < animation.mNumChannels; ++k) {
                areFree = names.take(unique + "_" + std::to_string(k)) && areFree;
            }
            return areFree;
        };
        std::string unique = names.unique(name, variant);
        while (!takesChannels(unique)) {
            unique = names.unique(name, variant);
        }
        animation.mName.Set(unique);
    }
}

/// A scene with what a request adds to it, for as long as the importer lives.
class Source {
public:
    /// \param request properties, pictures: [{name, bytes}] that the model wears, clips: files whose
    /// animations
    ///        are added
    Source(const std::string& model, const val& request) {
        assimp_md2::registerImporterWithSkeletons(importer_);
        if (model.front() != '/') {
            importer_.SetIOHandler(new assimp_md2::GameFiles(*files())); // the importer owns it
        }
        setProperties(importer_, request["properties"]);
        const auto clips = emscripten::vecFromJSArray<std::string>(request["clips"]);
        inner::setPivots(importer_, !clips.empty());
        scene_ = &inner::readScene(importer_, model);
        wearPictures(*scene_, request["pictures"]);
        missing_ = missingSkins(*scene_, model);
        if (!clips.empty()) {
            addClips(model, clips);
        }
        inner::joinPivots(*scene_);
    }

    aiScene& scene() const { return *scene_; }
    const std::vector<std::string>& missing() const { return missing_; } ///< skins
    const std::vector<std::string>& added() const { return added_; }     ///< files whose animations fit

private:
    void addClips(const std::string& model, const std::vector<std::string>& clips) {
        for (unsigned int i = 0; i < scene_->mNumAnimations; ++i) {
            // Mixamo calls every animation so.
            if (scene_->mAnimations[i]->mName == aiString("mixamo.com")) {
                scene_->mAnimations[i]->mName.Set(inner::stemOf(model));
            }
        }
        for (const std::string& file : clips) {
            try {
                inner::addClips(*scene_, file, new assimp_md2::GameFiles(*files()), kMostMegabytes);
                added_.push_back(file);
            } catch (const std::exception&) {
                continue; // The page asks which files fit.
            }
        }
        nameForGltf(*scene_);
    }

    Assimp::Importer importer_;
    aiScene* scene_ = nullptr;
    std::vector<std::string> missing_;
    std::vector<std::string> added_;
};

/// The game brightens skins.
void darken(inner::ExportedSkinFile& skin, float brightness) {
    inner::Warnings repairs;
    auto image = inner::checked(inner::decodeImage({skin.bytes.data(), skin.bytes.size()}, {}, repairs));
    const auto size = static_cast<std::size_t>(image.layout);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const float factor = i % size < 3 ? brightness : 1;
        image.pixels[i] =
            static_cast<std::uint8_t>(std::lround(static_cast<float>(image.pixels[i]) * factor));
    }
    skin.bytes = inner::checked(inner::encodePng(std::move(image)));
}

/// Makes an MD2 and its images, as md2-maker does, and adds them to `made`: [{path, bytes}].
///
/// \param request of convert
/// \param name of the model's file
/// \param brightness of its skins, as a share of that in the source
inner::Md2Counts addMd2(val& made, const val& request, const aiScene& scene, const std::string& name,
                        inner::ExportSettings settings, float brightness) {
    const auto addFile = [&](const std::string& path, const std::vector<std::uint8_t>& bytes) {
        const val view(emscripten::typed_memory_view(bytes.size(), bytes.data()));
        made.call<void>("push", object({{"path", val(path)}, {"bytes", view.call<val>("slice")}}));
    };
    const auto folder = request["folder"].as<std::string>();
    const std::string path = inner::joined(folder, name);
    settings.skinPath = folder;
    inner::Warnings warnings;
    inner::MadeMd2 model = inner::checked(inner::makeMd2({scene, path, *files(), settings, "", warnings}));
    inner::logWarnings(path, "MD2: ", warnings);
    addFile(path, model.model);
    const auto skins = std::exchange(model.skins, {});
    for (std::size_t i = 0; i < skins.size(); ++i) {
        request["onImage"](i, skins.size());
        model.skins = {skins[i]};
        if (brightness < 1) {
            darken(model.skins.front(), brightness);
        }
        // The game brightens skins twice, and icons not at all.
        const float iconBrightness = name == "tris.md2" && request["isPlayer"].as<bool>() ? 2 : 0;
        for (const inner::MadeFile& image : inner::imagesOf(model, iconBrightness, folder, settings)) {
            addFile(image.path, image.bytes);
        }
    }
    return model.counts;
}

/// Names the skins of an imported MD2.
void nameSkins(const aiScene& scene, const val& skins) {
    const auto names = emscripten::vecFromJSArray<std::string>(skins);
    aiNode* const node = scene.mRootNode->mNumChildren > 0 ? scene.mRootNode->mChildren[0] : nullptr;
    if (!inner::isImportedMd2(scene) || names.empty() || node == nullptr) {
        return;
    }
    aiMetadata::Dealloc(node->mMetaData);
    node->mMetaData = aiMetadata::Alloc(static_cast<unsigned int>(names.size()));
    for (unsigned int i = 0; i < names.size(); ++i) {
        node->mMetaData->Set(i, "skin" + std::to_string(i), aiString(names[i] + ".pcx"));
    }
}

/// Makes a model with its images, and its weapon.
///
/// \param request of convert, with folder: of the models below the game; weapon: a name, or empty; isPlayer;
/// brightness;
///        skins: names of those of an MD2; onImage: called with a number and a count
/// \return {files, frames, vertices, triangles}
val makeMd2(const Source& source, const val& request, const Assimp::ExportProperties& properties) {
    nameSkins(source.scene(), request["skins"]);
    val made = val::array();
    const inner::Md2Counts counts =
        addMd2(made, request, source.scene(), "tris.md2",
               inner::checked(inner::readExportSettings(properties)), request["brightness"].as<float>());
    if (const auto weapon = request["weapon"].as<std::string>(); !weapon.empty()) {
        const val plain =
            object({{"properties", val::object()}, {"pictures", val::array()}, {"clips", val::array()}});
        addMd2(made, request, Source(weapon, plain).scene(), "weapon.md2", {}, 1);
    }
    return object({{"files", made},
                   {"frames", val(static_cast<double>(counts.frames))},
                   {"vertices", val(static_cast<double>(counts.vertices))},
                   {"triangles", val(static_cast<double>(counts.triangles))}});
}

/// Converts a model that `open` has listed, or one whose path begins with a slash.
///
/// \param request {model, format, properties: of the import and the export, pictures: [{name, bytes}] which
/// the model
///        wears, clips: files whose animations are added}. format: glb2, written to /output.glb; md2, see
///        makeMd2(); or preview
/// \return {error: null, or a message, with the code "md3" for a model of Quake III; warnings: messages;
/// missing: names of
///         skins; facts: of factsOf; added: those of `clips` that fit; md2: of preview; made: of makeMd2}
val convert(const val& request) {
    const auto model = request["model"].as<std::string>();
    const auto format = request["format"].as<std::string>();
    val result = val::object();
    result.set("error", val::null());
    inner::CollectedLog::get().take();
    try {
        result.set("facts", model.front() == '/' ? val::undefined() : factsOf(model));
        const Source source(model, request);
        result.set("missing", val::array(source.missing()));
        result.set("added", val::array(source.added()));
        Assimp::ExportProperties properties;
        setProperties(properties, request["properties"]);
        Assimp::Exporter exporter;
        assimp_md2::registerExporters(exporter);
        if (format == "preview") {
            result.set("md2", preview(source.scene(), properties));
        } else if (format == "md2") {
            result.set("made", makeMd2(source, request, properties));
        } else if (exporter.Export(&source.scene(), format, "/output.glb", 0, &properties) !=
                   aiReturn_SUCCESS) {
            throw std::runtime_error(exporter.GetErrorString());
        }
    } catch (const std::exception& exception) {
        val error = messageOf(inner::withoutPrefix(exception.what()));
        if (isMd3(model)) {
            error["codes"].call<void>("push", std::string("md3"));
        }
        result.set("error", error);
    }
    result.set("warnings", messagesOf(inner::CollectedLog::get().take()));
    return result;
}

} // namespace

EMSCRIPTEN_BINDINGS(engine) {
    emscripten::function("open", &open);
    emscripten::function("convert", &convert);
}
