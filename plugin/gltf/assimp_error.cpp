// SPDX-License-Identifier: BSD-3-Clause
// Errors of an export in the form in which Assimp passes them on; knows nothing of what went wrong.
#include "gltf/assimp_error.h"

#include <assimp/Exceptional.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/scene.h>

#include <stdexcept>

namespace assimp_md2 {
namespace {

/// Opens nothing, so that every exporter fails.
class NoFiles : public Assimp::IOSystem {
public:
    bool Exists(const char*) const override { return false; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
    void Close(Assimp::IOStream*) override {}
};

} // namespace

void throwExportError(Assimp::Exporter::fpExportFunc exportFunction, const std::string& text) {
    NoFiles files;
    aiScene empty;
    empty.mRootNode = new aiNode; // the scene's destructor deletes it
    const Assimp::ExportProperties properties;
    try {
        exportFunction("", &files, &empty, &properties);
    } catch (DeadlyExportError& error) {
        static_cast<std::runtime_error&>(error) = std::runtime_error(text);
        throw;
    }
    throw std::runtime_error(text);
}

} // namespace assimp_md2
