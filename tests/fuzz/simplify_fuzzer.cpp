// SPDX-License-Identifier: BSD-3-Clause
// A mesh of any bytes is simplified to limits that the bytes choose. Checks that the limits are then kept,
// that positions and texture coordinates are those of the source, that no crack opens, and that the model is
// written.
#include "fuzz/require.h"
#include "fuzz/scene_of_bytes.h"
#include "maker/md2/md2_writer.h"
#include "maker/md2/model.h"
#include "maker/md2/poses.h"
#include "maker/md2/simplify.h"
#include "maker/md2/skins.h"

#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

/// A sheet or a tube with two poses, with holes and texture coordinates that the bytes choose, and any other
/// triangles.
ScenePointer sceneOf(ByteReader& bytes) {
    const unsigned int rows = 2 + bytes.below(10);
    const unsigned int columns = 3 + bytes.below(10);
    const unsigned int form = bytes.next();
    ScenePointer scene = emptyScene();
    scene->mNumMaterials = 2;
    scene->mMaterials = new aiMaterial* [2] { new aiMaterial, new aiMaterial };
    std::vector<Point> points;
    std::vector<Point> moved;
    std::vector<aiVector3D> uvs;
    for (unsigned int row = 0; row < rows; ++row) {
        for (unsigned int column = 0; column < columns; ++column) {
            // Low bytes are heights, so that inputs of zeros are flat; some points coincide.
            const unsigned int byte = bytes.next();
            const unsigned int place = (form & 1U) != 0 && column + 1 == columns ? 0 : column;
            const double angle = 6.283185307179586 * place / (columns - 1);
            const double radius = 4 + (byte % 8) / 4.0;
            const double x = (form & 2U) != 0 ? radius * std::cos(angle) : place;
            const double z = (form & 2U) != 0 ? radius * std::sin(angle) : byte % 8;
            points.push_back({x, byte >= 250 ? bytes.number() : row, z});
            moved.push_back({x, row * 0.8, z + 0.1 * row * (byte / 32)});
            uvs.emplace_back(static_cast<float>(column) / 16, static_cast<float>(row * (1 + byte % 2)) / 32,
                             0.0f);
        }
    }
    Faces faces;
    for (unsigned int row = 0; row + 1 < rows; ++row) {
        for (unsigned int column = 0; column + 1 < columns; ++column) {
            const unsigned int a = row * columns + column;
            const unsigned int hole = (form & 4U) != 0 ? bytes.below(8) : 0;
            if (hole != 1) {
                faces.push_back({a, a + columns, a + 1});
            }
            if (hole != 2) {
                faces.push_back({a + 1, a + columns, a + columns + 1});
            }
        }
    }
    for (unsigned int i = bytes.below(16); i > 0; --i) {
        const auto count = static_cast<unsigned int>(points.size());
        const unsigned int a = bytes.below(count);
        const unsigned int b = bytes.below(count);
        faces.push_back({a, b, bytes.below(count)});
    }
    aiMesh* const mesh = addMesh(*scene, "mesh", points, points);
    aiAnimMesh* const target = addTarget(mesh, moved, moved);
    target->mWeight = 0;
    addMorphChannel(addAnimation(*scene, "move", 1), "mesh", {{0, {{0, 0}}}, {1, {{0, 1}}}});
    mesh->mMaterialIndex = form / 8 % 2;
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[uvs.size()];
    std::copy(uvs.begin(), uvs.end(), mesh->mTextureCoords[0]);
    setFaces(*mesh, faces);
    useMesh(addNode(scene->mRootNode, "node"), 0);
    return scene;
}

using Position = std::array<float, 6>; ///< in both poses
using Positions = std::vector<Position>;

Positions positionsIn(PoseEvaluator& poses, const std::vector<PlannedFrame>& frames) {
    Positions positions(poses.vertexCount());
    std::vector<float> pose(3 * positions.size());
    for (std::size_t frame = 0; frame < 2; ++frame) {
        poses.evaluate(frames[frame].pose, pose.data(), nullptr);
        for (std::size_t i = 0; i < pose.size(); ++i) {
            positions[i / 3][3 * frame + i % 3] = pose[i];
        }
    }
    return positions;
}

/// The positions on boundaries: those of edges with one triangle. Triangles without area have no edges.
std::set<Position> boundaryOf(const std::vector<SurfaceTriangle>& triangles, const Positions& at) {
    std::map<std::pair<Position, Position>, std::set<Position>> thirds;
    for (const SurfaceTriangle& triangle : triangles) {
        const auto corner = [&](std::size_t k) { return at[triangle.vertices[k % 3]]; };
        if (corner(0) == corner(1) || corner(1) == corner(2) || corner(2) == corner(0)) {
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            thirds[std::minmax(corner(k), corner(k + 1))].insert(corner(k + 2));
        }
    }
    std::set<Position> boundary;
    for (const auto& [edge, opposite] : thirds) {
        if (opposite.size() == 1) {
            boundary.insert(edge.first);
            boundary.insert(edge.second);
        }
    }
    return boundary;
}

/// A material and a place on the skin.
using Place = std::tuple<std::uint32_t, std::int16_t, std::int16_t>;
using Corner = std::pair<Position, Place>;

struct Corners {
    std::set<Corner> all;
    std::set<Position> positions;
    std::set<Place> places;

    Corners(const std::vector<SurfaceTriangle>& triangles, const Positions& at) {
        for (const SurfaceTriangle& triangle : triangles) {
            for (std::size_t k = 0; k < 3; ++k) {
                const St& st = triangle.onSkin[k].st;
                const Corner corner(at[triangle.vertices[k]], {triangle.material, st.s, st.t});
                all.insert(corner);
                positions.insert(corner.first);
                places.insert(corner.second);
            }
        }
    }
};

template <typename Set>
bool contains(const Set& set, const Set& part) {
    return std::includes(set.begin(), set.end(), part.begin(), part.end());
}

bool areTexturesMoved(const Warnings& warnings) {
    const std::vector<std::string> lines = warnings.lines("");
    return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find("textures are moved") != std::string::npos;
    });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader bytes(data, size);
    Md2Limits limits = kGameLimits;
    limits.triangles = 1 + bytes.next();
    limits.vertices = 3 + bytes.below(128);
    limits.st = 3 + bytes.below(128);
    const ScenePointer scene = sceneOf(bytes);
    Warnings warnings;
    PoseEvaluator poses(*scene, warnings, transformOf(SceneAxes{}));
    auto triangles = readSurface(*scene, poses.meshes(), warnings);
    if (!triangles) {
        return 0; // there is none
    }
    ExportedSkins skins;
    skins.size = {256, 256};
    skins.names = {"skin.pcx"};
    skins.places = {{0, 0, 128, 256, true, false}, {128, 0, 128, 256, true, false}};
    setSkinCoordinates(*triangles, skins, false, warnings);
    ModelParts parts{poses, {{{"a01", {0, 0}}, {"a02", {0, 1}}}}, *triangles, skins, false, true};
    const Positions at = positionsIn(poses, parts.plan.frames);
    const bool isFinite = std::all_of(at.begin(), at.end(), [](const Position& position) {
        return std::all_of(position.begin(), position.end(),
                           [](float value) { return std::isfinite(value); });
    });
    const std::set<Position> boundary = boundaryOf(*triangles, at);
    const Corners corners(*triangles, at);
    const bool fits = buildModel(parts, limits, warnings).has_value();
    const auto error = simplify(parts, limits, warnings);
    if (!isFinite) {
        return 0; // buildModel reports it
    }
    const Corners kept(parts.triangles, at);
    require(contains(corners.positions, kept.positions), "positions are those of the source");
    require(contains(corners.places, kept.places), "texture coordinates are those of the source");
    require(areTexturesMoved(warnings) || contains(corners.all, kept.all), "corners are those of the source");
    if (error) {
        require(error->code == ErrorCode::AboveLimit && error->text.find("cracks") != std::string::npos,
                "a failure has a message: " + error->text);
        return 0;
    }
    const std::set<Position> open = boundaryOf(parts.triangles, at);
    require(contains(boundary, open), "no crack opens");
    const Result<ModelToWrite> model = buildModel(parts, limits, warnings);
    require(model.has_value() || model.error().text.find("too far apart") != std::string::npos,
            "a simplified model can be written: " + (model ? "" : model.error().text));
    require(!model || writeMd2(*model).has_value(), "within the limits");
    require(model.has_value() || !fits, "simplification loses no model");
    return 0;
}
