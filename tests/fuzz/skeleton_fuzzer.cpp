// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the fit of skeletons: every input gives a valid skeleton, and the same one again.
#include "fuzz/require.h"
#include "skeleton/fit_skeleton.h"

#include "fuzz/sample.h"
#include "fuzz/scene_of_bytes.h"
#include "skeleton/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

namespace {

/// The frames of a long animation. Clusters are sought in 64 of them, so that some frames are left out.
constexpr std::size_t kManyFrames = 100;

/// A number of frames or vertices. Most are small, so that there are many executions.
std::size_t fewOf(std::uint8_t byte) {
    return byte < 12 ? byte : byte % 6U;
}

/// Any finite float.
float anyFloat(ByteReader& reader) {
    std::uint32_t bits = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bits |= std::uint32_t{reader.next()} << shift;
    }
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) ? value : 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader(data, size);
    const std::uint8_t form = reader.next();
    const std::size_t poses = fewOf(reader.next());
    const std::size_t vertices = fewOf(reader.next());
    const std::size_t maxBones = std::max<std::size_t>(1, reader.next());
    if (poses == 0 || vertices == 0) {
        return 0; // fitSkeleton does not take them
    }
    // A long animation repeats poses. Its first frames have all of them.
    std::vector<std::size_t> poseOfFrame(poses);
    std::iota(poseOfFrame.begin(), poseOfFrame.end(), std::size_t{0});
    if ((form & 32U) != 0) {
        while (poseOfFrame.size() < kManyFrames) {
            poseOfFrame.push_back(reader.next() % poses);
        }
    }
    const std::size_t frames = poseOfFrame.size();
    std::vector<FrameRun> clips;
    for (std::size_t i = form % 4; i > 0; --i) {
        const std::size_t first = reader.next() % frames;
        clips.push_back({first, 1 + reader.next() % (frames - first)});
    }
    // Bytes as in a file of version 8, any floats, or steps of any size.
    std::vector<float> ofPoses;
    for (std::size_t i = 0; i < poses * vertices * 3; ++i) {
        ofPoses.push_back((form & 4U) != 0 ? anyFloat(reader) : static_cast<float>(reader.next()));
    }
    std::vector<float> stepsOfPoses;
    for (std::size_t i = 0; i < poses; ++i) {
        stepsOfPoses.push_back((form & 8U) != 0 ? std::abs(anyFloat(reader)) : 1.7F);
    }
    std::vector<float> positions;
    std::vector<float> steps;
    for (const std::size_t pose : poseOfFrame) {
        const auto first = ofPoses.begin() + static_cast<std::ptrdiff_t>(pose * vertices * 3);
        positions.insert(positions.end(), first, first + static_cast<std::ptrdiff_t>(vertices * 3));
        steps.push_back(stepsOfPoses[pose]);
    }
    // Triangles of three vertices that follow each other: parts of three.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t v = 2; v < vertices; v += 3) {
        triangles.push_back({v - 2, v - 1, v});
    }
    const SkeletonInput input{positions.data(), frames, vertices, steps.data(), clips, maxBones, triangles};
    const Skeleton skeleton = fitSkeleton(input, {});
    require(defectOf(skeleton, input).empty());
    if (isInSample(data, size)) {
        require(isSame(fitSkeleton(input, {}), skeleton));
    }
    return 0;
}
