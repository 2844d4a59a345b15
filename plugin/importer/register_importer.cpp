// SPDX-License-Identifier: BSD-3-Clause
// Puts the importer into an Assimp::Importer, in the place of Assimp's own.
#include "importer/importer.h"

#include "assimp-md2/importer.h"
#include "assimp-md2/metadata.h"
#include "importer/assimp_version.h"

#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>

#include <new>

namespace assimp_md2::inner {
namespace {

Assimp::BaseImporter* importerNamed(const Assimp::Importer& importer, const char* name) {
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        const aiImporterDesc* const info = importer.GetImporterInfo(i);
        if (info != nullptr && std::strcmp(info->mName, name) == 0) {
            return importer.GetImporter(i);
        }
    }
    return nullptr;
}

/// Assimp's own importer, by its name in every version from 5.2 on, or this library's in its place.
Assimp::BaseImporter* builtInImporter(const Assimp::Importer& importer) {
    Assimp::BaseImporter* const own = importerNamed(importer, "Quake II Mesh Importer");
    return own != nullptr ? own : importerNamed(importer, kNameInAssimp);
}

/// \return whether `importer` then owns the loader
bool add(Assimp::Importer& importer, std::unique_ptr<Assimp::BaseImporter>& loader) {
    importer.RegisterLoader(loader.get());
    // Ignore the return value: RegisterLoader can fail after it has inserted the loader, because it logs last
    // and memory may run out.
    const bool isIn = importerNamed(importer, loader->GetInfo()->mName) == loader.get();
    static_cast<void>(isIn ? loader.release() : nullptr);
    return isIn;
}

} // namespace

bool addMd2Importer(Assimp::Importer& importer, const PropertyTexts& defaults, SkeletonMaker makeSkeletons) {
    if (!assimpVersionMatches("the importer is")) {
        return false;
    }
    Assimp::BaseImporter* const present = importerNamed(importer, ASSIMP_MD2_SOURCE_FORMAT);
    if (present != nullptr && (makeSkeletons == nullptr || hasSkeletons(*present))) {
        return true;
    }
    std::unique_ptr<Assimp::BaseImporter> ours = std::make_unique<Md2Importer>(defaults, makeSkeletons);
    // Assimp logs a warning if an extension is already registered, so the other importer is removed first.
    // The Importer no longer deletes an importer that was removed.
    std::unique_ptr<Assimp::BaseImporter> other(present != nullptr ? present : builtInImporter(importer));
    importer.UnregisterLoader(other.get());
    if (add(importer, ours)) {
        return true;
    }
    // This frees more memory than Assimp needs to register the other importer again.
    ours.reset();
    if (other != nullptr) {
        add(importer, other);
    }
    throw std::bad_alloc();
}

} // namespace assimp_md2::inner

namespace assimp_md2 {

bool registerImporter(Assimp::Importer& importer) {
    return inner::addMd2Importer(importer, inner::PropertyTexts(), nullptr);
}

int version() {
    return ASSIMP_MD2_VERSION;
}

} // namespace assimp_md2
