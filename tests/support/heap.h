// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: allocations in order, and the peak. Makes calls fail.
// Programs that link heap.cpp need 32 bytes more for each allocation.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

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
    /// The sizes of what was allocated since and is not freed yet, in the order of allocation.
    std::vector<std::size_t> living() const;
    /// The bytes that were allocated since and are not freed yet.
    std::size_t livingBytes() const;
    /// The highest number of allocated bytes since.
    std::size_t peakBytes() const;
    /// The largest size that was requested since, allocated or not.
    std::size_t largest() const;
};

/// Calls `work` while one call of operator new fails, each of them in turn, and at last while none fails. It
/// may throw. Nothing that it has allocated may stay. `check` is called afterwards with whether a call has
/// failed. \return the number of calls that have failed
template <typename Work, typename Check>
std::size_t failEachAllocation(const Work& work, const Check& check) {
    for (std::size_t after = 0;; ++after) {
        const testing::ScopedTrace trace(__FILE__, __LINE__, "allocation " + std::to_string(after));
        bool hasFailed = false;
        std::size_t living = 0;
        {
            HeapWatch watch;
            watch.failAfter(after);
            try {
                work();
            } catch (const std::exception&) {
                // `work` catches what it expects.
            }
            watch.failNoMore();
            hasFailed = watch.hasFailed();
            living = watch.livingBytes();
        }
        EXPECT_EQ(living, 0u);
        check(hasFailed);
        if (!hasFailed) {
            return after;
        }
    }
}

} // namespace assimp_md2::inner::test
