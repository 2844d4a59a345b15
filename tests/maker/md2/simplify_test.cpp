// SPDX-License-Identifier: BSD-3-Clause
// Simplification of generated models: limits, cracks, seams, errors, and the exports that use it.
#include "maker/md2/simplify.h"

#include "maker/md2/export_fixture.h"
#include "maker/md2/poses.h"
#include "maker/md2/skins.h"

#include <functional>
#include <limits>
#include <map>
#include <set>

namespace assimp_md2::inner::test {
namespace {

constexpr double kPi = 3.14159265358979;

/// A part of a tube along y, with texture coordinates that have a seam.
void addTube(aiScene& scene, unsigned int material, unsigned int firstRing, unsigned int lastRing,
             unsigned int segments, const std::function<double(unsigned int, unsigned int)>& radius) {
    std::vector<Point> points;
    std::vector<Point> normals;
    std::vector<aiVector3D> uvs;
    for (unsigned int ring = firstRing; ring <= lastRing; ++ring) {
        for (unsigned int k = 0; k <= segments; ++k) {
            const double angle = 2 * kPi * (k % segments) / segments;
            const double size = radius(ring, k % segments);
            points.push_back({size * std::cos(angle), 0.5 * ring, size * std::sin(angle)});
            normals.push_back({std::cos(angle), 0, std::sin(angle)});
            uvs.emplace_back(static_cast<float>(k) / static_cast<float>(segments),
                             static_cast<float>(ring - firstRing) / static_cast<float>(lastRing - firstRing),
                             0.0f);
        }
    }
    aiMesh* const mesh = addMesh(scene, "part" + std::to_string(material), points, normals);
    mesh->mMaterialIndex = material;
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[uvs.size()];
    std::copy(uvs.begin(), uvs.end(), mesh->mTextureCoords[0]);
    Faces faces;
    for (unsigned int ring = 0; ring + firstRing < lastRing; ++ring) {
        for (unsigned int k = 0; k < segments; ++k) {
            const unsigned int a = ring * (segments + 1) + k;
            const unsigned int b = a + segments + 1;
            faces.insert(faces.end(), {{a, b, a + 1}, {a + 1, b, b + 1}});
        }
    }
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    setFaces(*mesh, faces);
    // The upper end follows the bone "bend".
    std::vector<std::pair<unsigned int, double>> weights;
    std::vector<std::pair<unsigned int, double>> rest;
    for (unsigned int i = 0; i < points.size(); ++i) {
        const double weight = std::clamp(points[i][1] / 25 - 0.5, 0.0, 1.0);
        weights.emplace_back(i, weight);
        rest.emplace_back(i, 1 - weight);
    }
    addBone(mesh, "bend", translation({0, -25, 0}), weights);
    addBone(mesh, "base", {}, rest);
    useMesh(scene.mRootNode, scene.mNumMeshes - 1);
}

/// Two materials, and an animation that bends the middle by 80 degrees.
ScenePointer sceneOfTube() {
    ScenePointer scene = emptyScene();
    addNode(scene->mRootNode, "base");
    addNode(scene->mRootNode, "bend", translation({0, 25, 0}));
    aiAnimation* const animation = addAnimation(*scene, "bend", 1);
    aiNodeAnim* const channel = addChannel(animation, "bend");
    setPositions(channel, {{0, {0, 25, 0}}});
    setRotations(channel, {{0, rotationAbout({0, 0, 1}, 0)}, {1, rotationAbout({0, 0, 1}, 80)}});
    scene->mMaterials = new aiMaterial* [2] { new aiMaterial, new aiMaterial };
    scene->mNumMaterials = 2;
    return scene;
}

/// 100 rings of 50 segments: 10,000 triangles, two boundaries, a seam, and a border of materials.
ScenePointer tube() {
    ScenePointer scene = sceneOfTube();
    const auto radius = [](unsigned int ring, unsigned int k) {
        return 8 + std::sin(0.2 * ring) + 0.3 * std::sin(0.5 * k);
    };
    addTube(*scene, 0, 0, 50, 50, radius);
    addTube(*scene, 1, 50, 100, 50, radius);
    return scene;
}

/// A scene with what simplify takes.
class Model {
public:
    explicit Model(const aiScene& scene) {
        poses_.emplace(scene, ignored_, transformOf(SceneAxes{}));
        triangles = readSurface(scene, poses_->meshes(), ignored_).value();
        for (const double time : {0.0, 0.3, 0.5, 0.7, 1.0}) {
            frames_.push_back({"frame", {0, time}});
        }
        ExportedSkins skins;
        skins.size = {512, 256};
        skins.places = {{0, 0, 256, 256, true, false}, {256, 0, 256, 256, true, false}};
        setSkinCoordinates(triangles, skins, false, ignored_);
    }

    std::optional<Error> simplify(const Md2Limits& limits) {
        ModelParts parts{*poses_, {frames_}, std::move(triangles), {}, false, true};
        std::optional<Error> error = assimp_md2::inner::simplify(parts, limits, warnings);
        triangles = std::move(parts.triangles);
        return error;
    }

    std::size_t frameCount() const { return frames_.size(); }

    /// The positions of all vertices in a frame.
    std::vector<std::array<float, 3>> positions(std::size_t frame) {
        std::vector<std::array<float, 3>> all(poses_->vertexCount());
        poses_->evaluate(frames_[frame].pose, all.front().data(), nullptr);
        return all;
    }

    std::vector<SurfaceTriangle> triangles;
    Warnings warnings;

private:
    Warnings ignored_;
    std::optional<PoseEvaluator> poses_;
    std::vector<PlannedFrame> frames_;
};

using Position = std::array<float, 3>;
using Edge = std::pair<Position, Position>;

/// The edges with the number of their triangles, by position.
std::map<Edge, int> edgesOf(const std::vector<SurfaceTriangle>& triangles, const std::vector<Position>& at) {
    std::map<Edge, int> edges;
    for (const SurfaceTriangle& triangle : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Position& a = at[triangle.vertices[k]];
            const Position& b = at[triangle.vertices[(k + 1) % 3]];
            ++edges[std::minmax(a, b)];
        }
    }
    return edges;
}

/// The boundary edges of each position.
std::map<Position, std::vector<Position>> boundaryOf(const std::map<Edge, int>& edges) {
    std::map<Position, std::vector<Position>> boundary;
    for (const auto& [edge, count] : edges) {
        if (count == 1) {
            boundary[edge.first].push_back(edge.second);
            boundary[edge.second].push_back(edge.first);
        }
    }
    return boundary;
}

std::size_t loopCount(std::map<Position, std::vector<Position>> boundary) {
    std::size_t loops = 0;
    while (!boundary.empty()) {
        ++loops;
        std::vector<Position> open = {boundary.begin()->first};
        while (!open.empty()) {
            const auto found = boundary.find(open.back());
            open.pop_back();
            if (found != boundary.end()) {
                open.insert(open.end(), found->second.begin(), found->second.end());
                boundary.erase(found);
            }
        }
    }
    return loops;
}

/// Boundaries are as many closed loops as before, through the same positions, in every frame.
void expectSameBoundaries(Model& before, Model& after) {
    for (std::size_t frame = 0; frame < before.frameCount(); ++frame) {
        const auto at = before.positions(frame);
        const auto old = boundaryOf(edgesOf(before.triangles, at));
        const auto edges = edgesOf(after.triangles, at);
        const auto now = boundaryOf(edges);
        EXPECT_TRUE(
            std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second <= 2; }));
        EXPECT_EQ(loopCount(now), loopCount(old)) << frame;
        for (const auto& [position, neighbours] : now) {
            ASSERT_TRUE(old.count(position) == 1) << frame;
            ASSERT_EQ(neighbours.size() % 2, 0u) << frame;
        }
    }
}

/// Pixels of the skin, on which a corner with this position and normal may be.
using Corner = std::tuple<Position, std::uint32_t, std::int16_t, std::int16_t>;

std::set<Corner> cornersOf(Model& model) {
    const auto at = model.positions(0);
    std::set<Corner> corners;
    for (std::size_t i = 0; i < 3 * model.triangles.size(); ++i) {
        const SurfaceTriangle& triangle = model.triangles[i / 3];
        const St& st = triangle.onSkin[i % 3].st;
        corners.emplace(at[triangle.vertices[i % 3]], triangle.material, st.s, st.t);
    }
    return corners;
}

void expectSubset(const std::set<Corner>& part, const std::set<Corner>& whole) {
    EXPECT_TRUE(std::includes(whole.begin(), whole.end(), part.begin(), part.end()));
}

void expectWithin(Model& model, const Md2Limits& limits) {
    EXPECT_LE(model.triangles.size(), limits.triangles);
    const auto at = model.positions(0);
    std::set<Position> positions;
    std::set<std::pair<int, int>> st;
    for (const SurfaceTriangle& triangle : model.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            positions.insert(at[triangle.vertices[k]]);
            st.emplace(triangle.onSkin[k].st.s, triangle.onSkin[k].st.t);
        }
    }
    EXPECT_LE(positions.size(), limits.vertices);
    EXPECT_LE(st.size(), limits.st);
}

double distance(const Position& a, const Position& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The largest distance from a vertex of the source to the nearest of 36 points of a triangle.
double errorOf(Model& before, Model& after, std::size_t frame) {
    const auto at = before.positions(frame);
    std::vector<Position> samples;
    for (const SurfaceTriangle& triangle : after.triangles) {
        for (int a = 0; a <= 7; ++a) {
            for (int b = 0; a + b <= 7; ++b) {
                Position sample{};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const auto value = [&](std::size_t k) { return at[triangle.vertices[k]][axis]; };
                    sample[axis] = (static_cast<float>(a) * value(0) + static_cast<float>(b) * value(1) +
                                    static_cast<float>(7 - a - b) * value(2)) /
                                   7;
                }
                samples.push_back(sample);
            }
        }
    }
    double largest = 0;
    for (std::size_t i = 0; i < at.size(); i += 97) {
        double nearest = 1e9;
        for (const Position& sample : samples) {
            nearest = std::min(nearest, distance(at[i], sample));
        }
        largest = std::max(largest, nearest);
    }
    return largest;
}

TEST(Simplify, KeepsLimitsBoundariesSeamsAndShapeInEveryFrame) {
    const auto scene = tube();
    Md2Limits low = kGameLimits;
    low.vertices = 200;
    for (const Md2Limits& limits : {kGameLimits, low}) {
        Model before(*scene);
        Model after(*scene);
        ASSERT_EQ(before.triangles.size(), 10'000u);
        ASSERT_FALSE(after.simplify(limits));
        expectWithin(after, limits);
        expectSameBoundaries(before, after);
        expectSubset(cornersOf(after), cornersOf(before));
        for (const std::size_t frame : {0U, 2U, 4U}) {
            // The samples are 0.6 apart if the game's limits are reached.
            EXPECT_LT(errorOf(before, after, frame), limits.vertices == 200 ? 3 : 0.6) << frame;
        }
        ASSERT_EQ(after.warnings.lines("").size(), 1u);
        EXPECT_EQ(after.warnings.lines("")[0].rfind("the mesh is simplified from 10000 triangles with 5050 "
                                                    "positions and ",
                                                    0),
                  0u)
            << after.warnings.lines("")[0];
        Model again(*scene);
        ASSERT_FALSE(again.simplify(limits));
        EXPECT_EQ(cornersOf(again), cornersOf(after));
        // Within the limits nothing changes.
        again.warnings = {};
        const std::size_t count = again.triangles.size();
        ASSERT_FALSE(again.simplify(limits));
        EXPECT_EQ(again.triangles.size(), count);
        EXPECT_TRUE(again.warnings.empty());
    }
}

/// A sheet of squares, which have texture coordinates of their own.
TEST(Simplify, SeamsAreGivenUpIfNothingElseHelps) {
    const auto scene = emptyScene();
    constexpr unsigned int kSide = 40;
    std::vector<Point> points;
    std::vector<aiVector3D> uvs;
    Faces faces;
    for (unsigned int i = 0; i < kSide * kSide; ++i) {
        for (const auto& [x, y] : {std::pair(0U, 0U), {1U, 0U}, {1U, 1U}, {0U, 1U}}) {
            points.push_back({1.0 * (i / kSide + x), 1.0 * (i % kSide + y), 0});
            uvs.emplace_back(static_cast<float>(i / kSide) / kSide + 0.02f * static_cast<float>(x),
                             static_cast<float>(i % kSide) / kSide + 0.02f * static_cast<float>(y), 0.0f);
        }
        faces.insert(faces.end(), {{4 * i, 4 * i + 1, 4 * i + 2}, {4 * i, 4 * i + 2, 4 * i + 3}});
    }
    aiMesh& mesh = *addMesh(*scene, "sheet", points);
    mesh.mNumUVComponents[0] = 2;
    mesh.mTextureCoords[0] = new aiVector3D[uvs.size()];
    std::copy(uvs.begin(), uvs.end(), mesh.mTextureCoords[0]);
    setFaces(mesh, faces);
    useMesh(scene->mRootNode, 0);
    addAnimation(*scene, "stand", 1);
    Model before(*scene);
    Model after(*scene);
    ASSERT_FALSE(after.simplify(kGameLimits));
    expectWithin(after, kGameLimits);
    expectSameBoundaries(before, after);
    EXPECT_TRUE(contains(after.warnings.lines("").at(0), "and textures are moved at their seams"));
}

/// Each of the pieces keeps three vertices.
TEST(Simplify, TheSmallestPiecesAreLeftOutIfNothingElseHelps) {
    const auto scene = tube();
    std::vector<Point> points;
    for (unsigned int i = 0; i < 3 * 800; ++i) {
        points.push_back({8.5 + 0.1 * (i % 3), 0.02 * i, 0.1 * (i % 2)});
    }
    setFaces(*addMesh(*scene, "crumbs", points), separateTriangles(800));
    useMesh(scene->mRootNode, scene->mNumMeshes - 1);
    aiMesh* const eye = addMesh(*scene, "eye", {{0, 0, 20}, {0, 0.1, 20}, {0.1, 0, 20}});
    eye->mMaterialIndex = 2;
    setFaces(*eye, separateTriangles(1));
    useMesh(scene->mRootNode, scene->mNumMeshes - 1);
    Model before(*scene);
    Model after(*scene);
    ASSERT_FALSE(after.simplify(kGameLimits));
    expectWithin(after, kGameLimits);
    const std::vector<std::string> lines = after.warnings.lines("");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(contains(lines[0], "the smallest separate pieces are left out, because the mesh cannot be "
                                   "simplified enough otherwise: 800 of 802, 0 % of the surface"))
        << lines[0];
    EXPECT_TRUE(std::any_of(after.triangles.begin(), after.triangles.end(),
                            [](const SurfaceTriangle& triangle) { return triangle.material == 2; }))
        << "the eye";
    // The tube has a quarter of the limits.
    EXPECT_LT(errorOf(before, after, 0), 2);
}

/// A joint that is flat in the first frame keeps its vertices.
TEST(Simplify, CountsTheErrorOfAllPoses) {
    ScenePointer scene = sceneOfTube();
    addTube(*scene, 0, 0, 100, 50, [](unsigned int, unsigned int) { return 8; });
    Model model(*scene);
    Md2Limits limits = kGameLimits;
    limits.triangles = 1000;
    ASSERT_FALSE(model.simplify(limits));
    const auto at = model.positions(0);
    std::set<Position> bent;
    std::set<Position> straight;
    for (const SurfaceTriangle& triangle : model.triangles) {
        for (const std::uint32_t vertex : triangle.vertices) {
            // z is up. Weights change from 12.5 to 37.5.
            (std::abs(at[vertex][2] - 25) < 12 ? bent : straight).insert(at[vertex]);
        }
    }
    expectWithin(model, limits);
    EXPECT_GT(bent.size(), 2 * straight.size());
}

/// A pole with many triangles must not take quadratic time.
TEST(Simplify, AFanIsSimplified) {
    ScenePointer scene = sceneOfTube();
    addTube(*scene, 0, 0, 2, 5000,
            [](unsigned int ring, unsigned int k) { return ring == 0 ? 0.0 : 8 + std::sin(0.02 * k); });
    // A pole with as many texture coordinates would be the end of as many seams.
    std::for_each_n(scene->mMeshes[0]->mTextureCoords[0], 5001, [](aiVector3D& uv) { uv.x = 0.5f; });
    Model before(*scene);
    Model after(*scene);
    ASSERT_FALSE(after.simplify(kGameLimits));
    expectWithin(after, kGameLimits);
    expectSameBoundaries(before, after);
}

class SimplifyExport : public Md2Export {};

TEST_F(SimplifyExport, NormalsAreThoseOfTheNewSurface) {
    const auto scene = tube();
    for (unsigned int i = 0; i < scene->mNumMeshes; ++i) {
        std::fill_n(scene->mMeshes[i]->mNormals, scene->mMeshes[i]->mNumVertices, aiVector3D(0, 1, 0));
    }
    const Bytes file = written(*scene);
    EXPECT_LE(valueAt(file, field::kNumTris), 4096);
    EXPECT_LE(valueAt(file, field::kNumVertices), 2048);
    const auto model = decodeNaively(file, "triangles");
    ASSERT_TRUE(model);
    for (std::size_t i = 0; i < model->frames[0].normals.size(); ++i) {
        ASSERT_LT(std::abs(model->frames[0].normals[i][2]), 0.8) << i; // the tube stands along z
    }
}

TEST_F(SimplifyExport, AMeshWithoutAnyAreaIsAnError) {
    const auto scene = tube();
    scene->mRootNode->mTransformation = aiMatrix4x4(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1);
    EXPECT_EQ(exportScene(*scene), "MD2: triangles: every triangle has collapsed to a line or a point");
}

TEST_F(SimplifyExport, VerticesThatNoTriangleUsesDoNotMatter) {
    const auto scene = tube();
    const Bytes file = written(*scene);
    addMesh(*scene, "point", {{std::numeric_limits<double>::infinity(), std::nan(""), 0}});
    useMesh(scene->mRootNode, scene->mNumMeshes - 1);
    EXPECT_EQ(written(*scene), file);
}

TEST_F(SimplifyExport, AnImportedModelIsNeverSimplified) {
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOf(*importer, sheetModel(1, 3000).bytes());
    const std::string error = exportScene(*scene);
    EXPECT_TRUE(contains(error, "5832 triangles, expected at most 4096"));
}

TEST_F(SimplifyExport, TrianglesWithoutCommonPointsAreAnError) {
    std::vector<Point> points;
    for (unsigned int i = 0; i < 3 * 5000; ++i) {
        points.push_back({0.01 * i, 1.0 * (i % 3), 1.0 * (i % 2)});
    }
    const auto soup = emptyScene();
    setFaces(*addMesh(*soup, "loose", points), separateTriangles(5000));
    useMesh(soup->mRootNode, 0);
    const std::string error = exportScene(*soup);
    EXPECT_TRUE(contains(error, "the mesh cannot be simplified to 4096 triangles, 2048 vertices"));
    EXPECT_TRUE(contains(error, "are left of 5000 triangles")) << "no pieces are left out: " << error;
}

} // namespace
} // namespace assimp_md2::inner::test
