// SPDX-License-Identifier: BSD-3-Clause
// Recognises the IOSystems of this library by what their CurrentDirectory() returns: without RTTI, which an
// engine may have turned off, and also if the IOSystem belongs to another copy of this library in the
// process, such as the plugin.
#pragma once

#include "assimp-md2/version.h"

#include <assimp/IOSystem.hpp>

#include <cstdint>
#include <string>

namespace assimp_md2::inner {

class ModelSource;

/// The version is part of the text, because another one may lay out this struct in another way. The address
/// is part of it, because an IOSystem that wraps another, such as Assimp's FileSystemFilter, may pass the
/// call on.
struct IoMark : std::string {
    /// \param game null: no game
    /// \param isFileSystem whether paths that are not in the game are those of the file system
    IoMark(const Assimp::IOSystem& io, const ModelSource* game, bool isFileSystem)
        : std::string(textFor(io)), source(game), readsFileSystem(isFileSystem) {}

    static std::string textFor(const Assimp::IOSystem& io) {
        return "an IOSystem of assimp-md2 " + std::to_string(ASSIMP_MD2_VERSION) + " at " +
               std::to_string(reinterpret_cast<std::uintptr_t>(&io));
    }

    const ModelSource* source;
    bool readsFileSystem;
};

/// The mark of `io`, or null if it is no IOSystem of this version of the library.
inline const IoMark* markOf(const Assimp::IOSystem& io) {
    const std::string& name = io.CurrentDirectory();
    return name == IoMark::textFor(io) ? static_cast<const IoMark*>(&name) : nullptr;
}

} // namespace assimp_md2::inner
