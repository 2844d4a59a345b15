// SPDX-License-Identifier: BSD-3-Clause
// The environment of the process; knows nothing of what its variables mean.
#include "io/environment.h"

#include <cstdlib>

namespace assimp_md2 {

std::string environmentVariable(const std::string& name) {
#if defined(__GLIBC__)
    const char* const value = secure_getenv(name.c_str());
#else
    const char* const value = std::getenv(name.c_str());
#endif
    return value != nullptr ? value : "";
}

} // namespace assimp_md2
