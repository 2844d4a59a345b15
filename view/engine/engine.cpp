// SPDX-License-Identifier: BSD-3-Clause
// The engine of the page: lists, imports and exports models with the library, compiled to WebAssembly.
// worker.js calls it.
#include "batch/collected_log.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/stream.h"
#include "importer/image/decode_image.h"
#include "importer/image/pcx.h"
#include "importer/image/web_image.h"
#include "importer/md2/view.h"
#include "maker/input/add_clips.h"
#include "maker/input/gltf_check.h"
#include "maker/md2/pcx_writer.h"

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
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using emscripten::val;

// Of a file whose animations are added, as for a model
constexpr int kMostMegabytes = 1024;

std::unique_ptr<assimp_md2::GameFiles>& files() {
    static std::unique_ptr<assimp_md2::GameFiles> opened;
    return opened;
}

/// Sets the properties in a JavaScript object whose values are strings, numbers and booleans.
template <typename Target>
void setProperties(Target& target, const val& properties) {
    for (const val& entry :
         emscripten::vecFromJSArray<val>(val::global("Object").call<val>("entries", properties))) {
        const auto key = entry[0].as<std::string>();
        if (entry[1].isTrue() || entry[1].isFalse()) {
            target.SetPropertyBool(key.c_str(), entry[1].isTrue());
        } else if (entry[1].isNumber()) {
            // Numbers of imports are whole.
            if constexpr (std::is_same_v<Target, Assimp::Importer>) {
                target.SetPropertyInteger(key.c_str(), entry[1].as<int>());
            } else {
                target.SetPropertyFloat(key.c_str(), entry[1].as<float>());
            }
        } else {
            target.SetPropertyString(key.c_str(), entry[1].as<std::string>());
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
    const auto file = assimp_md2::inner::readFile(*files(), model, std::uint64_t{256} << 20);
    const auto view = file ? assimp_md2::inner::parse(file->slice()) : tl::unexpected(file.error());
    if (!view) {
        return val::undefined();
    }
    bool isPcx = false;
    for (std::size_t i = 0; i < view->skinCount(); ++i) {
        isPcx |= assimp_md2::inner::lowerCase(assimp_md2::inner::extensionOf(view->skinName(i))) == ".pcx";
    }
    val result = val::object();
    result.set("isPcx", isPcx);
    result.set("width", view->header().skinwidth);
    result.set("height", view->header().skinheight);
    result.set("vertices", view->header().num_vertices);
    result.set("triangles", view->header().num_tris);
    result.set("frames", view->header().num_frames);
    return result;
}

/// Embeds an image in a scene.
///
/// \return its texture path
aiString embed(aiScene& scene, const assimp_md2::inner::WebImage& image) {
    auto* const texture = new aiTexture;
    texture->mWidth = static_cast<unsigned int>(image.bytes.size());
    texture->pcData = new aiTexel[image.bytes.size() / sizeof(aiTexel) + 1];
    std::memcpy(texture->pcData, image.bytes.data(), image.bytes.size());
    std::strcpy(texture->achFormatHint, image.type == assimp_md2::inner::WebImageType::Jpeg ? "jpg" : "png");
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
        if (assimp_md2::inner::modelOf(*scene.mMaterials[material]) == 0) {
            worn.insert(material);
        }
    }
    bool isThere = worn.size() != 1;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiMaterial& material = *scene.mMaterials[i];
        const bool isNamed = name == material.GetName().C_Str() && assimp_md2::inner::modelOf(material) == 0;
        if (isNamed || (worn.size() > 1 && worn.count(i) > 0)) {
            setImage(material, path);
            isThere = true;
        }
    }
    if (!isThere) {
        auto* const added = new aiMaterial;
        aiMaterial::CopyPropertyList(added, scene.mMaterials[*worn.begin()]);
        const aiString materialName(name);
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
        assimp_md2::inner::Warnings repairs;
        const auto image = assimp_md2::inner::webImage(
            {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, {}, repairs);
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
    val result = val::object();
    result.set("models", val::array(files()->list("*.md2")));
    result.set("archives", val::array(files()->list("*.zip")));
    result.set("problems", val::array(files()->problems()));
    return result;
}

/// Whether a file that `open` has listed is of Quake III.
bool isMd3(const std::string& model) {
    const auto start = assimp_md2::inner::readBeginning(*files(), model, 4);
    return start.slice().size() == 4 && std::memcmp(start.slice().data(), "IDP3", 4) == 0;
}

/// What an export as MD2 would write: {error, clips: [{name, kind: own, related or still, animation,
/// frames}], problems, front, frames, triangles}
val preview(const aiScene& scene, const Assimp::ExportProperties& properties) {
    const assimp_md2::Md2Preview preview = assimp_md2::previewMd2(scene, properties);
    val clips = val::array();
    for (const assimp_md2::Md2Clip& clip : preview.clips) {
        constexpr std::array kKinds = {"own", "related", "still"};
        val made = val::object();
        made.set("name", clip.name);
        made.set("kind", std::string(kKinds[static_cast<std::size_t>(clip.kind)]));
        made.set("animation", clip.animation);
        made.set("frames", clip.frames);
        clips.call<void>("push", made);
    }
    val result = val::object();
    result.set("error", assimp_md2::inner::withoutPrefix(preview.error));
    result.set("clips", clips);
    result.set("problems", val::array(preview.problems));
    result.set("front", preview.front);
    result.set("frames", preview.frames);
    result.set("triangles", preview.triangles);
    return result;
}

/// Adds the animations of other files to a scene.
///
/// \return the files whose animations fit
std::vector<std::string> addClips(aiScene& scene, const std::string& model, const val& clips) {
    const std::string stem = assimp_md2::inner::stemOf(model);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        // Mixamo calls every animation so.
        if (scene.mAnimations[i]->mName == aiString("mixamo.com")) {
            scene.mAnimations[i]->mName.Set(stem);
        }
    }
    std::vector<std::string> added;
    for (const auto& file : emscripten::vecFromJSArray<std::string>(clips)) {
        try {
            assimp_md2::inner::addClips(scene, file, new assimp_md2::GameFiles(*files()), kMostMegabytes);
            added.push_back(file);
        } catch (const std::exception&) {
            continue; // The page asks which files fit.
        }
    }
    return added;
}

/// Converts a model that `open` has listed, or one whose path begins with a slash.
///
/// \param output a path below a folder for this export: an MD2 has its skins beside it
/// \param properties of the import and the export
/// \param format empty: the result has a preview of the MD2, and nothing is written
/// \param pictures which the model wears: [{name, bytes}]
/// \param clips files whose animations are added
/// \return {error: empty on success, isMd3, warnings: lines, missing: names of skins, facts: of factsOf,
/// added:
///         those of `clips` that fit, md2: of preview}
val convert(const std::string& model, const std::string& format, const std::string& output,
            const val& properties, const val& pictures, const val& clips) {
    std::string error;
    std::vector<std::string> missing;
    std::vector<std::string> added;
    val facts = val::undefined();
    val md2 = val::undefined();
    assimp_md2::inner::CollectedLog::get().take();
    try {
        Assimp::Importer importer;
        assimp_md2::registerImporterWithSkeletons(importer);
        if (model.front() != '/') {
            importer.SetIOHandler(new assimp_md2::GameFiles(*files())); // the importer owns it
            facts = factsOf(model);
        }
        setProperties(importer, properties);
        const bool addsClips = clips["length"].as<unsigned int>() > 0;
        if (addsClips) {
            assimp_md2::inner::setPivots(importer, true);
        }
        const aiScene* const scene = importer.ReadFile(model, 0);
        if (scene == nullptr || assimp_md2::inner::isImportedGltf(*scene)) {
            const auto file = assimp_md2::inner::readBeginning(*importer.GetIOHandler(), model,
                                                               assimp_md2::inner::kMostGltfJson);
            error = assimp_md2::inner::garbageInGltf(file.slice());
        }
        if (error.empty() && scene != nullptr) {
            missing = missingSkins(*scene, model);
            wearPictures(const_cast<aiScene&>(*scene), pictures);
            if (addsClips) {
                assimp_md2::inner::joinPivots(*scene, model);
                added = addClips(const_cast<aiScene&>(*scene), model, clips);
            }
            Assimp::Exporter exporter;
            assimp_md2::registerExporters(exporter);
            assimp_md2::registerMd2Exporter(exporter);
            Assimp::ExportProperties exportProperties;
            setProperties(exportProperties, properties);
            if (format.empty()) {
                md2 = preview(*scene, exportProperties);
            } else if (exporter.Export(scene, format, output, 0, &exportProperties) != aiReturn_SUCCESS) {
                error = exporter.GetErrorString();
            }
        } else if (error.empty()) {
            error = importer.GetErrorString();
        }
    } catch (const std::exception& exception) {
        error = exception.what();
    }
    val result = val::object();
    result.set("error", assimp_md2::inner::withoutPrefix(error));
    result.set("isMd3", !error.empty() && isMd3(model));
    result.set("warnings", val::array(assimp_md2::inner::CollectedLog::get().take()));
    result.set("missing", val::array(missing));
    result.set("facts", facts);
    result.set("added", val::array(added));
    result.set("md2", md2);
    return result;
}

/// Takes an image file and returns it as PNG or JPEG, or as a PCX with the palette of the game.
///
/// \return its bytes until the next call, or a text: the error
val convertPicture(const std::string& file, bool asPcx) {
    static std::vector<std::uint8_t> bytes;
    const assimp_md2::inner::ByteSlice slice(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
    assimp_md2::inner::Warnings repairs;
    if (asPcx) {
        const auto image = assimp_md2::inner::decodeImage(slice, {}, repairs);
        if (!image) {
            return val(image.error().text);
        }
        std::array<std::uint8_t, 768> palette{};
        assimp_md2::inner::useGamePalette(palette.data(), palette.size());
        std::vector<assimp_md2::inner::Colour> colours;
        for (std::size_t i = 0; i < palette.size(); i += 3) {
            colours.push_back({palette[i], palette[i + 1], palette[i + 2]});
        }
        bytes = assimp_md2::inner::encodePcx(assimp_md2::inner::withPalette(*image, colours));
    } else {
        auto image = assimp_md2::inner::webImage(slice, {}, repairs);
        if (!image) {
            return val(image.error().text);
        }
        bytes = std::move(image->bytes);
    }
    return val(emscripten::typed_memory_view(bytes.size(), bytes.data()));
}

} // namespace

EMSCRIPTEN_BINDINGS(engine) {
    emscripten::function("open", &open);
    emscripten::function("convert", &convert);
    emscripten::function("convertPicture", &convertPicture);
}
