// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene/scene_parts.h"

#include "importer/base/text.h"

#include <assimp/types.h>

#include <new>
#include <string>
#include <type_traits>

namespace assimp_md2::inner {

aiString assimpString(std::string_view text) {
    aiString string;
    string.Set(std::string(cut(text, sizeof string.data - 1)));
    return string;
}

aiVector3D* newVectors(std::size_t count) {
    // Without a destructor, delete[] is operator delete[] and nothing else.
    static_assert(std::is_trivially_destructible_v<aiVector3D> && std::is_trivially_copyable_v<aiVector3D>);
    return static_cast<aiVector3D*>(::operator new[](count * sizeof(aiVector3D)));
}

std::unique_ptr<aiMetadata> newMetadata(std::size_t count) {
    auto metadata = std::make_unique<aiMetadata>();
    metadata->mKeys = new aiString[count];
    metadata->mValues = new aiMetadataEntry[count]();
    metadata->mNumProperties = static_cast<unsigned int>(count);
    return metadata;
}

void adopt(Objects<aiNode> children, aiNode& parent) {
    for (const std::unique_ptr<aiNode>& child : children) {
        child->mParent = &parent;
    }
    attach(std::move(children), parent.mChildren, parent.mNumChildren);
}

} // namespace assimp_md2::inner
