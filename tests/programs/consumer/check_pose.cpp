// SPDX-License-Identifier: BSD-3-Clause
// Compares a pose with the naive decoder's: check-pose MODEL.md2 POSE.obj CLIP TIME [TOLERANCE], TIME in
// frames of the clip, TOLERANCE in model units on each axis. Reads OBJ and frame names only.
#include "support/files.h"
#include "support/naive_decoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace assimp_md2::inner::test;
using Position = std::array<float, 3>;

/// The positions of the face corners of an OBJ file, in the order of its faces.
std::vector<Position> cornersOf(std::istream& obj) {
    std::vector<Position> vertices;
    std::vector<Position> corners;
    for (std::string line; std::getline(obj, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Position& position = vertices.emplace_back();
            float y = 0;
            words >> position[0] >> position[2] >> y;
            position[1] = -y; // from the axes of the scene to those of the file
        } else if (kind == "f") {
            for (std::size_t index = 0; words >> index;) {
                corners.push_back(vertices.at(index - 1));
            }
        }
    }
    return corners;
}

/// The frames whose names are the clip's and a number.
std::vector<const NaiveModel::Frame*> framesOf(const NaiveModel& model, const std::string& clip) {
    std::vector<const NaiveModel::Frame*> frames;
    for (const NaiveModel::Frame& frame : model.frames) {
        if (frame.name.compare(0, clip.size(), clip) == 0 && frame.name.size() > clip.size() &&
            frame.name.find_first_not_of("0123456789", clip.size()) == std::string::npos) {
            frames.push_back(&frame);
        }
    }
    return frames;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5 && argc != 6) {
        std::fputs("usage: check-pose MODEL.md2 POSE.obj CLIP TIME [TOLERANCE]\n", stderr);
        return 2;
    }
    const auto model = decodeNaively(readBytes(argv[1]));
    std::ifstream obj(argv[2]);
    const std::vector<Position> corners = cornersOf(obj);
    const double time = std::atof(argv[4]);
    const auto first = static_cast<std::size_t>(time);
    const std::vector<const NaiveModel::Frame*> frames =
        model ? framesOf(*model, argv[3]) : std::vector<const NaiveModel::Frame*>();
    if (first + 1 >= frames.size()) {
        std::fprintf(stderr, "%s has %zu frames of %s, time %s is not between two of them\n", argv[1],
                     frames.size(), argv[3], argv[4]);
        return 1;
    }
    const std::vector<Position>& before = frames[first]->positions;
    const std::vector<Position>& after = frames[first + 1]->positions;
    if (corners.size() != before.size()) {
        std::fprintf(stderr, "%s has %zu corners, expected %zu\n", argv[2], corners.size(), before.size());
        return 1;
    }
    const double tolerance = argc > 5 ? std::atof(argv[5]) : 1e-4;
    const double share = time - static_cast<double>(first);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        // The file winds its triangles the other way.
        const std::size_t naive = i / 3 * 3 + 2 - i % 3;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double expected = (1 - share) * before[naive][axis] + share * after[naive][axis];
            // Also false when one of them is no number
            if (!(std::abs(corners[i][axis] - expected) <= tolerance)) {
                std::fprintf(stderr, "%s: corner %zu of the triangles, axis %zu, is %g, expected %g\n",
                             argv[2], i, axis, static_cast<double>(corners[i][axis]), expected);
                return 1;
            }
        }
    }
    return 0;
}
