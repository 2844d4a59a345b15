// SPDX-License-Identifier: BSD-3-Clause
// Implements read_file.h.
#include "games/read_file.h"

#include "files/stream.h"
#include "games/game_files.h"

namespace assimp_md2 {
namespace {

FileBytes readStream(Assimp::IOStream& stream, std::size_t size) {
    return readAll(
        size, [&](std::uint8_t* destination, std::size_t room) { return stream.Read(destination, 1, room); });
}

} // namespace

Result<FileBytes> readFile(Assimp::IOSystem& io, const std::string& path, const FileLimit& limit) {
    if (const Game* const game = gameOf(io); game != nullptr && game->find(path)) {
        return game->read(path, limit);
    }
    const Stream stream = openStream(io, path, "rb");
    if (!stream) {
        return tl::unexpected(cannotBeOpened(path));
    }
    const std::size_t size = stream->FileSize();
    if (auto error = limit.refuse(path, size)) {
        return tl::unexpected(std::move(*error));
    }
    return readStream(*stream, size);
}

FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size) {
    const Stream stream = openStream(io, path, "rb");
    return stream ? readStream(*stream, size) : FileBytes(0);
}

} // namespace assimp_md2
