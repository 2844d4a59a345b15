// SPDX-License-Identifier: BSD-3-Clause
// Stands in for an Assimp that this library was not built for: the few symbols that its plugin looks at, over
// objects of quite another layout. STAND_IN_MAJOR and STAND_IN_MINOR are its version.
#include "programs/hosts/stand_in_assimp.h"

#include <cstring>

namespace Assimp {

Importer::Importer() : value_(kValue) {}

bool Importer::isUntouched() const {
    return value_ == kValue;
}

Exporter::Exporter() : value_(kValue) {}

int Exporter::Export(const aiScene* scene, const char* formatId, const char* path, unsigned int preprocessing,
                     const ExportProperties* properties) {
    const bool isAsCalled = value_ == kValue && scene == standInAddress<aiScene>() &&
                            std::strcmp(formatId, "format") == 0 && std::strcmp(path, "path") == 0 &&
                            preprocessing == kStandInPreprocessing &&
                            properties == standInAddress<ExportProperties>();
    return isAsCalled ? kStandInResult : -1;
}

} // namespace Assimp

unsigned int aiGetVersionMajor() {
    return STAND_IN_MAJOR;
}

unsigned int aiGetVersionMinor() {
    return STAND_IN_MINOR;
}
