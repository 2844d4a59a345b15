// SPDX-License-Identifier: BSD-3-Clause
// Files of any IOSystem of Assimp. Its streams may read from archives or memory, and may be faulty.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/error.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace assimp_md2::inner {

/// A stream goes back to the IOSystem that opened it.
struct CloseStream {
    Assimp::IOSystem* io;
    void operator()(Assimp::IOStream* stream) const { io->Close(stream); }
};
using Stream = std::unique_ptr<Assimp::IOStream, CloseStream>;

/// \param mode as for fopen
/// \return null when the file cannot be opened
inline Stream openStream(Assimp::IOSystem& io, const std::string& path, const char* mode) {
    return Stream(io.Open(path.c_str(), mode), CloseStream{&io});
}

/// Reads all of `path`, up to the size that the stream reports. Calls Read until the stream is at its end.
///
/// \param most bytes; if the stream reports a larger size, no memory is allocated
/// \return the bytes, or an error, such as that of errorIfTooLarge
Result<FileBytes> readFile(Assimp::IOSystem& io, const std::string& path, std::uint64_t most);

/// Reads up to `size` bytes from the start of `path`. The result is empty if the file cannot be opened.
FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size);

} // namespace assimp_md2::inner
