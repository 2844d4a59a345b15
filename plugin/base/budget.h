// SPDX-License-Identifier: BSD-3-Clause
// The memory that one import or one export may take.
#pragma once

#include "base/error.h"

#include <algorithm>
#include <cstdint>
#include <new>

namespace assimp_md2 {

/// An import or export needs more memory than it may take. It must not leave a destructor, a noexcept
/// function or a callback of a C library.
class OverBudget : public std::bad_alloc {
public:
    /// \param neededBytes at least this much
    OverBudget(std::uint64_t neededBytes, std::uint64_t limitBytes) noexcept
        : needed_(neededBytes), limit_(limitBytes) {}

    std::uint64_t needed() const noexcept { return needed_; }
    std::uint64_t limit() const noexcept { return limit_; }
    /// For code that does not know this class. The message for the user is that of errorOf().
    const char* what() const noexcept override { return "the memory limit is exceeded"; }

private:
    std::uint64_t needed_;
    std::uint64_t limit_;
};

/// The error that the user sees.
inline Error errorOf(const OverBudget& refusal) {
    return {ErrorCode::OverBudget, overBudgetText(refusal.needed(), refusal.limit())};
}

/// Calls `make` and returns its Result, or the error of a refusal: for code that can do without the result.
/// All loans of `make` are then given back.
template <typename Make>
auto orRefusal(Make make) -> decltype(make()) {
    try {
        return make();
    } catch (const OverBudget& refusal) {
        return tl::unexpected(errorOf(refusal));
    }
}

/// Counts the bytes that are allocated at the same time, up to a limit. Call take() before an allocation and
/// giveBack() after the memory is freed. Sums cannot overflow, because an amount above the limit is not
/// added.
class Budget {
public:
    /// \param limit in bytes. A limit beyond the address space is lowered to it, so that a charged size
    /// always fits into std::size_t.
    explicit Budget(std::uint64_t limit) : limit_(std::min<std::uint64_t>(limit, SIZE_MAX)) {}

    std::uint64_t limit() const { return limit_; }
    std::uint64_t left() const { return limit_ - taken_; }

    /// \throws OverBudget when `bytes` are more than what is left; nothing is taken then
    void take(std::uint64_t bytes) {
        if (bytes > left()) {
            throw OverBudget(bytes > UINT64_MAX - taken_ ? UINT64_MAX : taken_ + bytes, limit_);
        }
        taken_ += bytes;
    }

    /// \param bytes that were taken before
    void giveBack(std::uint64_t bytes) { taken_ -= bytes; }

private:
    std::uint64_t limit_;
    std::uint64_t taken_ = 0;
};

/// A temporary charge: its destructor gives back everything that was taken through it.
class Loan {
public:
    explicit Loan(Budget& budget) : budget_(budget) {}
    ~Loan() { budget_.giveBack(taken_); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    /// \throws OverBudget as Budget::take
    void take(std::uint64_t bytes) {
        budget_.take(bytes);
        taken_ += bytes;
    }

    /// Makes the charge permanent.
    void keep() { taken_ = 0; }

private:
    Budget& budget_;
    std::uint64_t taken_ = 0;
};

} // namespace assimp_md2
