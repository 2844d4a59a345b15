// SPDX-License-Identifier: BSD-3-Clause
#include "games/archive.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <iterator>

namespace assimp_md2::inner {
namespace {

struct Row {
    std::string_view extension;
    ArchiveKind kind;
    const ArchiveFormat* format = nullptr; ///< of a game
};
constexpr Row kRows[] = {{".pak", ArchiveKind::Game, &kPakFormat},
                         {".pk3", ArchiveKind::Game, &kZipFormat},
                         {".pkz", ArchiveKind::Game, &kZipFormat},
                         {".zip", ArchiveKind::Download},
                         {".pk2", ArchiveKind::Download},
                         {".pk4", ArchiveKind::Unread},
                         {".kpf", ArchiveKind::Unread},
                         {".sin", ArchiveKind::Unread},
                         {".dat", ArchiveKind::Unread}};

Row rowOf(std::string_view fileName) {
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& known) {
        return equalWithoutCase(known.extension, extensionOf(fileName));
    });
    return row != std::end(kRows) ? *row : Row{{}, ArchiveKind::None};
}

} // namespace

std::optional<std::string> gameName(std::string_view path) {
    std::string name;
    for (const std::string_view part : partsOf(path)) {
        if (part != "..") {
            name.append(name.empty() ? "" : "/").append(part);
        } else if (name.empty()) {
            return std::nullopt;
        } else {
            name.resize(name.find('/') == std::string::npos ? 0 : name.rfind('/'));
        }
    }
    // `./c:x` is absolute without its dot.
    return name.empty() || isAbsolute(path) || isAbsolute(name) ? std::nullopt
                                                                : std::optional(std::move(name));
}

bool matchesPattern(std::string_view pattern, std::string_view name) {
    std::string wanted(pattern);
    std::replace(wanted.begin(), wanted.end(), '\\', '/');
    if (wanted.rfind("./", 0) == 0) {
        wanted.erase(0, 2);
    }
    return matchesWildcards(wanted, name);
}

bool checkEntryName(std::string_view raw, std::string& name, Warnings& faults) {
    // Q2PRO drops the slashes at the start of a name.
    const std::string_view relative = raw.substr(std::min(raw.find_first_not_of("/\\"), raw.size()));
    const bool isLong = raw.size() > kMaximumGameName;
    // Quake II's pak0.pak has models/monsters/tank/../ctank/skin.pcx, a name in a model.
    std::optional<std::string> checked = isLong ? std::nullopt : gameName(relative);
    if (!checked || std::any_of(raw.begin(), raw.end(), isControl)) {
        faults.add(fault::kInvalidName, 1, raw);
        return false;
    }
    name = std::move(*checked);
    return !isHidden(name);
}

std::optional<Error> takeEntries(std::uint64_t count, std::uint64_t& left) {
    if (count > left) {
        return archiveError("the archive has " + std::to_string(count) +
                            " files and folders, the limit of the game leaves " + std::to_string(left))
            .value();
    }
    left -= count;
    return std::nullopt;
}

tl::unexpected<Error> archiveError(std::string text) {
    return tl::unexpected(Error{ErrorCode::BadArchive, std::move(text)});
}

ArchiveKind archiveKindOf(std::string_view fileName) {
    return rowOf(fileName).kind;
}

const ArchiveFormat* archiveFormatOf(std::string_view fileName, const LocalFile& archive) {
    if (const ArchiveFormat* const format = rowOf(fileName).format) {
        return format;
    }
    const FileBytes beginning = archive.readBeginning(4);
    const std::string_view signature = nameInField(beginning.slice());
    return signature == "PACK" ? &kPakFormat : signature.rfind("PK", 0) == 0 ? &kZipFormat : nullptr;
}

Result<FileBytes> readStored(const LocalFile& archive, const ArchivedFile& file, std::size_t size) {
    FileBytes bytes(size);
    bytes.setSize(archive.readAt(file.offset, bytes.data(), size));
    if (bytes.slice().size() < size) {
        return archiveError("it ends early; the file has become shorter or cannot be read");
    }
    return bytes;
}

} // namespace assimp_md2::inner
