// SPDX-License-Identifier: BSD-3-Clause
// Assimp's file system, which reads paths of more than 260 characters on Windows, too.
#pragma once

#include "files/file_system_path.h"
#include "files/local_files.h"

#include <assimp/DefaultIOSystem.h>

namespace assimp_md2 {

#if defined(_WIN32)
class FileSystem : public Assimp::DefaultIOSystem {
public:
    using Assimp::DefaultIOSystem::Exists;
    using Assimp::DefaultIOSystem::Open;

    bool Exists(const char* path) const override { return typeOf(path) != PathType::Nothing; }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        const auto whole = windowsPath(fileSystemPath(path)).u8string();
        return DefaultIOSystem::Open(std::string(whole.begin(), whole.end()).c_str(), mode);
    }
};
#else
using FileSystem = Assimp::DefaultIOSystem;
#endif

} // namespace assimp_md2
