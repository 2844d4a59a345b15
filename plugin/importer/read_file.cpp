// SPDX-License-Identifier: BSD-3-Clause
// Bytes out of Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves. Knows
// nothing of what the bytes are.
#include "importer/read_file.h"

#include "format/layout.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

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

std::size_t readFully(Assimp::IOStream& stream, std::uint8_t* bytes, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const std::size_t read = stream.Read(bytes + done, 1, size - done);
        if (read == 0) {
            break;
        }
        done += std::min(read, size - done);
    }
    return done;
}

} // namespace

FileBytes readFile(Assimp::IOSystem& io, const std::string& path, std::uint64_t limit) {
    const Stream stream = open(io, path);
    if (!stream) {
        throw std::runtime_error("MD2: the file " + path + " cannot be opened");
    }
    const std::size_t size = stream->FileSize();
    if (size > limit) {
        throw std::runtime_error("MD2: the file has " + std::to_string(size) + " bytes, more than the " +
                                 std::to_string(limit >> 20) + " MiB that are allowed");
    }
    FileBytes bytes(size);
    bytes.setSize(readFully(*stream, bytes.data(), size));
    return bytes;
}

bool startsWithIdent(Assimp::IOSystem& io, const std::string& path) {
    const Stream stream = open(io, path);
    std::array<std::uint8_t, 4> ident;
    return stream && readFully(*stream, ident.data(), ident.size()) == ident.size() &&
           ByteSlice(ident.data(), ident.size()).u32(0) == kIdentMd2;
}

} // namespace assimp_md2
