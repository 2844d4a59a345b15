// SPDX-License-Identifier: BSD-3-Clause
// What a player must show of a model: a deliberately naive interpolation, written for play.mjs; knows no
// Assimp.
#include "gltf/expected.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace assimp_md2::test {
namespace {

std::vector<double> between(const std::vector<Vector>& from, const std::vector<Vector>& to, double part) {
    std::vector<double> values;
    for (std::size_t i = 0; i < from.size(); ++i) {
        double vector[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vector[axis] = from[i][axis] * (1 - part) + to[i][axis] * part;
        }
        values.insert(values.end(), {vector[0], vector[2], -vector[1]});
    }
    return values;
}

double sizeOf(const Model& model) {
    double size = 0;
    for (const std::vector<Vector>& frame : model.positions) {
        for (const Vector& position : frame) {
            for (const float coordinate : position) {
                size = std::max(size, std::abs(static_cast<double>(coordinate)));
            }
        }
    }
    return size;
}

} // namespace

void writeExpected(const std::string& path, const Model& model, double ticksPerSecond) {
    nlohmann::json expected = {{"size", sizeOf(model)}, {"clips", nlohmann::json::array()}};
    for (const Clip& clip : model.clips) {
        nlohmann::json samples = nlohmann::json::array();
        for (double tick = 0; tick <= std::max(clip.count, 2u) - 1; tick += 0.25) {
            const unsigned int key = std::min(static_cast<unsigned int>(tick), clip.count - 1);
            const unsigned int from = clip.first + key;
            const unsigned int to = clip.first + std::min(key + 1, clip.count - 1);
            const double part = tick - std::floor(tick);
            samples.push_back({{"time", tick / ticksPerSecond},
                               {"positions", between(model.positions[from], model.positions[to], part)},
                               {"normals", between(model.normals[from], model.normals[to], part)}});
        }
        expected["clips"].push_back({{"name", clip.name}, {"samples", samples}});
    }
    std::ofstream(path) << expected;
}

} // namespace assimp_md2::test
