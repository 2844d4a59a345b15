// SPDX-License-Identifier: BSD-3-Clause
// Animated models to fit skeletons to: generated ones, and those of MD2 files.
#pragma once

#include "skeleton/fit_skeleton.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// Frames of positions with what a SkeletonInput needs.
struct AnimatedModel {
    std::string name;
    std::size_t frameCount = 0;
    std::size_t vertexCount = 0;
    std::vector<float> positions; ///< frame after frame
    std::vector<float> normals;   ///< as positions; empty for generated models
    std::vector<float> steps;
    std::vector<FrameRun> clips;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    /// Borrows the model.
    SkeletonInput input(std::size_t maxBones = 64) const;
};

/// Rounds the positions of each frame to 256 levels per axis, as an MD2 of version 8 does, and sets the
/// steps.
AnimatedModel quantized(AnimatedModel model);

/// `parts` boxes, each with `verticesPerPart` vertices, which turn and move independently. Not quantised.
AnimatedModel rigidParts(std::size_t parts, std::size_t verticesPerPart, std::size_t frames);

/// A figure of smoothly joined capsules (body, head, two arms, two legs) that walks and waves: 198 frames in
/// six clips, 504 vertices, quantised.
AnimatedModel walkingFigure();
/// A flag that waves on a pole, quantised.
AnimatedModel flag();
/// A cape that hangs from shoulders and swings, quantised.
AnimatedModel cape();
/// A figure whose weapon collapses to a point in some clips, quantised.
AnimatedModel vanishingPart();
/// A figure beside which a box jumps between places, quantised.
AnimatedModel jumpingPart();
/// A chain of three well-determined parts with parts of one to five vertices in between, which turns,
/// quantised.
AnimatedModel chainWithUndeterminedParts();
/// A robot of eight boxes that walks and then falls apart, quantised.
AnimatedModel fallingRobot();

/// All generated models, named.
std::vector<AnimatedModel> generatedModels();

/// The frames of an MD2 file; none if it cannot be read. Clips and their closing keys are those of an import
/// with default settings.
std::optional<AnimatedModel> readModel(const std::filesystem::path& path);

} // namespace assimp_md2::inner::test
