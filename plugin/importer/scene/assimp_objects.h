// SPDX-License-Identifier: BSD-3-Clause
// Allocates parts of Assimp's structures without leaks when memory runs out.
//
// An object belongs to a unique_ptr until it is complete, and an array of objects is attached to its owner
// only when every element exists. No destructor therefore reads an uninitialised pointer when memory runs
// out.
#pragma once

#include <assimp/scene.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// Converts UTF-8 to an aiString. Text that is too long is truncated between two UTF-8 characters.
aiString assimpString(std::string_view text);

/// Allocates uninitialised vectors. new aiVector3D[count] would initialise each of them first. Free the
/// memory with delete[].
aiVector3D* newVectors(std::size_t count);

/// Allocates metadata with `count` empty entries. Replaces aiMetadata::Alloc, which leaks when memory runs
/// out.
std::unique_ptr<aiMetadata> newMetadata(std::size_t count);

template <typename Object>
using Objects = std::vector<std::unique_ptr<Object>>;

/// Moves `objects` to `array`, a member of an Assimp structure whose destructor frees the array and its
/// elements.
template <typename Object>
void attach(Objects<Object> objects, Object**& array, unsigned int& count) {
    if (objects.empty()) {
        return;
    }
    array = new Object*[objects.size()];
    count = static_cast<unsigned int>(objects.size());
    std::transform(objects.begin(), objects.end(), array,
                   [](std::unique_ptr<Object>& object) { return object.release(); });
}

} // namespace assimp_md2::inner
