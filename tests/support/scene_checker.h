// SPDX-License-Identifier: BSD-3-Clause
// What holds for every scene that the importer delivers, and whether a scene is that of a model; called by
// tests, fuzzers and benchmarks alike, so it knows no test framework.
#pragma once

#include "support/naive_decoder.h"

#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2::test {

/// What is wrong with the scene, one line each; empty when it is sound.
std::vector<std::string> problemsOf(const aiScene& scene);

/// Where the scene's frames, triangles and texture coordinates differ from `model`.
/// \param staticFrame the one frame that was asked for, or -1
/// \param modelIndex 0 for the model, 1 for its weapon
std::vector<std::string> differences(const aiScene& scene, const NaiveModel& model, int staticFrame = -1,
                                     unsigned int modelIndex = 0);

} // namespace assimp_md2::test
