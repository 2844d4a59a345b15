// SPDX-License-Identifier: BSD-3-Clause
// An IOSystem of files in memory that records calls, and whose streams can misbehave.
#pragma once

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// How a stream behaves.
struct StreamBehaviour {
    std::size_t mostPerRead = SIZE_MAX;
    std::size_t claimedSize = SIZE_MAX; ///< SIZE_MAX: the real one
    std::size_t claimedTooMuch = 0;     ///< by how much Read returns more than it has read
    /// Calls that fail, counted from 0 over all streams.
    std::size_t failingRead = SIZE_MAX;
    std::size_t failingOpen = SIZE_MAX;
    bool staysBroken = false; ///< the calls after the failing one fail too

    bool fails(std::size_t call, std::size_t failing) const {
        return call == failing || (staysBroken && call > failing);
    }
};

class MemoryStream : public Assimp::IOStream {
public:
    /// \param reads counts the calls of Read
    MemoryStream(const std::vector<std::uint8_t>& bytes, StreamBehaviour behaviour, std::size_t& reads)
        : bytes_(bytes), behaviour_(behaviour), reads_(reads) {}

    std::size_t Read(void* to, std::size_t size, std::size_t count) override {
        if (behaviour_.fails(reads_++, behaviour_.failingRead)) {
            return 0;
        }
        const std::size_t read = std::min({count, behaviour_.mostPerRead, (bytes_.size() - offset_) / size});
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset_), read * size,
                    static_cast<std::uint8_t*>(to));
        offset_ += read * size;
        return read + behaviour_.claimedTooMuch;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t, aiOrigin) override { return aiReturn_FAILURE; }
    std::size_t Tell() const override { return offset_; }
    std::size_t FileSize() const override {
        return behaviour_.claimedSize == SIZE_MAX ? bytes_.size() : behaviour_.claimedSize;
    }
    void Flush() override {}

private:
    const std::vector<std::uint8_t>& bytes_;
    StreamBehaviour behaviour_;
    std::size_t& reads_;
    std::size_t offset_ = 0;
};

class MemoryFiles : public Assimp::IOSystem {
public:
    std::map<std::string, std::vector<std::uint8_t>> files;
    StreamBehaviour behaviour;
    char separator = '/';
    std::vector<std::string> opened;
    mutable std::vector<std::string> askedFor; ///< by Exists
    int openStreams = 0;
    std::size_t opens = 0;
    std::size_t reads = 0;

    bool Exists(const char* path) const override {
        askedFor.emplace_back(path);
        return files.count(path) > 0;
    }
    char getOsSeparator() const override { return separator; }
    Assimp::IOStream* Open(const char* path, const char*) override {
        const auto file = files.find(path);
        if (file == files.end() || behaviour.fails(opens++, behaviour.failingOpen)) {
            return nullptr;
        }
        opened.push_back(path);
        auto* const stream = new MemoryStream(file->second, behaviour, reads);
        ++openStreams;
        return stream;
    }
    void Close(Assimp::IOStream* stream) override {
        --openStreams;
        delete stream;
    }
};

} // namespace assimp_md2::inner::test
