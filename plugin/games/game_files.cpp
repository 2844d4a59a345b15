// SPDX-License-Identifier: BSD-3-Clause
// The files of a game as an IOSystem of Assimp.
#include "games/game_files.h"

#include "importer/base/text.h"
#include "importer/files/log.h"

#include <assimp/IOStream.hpp>

#include <algorithm>
#include <limits>

namespace assimp_md2::inner {
namespace {

void warnOf(const std::string& problem) {
    logWarning("", printable("MD2: " + problem));
}

/// A file of a game as Assimp reads it.
class GameStream final : public Assimp::IOStream {
public:
    explicit GameStream(GameFile file) : file_(std::move(file)) {}

    std::size_t Read(void* destination, std::size_t size, std::size_t count) override {
        if (size == 0 || count > std::numeric_limits<std::size_t>::max() / size) {
            return 0;
        }
        const std::size_t wanted = std::min(size * count, FileSize() - position_);
        const std::size_t known = bytes_.slice().size();
        if (known < position_ + wanted) {
            // Most programs read a header first, and then everything.
            Result<FileBytes> more = file_.readBeginning(known == 0 ? position_ + wanted : FileSize());
            if (!more) {
                warnOf(more.error().text);
                return 0;
            }
            bytes_ = *std::move(more);
        }
        const std::size_t whole = wanted / size;
        std::copy_n(bytes_.slice().data() + position_, whole * size, static_cast<std::uint8_t*>(destination));
        position_ += whole * size;
        return whole;
    }

    std::size_t Write(const void* /*bytes*/, std::size_t /*size*/, std::size_t /*count*/) override {
        return 0;
    }

    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        const std::size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? position_ : FileSize();
        // Callers seek backwards with a negative offset that is converted to size_t, so the sum wraps around.
        const std::size_t wanted = base + offset;
        if (wanted > FileSize()) {
            return aiReturn_FAILURE;
        }
        position_ = wanted;
        return aiReturn_SUCCESS;
    }

    std::size_t Tell() const override { return position_; }
    std::size_t FileSize() const override { return static_cast<std::size_t>(file_.size()); }
    void Flush() override {}

private:
    GameFile file_;
    FileBytes bytes_{0}; ///< those read so far, from the start
    std::size_t position_ = 0;
};

bool isForReading(const char* mode) {
    return mode == nullptr || std::strpbrk(mode, "wa+") == nullptr;
}

} // namespace

} // namespace assimp_md2::inner

namespace assimp_md2 {

using namespace inner;

struct GameFiles::Inner {
    std::shared_ptr<const Game> game;
    IoMark mark;
};

GameFiles::GameFiles(const std::vector<std::string>& folders) {
    auto game = std::make_shared<const Game>(folders);
    const IoMark mark(*this, game.get(), false);
    inner_ = std::make_unique<Inner>(Inner{std::move(game), mark});
    for (const std::string& line : problems()) {
        warnOf(line);
    }
}

GameFiles::GameFiles(const GameFiles& other)
    : Assimp::IOSystem(other)
    , inner_(new Inner{other.inner_->game, IoMark(*this, other.inner_->game.get(), false)}) {}

GameFiles::~GameFiles() = default;

bool GameFiles::Exists(const char* path) const {
    return path != nullptr && inner_->game->find(path).has_value();
}

char GameFiles::getOsSeparator() const {
    return '/';
}

Assimp::IOStream* GameFiles::Open(const char* path, const char* mode) {
    if (!Exists(path) || !isForReading(mode)) {
        return nullptr;
    }
    Result<GameFile> file = inner_->game->open(path);
    if (!file) {
        warnOf(file.error().text);
        return nullptr;
    }
    return new GameStream(*std::move(file));
}

void GameFiles::Close(Assimp::IOStream* stream) {
    delete stream;
}

bool GameFiles::ComparePaths(const char* one, const char* other) const {
    if (one == nullptr || other == nullptr) {
        return false;
    }
    const auto name = gameName(one);
    const auto otherName = gameName(other);
    return name && otherName && equalWithoutCase(*name, *otherName);
}

const std::string& GameFiles::CurrentDirectory() const {
    return StackSize() == 0 ? inner_->mark : IOSystem::CurrentDirectory();
}

bool GameFiles::CreateDirectory(const std::string& /*path*/) {
    return false;
}

bool GameFiles::ChangeDirectory(const std::string& /*path*/) {
    return false;
}

bool GameFiles::DeleteFile(const std::string& /*file*/) {
    return false;
}

std::vector<std::string> GameFiles::list(const std::string& pattern) const {
    return inner_->game->list(pattern);
}

const std::vector<std::string>& GameFiles::problems() const {
    return inner_->game->problems();
}

} // namespace assimp_md2

namespace assimp_md2::inner {

bool GameThenFileSystem::Exists(const char* path) const {
    return GameFiles::Exists(path) || fileSystem_.Exists(path);
}

char GameThenFileSystem::getOsSeparator() const {
    return fileSystem_.getOsSeparator();
}

Assimp::IOStream* GameThenFileSystem::Open(const char* path, const char* mode) {
    // Both kinds of stream are deleted by Close.
    return GameFiles::Exists(path) && isForReading(mode) ? GameFiles::Open(path, mode)
                                                         : fileSystem_.Open(path, mode);
}

bool GameThenFileSystem::ComparePaths(const char* one, const char* other) const {
    return GameFiles::ComparePaths(one, other) || fileSystem_.ComparePaths(one, other);
}

} // namespace assimp_md2::inner
