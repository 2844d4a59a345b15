// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process, what is allocated, in order, and at the peak, and
// makes them fail. A program that is linked with heap.cpp pays 32 bytes for each allocation.
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

    /// Makes one call of operator new fail: that which comes after `after` more.
    void failAfter(std::size_t after);
    /// No call fails any more.
    void failNoMore();
    /// Whether a call has failed.
    bool hasFailed() const;

    /// The calls of operator new since.
    std::size_t calls() const;
    /// The sizes of what was allocated since and is not freed yet, in the order of allocation.
    std::vector<std::size_t> living() const;
    /// The bytes that were allocated since and are not freed yet.
    std::size_t livingBytes() const;
    /// The most bytes that were allocated at once since.
    std::size_t peakBytes() const;
    /// The largest piece that was asked for since, allocated or not.
    std::size_t largest() const;
};

} // namespace assimp_md2::test
