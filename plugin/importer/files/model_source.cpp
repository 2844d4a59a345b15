// SPDX-License-Identifier: BSD-3-Clause
// Recognises a GameFiles by its mark.
#include "importer/files/model_source.h"

#include "assimp-md2/game_files.h"
#include "importer/files/file_system.h"

namespace assimp_md2 {

#if defined(__GNUC__)
// The sanitizer for vptr refers to the type information of GameFiles, which a program without `games` does
// not have.
__attribute__((no_sanitize("vptr")))
#endif
const ModelSource*
sourceOf(const Assimp::IOSystem& io) {
    // Not dynamic_cast, which crashes with an object of a class that was compiled without RTTI.
    const std::string mark = markOf(io, kGameFilesMark);
    const std::string& name = io.CurrentDirectory();
    const bool isGame =
        name.compare(0, mark.size(), mark) == 0 && (name.size() == mark.size() || name[mark.size()] == ',');
    return isGame ? static_cast<const GameFiles&>(io).source_ : nullptr;
}

} // namespace assimp_md2
