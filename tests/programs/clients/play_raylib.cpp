// SPDX-License-Identifier: BSD-3-Clause
// Plays a GLB with bones in raylib: play-raylib FILE EXPECTED.json SHOWN (see check.mjs)
#include <raylib.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

/// raylib samples each animation at this rate, and interpolates between the samples.
constexpr double kSamplesPerSecond = 60;

/// The positions of all meshes, moved by the bones or at rest.
void writePose(std::ostream& stream, const Model& model, bool isMoved) {
    for (int i = 0; i < model.meshCount; ++i) {
        const Mesh& mesh = model.meshes[i];
        const float* const positions = isMoved ? mesh.animVertices : mesh.vertices;
        for (int k = 0; k < mesh.vertexCount; ++k) {
            const float* const p = positions + 3 * k;
            const Matrix& m = model.transform;
            const float moved[3] = {m.m0 * p[0] + m.m4 * p[1] + m.m8 * p[2] + m.m12,
                                    m.m1 * p[0] + m.m5 * p[1] + m.m9 * p[2] + m.m13,
                                    m.m2 * p[0] + m.m6 * p[1] + m.m10 * p[2] + m.m14};
            stream.write(reinterpret_cast<const char*>(moved), sizeof moved);
        }
    }
}

/// Shows the model at rest and at the times of the expected clips.
int play(const std::string& file, const nlohmann::json& expected, const std::string& output) {
    const Model model = LoadModel(file.c_str());
    int count = 0;
    ModelAnimation* const animations = LoadModelAnimations(file.c_str(), &count);
    const bool hasBones = std::all_of(model.meshes, model.meshes + model.meshCount,
                                      [](const Mesh& mesh) { return mesh.animVertices != nullptr; });
    if (model.meshCount == 0 || !hasBones) {
        std::fprintf(stderr, "%s: a mesh has no bones\n", file.c_str());
        return 1;
    }
    std::ofstream poses(output + ".bin", std::ios::binary);
    writePose(poses, model, false);
    nlohmann::json clips = nlohmann::json::array();
    for (int i = 0; i < count; ++i) {
        clips.push_back(animations[i].name);
        if (static_cast<std::size_t>(i) >= expected["clips"].size()) {
            continue;
        }
        for (const nlohmann::json& sample : expected["clips"][static_cast<std::size_t>(i)]["samples"]) {
            const double time = sample["time"].get<double>() * kSamplesPerSecond;
            UpdateModelAnimation(model, animations[i], static_cast<float>(time));
            writePose(poses, model, true);
        }
    }
    int vertices = 0;
    for (int i = 0; i < model.meshCount; ++i) {
        vertices += model.meshes[i].vertexCount;
    }
    std::ofstream(output + ".json") << nlohmann::json{{"program", "raylib"},
                                                      {"version", RAYLIB_VERSION},
                                                      {"clips", clips},
                                                      {"vertices", vertices},
                                                      {"normals", false}};
    UnloadModelAnimations(animations, count);
    UnloadModel(model);
    return 0;
}

} // namespace

int main(int argumentCount, char** arguments) {
    if (argumentCount != 4) {
        std::fprintf(stderr, "usage: play-raylib FILE EXPECTED.json SHOWN\n");
        return 1;
    }
    SetTraceLogLevel(LOG_WARNING);
    SetConfigFlags(FLAG_WINDOW_HIDDEN);
    InitWindow(64, 64, "play-raylib"); // vertices are uploaded to its context
    const int result = play(arguments[1], nlohmann::json::parse(std::ifstream(arguments[2])), arguments[3]);
    CloseWindow();
    return result;
}
