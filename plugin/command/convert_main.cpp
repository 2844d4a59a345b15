// SPDX-License-Identifier: BSD-3-Clause
// The program behind `assimp-md2 convert` on Linux, which loads Assimp.
#include "command/options.h"
#include "command/programs.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

int main(int argc, char** argv) {
#if defined(__GLIBC__)
    // Otherwise each image and each file is memory that the system gives to the process page by page.
    mallopt(M_MMAP_THRESHOLD, 32 << 20); // the maximum
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
#endif
    return assimp_md2::inner::runCommand(assimp_md2::inner::thisProgram(), argc, argv,
                                         assimp_md2::inner::runConvert);
}
