// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what is freed, in order, and the peak. Unlike the
// watch of support/heap.h, this one does not make allocations larger, which would change what is measured.
// Sizes are those that malloc has given.
#pragma once

#include <cstddef>
#include <vector>

namespace assimp_md2::inner::test {

/// Watches from its construction on. Only one may exist at a time, on one thread.
class HeapWatch {
public:
    HeapWatch();
    ~HeapWatch();
    HeapWatch(const HeapWatch&) = delete;
    HeapWatch& operator=(const HeapWatch&) = delete;

    /// The highest number of bytes that were allocated since and not freed.
    std::size_t peakBytes() const;
    /// The sizes of what was freed since, in this order.
    const std::vector<std::size_t>& freed() const;
};

} // namespace assimp_md2::inner::test
