// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: living bytes, and the peak. Makes calls fail.
// Programs that link heap.cpp need 16 bytes more for each allocation.
#pragma once

#include <cstddef>

namespace assimp_md2::inner::test {

/// Watches from its construction on. Only one may exist at a time, on one thread.
class HeapWatch {
public:
    HeapWatch();
    ~HeapWatch();
    HeapWatch(const HeapWatch&) = delete;
    HeapWatch& operator=(const HeapWatch&) = delete;

    /// Makes one call of operator new fail, the one after `after` more calls.
    void failAfter(std::size_t after);
    /// Lets all later calls succeed.
    void failNoMore();
    /// Whether a call has failed.
    bool hasFailed() const;

    /// The calls of operator new since.
    std::size_t calls() const;
    /// The bytes that were allocated since and are not freed yet.
    std::size_t livingBytes() const;
    /// The highest number of allocated bytes since.
    std::size_t peakBytes() const;
    /// The largest size that was requested since, allocated or not.
    std::size_t largest() const;
};

} // namespace assimp_md2::inner::test
