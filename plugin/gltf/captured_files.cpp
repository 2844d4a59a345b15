// SPDX-License-Identifier: BSD-3-Clause
// Keeps in memory what an exporter writes, so that it can be completed first; knows nothing of its meaning.
#include "gltf/captured_files.h"

#include <algorithm>

namespace assimp_md2 {
namespace {

class CapturedStream : public Assimp::IOStream {
public:
    explicit CapturedStream(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    std::size_t Read(void*, std::size_t, std::size_t) override { return 0; }

    std::size_t Write(const void* data, std::size_t size, std::size_t count) override {
        const std::size_t length = size * count;
        const auto* begin = static_cast<const std::uint8_t*>(data);
        bytes_.resize(std::max(bytes_.size(), cursor_ + length));
        std::copy(begin, begin + length, bytes_.data() + cursor_);
        cursor_ += length;
        return count;
    }

    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        cursor_ = origin == aiOrigin_SET   ? offset
                  : origin == aiOrigin_CUR ? cursor_ + offset
                                           : bytes_.size() - std::min(offset, bytes_.size());
        return aiReturn_SUCCESS;
    }

    std::size_t Tell() const override { return cursor_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::vector<std::uint8_t>& bytes_;
    std::size_t cursor_ = 0;
};

} // namespace

CapturedFiles::~CapturedFiles() {
    for (const std::unique_ptr<CapturedFile>& file : files_) {
        target_.Close(file->target);
    }
}

Assimp::IOStream* CapturedFiles::Open(const char* path, const char* mode) {
    Assimp::IOStream* target = target_.Open(path, mode);
    if (target == nullptr) {
        return nullptr;
    }
    files_.push_back(std::make_unique<CapturedFile>(CapturedFile{path, {}, target}));
    return new CapturedStream(files_.back()->bytes);
}

} // namespace assimp_md2
