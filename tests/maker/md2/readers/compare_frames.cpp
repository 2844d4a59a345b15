// SPDX-License-Identifier: BSD-3-Clause
// Compares what another reader made of an MD2 with the naive decoder: compare-frames FILE.md2 OUTPUT
//
// OUTPUT is an .md2 file, or floats: the position of each corner of each triangle, frame after frame, in the
// space and order of FILE.
#include "support/files.h"
#include "support/naive_decoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>

int main(int argc, char** argv) {
    using namespace assimp_md2::inner::test;
    if (argc != 3) {
        std::fprintf(stderr, "usage: compare-frames FILE.md2 OUTPUT\n");
        return 2;
    }
    const auto expected = decodeNaively(readBytes(argv[1]), "triangles");
    const Bytes output = readBytes(argv[2]);
    if (!expected) {
        std::fprintf(stderr, "%s is not an MD2\n", argv[1]);
        return 1;
    }
    std::vector<float> found;
    // Half a step of the frames that the other program writes, on three axes.
    std::vector<std::array<float, 3>> tolerances(expected->frames.size());
    if (std::filesystem::path(argv[2]).extension() == ".md2") {
        const auto model = decodeNaively(output, "triangles");
        for (std::size_t i = 0; model && i < model->frames.size(); ++i) {
            for (const auto& position : model->frames[i].positions) {
                found.insert(found.end(), position.begin(), position.end());
            }
            const auto at = static_cast<std::size_t>(valueAt(output, field::kOfsFrames)) +
                            i * static_cast<std::size_t>(valueAt(output, field::kFramesize));
            std::memcpy(tolerances.at(i).data(), output.data() + at, sizeof tolerances[i]);
        }
    } else {
        found.resize(output.size() / sizeof(float));
        std::memcpy(found.data(), output.data(), found.size() * sizeof(float));
    }
    const std::size_t corners = expected->frames.front().positions.size();
    if (found.size() != 3 * corners * expected->frames.size()) {
        std::fprintf(stderr, "%s: %zu numbers, expected 3 × %zu corners × %zu frames\n", argv[1],
                     found.size(), corners, expected->frames.size());
        return 1;
    }
    const float* number = found.data();
    for (std::size_t i = 0; i < expected->frames.size(); ++i) {
        float size = 0;
        for (const auto& position : expected->frames[i].positions) {
            for (const float value : position) {
                size = std::max(size, std::abs(value));
            }
        }
        for (const auto& position : expected->frames[i].positions) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // The readers calculate with floats, in another order.
                const float tolerance = 0.5f * tolerances[i][axis] + 1e-5f * size;
                if (!(std::abs(*number - position[axis]) <= tolerance)) {
                    std::fprintf(stderr, "%s, frame %s: %g, expected %g\n", argv[1],
                                 expected->frames[i].name.c_str(), static_cast<double>(*number),
                                 static_cast<double>(position[axis]));
                    return 1;
                }
                ++number;
            }
        }
    }
    return 0;
}
