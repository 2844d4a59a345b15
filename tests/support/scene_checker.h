// SPDX-License-Identifier: BSD-3-Clause
// Checks what is true of every scene of the importer, and compares scenes with models. Used by tests, fuzzers
// and benchmarks, so it uses no test framework.
#pragma once

#include "support/import.h"
#include "support/naive_decoder.h"

#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2::inner::test {

/// What is wrong with the scene, one line each; empty when nothing is.
std::vector<std::string> problemsOf(const aiScene& scene);

/// Where the scene's frames, triangles and texture coordinates differ from `model`.
/// \param staticFrame the one frame that was asked for, or -1
std::vector<std::string> differences(const aiScene& scene, const NaiveModel& model, int staticFrame = -1);

/// sceneOf and sceneOfFile, which here also throw if the scene has problems.
const aiScene* soundSceneOf(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags = 0);
const aiScene* soundSceneOfFile(Assimp::Importer& importer, const std::string& path);

} // namespace assimp_md2::inner::test
