// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/surface.h"

#include "gltf/scene/imported_scene.h"
#include "importer/base/finite.h"

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_map>

namespace assimp_md2::inner {
namespace {

/// Larger polygons, which exceed the triangle limit of the game, become fans.
constexpr std::size_t kMostCornersForEars = 8192;

/// Ear clipping compares each corner that is left with each candidate. A polygon of kMostCornersForEars
/// without crossings needs about this many comparisons for each of its corners.
constexpr std::uint64_t kMostComparisonsPerCorner = 4096;

struct FlatPoint {
    double x;
    double y;
};

/// Twice the area, above 0 when the points turn to the left.
double areaOf(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The corners of a face, projected along its normal, so that they turn to the left.
std::vector<FlatPoint> flattened(const aiMesh& mesh, const aiFace& face) {
    const auto corner = [&](unsigned int i) { return mesh.mVertices[face.mIndices[i % face.mNumIndices]]; };
    std::array<double, 3> normal{};
    for (unsigned int i = 0; i < face.mNumIndices; ++i) {
        const aiVector3D a = corner(i);
        const aiVector3D b = corner(i + 1);
        for (unsigned int axis = 0; axis < 3; ++axis) {
            const unsigned int y = (axis + 1) % 3;
            const unsigned int z = (axis + 2) % 3;
            normal[axis] += (static_cast<double>(a[y]) - static_cast<double>(b[y])) *
                            (static_cast<double>(a[z]) + static_cast<double>(b[z]));
        }
    }
    unsigned int axis = 0;
    for (unsigned int i = 1; i < 3; ++i) {
        axis = std::abs(normal[i]) > std::abs(normal[axis]) ? i : axis;
    }
    const double sign = normal[axis] < 0 ? -1 : 1;
    std::vector<FlatPoint> points;
    points.reserve(face.mNumIndices);
    for (unsigned int i = 0; i < face.mNumIndices; ++i) {
        const aiVector3D position = corner(i);
        points.push_back({sign * static_cast<double>(position[(axis + 1) % 3]),
                          static_cast<double>(position[(axis + 2) % 3])});
    }
    return points;
}

using CornersOfTriangle = std::array<unsigned int, 3>;

bool isInside(const FlatPoint& point, const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    return areaOf(a, b, point) >= 0 && areaOf(b, c, point) >= 0 && areaOf(c, a, point) >= 0;
}

struct Triangulation {
    std::vector<CornersOfTriangle> triangles;
    bool mayOverlap = false; ///< not all triangles are ears
};

/// Cuts off corners whose triangles contain no other corner. A convex polygon becomes a fan, and so does the
/// rest after too many comparisons.
Triangulation triangulated(const aiMesh& mesh, const aiFace& face) {
    const std::vector<FlatPoint> points = flattened(mesh, face);
    std::vector<unsigned int> left(points.size());
    std::iota(left.begin(), left.end(), 0U);
    std::uint64_t comparisons =
        points.size() > kMostCornersForEars ? 0 : kMostComparisonsPerCorner * points.size();
    std::size_t at = 1;
    std::size_t failures = 0;
    Triangulation result;
    while (left.size() > 2 && comparisons > 0) {
        const std::size_t size = left.size();
        const CornersOfTriangle ear = {left[(at + size - 1) % size], left[at % size], left[(at + 1) % size]};
        const FlatPoint& a = points[ear[0]];
        const FlatPoint& b = points[ear[1]];
        const FlatPoint& c = points[ear[2]];
        const bool isCut = areaOf(a, b, c) > 0 && std::none_of(left.begin(), left.end(), [&](unsigned int i) {
                               const FlatPoint& point = points[i];
                               comparisons -= comparisons > 0 ? 1 : 0;
                               const auto isAt = [&](const FlatPoint& other) {
                                   return point.x == other.x && point.y == other.y;
                               };
                               return !isAt(a) && !isAt(b) && !isAt(c) && isInside(point, a, b, c);
                           });
        // A polygon that crosses itself may have no ear. Any corner is cut off then.
        if (isCut || failures > size) {
            result.mayOverlap = result.mayOverlap || !(isCut || areaOf(a, b, c) == 0);
            result.triangles.push_back(ear);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(at % size));
            failures = 0;
        } else {
            ++failures;
            ++at;
        }
    }
    for (std::size_t i = 1; i + 1 < left.size(); ++i) {
        result.triangles.push_back({left[0], left[i], left[i + 1]});
        result.mayOverlap = true;
    }
    return result;
}

/// An affine map of texture coordinates, as in an aiMesh: v is up.
struct UvMap {
    float uu = 1, uv = 0, u = 0; ///< u' = uu × u + uv × v + u
    float vu = 0, vv = 1, v = 0;

    TextureUv operator()(const aiVector3D& from) const {
        const auto x = static_cast<float>(from.x);
        const auto y = static_cast<float>(from.y);
        return {uu * x + uv * y + u, 1 - (vu * x + vv * y + v)};
    }
};

/// What aiProcess_TransformUVCoords does: a translation, then rotation and scale around the middle.
///
/// \param isGltf the transform of KHR_texture_transform, which Assimp 5's importer of glTF converts to an
///        aiUVTransform in a way that no formula of Assimp undoes: with v down, offset + rotation × scale ×
///        uv
UvMap affineMapOf(const aiUVTransform& transform, bool isGltf) {
    const auto scaleU = static_cast<float>(transform.mScaling.x);
    const auto scaleV = static_cast<float>(transform.mScaling.y);
    const auto x = static_cast<float>(transform.mTranslation.x);
    const auto y = static_cast<float>(transform.mTranslation.y);
    const float cosine = std::cos(static_cast<float>(transform.mRotation));
    const float turn = std::sin(static_cast<float>(transform.mRotation));
    if (!isGltf) {
        const float u = x - 0.5f;
        const float v = y - 0.5f;
        return {scaleU * cosine, -scaleU * turn,  scaleU * (cosine * u - turn * v) + 0.5f,
                scaleV * turn,   scaleV * cosine, scaleV * (turn * u + cosine * v) + 0.5f};
    }
    const float sine = -turn; // the importer negates the angle
    const float offsetU = x - 0.5f * scaleU * (1 - cosine + sine);
    const float offsetV = 0.5f * scaleV * (sine + cosine - 1) + 1 - scaleV - y;
    // From v down to v up: v = 1 - v on both sides.
    return {scaleU * cosine, -scaleV * sine,  scaleV * sine + offsetU,
            scaleU * sine,   scaleV * cosine, 1 - scaleV * cosine - offsetV};
}

class SurfaceReader {
public:
    SurfaceReader(const aiScene& scene, Warnings& warnings) : scene_(scene), warnings_(warnings) {}

    void add(const PosedMesh& source) {
        const aiMesh& mesh = *source.mesh;
        const aiVector3D* const uvs = uvsOf(mesh);
        uvMap_ = uvMapOf(mesh);
        for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            if (face.mNumIndices < 3) {
                warnings_.add("points and lines are left out");
            } else if (std::any_of(face.mIndices, face.mIndices + face.mNumIndices,
                                   [&](unsigned int index) { return index >= mesh.mNumVertices; })) {
                warnings_.add("faces with a vertex that does not exist are left out");
            } else if (face.mNumIndices == 3) {
                addTriangle(source, face, uvs, {0, 1, 2});
            } else {
                const Triangulation polygon = triangulated(mesh, face);
                warnings_.add("polygons that cross themselves or have thousands of corners are split into "
                              "triangles that may overlap",
                              polygon.mayOverlap ? 1 : 0);
                for (const CornersOfTriangle& corners : polygon.triangles) {
                    addTriangle(source, face, uvs, corners);
                }
            }
        }
    }

    std::vector<SurfaceTriangle> take() { return std::move(triangles_); }

private:
    /// The texture coordinates that the material's texture uses.
    const aiVector3D* uvsOf(const aiMesh& mesh) const {
        int channel = 0;
        if (mesh.mMaterialIndex < scene_.mNumMaterials) {
            const aiMaterial& material = *scene_.mMaterials[mesh.mMaterialIndex];
            if (material.Get(AI_MATKEY_UVWSRC(aiTextureType_DIFFUSE, 0), channel) != aiReturn_SUCCESS) {
                material.Get(AI_MATKEY_UVWSRC(aiTextureType_BASE_COLOR, 0), channel);
            }
        }
        // Collada's importer counts the channels of meshes anew, but not those of materials.
        return mesh.mTextureCoords[mesh.HasTextureCoords(static_cast<unsigned int>(channel)) ? channel : 0];
    }

    UvMap uvMapOf(const aiMesh& mesh) const {
        aiUVTransform transform;
        if (mesh.mMaterialIndex >= scene_.mNumMaterials) {
            return {};
        }
        const aiMaterial& material = *scene_.mMaterials[mesh.mMaterialIndex];
        if (material.Get(AI_MATKEY_UVTRANSFORM(aiTextureType_DIFFUSE, 0), transform) != aiReturn_SUCCESS &&
            material.Get(AI_MATKEY_UVTRANSFORM(aiTextureType_BASE_COLOR, 0), transform) != aiReturn_SUCCESS) {
            return {};
        }
        return affineMapOf(transform, isImportedGltf(scene_));
    }

    void addTriangle(const PosedMesh& source, const aiFace& face, const aiVector3D* uvs,
                     CornersOfTriangle corners) {
        if (!source.isMirrored) {
            std::swap(corners[0], corners[2]);
        }
        SurfaceTriangle triangle{{}, {}, source.mesh->mMaterialIndex, uvs != nullptr, {}};
        for (std::size_t k = 0; k < 3; ++k) {
            const unsigned int index = face.mIndices[corners[k]];
            triangle.vertices[k] = static_cast<std::uint32_t>(source.firstVertex + index);
            if (uvs != nullptr) {
                triangle.uvs[k] = uvMap_(uvs[index]);
                triangle.hasUvs =
                    triangle.hasUvs && isFinite(triangle.uvs[k].u) && isFinite(triangle.uvs[k].v);
            }
        }
        triangles_.push_back(triangle);
    }

    const aiScene& scene_;
    Warnings& warnings_;
    UvMap uvMap_;
    std::vector<SurfaceTriangle> triangles_;
};

} // namespace

double mostTriangles(const std::vector<PosedMesh>& meshes) {
    std::unordered_map<const aiMesh*, double> ofMesh;
    double count = 0;
    for (const PosedMesh& source : meshes) {
        const auto [entry, isNew] = ofMesh.try_emplace(source.mesh, 0);
        for (unsigned int i = 0; isNew && i < source.mesh->mNumFaces; ++i) {
            entry->second += source.mesh->mFaces[i].mNumIndices;
        }
        count += entry->second;
    }
    return count;
}

Result<std::vector<SurfaceTriangle>> readSurface(const aiScene& scene, const std::vector<PosedMesh>& meshes,
                                                 Warnings& warnings) {
    SurfaceReader reader(scene, warnings);
    for (const PosedMesh& mesh : meshes) {
        reader.add(mesh);
    }
    std::vector<SurfaceTriangle> triangles = reader.take();
    if (triangles.empty()) {
        return tl::unexpected(Error{ErrorCode::Other, "triangles: the scene has no triangle to be written"});
    }
    return triangles;
}

} // namespace assimp_md2::inner
