// SPDX-License-Identifier: BSD-3-Clause
// The memory that one import or one export may take.
#pragma once

#include "base/error.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assimp_md2 {

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

    /// \return OverBudget when `bytes` are more than what is left; nothing is taken then
    std::optional<Error> take(std::uint64_t bytes) {
        if (bytes > left()) {
            const std::uint64_t needed = bytes > UINT64_MAX - taken_ ? UINT64_MAX : taken_ + bytes;
            return Error{ErrorCode::OverBudget, overBudgetText(needed, limit_)};
        }
        taken_ += bytes;
        return std::nullopt;
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

    std::optional<Error> take(std::uint64_t bytes) {
        std::optional<Error> error = budget_.take(bytes);
        taken_ += error ? 0 : bytes;
        return error;
    }

private:
    Budget& budget_;
    std::uint64_t taken_ = 0;
};

/// A budget that remembers the first refusal, so that code which fills a document does not have to pass an
/// error on after every addition.
class ExportBudget {
public:
    /// \param limit in bytes
    explicit ExportBudget(std::uint64_t limit) : budget_(limit) {}

    /// Call it before `bytes` are allocated.
    ///
    /// \return false when the limit does not allow them; the export must then end with error()
    bool take(std::uint64_t bytes) {
        if (!error_) {
            error_ = budget_.take(bytes);
        }
        return !error_;
    }

    /// \param bytes that were taken before and are free again
    void giveBack(std::uint64_t bytes) { budget_.giveBack(bytes); }

    /// The bytes that are still available. Check this before taking memory for optional content, because a
    /// failed take() ends the export.
    std::uint64_t left() const { return budget_.left(); }

    const std::optional<Error>& error() const { return error_; }

private:
    Budget budget_;
    std::optional<Error> error_;
};

/// A temporary charge to an ExportBudget, as Loan.
class ExportLoan {
public:
    explicit ExportLoan(ExportBudget& budget) : budget_(budget) {}
    ~ExportLoan() { budget_.giveBack(taken_); }
    ExportLoan(const ExportLoan&) = delete;
    ExportLoan& operator=(const ExportLoan&) = delete;

    /// \return as ExportBudget::take
    bool take(std::uint64_t bytes) {
        const bool isTaken = budget_.take(bytes);
        taken_ += isTaken ? bytes : 0;
        return isTaken;
    }

private:
    ExportBudget& budget_;
    std::uint64_t taken_ = 0;
};

} // namespace assimp_md2
