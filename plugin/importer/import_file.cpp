// SPDX-License-Identifier: BSD-3-Clause
// The entry from C.
#include "assimp-md2/import_file.h"

#include "assimp-md2/importer.h"
#include "importer/base/text.h"
#include "importer/settings/property_table.h"

#include <assimp/Importer.hpp>

#include <algorithm>
#include <string>

namespace assimp_md2::inner {
namespace {

/// \return the scene, or null and a text in `error`
aiScene* importFile(const char* path, unsigned int flags, const char* const* properties, std::string& error) {
    Assimp::Importer importer;
    if (!assimp_md2::registerImporter(importer)) {
        error = "assimp-md2 was built with another version of Assimp";
        return nullptr;
    }
    for (; properties != nullptr && *properties != nullptr; properties += 2) {
        const std::string name = *properties;
        const bool isKnown = std::any_of(kProperties.begin(), kProperties.end(),
                                         [&](const Property& known) { return known.key == name; });
        if (!isKnown || properties[1] == nullptr) {
            error = name + (isKnown ? " has no value" : " is not a property of an import");
            return nullptr;
        }
        importer.SetPropertyString(*properties, properties[1]);
    }
    if (importer.ReadFile(path, flags) == nullptr) {
        error = importer.GetErrorString();
    }
    return importer.GetOrphanedScene(); // aiReleaseImport deletes a scene without an importer
}

} // namespace
} // namespace assimp_md2::inner

const aiScene* assimpMd2ImportFile(const char* path, unsigned int flags, const char* const* properties,
                                   char* error, std::size_t errorSize) {
    const aiScene* scene = nullptr;
    std::string text;
    try {
        scene = assimp_md2::inner::importFile(path, flags, properties, text);
    } catch (const std::exception&) {
        text = "out of memory"; // short enough for a string without an allocation
    }
    if (error != nullptr && errorSize > 0) {
        const std::string_view part = assimp_md2::inner::cut(text, errorSize - 1);
        error[part.copy(error, part.size())] = '\0';
    }
    return scene;
}
