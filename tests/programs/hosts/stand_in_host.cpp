// SPDX-License-Identifier: BSD-3-Clause
// A program with an Assimp that is not the one the plugin was built for, linked to it statically or not:
// makes importers and looks whether they are as they were made, and exports.
#include "programs/hosts/stand_in_assimp.h"

#include <cstdio>

int main() {
    for (int i = 0; i < 3; ++i) {
        const Assimp::Importer importer;
        std::printf("importer of Assimp %u.%u: %s\n", aiGetVersionMajor(), aiGetVersionMinor(),
                    importer.isUntouched() ? "as it was made" : "broken");
        Assimp::Exporter exporter;
        const int result = exporter.Export(standInAddress<aiScene>(), "format", "path", kStandInPreprocessing,
                                           standInAddress<Assimp::ExportProperties>());
        std::printf("its export: %s\n", result == kStandInResult ? "as it was called" : "broken");
    }
    return 5;
}
