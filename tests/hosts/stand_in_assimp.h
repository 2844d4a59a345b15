// SPDX-License-Identifier: BSD-3-Clause
// Stands in for an Assimp that this library was not built for. Knows of Assimp no more than some names.
#pragma once

#include <cstdint>

namespace Assimp {

/// Not the class that the plugin's importer is made for: whoever takes it for that breaks it.
class __attribute__((visibility("default"))) Importer {
public:
    Importer();
    bool isUntouched() const;

private:
    static constexpr std::uintptr_t kValue = 0x5151;
    std::uintptr_t value_;
};

} // namespace Assimp

extern "C" {
__attribute__((visibility("default"))) unsigned int aiGetVersionMajor();
__attribute__((visibility("default"))) unsigned int aiGetVersionMinor();
}
