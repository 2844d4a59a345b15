// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the fit of skeletons: every input gives an error or a valid skeleton, and the same one again.
#include "skeleton/skeleton.h"

#include "fuzz/sample.h"
#include "skeleton/check.h"

#include <cstdlib>
#include <cstring>

using namespace assimp_md2;
using namespace assimp_md2::test;

namespace {

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// A number of frames or vertices. Most are small, so that there are many executions.
std::size_t fewOf(std::uint8_t byte) {
    return byte < 12 ? byte : byte % 6U;
}

/// Reads values from the input; zeros after its end.
class Reader {
public:
    Reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    /// Any float, not finite ones too.
    float anyFloat() {
        std::uint32_t bits = 0;
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bits |= std::uint32_t{byte()} << shift;
        }
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Reader reader(data, size);
    const std::uint8_t form = reader.byte();
    const std::size_t frames = fewOf(reader.byte());
    const std::size_t vertices = fewOf(reader.byte());
    const std::size_t maxBones = reader.byte();
    std::vector<FrameRun> clips;
    for (std::size_t i = form % 4; i > 0; --i) {
        const std::size_t first = reader.byte();
        clips.push_back({first, reader.byte()});
    }
    // Bytes as in a file of version 8, any floats, or steps of any size.
    std::vector<float> positions;
    for (std::size_t i = 0; i < frames * vertices * 3; ++i) {
        positions.push_back((form & 4U) != 0 ? reader.anyFloat() : static_cast<float>(reader.byte()));
    }
    std::vector<float> steps;
    for (std::size_t i = 0; i < frames; ++i) {
        steps.push_back((form & 8U) != 0 ? reader.anyFloat() : 1.7F);
    }
    const SkeletonInput input{positions.data(), frames, vertices, steps.data(), clips, maxBones};
    Budget budget(std::uint64_t{1} << ((form & 16U) != 0 ? 17U : 30U));
    const Result<Skeleton> skeleton = fitSkeleton(input, budget, {});
    if (!skeleton) {
        require(!description(skeleton.error()).empty());
        require(budget.left() == budget.limit());
        return 0;
    }
    require(defectOf(*skeleton, input).empty());
    if (isInSample(data, size)) {
        const Result<Skeleton> again = fitSkeleton(input, budget, {});
        require(again && isSame(*again, *skeleton));
    }
    return 0;
}
