// SPDX-License-Identifier: BSD-3-Clause
// The memory that a fit takes.
#include "skeleton/models.h"

#include "support/heap.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using namespace test;

TEST(SlowSkeletonMemory, IsKnownBeforeTheFit) {
    // The cape at its limit of 16 bones has two results for a moment.
    for (const AnimatedModel& model :
         {walkingFigure(), cape(), rigidParts(3, 400, 2), rigidParts(2, 2, 500)}) {
        for (const std::size_t bones : {2U, 16U, 256U}) {
            const HeapWatch heap;
            fitSkeleton(model.input(bones), {});
            EXPECT_LE(heap.peakBytes(), fitBytes(model.input(bones))) << model.name << ", " << bones;
        }
    }
}

} // namespace
} // namespace assimp_md2::inner
