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
#include "maker/input/gltf_check.h"
#include "maker/md2/frame_names.h"
#include "maker/md2/pcx_writer.h"
#include "maker/md2/usual_names.h"

#include <assimp-md2/game_files.h>
#include <assimp-md2/gltf.h>
#include <assimp-md2/maker.h>
#include <assimp-md2/skeleton.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace {

using emscripten::val;

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
            target.SetPropertyFloat(key.c_str(), entry[1].as<float>());
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

/// What the page asks of the file of an MD2: {isPcx: whether a skin's name is that of a PCX, width, height:
/// of the header}, or undefined
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
    return result;
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

/// Converts a model that `open` has listed, or one whose path begins with a slash.
///
/// \param output a path below a folder for this export: an MD2 has its skins beside it
/// \param properties of the import and the export
/// \return {error: empty on success, warnings: lines, missing: names of skins, facts: of factsOf}
val convert(const std::string& model, const std::string& format, const std::string& output,
            const val& properties) {
    std::string error;
    std::vector<std::string> missing;
    val facts = val::undefined();
    assimp_md2::inner::CollectedLog::get().take();
    try {
        Assimp::Importer importer;
        assimp_md2::registerImporterWithSkeletons(importer);
        if (model.front() != '/') {
            importer.SetIOHandler(new assimp_md2::GameFiles(*files())); // the importer owns it
            facts = factsOf(model);
        }
        setProperties(importer, properties);
        const aiScene* const scene = importer.ReadFile(model, 0);
        if (scene == nullptr || assimp_md2::inner::isImportedGltf(*scene)) {
            const auto file = assimp_md2::inner::readBeginning(*importer.GetIOHandler(), model,
                                                               assimp_md2::inner::kMostGltfJson);
            error = assimp_md2::inner::garbageInGltf(file.slice());
        }
        if (error.empty() && scene != nullptr) {
            missing = missingSkins(*scene, model);
            Assimp::Exporter exporter;
            assimp_md2::registerExporters(exporter);
            assimp_md2::registerMd2Exporter(exporter);
            Assimp::ExportProperties exportProperties;
            setProperties(exportProperties, properties);
            if (exporter.Export(scene, format, output, 0, &exportProperties) != aiReturn_SUCCESS) {
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
    result.set("warnings", val::array(assimp_md2::inner::CollectedLog::get().take()));
    result.set("missing", val::array(missing));
    result.set("facts", facts);
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

/// \return {clip, rank} for the usual name of an animation, or undefined
val usualClip(const std::string& animation) {
    const auto usual = assimp_md2::inner::usualClipOf(assimp_md2::inner::clipNameOf(animation));
    val result = usual ? val::object() : val::undefined();
    if (usual) {
        result.set("clip", usual->clip);
        result.set("rank", usual->rank);
    }
    return result;
}

} // namespace

EMSCRIPTEN_BINDINGS(engine) {
    emscripten::function("open", &open);
    emscripten::function("convert", &convert);
    emscripten::function("convertPicture", &convertPicture);
    emscripten::function("usualClip", &usualClip);
}
