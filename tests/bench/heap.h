// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what is allocated and freed, in order, and the peak.
// Unlike the watch of support/heap.h, this one does not make allocations larger, which would change what is
// measured.
#pragma once

#include <cstddef>
#include <vector>

namespace assimp_md2::test {

/// What a scene is in memory: how it was allocated, and how it was freed.
struct HeapPieces {
    std::vector<std::size_t> sizes;     ///< in the order of allocation
    std::vector<std::size_t> freeOrder; ///< indices into `sizes`, in the order of freeing
    std::size_t bytes = 0;              ///< the sum of `sizes`
};

/// Watches from its construction on. Only one may exist at a time, on one thread.
class HeapWatch {
public:
    HeapWatch();
    ~HeapWatch();
    HeapWatch(const HeapWatch&) = delete;
    HeapWatch& operator=(const HeapWatch&) = delete;

    /// The highest number of allocated bytes since.
    std::size_t peakBytes() const;

    /// Calls `free` and returns what it has freed of the allocations since.
    template <typename Free>
    HeapPieces piecesFreedBy(Free free) {
        const std::size_t before = freedCount();
        free();
        return freedSince(before);
    }

private:
    static std::size_t freedCount();
    static HeapPieces freedSince(std::size_t before);
};

} // namespace assimp_md2::test
