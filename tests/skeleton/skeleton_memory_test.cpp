// SPDX-License-Identifier: BSD-3-Clause
// The memory that a fit takes, and what happens when there is not enough.
#include "skeleton/check.h"
#include "skeleton/models.h"

#include "support/heap.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
namespace {

using namespace test;

/// What a fit needs at least: 0 if the limit is enough.
std::uint64_t neededBeyond(std::uint64_t limit, const SkeletonInput& input) {
    Budget budget(limit);
    try {
        fitSkeleton(input, budget, {});
    } catch (const OverBudget& refusal) {
        return refusal.needed();
    }
    return 0;
}

TEST(SkeletonMemory, TheBudgetCoversThePeak) {
    // The cape at its limit of 16 bones has two results for a moment.
    for (const AnimatedModel& model :
         {walkingFigure(), cape(), rigidParts(3, 400, 2), rigidParts(2, 2, 500)}) {
        for (const std::size_t bones : {2U, 16U, 256U}) {
            const std::uint64_t needed = neededBeyond(0, model.input(bones));
            ASSERT_GT(needed, 0U);
            const HeapWatch heap;
            Budget budget(needed);
            const Skeleton skeleton = fitSkeleton(model.input(bones), budget, {});
            EXPECT_LE(heap.peakBytes(), needed) << model.name << ", " << bones;
            EXPECT_LE(heap.livingBytes(), budget.limit() - budget.left()) << model.name << ", " << bones;
        }
    }
}

TEST(SkeletonMemory, ARefusalTakesNoMemory) {
    const AnimatedModel model = walkingFigure();
    for (std::uint64_t limit = 1; limit < (std::uint64_t{1} << 30); limit *= 2) {
        Budget budget(limit);
        const SkeletonInput input = model.input();
        const HeapWatch heap;
        try {
            fitSkeleton(input, budget, {});
            EXPECT_GT(limit, model.positions.size() * sizeof(float));
            return;
        } catch (const OverBudget&) {
            // checked below
        }
        EXPECT_LT(heap.peakBytes(), 512U); // the message
        EXPECT_EQ(budget.left(), limit);
    }
    FAIL() << "1 GiB is enough";
}

TEST(SkeletonMemory, EveryAllocationMayFail) {
    AnimatedModel model = rigidParts(3, 8, 10);
    quantize(model);
    HeapWatch heap;
    for (std::size_t after = 0;; ++after) {
        Budget budget(UINT64_MAX);
        heap.failAfter(after);
        const std::size_t before = heap.livingBytes();
        bool hasThrown = false;
        try {
            const Skeleton skeleton = fitSkeleton(model.input(), budget, {});
            heap.failNoMore();
        } catch (const std::bad_alloc&) {
            hasThrown = true;
        }
        heap.failNoMore();
        EXPECT_EQ(heap.livingBytes(), before);
        if (!hasThrown) {
            EXPECT_GT(after, 10U);
            return;
        }
        EXPECT_EQ(budget.left(), budget.limit());
    }
}

} // namespace
} // namespace assimp_md2
