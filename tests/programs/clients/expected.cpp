// SPDX-License-Identifier: BSD-3-Clause
// What a program must show of an exported model: a deliberately naive interpolation, in the form that
// check.mjs reads. Independent of Assimp.
#include "programs/clients/expected.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace assimp_md2::inner::test {
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

/// The largest distance of `moved` from the positions of a moment.
double largestDistance(const std::vector<Vector>& moved, const Model& model, const Moment& moment) {
    double largest = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        double square = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double expected = model.positions[moment.from][i][axis] * (1 - moment.part) +
                                    model.positions[moment.to][i][axis] * moment.part;
            square += (moved[i][axis] - expected) * (moved[i][axis] - expected);
        }
        largest = std::max(largest, std::sqrt(square));
    }
    return largest;
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

/// The names of the frames as an export has them: each once.
std::vector<std::string> targetNames(const std::vector<std::string>& frames) {
    std::vector<std::string> names = frames;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto isTaken = [&](const std::string& name) {
            return std::count(frames.begin(), frames.end(), name) +
                       std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), name) >
                   0;
        };
        const bool isFirst = std::find(frames.begin(), frames.end(), frames[i]) ==
                             frames.begin() + static_cast<std::ptrdiff_t>(i);
        for (int number = 2; !isFirst && isTaken(names[i]); ++number) {
            names[i] = frames[i] + "_" + std::to_string(number);
        }
    }
    return names;
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
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        const Clip& clip = model.clips[i];
        nlohmann::json samples = nlohmann::json::array();
        const unsigned int end = clip.isClosed ? clip.count : std::max(clip.count, 2u) - 1;
        for (double tick = 0; tick <= end; tick += 0.25) {
            const auto frameAt = [&](unsigned int key) {
                return clip.first + (clip.isClosed ? key % clip.count : std::min(key, clip.count - 1));
            };
            const auto key = static_cast<unsigned int>(tick);
            const Moment moment{frameAt(key), frameAt(key + 1), tick - std::floor(tick)};
            writePose(poses, model, moment);
            samples.push_back({{"time", tick / expected.ticksPerSecond},
                               {"frame", clip.first + (clip.count == 1 ? 0 : tick)}});
            if (hasBones && moment.part > 0) {
                samples.back()["between"] = largestDistance(expected.moved(i, tick), model, moment);
            }
        }
        clips.push_back({{"name", clip.name}, {"samples", samples}});
    }
    nlohmann::json json = {{"vertices", model.positions[0].size()},
                           {"size", sizeOf(model)},
                           {"frames", targetNames(model.names)},
                           {"skins", expected.skins},
                           {"clips", clips}};
    if (hasBones) {
        json["fit"] = expected.fit;
    }
    std::ofstream(path + ".expected.json") << json;
}

} // namespace assimp_md2::inner::test
