// SPDX-License-Identifier: BSD-3-Clause
// Bytes out of Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves. Knows
// nothing of what the bytes are.
#include "importer/read_file.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>

namespace assimp_md2 {

namespace {

/// A stream goes back to the IOSystem that opened it.
struct CloseStream {
    Assimp::IOSystem* io;
    void operator()(Assimp::IOStream* stream) const { io->Close(stream); }
};
using Stream = std::unique_ptr<Assimp::IOStream, CloseStream>;

Stream open(Assimp::IOSystem& io, const std::string& path) {
    return Stream(io.Open(path.c_str(), "rb"), CloseStream{&io});
}

/// Reads `size` bytes, or as many as the stream gives, in as many reads as it wants.
FileBytes read(Assimp::IOStream& stream, std::size_t size) {
    FileBytes bytes(size);
    std::size_t done = 0;
    while (done < size) {
        const std::size_t count = stream.Read(bytes.data() + done, 1, size - done);
        if (count == 0) {
            break;
        }
        done += std::min(count, size - done);
    }
    bytes.setSize(done);
    return bytes;
}

} // namespace

std::variant<FileBytes, FileError> readFile(Assimp::IOSystem& io, const std::string& path,
                                            std::uint64_t limit) {
    const Stream stream = open(io, path);
    if (!stream) {
        return FileError::CannotBeOpened;
    }
    const std::size_t size = stream->FileSize();
    if (size > limit) {
        return FileError::TooLarge;
    }
    return read(*stream, size);
}

FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size) {
    const Stream stream = open(io, path);
    return stream ? read(*stream, size) : FileBytes(0);
}

} // namespace assimp_md2
