// SPDX-License-Identifier: BSD-3-Clause
// What a program must show of an exported model: a deliberately naive interpolation, in the form that
// check.mjs reads. Independent of Assimp.
#pragma once

#include "gltf/writer/test_scene.h"

#include <functional>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// What a model looks like: its first frame at rest, and each clip four times a frame.
struct Expected {
    Model model;
    /// The names of the skins whose image is there, the mesh's own first. Empty: nothing is said about skins.
    std::vector<std::string> skins;
    double ticksPerSecond = 10;
    /// For a model with bones, otherwise empty: the positions at rest.
    std::vector<Vector> rest = {};
    /// For a model with bones: the largest distance between its bones and its frames, in model units.
    double fit = 0;
    /// For a model with bones: the positions to which the bones move the vertices at a tick of a clip, given
    /// by its index.
    std::function<std::vector<Vector>(std::size_t, double)> moved = {};
};

/// Writes `path`.expected.json:
/// {"vertices": N, "size": s, "frames": [name, …], "skins": [name, …],
///  "clips": [{"name": …, "samples": [{"time": seconds, "frame": number in the file}, …]}, …]},
/// and for a model with bones "fit": distance, and for each of its samples between frames "between": the
/// largest distance of the moved positions from the positions in the file
/// and `path`.expected.bin, floats: a pose at rest, then one for each sample; a pose is N positions, then N
/// normals. Positions and normals are in world space, Assimp's y-up turn of MD2's z-up included, `size` is
/// the greatest coordinate.
void writeExpected(const std::string& path, const Expected& expected);

} // namespace assimp_md2::inner::test
