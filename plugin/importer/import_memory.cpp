// SPDX-License-Identifier: BSD-3-Clause
#include "importer/import_memory.h"

#include "importer/md2/gl_commands.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// The memory that reading a file needs besides the scene. The tests of memory hold these numbers.
std::uint64_t temporaryBytes(const View& view) {
    constexpr std::uint64_t kPerFrame = 832; // its name and its clip, while clips are found
    // Three new corners for each triangle: the table of corners and the surface, in vectors that grow; and
    // its vertices for normals.
    constexpr std::uint64_t kPerTriangle = 272;
    constexpr std::uint64_t kPerSurface = 512;
    constexpr std::uint64_t kPerTag = 512;
    constexpr std::uint64_t kPerVertex = 64; // while normals are compared with the surface, or computed
    constexpr std::uint64_t kPerSkin = 8192; // the name, the file that is found, the material
    const std::uint64_t glTriangles = view.glCommands().size() / kGlVertexSize;
    const std::uint64_t triangles = std::max<std::uint64_t>(view.triangleCount(), glTriangles);
    const std::uint64_t surfaces = std::min<std::uint64_t>(view.surfaceCount(), glTriangles);
    return kPerFrame * view.frameCount() + kPerTriangle * triangles + kPerSurface * surfaces +
           kPerTag * view.tagCount() + kPerVertex * view.vertexCount() + kPerSkin * view.skinCount();
}

} // namespace

std::optional<Error> ImportMemory::addFile(const View& view, std::uint64_t fileBytes) {
    files_ += fileBytes + temporaryBytes(view);
    return check(0);
}

std::optional<Error> ImportMemory::check(std::uint64_t bytes) const {
    return errorAboveMemoryLimit(static_cast<double>(files_) + static_cast<double>(bytes), limit_);
}

} // namespace assimp_md2::inner
