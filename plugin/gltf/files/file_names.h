// SPDX-License-Identifier: BSD-3-Clause
// Names of files that are written: on Windows, of images, in URIs, and names that are free.
#pragma once

#include "importer/base/error.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace assimp_md2::inner {

/// Takes a relative path and returns it with `_` in the places of what Windows cannot have, or has for other
/// purposes: characters such as `:`, control characters, spaces and dots at the end of a part, and short
/// names such as `ABCDEF~1`. `_` precedes the name of a device such as `con.md2`.
std::string windowsName(std::string_view relative);

/// How the names of the images of an output begin: its stem, as a name for Windows without spaces, at which
/// some readers of .mtl end a name.
std::string imageStemOf(const std::string& output);

/// Takes a relative path and returns it as a relative reference (RFC 3986): percent-encoded, with `/`.
std::string uriOfPath(std::string_view path);

/// The longest name of a file that file systems take, in bytes. Windows counts UTF-16, which is never longer.
inline constexpr std::size_t kMostFileNameBytes = 255;

/// How many names of one stem may be taken before a search ends with an error.
inline constexpr unsigned int kMostTakenNames = 4096;

/// The names of new files, of which no two are the same, also on file systems that ignore case.
class FreeNames {
public:
    /// Whether a file may have a path. An error ends the search, because it would be the same for all names.
    using IsFree = std::function<Result<bool>(const std::string& path)>;

    /// \param mostBytes of a file name with its extension
    /// \param ending returns what follows the stem for a number from 2
    explicit FreeNames(
        std::size_t mostBytes, std::string (*ending)(unsigned int) =
                                   [](unsigned int number) { return "_" + std::to_string(number); })
        : mostBytes_(mostBytes), ending_(ending) {}

    /// Keeps a path from being found.
    ///
    /// \return false if it is taken already
    bool take(const std::string& path) { return names_.take(path); }

    /// Takes a path and returns it: STEM and EXTENSION, or the first of STEM_2, STEM_3 … that is free. A stem
    /// that is too long is cut at a character. The next search for a stem continues with the next number.
    ///
    /// \param stem may be a path; UTF-8
    /// \param isFree may be empty
    /// \return an error if isFree returns one, or if kMostTakenNames names are taken
    Result<std::string> find(std::string_view stem, std::string_view extension, const IsFree& isFree = {});

private:
    std::size_t mostBytes_;
    std::string (*ending_)(unsigned int);
    UniqueNames names_{lowerCase};
};

} // namespace assimp_md2::inner
