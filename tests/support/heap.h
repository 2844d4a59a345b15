// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what an import allocates, in order, and at the peak.
#pragma once

#include <cstddef>
#include <vector>

namespace assimp_md2::test {

/// Watches from its construction on. One at a time, on one thread.
class HeapWatch {
public:
    HeapWatch();
    ~HeapWatch();
    HeapWatch(const HeapWatch&) = delete;
    HeapWatch& operator=(const HeapWatch&) = delete;

    /// The sizes of what was allocated since and is not freed yet, in the order of allocation.
    std::vector<std::size_t> living() const;
    /// The most bytes that were allocated at once since.
    std::size_t peakBytes() const;
};

} // namespace assimp_md2::test
