// SPDX-License-Identifier: BSD-3-Clause
// The memory limit of an import. Two checks hold it: one when the counts of a file are known, and one when
// the size of the scene is known.
#pragma once

#include "importer/md2/view.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assimp_md2::inner {

/// The limit of the format, whose offsets are int32. Below it, two counts of a file times the size of an
/// element of the scene fit in 64 bits, and the number of a corner fits in 32.
inline constexpr std::uint64_t kMaximumModelSize = INT32_MAX;

/// Holds IMPORT_MD2_MAX_MEMORY_MB. The images of skins have limits of their own.
class ImportMemory {
public:
    explicit ImportMemory(std::uint64_t limitBytes) : limit_(limitBytes) {}

    /// The size of the largest model that may be read: a file alone must not take more memory than the import
    /// may.
    std::uint64_t largestFile() const { return std::min(kMaximumModelSize, limit_); }

    /// The first check: adds a file and an upper bound, linear in its counts, for all temporary memory that
    /// reading it needs.
    ///
    /// \return an error if that is above the limit
    std::optional<Error> addFile(const View& view, std::uint64_t fileBytes);

    /// The second check, before a scene is built or a skeleton is fitted.
    ///
    /// \param bytes that will be allocated besides the files
    ///
    /// \return an error if that is above the limit
    std::optional<Error> check(std::uint64_t bytes) const;

private:
    std::uint64_t limit_;
    std::uint64_t files_ = 0;
};

} // namespace assimp_md2::inner
