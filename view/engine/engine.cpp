// SPDX-License-Identifier: BSD-3-Clause
// The engine of the page: lists, imports and exports models with the library, compiled to WebAssembly.
// worker.js calls it.
#include "command/collected_log.h"

#include <assimp-md2/game_files.h>
#include <assimp-md2/registration.h>
#include <assimp-md2/skeleton.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <emscripten/bind.h>
#include <emscripten/val.h>

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

/// Sets the properties in a JavaScript object whose values are strings and numbers.
template <typename Target>
void setProperties(Target& target, const val& properties) {
    for (const val& entry :
         emscripten::vecFromJSArray<val>(val::global("Object").call<val>("entries", properties))) {
        const auto key = entry[0].as<std::string>();
        if (entry[1].isNumber()) {
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

/// Lists the files of game folders.
///
/// \return {models: names, problems: lines}
val open(const val& folders) {
    files() = std::make_unique<assimp_md2::GameFiles>(emscripten::vecFromJSArray<std::string>(folders));
    val result = val::object();
    result.set("models", val::array(files()->list("*.md2")));
    result.set("problems", val::array(files()->problems()));
    return result;
}

/// Converts a model that `open` has listed.
///
/// \param output a path below a folder for this export: an MD2 has its skins beside it
/// \param properties of the import and the export
/// \return {error: empty on success, warnings: lines, missing: names of skins}
val convert(const std::string& model, const std::string& format, const std::string& output,
            const val& properties) {
    std::string error;
    std::vector<std::string> missing;
    assimp_md2::CollectedLog::get().take();
    try {
        Assimp::Importer importer;
        assimp_md2::registerImporterWithSkeletons(importer);
        importer.SetIOHandler(new assimp_md2::GameFiles(*files())); // the importer owns it
        setProperties(importer, properties);
        if (const aiScene* const scene = importer.ReadFile(model, 0)) {
            missing = missingSkins(*scene, model);
            Assimp::Exporter exporter;
            assimp_md2::registerExporters(exporter);
            Assimp::ExportProperties exportProperties;
            setProperties(exportProperties, properties);
            if (exporter.Export(scene, format, output, 0, &exportProperties) != aiReturn_SUCCESS) {
                error = exporter.GetErrorString();
            }
        } else {
            error = importer.GetErrorString();
        }
    } catch (const std::exception& exception) {
        error = exception.what();
    }
    val result = val::object();
    result.set("error", assimp_md2::withoutPrefix(error));
    result.set("warnings", val::array(assimp_md2::CollectedLog::get().take()));
    result.set("missing", val::array(missing));
    return result;
}

} // namespace

EMSCRIPTEN_BINDINGS(engine) {
    emscripten::function("open", &open);
    emscripten::function("convert", &convert);
}
