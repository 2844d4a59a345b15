// SPDX-License-Identifier: BSD-3-Clause
// What a player must show of a model: a deliberately naive interpolation, written for play.mjs; knows no
// Assimp.
#pragma once

#include "gltf/test_scene.h"

#include <string>

namespace assimp_md2::test {

/// Writes, for each clip, samples at its keys and between them:
/// {"size": s, "clips": [{"name", "samples": [{"time", "positions": [x, y, z, …], "normals": […]}]}]}.
/// Everything is in world space, `ticksPerSecond` frames to a second, Assimp's y-up turn of MD2's z-up
/// included.
void writeExpected(const std::string& path, const Model& model, double ticksPerSecond);

} // namespace assimp_md2::test
