// SPDX-License-Identifier: BSD-3-Clause
// Exports scenes into an empty folder, and makes scenes to export.
#pragma once

#include "assimp-md2/maker.h"
#include "importer/image/image_type.h"
#include "importer/image/pcx.h"
#include "importer/image/png.h"
#include "importer/md2/gl_commands.h"
#include "importer/md2/view.h"
#include "maker/md2/exporter.h"
#include "maker/md2/pcx_writer.h"
#include "maker/md2/skins.h"
#include "maker/pose/pose_scene.h"
#include "support/expect.h"
#include "support/files.h"
#include "support/game_rules.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/md2_builder.h"
#include "support/naive_decoder.h"
#include "support/png_decoder.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace assimp_md2::inner::test {

using Strings = std::vector<std::string>;

/// What an export writes into an empty folder.
class Md2Export : public testing::Test {
protected:
    /// \return the error, empty when the export succeeds
    std::string exportScene(const aiScene& scene, const std::string& name = "players/knight/tris.md2") {
        std::filesystem::create_directories(folder_.path() / std::filesystem::path(name).parent_path());
        Assimp::Exporter exporter;
        EXPECT_TRUE(registerMd2Exporter(exporter));
        const aiReturn result = exporter.Export(&scene, "md2", folder_ / name, 0, &properties_);
        EXPECT_EQ(result == aiReturn_SUCCESS, std::string(exporter.GetErrorString()).empty());
        return exporter.GetErrorString();
    }

    Bytes written(const aiScene& scene) {
        EXPECT_EQ(exportScene(scene), "");
        return file("players/knight/tris.md2");
    }

    Bytes file(const std::string& name) const { return readBytes(folder_.path() / name); }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

    /// Names in the folder of the model, sorted.
    Strings filesBesideModel() const {
        Strings names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "players/knight")) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    /// Sets a palette, which makes skins PCX.
    void usePalette() {
        folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "colormap.pcx");
    }

    TemporaryFolder folder_;
    Assimp::ExportProperties properties_;
};

inline Strings frameNames(const Bytes& file) {
    Strings names;
    for (const auto& frame : decodeNaively(file).value_or(NaiveModel{}).frames) {
        names.push_back(frame.name);
    }
    return names;
}

inline Strings skinsOf(const Bytes& model) {
    return decodeNaively(model)->skins;
}

inline View viewOf(const Bytes& file) {
    return parse(ByteSlice(file.data(), file.size())).value();
}

inline void expectSameModel(const Bytes& written, const Bytes& original) {
    const auto a = decodeNaively(written, "triangles");
    const auto b = decodeNaively(original, "triangles");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->skins, b->skins);
    EXPECT_EQ(a->textureCoordinates, b->textureCoordinates);
    ASSERT_EQ(a->frames.size(), b->frames.size());
    for (std::size_t i = 0; i < a->frames.size(); ++i) {
        EXPECT_EQ(a->frames[i].name, b->frames[i].name);
        EXPECT_EQ(a->frames[i].normals, b->frames[i].normals);
        ASSERT_EQ(a->frames[i].positions.size(), b->frames[i].positions.size());
        for (std::size_t k = 0; k < a->frames[i].positions.size(); ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // Half a step of a frame that is a few dozen units wide.
                EXPECT_NEAR(a->frames[i].positions[k][axis], b->frames[i].positions[k][axis], 0.3);
            }
        }
    }
}

/// A square of two triangles in the plane of x and y, facing z, with texture coordinates.
inline aiMesh* addSquare(aiScene& scene, const std::string& name, double size = 10) {
    aiMesh* const mesh = addMesh(scene, name, {{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}},
                                 {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    setFaces(*mesh, {{0, 1, 2}, {0, 2, 3}});
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[4]{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    return mesh;
}

inline ByteSlice slice(const Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

inline Bytes pngFile(Image image) {
    return encodePng(std::move(image)).value();
}

/// Squares with a texture each, in nodes of their own.
inline ScenePointer squaresWithTextures(const Strings& textures) {
    ScenePointer scene = emptyScene();
    for (unsigned int i = 0; i < textures.size(); ++i) {
        addSquare(*scene, "square" + std::to_string(i), 10 + i)->mMaterialIndex = i;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, textures[i]);
    }
    return scene;
}

/// The distinct texture coordinates of a model.
inline std::set<std::pair<int, int>> coordinatesOf(const Bytes& model) {
    const View view = viewOf(model);
    std::set<std::pair<int, int>> found;
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        found.emplace(view.st(i).s, view.st(i).t);
    }
    return found;
}

/// A square that moves up during the animations.
inline ScenePointer movingSquare(const Strings& animations) {
    ScenePointer scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "square");
    addSquare(*scene, "square");
    useMesh(node, 0);
    addMaterial(*scene, "");
    for (const std::string& name : animations) {
        setPositions(addChannel(addAnimation(*scene, name, 1), "square"), {{0, {0, 0, 0}}, {1, {0, 20, 0}}});
    }
    return scene;
}

/// The line of information of an export, with its end.
template <typename Export>
std::string summaryOf(Export run) {
    const WarningLog log(true);
    run();
    return log.lines().empty() ? "" : log.lines().back() + "\n";
}

using Corners = std::array<Point, 3>;

/// A scene of triangles, which share no vertex; flat-shaded.
inline ScenePointer sceneOf(const std::vector<Corners>& triangles) {
    ScenePointer scene = emptyScene();
    std::vector<Point> points;
    std::vector<Point> normals;
    for (const Corners& corners : triangles) {
        const aiVector3D origin = vectorOf(corners[0]);
        const aiVector3D normal = (vectorOf(corners[1]) - origin) ^ (vectorOf(corners[2]) - origin);
        points.insert(points.end(), corners.begin(), corners.end());
        normals.insert(normals.end(), 3, {normal.x, normal.y, normal.z});
    }
    aiMesh* const mesh = addMesh(*scene, "mesh", points, normals);
    setFaces(*mesh, separateTriangles(triangles.size()));
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[points.size()];
    useMesh(addNode(scene->mRootNode, "node"), 0);
    addMaterial(*scene, "");
    return scene;
}

inline void addQuad(std::vector<Corners>& triangles, const std::array<Point, 4>& corners) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    triangles.push_back({corners[0], corners[2], corners[3]});
}

/// A sphere with 2 × rings × segments triangles, some of them without area, and at most
/// (rings - 1) × segments + 2 positions.
inline std::vector<Corners> sphere(int rings, int segments) {
    constexpr double kPi = 3.14159265358979;
    const auto at = [&](int ring, int segment) {
        const double latitude = kPi * ring / rings;
        const double longitude = 2 * kPi * (segment % segments) / segments;
        const double radius = ring % rings == 0 ? 0 : 10 * std::sin(latitude);
        return Point{radius * std::sin(longitude), 10 * std::cos(latitude), radius * std::cos(longitude)};
    };
    std::vector<Corners> triangles;
    for (int i = 0; i < rings; ++i) {
        for (int k = 0; k < segments; ++k) {
            addQuad(triangles, {at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    }
    return triangles;
}

} // namespace assimp_md2::inner::test
