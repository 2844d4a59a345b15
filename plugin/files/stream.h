// SPDX-License-Identifier: BSD-3-Clause
// An open file of Assimp's IOSystem.
#pragma once

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <memory>
#include <string>

namespace assimp_md2 {

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

} // namespace assimp_md2
