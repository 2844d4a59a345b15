// SPDX-License-Identifier: BSD-3-Clause
// Bytes out of Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves. Knows
// nothing of what the bytes are.
#include "importer/read_file.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>

namespace assimp_md2 {

/// One stream, from its opening to its closing.
class StreamReader {
public:
    StreamReader(Assimp::IOSystem& io, const std::string& path)
        : io_(io), stream_(io.Open(path.c_str(), "rb")) {}
    ~StreamReader() {
        if (stream_ != nullptr) {
            io_.Close(stream_);
        }
    }
    StreamReader(const StreamReader&) = delete;
    StreamReader& operator=(const StreamReader&) = delete;

    bool isOpen() const { return stream_ != nullptr; }
    std::uint64_t claimedSize() const { return stream_->FileSize(); }

    /// Reads to the end of the stream, or until `bytes` are full.
    /// \return whether the stream kept to what it was asked for
    bool fill(FileBytes& bytes) {
        while (bytes.size_ < bytes.capacity_) {
            const std::size_t wanted = bytes.capacity_ - bytes.size_;
            const std::size_t read = stream_->Read(bytes.bytes_.get() + bytes.size_, 1, wanted);
            if (read > wanted) {
                return false;
            }
            if (read == 0) {
                break;
            }
            bytes.size_ += read;
        }
        return true;
    }

    static bool isFull(const FileBytes& bytes) { return bytes.size_ == bytes.capacity_; }

    static FileBytes twiceAsLarge(const FileBytes& bytes) {
        FileBytes larger(2 * bytes.capacity_);
        std::copy_n(bytes.bytes_.get(), bytes.size_, larger.bytes_.get());
        larger.size_ = bytes.size_;
        return larger;
    }

private:
    Assimp::IOSystem& io_;
    Assimp::IOStream* stream_;
};

std::variant<FileBytes, FileError> readFile(Assimp::IOSystem& io, const std::string& path,
                                            std::uint64_t limit) {
    StreamReader stream(io, path);
    if (!stream.isOpen()) {
        return FileError::CannotBeOpened;
    }
    if (stream.claimedSize() > limit) {
        return FileError::TooLarge;
    }
    // One byte more than the stream claims to have: an honest one leaves it free, and is read in one piece.
    FileBytes bytes(static_cast<std::size_t>(stream.claimedSize()) + 1);
    while (true) {
        if (!stream.fill(bytes)) {
            return FileError::CannotBeRead;
        }
        if (bytes.slice().size() > limit) {
            return FileError::TooLarge;
        }
        if (!StreamReader::isFull(bytes)) {
            return bytes;
        }
        bytes = StreamReader::twiceAsLarge(bytes);
    }
}

FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size) {
    FileBytes bytes(size);
    StreamReader stream(io, path);
    if (stream.isOpen() && stream.fill(bytes)) {
        return bytes;
    }
    return FileBytes(0);
}

} // namespace assimp_md2
