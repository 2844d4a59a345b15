// SPDX-License-Identifier: BSD-3-Clause
// Writes a file through Assimp's IOSystem, and checks that it was written completely.
#include "io/output_file.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <cstring>

namespace assimp_md2 {

void CloseStream::operator()(Assimp::IOStream* stream) const {
    io->Close(stream);
}

Stream openStream(Assimp::IOSystem& io, const std::string& path, const char* mode) {
    return Stream(io.Open(path.c_str(), mode), CloseStream{&io});
}

BlockWriter::BlockWriter(Assimp::IOStream& stream)
    : stream_(stream)
    , block_(new std::uint8_t[kBlock])
    , isSeekable_(stream.Seek(0, aiOrigin_SET) == aiReturn_SUCCESS) {}

void BlockWriter::reserve(std::size_t size) {
    stream_.Seek(size, aiOrigin_SET);
    stream_.Seek(0, aiOrigin_SET);
}

void BlockWriter::bytes(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    while (size > 0) {
        const std::size_t part = std::min(size, kBlock);
        std::memcpy(room(part), from, part);
        from += part;
        size -= part;
    }
}

void BlockWriter::flush() {
    isComplete_ = isComplete_ && (used_ == 0 || stream_.Write(block_.get(), used_, 1) == 1);
    used_ = 0;
}

bool BlockWriter::finish() {
    flush();
    // C streams buffer the last bytes. Seeking writes them and fails if the disk is full.
    return isComplete_ && (!isSeekable_ || stream_.Seek(static_cast<std::size_t>(written_), aiOrigin_SET) ==
                                               aiReturn_SUCCESS);
}

} // namespace assimp_md2
