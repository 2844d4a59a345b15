// SPDX-License-Identifier: BSD-3-Clause
// Chooses names for files that are to be made.
#pragma once

#include "importer/base/error.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace assimp_md2::inner {

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
