// SPDX-License-Identifier: BSD-3-Clause
// The program behind `assimp-md2 convert` on Linux, which loads Assimp.
#include "command/convert.h"
#include "command/options.h"

int main(int argc, char** argv) {
    return assimp_md2::runCommand(argc, argv, assimp_md2::convertFiles);
}
