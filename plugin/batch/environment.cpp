// SPDX-License-Identifier: BSD-3-Clause
#include "batch/environment.h"

#include <cstdlib>

namespace assimp_md2::inner {

const char* environmentVariable(const char* name) {
#if defined(__GLIBC__)
    return secure_getenv(name);
#else
    return std::getenv(name);
#endif
}

} // namespace assimp_md2::inner
