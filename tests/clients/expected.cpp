// SPDX-License-Identifier: BSD-3-Clause
// What a program must show of an exported model: a deliberately naive interpolation, in the form that
// check.mjs reads. Independent of Assimp.
#include "clients/expected.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace assimp_md2::test {
namespace {

/// A point in time between two frames of the file: `part` of the way from one to the other.
struct Moment {
    unsigned int from;
    unsigned int to;
    double part;
};

void write(std::ostream& stream, const std::vector<Vector>& from, const std::vector<Vector>& to,
           double part) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        double vector[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vector[axis] = from[i][axis] * (1 - part) + to[i][axis] * part;
        }
        const std::array<float, 3> turned{static_cast<float>(vector[0]), static_cast<float>(vector[2]),
                                          static_cast<float>(-vector[1])};
        stream.write(reinterpret_cast<const char*>(turned.data()), sizeof turned);
    }
}

void writePose(std::ostream& stream, const Model& model, const Moment& moment) {
    write(stream, model.positions[moment.from], model.positions[moment.to], moment.part);
    write(stream, model.normals[moment.from], model.normals[moment.to], moment.part);
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

void writeExpected(const std::string& path, const Expected& expected) {
    const Model& model = expected.model;
    const bool hasBones = !expected.rest.empty();
    std::ofstream poses(path + ".expected.bin", std::ios::binary);
    if (hasBones) {
        write(poses, expected.rest, expected.rest, 0);
        write(poses, model.normals[0], model.normals[0], 0);
    } else {
        writePose(poses, model, {0, 0, 0});
    }
    nlohmann::json clips = nlohmann::json::array();
    for (const Clip& clip : model.clips) {
        nlohmann::json samples = nlohmann::json::array();
        for (double tick = 0; tick <= std::max(clip.count, 2u) - 1; tick += hasBones ? 1 : 0.25) {
            const unsigned int key = std::min(static_cast<unsigned int>(tick), clip.count - 1);
            const Moment moment{clip.first + key, clip.first + std::min(key + 1, clip.count - 1),
                                tick - std::floor(tick)};
            writePose(poses, model, moment);
            samples.push_back({{"time", tick / expected.ticksPerSecond},
                               {"frame", moment.from + moment.part * (moment.to - moment.from)}});
        }
        clips.push_back({{"name", clip.name}, {"samples", samples}});
    }
    nlohmann::json json = {{"vertices", model.positions[0].size()},
                           {"size", sizeOf(model)},
                           {"frames", model.names},
                           {"skins", expected.skins},
                           {"clips", clips}};
    if (hasBones) {
        json["fit"] = expected.fit;
    }
    std::ofstream(path + ".expected.json") << json;
}

} // namespace assimp_md2::test
