// SPDX-License-Identifier: BSD-3-Clause
// The memory that one import or one export may take; knows nothing of what takes it.
#pragma once

#include "format/error.h"

#include <cstdint>
#include <optional>

namespace assimp_md2 {

/// Counts the buffers that are in memory at the same time against a limit, in bytes. Take before allocating,
/// give back after freeing. Sums cannot overflow, because what exceeds the limit is not added.
class Budget {
public:
    explicit Budget(std::uint64_t limit) : limit_(limit) {}

    std::uint64_t limit() const { return limit_; }
    std::uint64_t left() const { return limit_ - taken_; }

    /// \return OverBudget when `bytes` are more than what is left; nothing is taken then
    std::optional<Error> take(std::uint64_t bytes) {
        if (bytes > left()) {
            Error error{ErrorCode::OverBudget, Section::Memory};
            error.needed = bytes > UINT64_MAX - taken_ ? UINT64_MAX : taken_ + bytes;
            error.available = limit_;
            return error;
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

/// Gives back at the end of a scope what was taken in it.
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

} // namespace assimp_md2
