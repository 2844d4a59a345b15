// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what is freed, in order, and the peak.
#include "bench/heap.h"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

struct Log {
    bool watching = false;
    std::ptrdiff_t bytes = 0; ///< below 0 when older memory is freed
    std::ptrdiff_t peak = 0;
    std::vector<std::size_t> freed;
};
Log heapLog;

} // namespace

void* operator new(std::size_t size) {
    void* const pointer = std::malloc(size > 0 ? size : 1);
    if (pointer == nullptr) {
        throw std::bad_alloc();
    }
    if (heapLog.watching) {
        heapLog.bytes += static_cast<std::ptrdiff_t>(malloc_usable_size(pointer));
        heapLog.peak = std::max(heapLog.peak, heapLog.bytes);
    }
    return pointer;
}

void operator delete(void* pointer) noexcept {
    if (heapLog.watching && pointer != nullptr) {
        const std::size_t size = malloc_usable_size(pointer);
        heapLog.bytes -= static_cast<std::ptrdiff_t>(size);
        heapLog.watching = false; // The list may grow.
        heapLog.freed.push_back(size);
        heapLog.watching = true;
    }
    std::free(pointer);
}

void operator delete(void* pointer, std::size_t) noexcept {
    operator delete(pointer);
}

namespace assimp_md2::inner::test {

HeapWatch::HeapWatch() {
    heapLog = Log();
    heapLog.watching = true;
}

HeapWatch::~HeapWatch() {
    heapLog.watching = false;
}

std::size_t HeapWatch::peakBytes() const {
    return static_cast<std::size_t>(heapLog.peak);
}

const std::vector<std::size_t>& HeapWatch::freed() const {
    return heapLog.freed;
}

} // namespace assimp_md2::inner::test
