// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: what is allocated and freed, in order, and the peak.
#include "bench/heap.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <unordered_map>
#include <utility>

namespace {

/// Allocates with malloc, because operator new is watched.
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

template <typename T>
using List = std::vector<T, MallocAllocator<T>>;

struct Log {
    bool watching = false;
    std::size_t bytes = 0;
    std::size_t peak = 0;
    List<std::size_t> sizes; ///< of every allocation
    List<std::size_t> freed; ///< indices into `sizes`
    /// The index in `sizes` of each living allocation.
    std::unordered_map<void*, std::size_t, std::hash<void*>, std::equal_to<>,
                       MallocAllocator<std::pair<void* const, std::size_t>>>
        living;
};
Log heapLog;

} // namespace

void* operator new(std::size_t size) {
    void* const pointer = std::malloc(size > 0 ? size : 1);
    if (pointer == nullptr) {
        throw std::bad_alloc();
    }
    if (heapLog.watching) {
        heapLog.living[pointer] = heapLog.sizes.size();
        heapLog.sizes.push_back(size);
        heapLog.bytes += size;
        heapLog.peak = std::max(heapLog.peak, heapLog.bytes);
    }
    return pointer;
}

void operator delete(void* pointer) noexcept {
    if (heapLog.watching) {
        // Allocations from before the watch are not counted.
        if (const auto found = heapLog.living.find(pointer); found != heapLog.living.end()) {
            heapLog.freed.push_back(found->second);
            heapLog.bytes -= heapLog.sizes[found->second];
            heapLog.living.erase(found);
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

std::size_t HeapWatch::peakBytes() const {
    return heapLog.peak;
}

std::size_t HeapWatch::freedCount() {
    return heapLog.freed.size();
}

HeapPieces HeapWatch::freedSince(std::size_t before) {
    heapLog.watching = false;
    const List<std::size_t> freed(heapLog.freed.begin() + static_cast<std::ptrdiff_t>(before),
                                  heapLog.freed.end());
    List<std::size_t> allocated = freed;
    std::sort(allocated.begin(), allocated.end());
    HeapPieces pieces;
    for (const std::size_t index : allocated) {
        pieces.sizes.push_back(heapLog.sizes[index]);
        pieces.bytes += heapLog.sizes[index];
    }
    for (const std::size_t index : freed) {
        const auto place = std::lower_bound(allocated.begin(), allocated.end(), index);
        pieces.freeOrder.push_back(static_cast<std::size_t>(place - allocated.begin()));
    }
    return pieces;
}

} // namespace assimp_md2::test
