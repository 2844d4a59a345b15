// SPDX-License-Identifier: BSD-3-Clause
// Assimp's file system as a base class, which also reads paths of more than 260 characters on Windows.
#pragma once

#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <assimp/DefaultIOSystem.h>

namespace assimp_md2 {

/// Not derived from Assimp::DefaultIOSystem, because that class is final in Assimp 6.
class FileSystem : public Assimp::IOSystem {
public:
    using Assimp::IOSystem::ComparePaths;
    using Assimp::IOSystem::Exists;
    using Assimp::IOSystem::Open;

    char getOsSeparator() const override { return files_.getOsSeparator(); }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }
    bool ComparePaths(const char* one, const char* other) const override {
        return files_.ComparePaths(one, other);
    }
    bool Exists(const char* path) const override { return typeOf(path) != PathType::Nothing; }
#if defined(_WIN32)
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        const auto whole = windowsPath(fileSystemPath(path)).u8string();
        return files_.Open(std::string(whole.begin(), whole.end()).c_str(), mode);
    }
#else
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        return files_.Open(path, mode);
    }
#endif

private:
    Assimp::DefaultIOSystem files_;
};

} // namespace assimp_md2
