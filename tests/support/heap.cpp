// SPDX-License-Identifier: BSD-3-Clause
// Watches operator new and delete of the whole process: allocations in order, and the peak. Makes calls fail.
#include "support/heap.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

/// Precedes every block of memory. Watched blocks form a ring, the oldest first.
struct alignas(std::max_align_t) Piece {
    std::size_t size;
    Piece* next;
    Piece* previous;
};

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

struct Log {
    bool watching = false;
    std::size_t bytes = 0;
    std::size_t peak = 0;
    std::size_t largest = 0;
    std::size_t calls = 0;
    std::size_t failingCall = kMost;
    bool failed = false;
    Piece ring{0, &ring, &ring};
};
Log heapLog;

void enter(Piece& piece) {
    piece.next = &heapLog.ring;
    piece.previous = heapLog.ring.previous;
    piece.previous->next = heapLog.ring.previous = &piece;
    heapLog.bytes += piece.size;
    heapLog.peak = std::max(heapLog.peak, heapLog.bytes);
}

void leave(Piece& piece) {
    piece.previous->next = piece.next;
    piece.next->previous = piece.previous;
    heapLog.bytes -= piece.size;
}

/// Blocks that are still allocated will be freed without a watch.
void forgetAll() {
    for (Piece* piece = heapLog.ring.next; piece != &heapLog.ring;) {
        Piece* const next = piece->next;
        piece->next = piece->previous = nullptr;
        piece = next;
    }
    heapLog.ring.next = heapLog.ring.previous = &heapLog.ring;
}

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
    if (tooLarge || (heapLog.watching && failsNow(size))) {
        throw std::bad_alloc();
    }
    auto* const piece = static_cast<Piece*>(std::malloc(sizeof(Piece) + size));
    if (piece == nullptr) {
        throw std::bad_alloc();
    }
    *piece = {size, nullptr, nullptr};
    if (heapLog.watching) {
        enter(*piece);
    }
    return piece + 1;
}

void operator delete(void* pointer) noexcept {
    if (pointer == nullptr) {
        return;
    }
    Piece* const piece = static_cast<Piece*>(pointer) - 1;
    if (piece->next != nullptr) {
        leave(*piece);
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
    heapLog.watching = true;
}

HeapWatch::~HeapWatch() {
    failNoMore();
    heapLog.watching = heapLog.failed = false;
    forgetAll();
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

std::vector<std::size_t> HeapWatch::living() const {
    // The result of this function is not part of it.
    heapLog.watching = false;
    std::vector<std::size_t> sizes;
    for (const Piece* piece = heapLog.ring.next; piece != &heapLog.ring; piece = piece->next) {
        sizes.push_back(piece->size);
    }
    heapLog.watching = true;
    return sizes;
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
