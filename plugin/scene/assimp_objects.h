// SPDX-License-Identifier: BSD-3-Clause
// Makes parts of Assimp's structures so that nothing is lost when memory runs out.
//
// An object belongs to a unique_ptr until it is complete, and an array of objects is attached to its owner
// only when every element exists. When memory runs out, no destructor sees a pointer that is not set.
#pragma once

#include <assimp/scene.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// Takes UTF-8. Text that is longer than an aiString is cut, at the start of a UTF-8 sequence.
aiString assimpString(std::string_view text);

/// Memory for vectors that are about to be written: aiVector3D's own constructor would write each of them
/// first. It is freed with delete[].
aiVector3D* newVectors(std::size_t count);

/// Metadata with `count` entries that are not set, in place of aiMetadata::Alloc, which loses what it has
/// allocated when memory runs out.
std::unique_ptr<aiMetadata> newMetadata(std::size_t count);

template <typename Object>
using Objects = std::vector<std::unique_ptr<Object>>;

/// Attaches all of `objects` to `array`, an owner's member that its destructor frees with delete[].
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

} // namespace assimp_md2
