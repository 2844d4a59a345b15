// SPDX-License-Identifier: BSD-3-Clause
// What a budget refuses, and what stays charged afterwards.
#include "base/budget.h"

#include <gtest/gtest.h>

#include <cstring>
#include <type_traits>
#include <utility>

namespace assimp_md2 {
namespace {

/// What `take` is refused with; 0 and 0 if it is not.
template <typename Take>
std::pair<std::uint64_t, std::uint64_t> refusalOf(Take take) {
    try {
        take();
    } catch (const OverBudget& refusal) {
        return {refusal.needed(), refusal.limit()};
    }
    return {0, 0};
}

using Numbers = std::pair<std::uint64_t, std::uint64_t>;

TEST(Budget, RefusesMoreThanIsLeftAndTakesNothingThen) {
    Budget budget(100);
    budget.take(60);
    EXPECT_EQ(refusalOf([&] { budget.take(41); }), Numbers(101, 100));
    EXPECT_EQ(refusalOf([&] { budget.take(UINT64_MAX); }), Numbers(UINT64_MAX, 100));
    EXPECT_EQ(budget.left(), 40U);
    budget.take(40);
    EXPECT_EQ(budget.left(), 0U);
}

TEST(Budget, ARefusalIsAnErrorOfMemoryThatNeedsNone) {
    static_assert(std::is_base_of_v<std::bad_alloc, OverBudget>);
    static_assert(std::is_nothrow_copy_constructible_v<OverBudget>);
    const OverBudget refusal(2, 1);
    EXPECT_EQ(refusal.what(), OverBudget(4, 3).what());
    EXPECT_GT(std::strlen(refusal.what()), 0U);
}

TEST(Budget, ALoanIsGivenBackByARefusal) {
    Budget budget(100);
    budget.take(10);
    EXPECT_EQ(refusalOf([&] {
                  Loan loan(budget);
                  loan.take(30);
                  loan.take(61);
              }),
              Numbers(101, 100));
    EXPECT_EQ(budget.left(), 90U);
}

TEST(Budget, ALoanThatIsKeptStaysCharged) {
    Budget budget(100);
    {
        Loan loan(budget);
        loan.take(30);
        loan.keep();
        loan.take(20);
    }
    EXPECT_EQ(budget.left(), 70U);
}

TEST(Budget, CodeThatDegradesGetsARefusalAsAnErrorAndOtherExceptionsAsTheyAre) {
    Budget budget(100);
    const auto taking = [&](std::uint64_t bytes) {
        return orRefusal([&]() -> Result<int> {
            budget.take(bytes);
            return 5;
        });
    };
    EXPECT_EQ(taking(100).value(), 5);
    EXPECT_EQ(taking(1).error().code, ErrorCode::OverBudget);
    EXPECT_THROW((void)orRefusal([]() -> Result<int> { throw std::bad_alloc(); }), std::bad_alloc);
}

} // namespace
} // namespace assimp_md2
