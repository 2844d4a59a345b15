// SPDX-License-Identifier: BSD-3-Clause
// The files of one job: which are read, which must not be replaced, and how large those are that are written.
#pragma once

#include "importer/files/local_files.h"

#include <assimp/IOSystem.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// An IOSystem that notes which files an importer opens.
template <typename Files>
class NotedFiles final : public Files {
public:
    template <typename... Arguments>
    explicit NotedFiles(std::vector<std::string>& opened, const Arguments&... arguments)
        : Files(arguments...), opened_(opened) {}

    Assimp::IOStream* Open(const char* path, const char* mode) override {
        opened_.emplace_back(path);
        // Opening a pipe would wait for its writer.
        return typeOf(path) == PathType::Other ? nullptr : Files::Open(path, mode);
    }

private:
    std::vector<std::string>& opened_;
};

/// \throws CommandError if a file that is written is one that an importer has opened
void checkIsNoInput(const std::string& target, const std::vector<std::string>& opened);

/// Makes the folder of a file that is written.
///
/// \throws CommandError
void makeFolderOf(const std::string& file);

/// The path by which Assimp reads a model. A tris.md2 has the name of its folder, which the path of a file in
/// the working folder does not contain.
std::string withFolder(const std::string& path);

/// `3 frames`.
std::string counted(std::uintmax_t count, const char* noun);

/// `, 684 bytes`; nothing if a file is a pipe.
std::string sizeOf(const std::vector<std::string>& paths);

} // namespace assimp_md2::inner
