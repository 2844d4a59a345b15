// SPDX-License-Identifier: BSD-3-Clause
// Stands in for an Assimp that this library was not built for: the few symbols that its plugin looks at, over
// objects of quite another layout. STAND_IN_MAJOR and STAND_IN_MINOR are its version.
#include "hosts/stand_in_assimp.h"

namespace Assimp {

Importer::Importer() : value_(kValue) {}

bool Importer::isUntouched() const {
    return value_ == kValue;
}

} // namespace Assimp

unsigned int aiGetVersionMajor() {
    return STAND_IN_MAJOR;
}

unsigned int aiGetVersionMinor() {
    return STAND_IN_MINOR;
}
