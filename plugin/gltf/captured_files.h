// SPDX-License-Identifier: BSD-3-Clause
// Keeps in memory what an exporter writes, so that it can be completed first; knows nothing of its meaning.
#pragma once

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assimp_md2 {

/// A file that an exporter has opened for writing, and the real file that waits for its bytes.
struct CapturedFile {
    std::string path;
    std::vector<std::uint8_t> bytes;
    Assimp::IOStream* target = nullptr;
};

/// Stands in for the real IOSystem. A file that cannot be opened there cannot be opened here either, so the
/// exporter reports it in its own words.
class CapturedFiles : public Assimp::IOSystem {
public:
    explicit CapturedFiles(Assimp::IOSystem& target) : target_(target) {}
    ~CapturedFiles() override;

    CapturedFiles(const CapturedFiles&) = delete;
    CapturedFiles& operator=(const CapturedFiles&) = delete;

    /// In the order in which they were opened.
    const std::vector<std::unique_ptr<CapturedFile>>& files() const { return files_; }

    bool Exists(const char* path) const override { return target_.Exists(path); }
    char getOsSeparator() const override { return target_.getOsSeparator(); }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    Assimp::IOSystem& target_;
    std::vector<std::unique_ptr<CapturedFile>> files_;
};

} // namespace assimp_md2
