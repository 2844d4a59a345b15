// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: living bytes, and the peak. Makes calls fail.
#include "support/heap.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

/// Precedes every block of memory.
struct alignas(std::max_align_t) Piece {
    std::size_t size;
    std::size_t watch; ///< the number of the watch that has seen the allocation; 0: none
};

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

struct Log {
    std::size_t watch = 0; ///< the number of the one that exists now; 0: none
    std::size_t watches = 0;
    std::size_t bytes = 0;
    std::size_t peak = 0;
    std::size_t largest = 0;
    std::size_t calls = 0;
    std::size_t failingCall = kMost;
    bool failed = false;
};
Log heapLog;

/// Counts a call of operator new and returns whether it must fail.
bool failsNow(std::size_t size) {
    const bool fails = heapLog.calls == heapLog.failingCall;
    heapLog.failed = heapLog.failed || fails;
    heapLog.largest = std::max(heapLog.largest, size);
    ++heapLog.calls;
    return fails;
}

} // namespace

void* operator new(std::size_t size) {
    const bool tooLarge = size > kMost - sizeof(Piece);
    if (tooLarge || (heapLog.watch != 0 && failsNow(size))) {
        throw std::bad_alloc();
    }
    auto* const piece = static_cast<Piece*>(std::malloc(sizeof(Piece) + size));
    if (piece == nullptr) {
        throw std::bad_alloc();
    }
    *piece = {size, heapLog.watch};
    if (heapLog.watch != 0) {
        heapLog.bytes += size;
        heapLog.peak = std::max(heapLog.peak, heapLog.bytes);
    }
    return piece + 1;
}

void operator delete(void* pointer) noexcept {
    if (pointer == nullptr) {
        return;
    }
    Piece* const piece = static_cast<Piece*>(pointer) - 1;
    if (piece->watch != 0 && piece->watch == heapLog.watch) {
        heapLog.bytes -= piece->size;
    }
    std::free(piece);
}

void operator delete(void* pointer, std::size_t) noexcept {
    operator delete(pointer);
}

// The other forms of the C++ library call those above. A sanitizer replaces each form by its own.
void* operator new[](std::size_t size) {
    return operator new(size);
}

void operator delete[](void* pointer) noexcept {
    operator delete(pointer);
}

void operator delete[](void* pointer, std::size_t) noexcept {
    operator delete(pointer);
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
    return operator new(size, nothrow);
}

void operator delete(void* pointer, const std::nothrow_t&) noexcept {
    operator delete(pointer);
}

void operator delete[](void* pointer, const std::nothrow_t&) noexcept {
    operator delete(pointer);
}

namespace assimp_md2::inner::test {

HeapWatch::HeapWatch() {
    heapLog.bytes = heapLog.peak = heapLog.largest = heapLog.calls = 0;
    heapLog.watch = ++heapLog.watches;
}

HeapWatch::~HeapWatch() {
    failNoMore();
    heapLog.failed = false;
    heapLog.watch = 0;
}

void HeapWatch::failAfter(std::size_t after) {
    heapLog.failingCall = after < kMost - heapLog.calls ? heapLog.calls + after : kMost;
}

void HeapWatch::failNoMore() {
    heapLog.failingCall = kMost;
}

bool HeapWatch::hasFailed() const {
    return heapLog.failed;
}

std::size_t HeapWatch::calls() const {
    return heapLog.calls;
}

std::size_t HeapWatch::livingBytes() const {
    return heapLog.bytes;
}

std::size_t HeapWatch::peakBytes() const {
    return heapLog.peak;
}

std::size_t HeapWatch::largest() const {
    return heapLog.largest;
}

} // namespace assimp_md2::inner::test
