// SPDX-License-Identifier: BSD-3-Clause
// Animated models to fit skeletons to: generated ones, and those of MD2 files.
#include "skeleton/models.h"

#include "importer/md2/clips.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/view.h"
#include "support/files.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace assimp_md2::inner::test {
namespace {

using Eigen::AngleAxisf;
using Eigen::Isometry3f;
using Eigen::Translation3f;
using Eigen::Vector3f;

/// A vertex of a rest pose and the bones that move it.
struct RestVertex {
    Vector3f position;
    std::size_t bone;
    std::size_t otherBone;
    float otherWeight;
};

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

/// Two triangles for each cell of a grid of vertices, whose first has the index `first`.
void addCells(Triangles& triangles, std::size_t first, std::size_t columns, std::size_t rows, bool isClosed) {
    for (std::size_t row = 0; row + 1 < rows; ++row) {
        for (std::size_t column = 0; column + (isClosed ? 0 : 1) < columns; ++column) {
            const std::size_t next = (column + 1) % columns;
            const auto index = [&](std::size_t y, std::size_t x) {
                return static_cast<std::uint32_t>(first + y * columns + x);
            };
            triangles.push_back({index(row, column), index(row, next), index(row + 1, next)});
            triangles.push_back({index(row, column), index(row + 1, next), index(row + 1, column)});
        }
    }
}

/// A rest pose.
struct RestMesh {
    std::vector<RestVertex> vertices;
    Triangles triangles;
};

/// Where each bone is in a frame.
using Pose = std::vector<Isometry3f>;

std::vector<FrameRun> equalClips(std::size_t frames, std::size_t count) {
    std::vector<FrameRun> clips;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = i * frames / count;
        clips.push_back({first, (i + 1) * frames / count - first});
    }
    return clips;
}

AnimatedModel posed(std::string name, std::size_t frames, std::size_t clips, const RestMesh& mesh,
                    const std::function<Pose(std::size_t)>& pose) {
    const std::vector<RestVertex>& vertices = mesh.vertices;
    AnimatedModel model;
    model.name = std::move(name);
    model.frameCount = frames;
    model.vertexCount = vertices.size();
    model.triangles = mesh.triangles;
    model.steps.assign(frames, 0);
    model.clips = equalClips(frames, clips);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const Pose bones = pose(frame);
        for (const RestVertex& vertex : vertices) {
            const Vector3f moved = (1 - vertex.otherWeight) * (bones[vertex.bone] * vertex.position) +
                                   vertex.otherWeight * (bones[vertex.otherBone] * vertex.position);
            model.positions.insert(model.positions.end(), moved.data(), moved.data() + 3);
        }
    }
    return model;
}

/// Rings of vertices around the line from `from` to `to`. Near `from` they also follow `parent`.
void addLimb(RestMesh& mesh, std::size_t bone, std::size_t parent, const Vector3f& from, const Vector3f& to,
             float radius, std::size_t rings, std::size_t sides) {
    addCells(mesh.triangles, mesh.vertices.size(), sides, rings, true);
    const Vector3f along = (to - from).normalized();
    const Vector3f side = along.unitOrthogonal();
    const Vector3f other = along.cross(side);
    for (std::size_t ring = 0; ring < rings; ++ring) {
        const float t = static_cast<float>(ring) / static_cast<float>(rings - 1);
        for (std::size_t i = 0; i < sides; ++i) {
            const float angle = 6.2831853F * static_cast<float>(i) / static_cast<float>(sides);
            const float width = radius * (1 - 0.3F * t);
            mesh.vertices.push_back(
                {from + t * (to - from) + width * (std::cos(angle) * side + std::sin(angle) * other), bone,
                 parent, std::max(0.0F, 0.5F - 2 * t)});
        }
    }
}

Isometry3f turnedAbout(const Vector3f& pivot, const Vector3f& axis, float angle) {
    return Translation3f(pivot) * AngleAxisf(angle, axis) * Translation3f(-pivot);
}

/// Body, head, and two bones for each arm and leg.
RestMesh figureMesh() {
    RestMesh mesh;
    addLimb(mesh, 0, 0, {0, 0, 0}, {0, 0, 14}, 5, 8, 12);
    addLimb(mesh, 1, 0, {0, 0, 15}, {0, 0, 22}, 3, 4, 12);
    for (std::size_t i = 0; i < 2; ++i) {
        const float y = i == 0 ? 5.5F : -5.5F;
        addLimb(mesh, 2 + 2 * i, 0, {0, y, 13}, {0, 1.4F * y, 6}, 1.6F, 5, 8);
        addLimb(mesh, 3 + 2 * i, 2 + 2 * i, {0, 1.4F * y, 6}, {1, 1.5F * y, -1}, 1.3F, 5, 8);
        addLimb(mesh, 6 + 2 * i, 0, {0, 0.5F * y, 0}, {0, 0.5F * y, -11}, 2.2F, 5, 9);
        addLimb(mesh, 7 + 2 * i, 6 + 2 * i, {0, 0.5F * y, -11}, {0, 0.5F * y, -22}, 1.8F, 5, 11);
    }
    return mesh;
}

Pose figurePose(std::size_t frame) {
    const auto t = static_cast<float>(frame);
    const float clip = std::floor(t / 33);
    const float swing = (0.3F + 0.15F * clip) * std::sin(0.4F * t);
    const Vector3f across(0, 1, 0);
    Pose pose(10);
    pose[0] = Translation3f(0, 0, 0.6F * std::sin(0.8F * t)) *
              AngleAxisf(0.12F * clip + 0.1F * std::sin(0.4F * t), Vector3f(0, 0, 1)) *
              AngleAxisf(0.08F * clip, across);
    pose[1] = pose[0] * turnedAbout({0, 0, 15}, Vector3f(0, 0, 1), 0.5F * std::sin(0.2F * t));
    for (std::size_t i = 0; i < 2; ++i) {
        const float y = i == 0 ? 5.5F : -5.5F;
        const float side = i == 0 ? 1.0F : -1.0F;
        pose[2 + 2 * i] = pose[0] * turnedAbout({0, y, 13}, across, side * swing) *
                          turnedAbout({0, y, 13}, Vector3f(1, 0, 0), side * 0.15F * clip);
        pose[3 + 2 * i] =
            pose[2 + 2 * i] * turnedAbout({0, 1.4F * y, 6}, across, -0.5F - 0.5F * std::abs(swing));
        pose[6 + 2 * i] = pose[0] * turnedAbout({0, 0.5F * y, 0}, across, -side * swing);
        pose[7 + 2 * i] =
            pose[6 + 2 * i] * turnedAbout({0, 0.5F * y, -11}, across, 0.4F + 0.5F * side * swing);
    }
    return pose;
}

constexpr std::size_t kFigureFrames = 198;

/// A rectangle of vertices in the plane of x and z.
std::vector<Vector3f> grid(std::size_t columns, std::size_t rows, float width, float height) {
    std::vector<Vector3f> points;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            points.emplace_back(width * static_cast<float>(column) / static_cast<float>(columns - 1), 0,
                                height * static_cast<float>(row) / static_cast<float>(rows - 1));
        }
    }
    return points;
}

AnimatedModel moved(std::string name, std::size_t frames, const std::vector<Vector3f>& rest,
                    const std::function<Vector3f(const Vector3f&, float)>& move) {
    AnimatedModel model;
    model.name = std::move(name);
    model.frameCount = frames;
    model.vertexCount = rest.size();
    model.steps.assign(frames, 0);
    model.clips = equalClips(frames, 1);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (const Vector3f& point : rest) {
            const Vector3f position = move(point, static_cast<float>(frame));
            model.positions.insert(model.positions.end(), position.data(), position.data() + 3);
        }
    }
    return model;
}

void addBox(RestMesh& mesh, std::size_t bone, const Vector3f& centre, const Vector3f& size) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const std::array<std::uint32_t, 3>& face : {std::array<std::uint32_t, 3>{0, 1, 3},
                                                     {0, 3, 2},
                                                     {4, 7, 5},
                                                     {4, 6, 7},
                                                     {0, 5, 1},
                                                     {0, 4, 5},
                                                     {2, 3, 7},
                                                     {2, 7, 6},
                                                     {0, 2, 6},
                                                     {0, 6, 4},
                                                     {1, 7, 3},
                                                     {1, 5, 7}}) {
        mesh.triangles.push_back({first + face[0], first + face[1], first + face[2]});
    }
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3f sign(corner & 1 ? 1.0F : -1.0F, corner & 2 ? 1.0F : -1.0F, corner & 4 ? 1.0F : -1.0F);
        mesh.vertices.push_back({centre + size.cwiseProduct(sign), bone, bone, 0});
    }
}

} // namespace

SkeletonInput AnimatedModel::input(std::size_t maxBones) const {
    return {positions.data(), frameCount, vertexCount, steps.data(), clips, maxBones, triangles};
}

AnimatedModel quantized(AnimatedModel model) {
    for (std::size_t frame = 0; frame < model.frameCount; ++frame) {
        float squares = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float* const first = model.positions.data() + frame * model.vertexCount * 3 + axis;
            float low = *first;
            float high = *first;
            for (std::size_t v = 0; v < model.vertexCount; ++v) {
                low = std::min(low, first[3 * v]);
                high = std::max(high, first[3 * v]);
            }
            const float scale = (high - low) / 255;
            squares += scale * scale;
            for (std::size_t v = 0; v < model.vertexCount && scale > 0; ++v) {
                first[3 * v] = std::round((first[3 * v] - low) / scale) * scale + low;
            }
        }
        model.steps[frame] = std::sqrt(squares);
    }
    return model;
}

AnimatedModel rigidParts(std::size_t parts, std::size_t verticesPerPart, std::size_t frames) {
    std::minstd_rand random(7);
    const auto number = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    RestMesh mesh;
    std::vector<Vector3f> axes;
    std::vector<Vector3f> centres;
    for (std::size_t part = 0; part < parts; ++part) {
        centres.push_back(Vector3f(30 * number(), 30 * number(), 30 * number()));
        axes.push_back(Vector3f(number(), number(), number() + 2).normalized());
        addCells(mesh.triangles, mesh.vertices.size(), verticesPerPart / 2, 2, false);
        for (std::size_t v = 0; v < verticesPerPart; ++v) {
            mesh.vertices.push_back(
                {centres.back() + 5 * Vector3f(number(), number(), number()), part, part, 0});
        }
    }
    return posed(std::to_string(parts) + " rigid parts", frames, 1, mesh, [&](std::size_t frame) {
        Pose pose;
        for (std::size_t part = 0; part < parts; ++part) {
            const auto phase = static_cast<float>(part);
            const float angle =
                std::sin(0.3F * static_cast<float>(frame) * (1 + 0.1F * phase)) * (1 + 0.05F * phase);
            const Vector3f shift(4 * std::sin(0.2F * static_cast<float>(frame) + phase), 0,
                                 3 * std::sin(0.15F * static_cast<float>(frame) * (1 + phase)));
            pose.push_back(Translation3f(frame == 0 ? Vector3f(0, 0, 0) : shift) *
                           turnedAbout(centres[part], axes[part], angle));
        }
        return pose;
    });
}

AnimatedModel walkingFigure() {
    return quantized(posed("walking figure", kFigureFrames, 6, figureMesh(), figurePose));
}

AnimatedModel flag() {
    AnimatedModel model = moved("flag", 40, grid(14, 10, 40, 25), [](const Vector3f& p, float t) {
        const float wave = p.x() / 40;
        return Vector3f(p.x() * (1 - 0.03F * wave),
                        5 * wave * std::sin(0.2F * p.x() - 0.5F * t) +
                            wave * std::sin(0.25F * p.z() + 0.3F * t),
                        p.z() - 1.5F * wave * std::cos(0.15F * p.x() - 0.4F * t));
    });
    addCells(model.triangles, 0, 14, 10, false);
    return quantized(std::move(model));
}

AnimatedModel cape() {
    AnimatedModel model = moved("cape", 60, grid(10, 12, 16, 36), [](const Vector3f& p, float t) {
        const float down = 1 - p.z() / 36;
        const float swing = 0.5F * down * (1 + std::sin(0.25F * t));
        const float fold = 1.5F * down * std::sin(0.8F * p.x() + 0.2F * t);
        return Vector3f(p.x() + 2 * down * std::sin(0.3F * t), 36 * down * std::sin(swing) + fold,
                        36 - 36 * down * std::cos(swing));
    });
    addCells(model.triangles, 0, 10, 12, false);
    return quantized(std::move(model));
}

AnimatedModel vanishingPart() {
    RestMesh mesh = figureMesh();
    addLimb(mesh, 10, 10, {2, 9, -1}, {16, 9, -1}, 1, 6, 8);
    return quantized(posed("vanishing part", kFigureFrames, 6, mesh, [](std::size_t frame) {
        Pose pose = figurePose(frame);
        pose.push_back(pose[3]);
        const bool isHidden = frame < 33 || (frame >= 99 && frame < 132);
        if (isHidden) {
            pose.back().linear().setZero();
            pose.back().translation() = pose[3] * Vector3f(1, 8.2F, -1);
        }
        return pose;
    }));
}

AnimatedModel jumpingPart() {
    RestMesh mesh = figureMesh();
    addBox(mesh, 10, {12, 0, -20}, {2, 1, 2});
    return quantized(posed("jumping part", kFigureFrames, 6, mesh, [](std::size_t frame) {
        Pose pose = figurePose(frame);
        const float place = static_cast<float>((frame / 9) % 4);
        pose.push_back(Translation3f(-6 * place, 4 * place, 9 * place) *
                       turnedAbout({12, 0, -20}, Vector3f(0, 0, 1), 1.3F * place));
        return pose;
    }));
}

AnimatedModel chainWithUndeterminedParts() {
    RestMesh mesh;
    std::size_t bone = 0;
    const auto addPart = [&](float z, std::size_t vertices) {
        for (std::size_t i = 0; i < vertices; ++i) {
            const float angle = 2.4F * static_cast<float>(i);
            const float wide = vertices > 6 ? 2 : 0.3F;
            mesh.vertices.push_back({{wide * std::cos(angle), wide * std::sin(angle),
                                      z + 0.1F * static_cast<float>(vertices > 6 ? 3 * i : i)},
                                     bone,
                                     bone,
                                     0});
        }
        ++bone;
    };
    addPart(0, 40);
    addPart(13, 5);
    addPart(14, 2);
    addPart(15, 5);
    addPart(16, 30);
    addPart(27, 3);
    addPart(28, 1);
    addPart(29, 30);
    return quantized(posed("chain with undetermined parts", 200, 4, mesh, [](std::size_t frame) {
        const auto t = static_cast<float>(frame);
        const auto clip = static_cast<float>(frame / 50);
        const std::array<float, 8> heights{0, 13, 14, 15, 16, 27, 28, 29};
        Pose pose{turnedAbout({0, 0, 6}, Vector3f(1, 0, 0), 0.3F * std::sin(0.5F * t))};
        for (std::size_t i = 1; i < heights.size(); ++i) {
            const float turn = (0.1F + 0.06F * clip) * std::sin(0.7F * t + static_cast<float>(i));
            pose.push_back(pose.back() * turnedAbout({0, 0, heights[i]},
                                                     Vector3f(i % 2 == 0 ? 1.0F : 0.0F, 1, 0).normalized(),
                                                     turn));
        }
        return pose;
    }));
}

AnimatedModel fallingRobot() {
    RestMesh mesh;
    constexpr std::size_t kParts = 8;
    for (std::size_t part = 0; part < kParts; ++part) {
        const auto i = static_cast<float>(part);
        addBox(mesh, part, {3 * std::cos(i), 3 * std::sin(i), 5 * i}, {2, 2, 2});
    }
    return quantized(posed("falling robot", 60, 2, mesh, [](std::size_t frame) {
        const auto t = static_cast<float>(frame);
        const float fall = frame < 30 ? 0 : t - 30;
        const Isometry3f walk = turnedAbout({0, 0, 0}, Vector3f(0, 1, 0), 0.1F * std::sin(0.6F * t));
        Pose pose;
        for (std::size_t part = 0; part < kParts; ++part) {
            const auto i = static_cast<float>(part);
            // Every part tumbles about another axis, while it flies outwards.
            const Vector3f out(0.8F * fall * std::cos(2 * i), 0.8F * fall * std::sin(2 * i),
                               -5 * i * std::min(1.0F, fall / 20));
            const Vector3f axis = Vector3f(std::sin(i), std::cos(3 * i), std::sin(5 * i)).normalized();
            pose.push_back(
                Translation3f(out) * walk *
                turnedAbout({3 * std::cos(i), 3 * std::sin(i), 5 * i}, axis, fall * (0.3F + 0.1F * i)));
        }
        return pose;
    }));
}

std::vector<AnimatedModel> generatedModels() {
    return {
        quantized(rigidParts(12, 20, 60)), walkingFigure(), flag(), cape(), vanishingPart(), jumpingPart(),
        chainWithUndeterminedParts(),      fallingRobot()};
}

std::optional<AnimatedModel> readModel(const std::filesystem::path& path) {
    const std::vector<std::uint8_t> bytes = readBytes(path);
    const auto view = parse({bytes.data(), bytes.size()});
    if (!view || view->vertexCount() == 0) {
        return std::nullopt;
    }
    AnimatedModel model;
    model.name = path.parent_path().filename().string() + "/" + path.filename().string();
    model.frameCount = view->frameCount();
    model.vertexCount = view->vertexCount();
    model.positions.resize(model.frameCount * model.vertexCount * 3);
    model.normals.resize(model.positions.size());
    std::vector<std::uint32_t> vertices(model.vertexCount);
    std::iota(vertices.begin(), vertices.end(), 0U);
    const ModelNormals normalsOfFile;
    FrameDecoder decoder(*view, normalsOfFile, Axes::FrontX);
    for (std::size_t i = 0; i < view->triangleCount(); ++i) {
        const auto& corners = view->triangle(i).vertex;
        if (*std::max_element(corners.begin(), corners.end()) < model.vertexCount) {
            model.triangles.push_back({corners[0], corners[1], corners[2]});
        }
    }
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < model.frameCount; ++i) {
        decoder.decode(i, vertices.data(), vertices.size(),
                       model.positions.data() + i * model.vertexCount * 3,
                       model.normals.data() + i * model.vertexCount * 3);
        const std::array<float, 3> scale = view->frame(i).scale;
        model.steps.push_back(std::sqrt(scale[0] * scale[0] + scale[1] * scale[1] + scale[2] * scale[2]));
        names.push_back(view->frameName(i));
    }
    for (const Clip& clip : clipsOf(names, "model")) {
        const std::size_t last = clip.firstFrame + clip.frameCount - 1;
        model.clips.push_back({clip.firstFrame, clip.frameCount,
                               isRepeating(clip.name) && !areNear(*view, clip.firstFrame, last, 0.5F)});
    }
    return model;
}

} // namespace assimp_md2::inner::test
