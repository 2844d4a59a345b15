// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what an import allocates, in order, and at the peak.
#include "bench/heap.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

struct Allocation {
    void* pointer;
    std::size_t size;
    bool lives;
};

/// Malloc of its own, for operator new is what is watched.
template <typename T>
struct MallocAllocator {
    using value_type = T;
    MallocAllocator() = default;
    template <typename U>
    MallocAllocator(const MallocAllocator<U>&) {}
    T* allocate(std::size_t count) { return static_cast<T*>(std::malloc(count * sizeof(T))); }
    void deallocate(T* pointer, std::size_t) { std::free(pointer); }
    bool operator==(const MallocAllocator&) const { return true; }
    bool operator!=(const MallocAllocator&) const { return false; }
};

struct Log {
    bool watching = false;
    std::size_t bytes = 0;
    std::size_t peak = 0;
    std::vector<Allocation, MallocAllocator<Allocation>> allocations;
};
Log heapLog;

} // namespace

void* operator new(std::size_t size) {
    void* const pointer = std::malloc(size > 0 ? size : 1);
    if (pointer == nullptr) {
        throw std::bad_alloc();
    }
    if (heapLog.watching) {
        heapLog.allocations.push_back({pointer, size, true});
        heapLog.bytes += size;
        heapLog.peak = std::max(heapLog.peak, heapLog.bytes);
    }
    return pointer;
}

void operator delete(void* pointer) noexcept {
    if (heapLog.watching && pointer != nullptr) {
        const auto found = std::find_if(heapLog.allocations.rbegin(), heapLog.allocations.rend(),
                                        [&](const Allocation& a) { return a.pointer == pointer && a.lives; });
        if (found != heapLog.allocations.rend()) {
            found->lives = false;
            heapLog.bytes -= found->size;
        }
    }
    std::free(pointer);
}

void operator delete(void* pointer, std::size_t) noexcept {
    operator delete(pointer);
}

namespace assimp_md2::test {

HeapWatch::HeapWatch() {
    heapLog = Log();
    heapLog.watching = true;
}

HeapWatch::~HeapWatch() {
    heapLog = Log();
}

std::vector<std::size_t> HeapWatch::living() const {
    heapLog.watching = false;
    std::vector<std::size_t> sizes;
    for (const Allocation& allocation : heapLog.allocations) {
        if (allocation.lives) {
            sizes.push_back(allocation.size);
        }
    }
    return sizes;
}

std::size_t HeapWatch::peakBytes() const {
    return heapLog.peak;
}

} // namespace assimp_md2::test
