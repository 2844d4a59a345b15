// SPDX-License-Identifier: BSD-3-Clause
#include "importer/files/stream.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

FileBytes readStream(Assimp::IOStream& stream, std::size_t size) {
    FileBytes bytes(size);
    std::size_t done = 0;
    for (std::size_t count = 1; count > 0 && done < size; done += count) {
        // A faulty stream returns more than it was asked for.
        count = std::min(stream.Read(bytes.data() + done, 1, size - done), size - done);
    }
    bytes.setSize(done);
    return bytes;
}

} // namespace

Result<FileBytes> readFile(Assimp::IOSystem& io, const std::string& path, std::uint64_t most) {
    const Stream stream = openStream(io, path, "rb");
    if (!stream) {
        return tl::unexpected(cannotBeOpened(path));
    }
    const std::size_t size = stream->FileSize();
    if (auto error = errorIfTooLarge(path, size, most)) {
        return tl::unexpected(std::move(*error));
    }
    return readStream(*stream, size);
}

FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size) {
    const Stream stream = openStream(io, path, "rb");
    return stream ? readStream(*stream, size) : FileBytes(0);
}

} // namespace assimp_md2::inner
