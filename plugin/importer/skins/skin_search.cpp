// SPDX-License-Identifier: BSD-3-Clause
// Decides how the files of a model are searched for.
#include "importer/skins/skin_search.h"

#include "games/game.h"
#include "games/game_files.h"
#include "importer/skins/foreign_skin_search.h"
#include "importer/skins/listed_skin_search.h"

#include <algorithm>

namespace assimp_md2 {
namespace {

/// How much of two files is compared to find out whether they are the same.
constexpr std::size_t kComparedBytes = std::size_t{4} << 10;

/// Whether the model was read from the file system. An IOSystem has no function for this, so it looks for a
/// regular file of the same size that begins with the same bytes.
bool isOfFileSystem(const std::string& modelPath, ByteSlice model) {
    const std::optional<LocalFile> file = LocalFile::open(modelPath);
    if (!file || file->size() != model.size()) {
        return false;
    }
    const FileBytes bytes = file->readBeginning(kComparedBytes);
    const ByteSlice beginning = bytes.slice();
    return beginning.size() <= model.size() &&
           std::equal(beginning.data(), beginning.data() + beginning.size(), model.data());
}

/// The game that an IOSystem reads the model from; null when it comes from elsewhere.
const Game* gameWith(const Assimp::IOSystem& io, const std::string& modelPath) {
    const Game* const game = gameOf(io);
    return game != nullptr && game->find(modelPath) ? game : nullptr;
}

} // namespace

std::unique_ptr<SkinSearch> newSkinSearch(Assimp::IOSystem& io, const std::string& modelPath, ByteSlice model,
                                          ForeignCalls& calls) {
    if (const Game* const game = gameWith(io, modelPath)) {
        return std::make_unique<ListedSkinSearch>(game, *game->find(modelPath));
    }
    if (isOfFileSystem(modelPath, model)) {
        return std::make_unique<ListedSkinSearch>(nullptr, modelPath);
    }
    return std::make_unique<ForeignSkinSearch>(io, modelPath, calls);
}

} // namespace assimp_md2
