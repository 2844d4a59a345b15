// SPDX-License-Identifier: BSD-3-Clause
// The images of a scene as files beside an output whose format cannot contain them.
#pragma once

#include "batch/plan.h"
#include "importer/base/warnings.h"

#include <algorithm>
#include <cstdint>
#include <string>

struct aiScene;

namespace assimp_md2::inner {

class OutputFiles;

/// Deletes the objects of an array of an aiScene, and the array.
template <typename Object>
void deleteAll(Object**& objects, unsigned int& count) {
    std::for_each(objects, objects + count, [](const Object* object) { delete object; });
    delete[] objects;
    objects = nullptr;
    count = 0;
}

/// Writes PNG and JPEG files beside an output. Gives the materials of a scene the names of image files beside
/// an output, and removes the embedded textures. Only images are written to which no path from the output
/// leads. No file is replaced: a file of this name with other bytes keeps it, and the image gets another
/// name.
///
/// \param scene an imported MD2
/// \param mostBytes of all images together, decoded and as files
/// \param warnings receives the textures whose files are no images, or too large: they are left out
/// \return the size of the files
/// \throws CommandError when a file cannot be written
std::uint64_t writeTextures(const Job& job, std::uint64_t mostBytes, aiScene& scene, OutputFiles& outputs,
                            Warnings& warnings);

} // namespace assimp_md2::inner
