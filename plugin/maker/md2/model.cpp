// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/model.h"

#include "importer/base/finite.h"
#include "importer/base/text.h"
#include "importer/md2/normals.h"
#include "maker/md2/frame_encoder.h"
#include "maker/md2/gl_commands_writer.h"

#include <assimp/mesh.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kUnused = UINT32_MAX;
constexpr std::size_t kPositionSize = 3; // of a packed vertex
constexpr double kDegrees = 57.29577951308232;

class ModelBuilder {
public:
    ModelBuilder(PoseEvaluator& poses, const std::vector<PlannedFrame>& frames,
                 const std::vector<SurfaceTriangle>& triangles)
        : poses_(poses)
        , frames_(frames)
        , posePositions_(3 * poses.vertexCount())
        , poseNormals_(posePositions_.size()) {
        std::vector<std::uint32_t> used(poses.vertexCount(), kUnused);
        triangles_.reserve(triangles.size());
        for (const SurfaceTriangle& triangle : triangles) {
            VertexTriangle& corners = triangles_.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint32_t& vertex = used[triangle.vertices[k]];
                if (vertex == kUnused) {
                    vertex = static_cast<std::uint32_t>(poseVertices_.size());
                    poseVertices_.push_back(triangle.vertices[k]);
                }
                corners[k] = vertex;
            }
        }
        positions_.resize(3 * poseVertices_.size());
        normals_.resize(positions_.size());
        packed_.resize(frames.size() * frameBytes());
        computesNormal_.resize(poseVertices_.size());
        findSmoothGroups();
    }

    /// Packs the frames and numbers the vertices: those that are equal in every frame have the same number.
    std::optional<Error> pack(bool sharesGrids) {
        std::vector<Bounds> ofClips(frames_.back().clip + 1);
        for (std::size_t i = 0; sharesGrids && i < frames_.size(); ++i) {
            if (auto error = evaluate(frames_[i], ofClips[frames_[i].clip])) {
                return error;
            }
        }
        grids_.clear();
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            Bounds own;
            if (auto error = evaluate(frames_[i], own)) {
                return error;
            }
            addNormals();
            grids_.push_back(gridOf(sharesGrids ? ofClips[frames_[i].clip] : own));
            if (!isFinite(grids_.back())) {
                return Error{ErrorCode::Other,
                             "frames: the positions of the frame " + frames_[i].name + " are too far apart"};
            }
            packFrame(grids_.back(), positions_.data(), normals_.data(), poseVertices_.size(),
                      packed_.data() + i * frameBytes());
        }
        numberVertices(kVertexSize);
        return std::nullopt;
    }

    /// From now on, vertices at one position whose normals are alike are one, with a computed normal: first
    /// those of the flattest edges, until there are at most `most` vertices. With 0, all vertices at a
    /// position are one, and all normals are computed.
    ///
    /// \return the cosine of the sharpest of these edges
    double smoothEdges(std::uint64_t most) {
        Bounds ignored;
        evaluate(frames_.front(), ignored); // as in pack, without an error
        addNormals();
        const auto cosine = [&](std::uint32_t a, std::uint32_t b) {
            const auto dot = [&](std::uint32_t c, std::uint32_t d) {
                const float* const first = &normals_[std::size_t{3} * c];
                return std::inner_product(first, first + 3, &normals_[std::size_t{3} * d], 0.0);
            };
            const double lengths = std::sqrt(dot(a, a) * dot(b, b));
            return lengths > 0 ? std::clamp(dot(a, b) / lengths, -1.0, 1.0) : 1;
        };
        computesNormal_.assign(groups_.size(), most == 0 ? 1 : 0);
        std::transform(numbers_.begin(), numbers_.end(), groups_.begin(),
                       [&](std::uint32_t number) { return distinct_[number]; });
        std::uint64_t left = distinct_.size();
        numberVertices(kPositionSize);
        std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> edges; // groups at one position
        std::vector<std::vector<std::uint32_t>> groupsAt(distinct_.size());
        for (std::uint32_t i = 0; i < groups_.size(); ++i) {
            if (groups_[i] == i) {
                std::vector<std::uint32_t>& groups =
                    groupsAt[numbers_[i]]; // few, because their normals differ
                for (const std::uint32_t group : groups) {
                    edges.emplace_back(cosine(group, i), group, i);
                }
                groups.push_back(i);
            }
        }
        std::sort(edges.rbegin(), edges.rend());
        const auto groupOf = [&](std::uint32_t i) {
            while (groups_[i] != i) {
                i = groups_[i];
            }
            return i;
        };
        double least = 1;
        for (auto edge = edges.begin(); edge != edges.end() && left > most; ++edge) {
            const auto [first, second] =
                std::minmax({groupOf(std::get<1>(*edge)), groupOf(std::get<2>(*edge))});
            left -= first != second ? 1U : 0U;
            groups_[second] = first;
            computesNormal_[first] = 1;
            least = std::get<0>(*edge);
        }
        for (std::uint32_t i = 0; i < groups_.size(); ++i) {
            groups_[i] = groupOf(i);
            computesNormal_[i] = computesNormal_[groups_[i]];
        }
        return least;
    }

    std::uint64_t vertexCount() const { return distinct_.size(); }

    std::vector<FrameToWrite> frames() const {
        std::vector<FrameToWrite> frames;
        frames.reserve(frames_.size());
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            std::vector<std::uint8_t> vertices(kVertexSize * distinct_.size());
            const std::uint8_t* const packed = packedVertex(i, 0);
            std::uint8_t* to = vertices.data();
            for (const std::uint32_t vertex : distinct_) {
                to = std::copy_n(packed + kVertexSize * vertex, kVertexSize, to);
            }
            frames.push_back({frames_[i].name, grids_[i], std::move(vertices)});
        }
        return frames;
    }

    /// The number of the vertex at a corner.
    std::uint32_t numberOf(std::size_t triangle, std::size_t corner) const {
        return numbers_[triangles_[triangle][corner]];
    }

private:
    std::size_t frameBytes() const { return kVertexSize * poseVertices_.size(); }

    const std::uint8_t* packedVertex(std::size_t frame, std::size_t vertex) const {
        return packed_.data() + frame * frameBytes() + kVertexSize * vertex;
    }

    const PosedMesh& meshOf(std::size_t used) const {
        const auto isBefore = [](std::size_t vertex, const PosedMesh& mesh) {
            return vertex < mesh.firstVertex;
        };
        return *std::prev(std::upper_bound(poses_.meshes().begin(), poses_.meshes().end(),
                                           std::size_t{poseVertices_[used]}, isBefore));
    }

    /// The positions and normals of the used vertices in a frame.
    ///
    /// \param bounds receives the positions
    std::optional<Error> evaluate(const PlannedFrame& frame, Bounds& bounds) {
        poses_.evaluate(frame.pose, posePositions_.data(), poseNormals_.data());
        for (std::size_t i = 0; i < poseVertices_.size(); ++i) {
            const std::size_t from = std::size_t{3} * poseVertices_[i];
            std::memcpy(&positions_[3 * i], &posePositions_[from], 3 * sizeof(float));
            std::memcpy(&normals_[3 * i], &poseNormals_[from], 3 * sizeof(float));
        }
        if (bounds.add(positions_.data(), poseVertices_.size())) {
            return std::nullopt;
        }
        const auto bad = std::find_if_not(positions_.begin(), positions_.end(),
                                          [](float position) { return isFinite(position); });
        const auto vertex = static_cast<std::size_t>(bad - positions_.begin()) / 3;
        return Error{ErrorCode::Other, std::string("frames: a position of the mesh \"") +
                                           meshOf(vertex).mesh->mName.C_Str() +
                                           "\" is not finite in the frame " + frame.name};
    }

    /// In a mesh without normals, vertices at the same position share a normal: importers often give each
    /// triangle three vertices of its own.
    void findSmoothGroups() {
        std::map<std::tuple<const PosedMesh*, ai_real, ai_real, ai_real>, std::uint32_t> firstAt;
        for (std::uint32_t i = 0; i < poseVertices_.size(); ++i) {
            const PosedMesh& mesh = meshOf(i);
            // Not that of a frame, in which the mesh may have no size.
            const aiVector3D& at = mesh.mesh->mVertices[poseVertices_[i] - mesh.firstVertex];
            const bool isSmooth = mesh.mesh->mNormals == nullptr && isFinite(at.x + at.y + at.z);
            groups_.push_back(isSmooth ? firstAt.try_emplace({&mesh, at.x, at.y, at.z}, i).first->second : i);
        }
    }

    /// Vertices without a normal get the one that an import would compute.
    void addNormals() {
        std::vector<float> computed; // as usual, none is missing
        float* normal = normals_.data();
        const std::size_t count = groups_.size();
        for (std::size_t i = 0; i < count; ++i, normal += 3) {
            const bool isMissing =
                computesNormal_[i] != 0 || (normal[0] == 0 && normal[1] == 0 && normal[2] == 0);
            if (isMissing && computed.empty()) {
                std::vector<VertexTriangle> triangles = triangles_;
                for (VertexTriangle& triangle : triangles) {
                    std::transform(triangle.begin(), triangle.end(), triangle.begin(),
                                   [&](std::uint32_t vertex) { return groups_[vertex]; });
                }
                computed.resize(normals_.size());
                computeNormals(positions_.data(), poseVertices_.size(), triangles, computed.data());
            }
            if (isMissing) {
                std::copy_n(&computed[std::size_t{3} * groups_[i]], 3, normal);
            }
        }
    }

    /// \param size how many bytes of each packed vertex are compared
    void numberVertices(std::size_t size) {
        const auto isLess = [&](std::uint32_t a, std::uint32_t b) {
            int order = 0;
            for (std::size_t i = 0; order == 0 && i < frames_.size(); ++i) {
                order = std::memcmp(packedVertex(i, a), packedVertex(i, b), size);
            }
            return order < 0;
        };
        std::map<std::uint32_t, std::uint32_t, decltype(isLess)> known(isLess);
        distinct_.clear();
        numbers_.clear();
        for (std::uint32_t i = 0; i < poseVertices_.size(); ++i) {
            const auto [entry, isNew] = known.try_emplace(i, static_cast<std::uint32_t>(distinct_.size()));
            if (isNew) {
                distinct_.push_back(i);
            }
            numbers_.push_back(entry->second);
        }
    }

    PoseEvaluator& poses_;
    const std::vector<PlannedFrame>& frames_;
    std::vector<std::uint32_t> poseVertices_;  ///< that are used, in the order of their first use
    std::vector<VertexTriangle> triangles_;    ///< of used vertices
    std::vector<std::uint32_t> groups_;        ///< of the used vertices: the first that has the same normal
    std::vector<std::uint8_t> computesNormal_; ///< 1 or 0 for each used vertex; faster than bits
    std::vector<float> posePositions_;
    std::vector<float> poseNormals_;
    std::vector<float> positions_; ///< of the used vertices in one frame
    std::vector<float> normals_;
    std::vector<Grid> grids_;
    std::vector<std::uint8_t> packed_;    ///< the used vertices, frame after frame
    std::vector<std::uint32_t> distinct_; ///< the first used vertex of each number
    std::vector<std::uint32_t> numbers_;  ///< of the used vertices
};

} // namespace

Result<ModelToWrite> buildModel(const ModelParts& parts, const Md2Limits& limits, Warnings& warnings) {
    const std::vector<SurfaceTriangle>& triangles = parts.triangles;
    ModelBuilder builder(parts.poses, parts.plan.frames, triangles);
    if (auto error = builder.pack(parts.sharesGrids)) {
        return tl::unexpected(std::move(*error));
    }
    const std::uint64_t distinct = builder.vertexCount();
    const bool isMerged = parts.mergesNormals && !parts.computesNormals && distinct > limits.vertices;
    double sharpest = 0;
    if (parts.computesNormals || isMerged) {
        sharpest = builder.smoothEdges(parts.computesNormals ? 0 : limits.vertices);
        if (auto error = builder.pack(parts.sharesGrids)) {
            return tl::unexpected(std::move(*error));
        }
    }
    ModelToWrite model;
    model.skinWidth = static_cast<std::int32_t>(parts.skins.size.width);
    model.skinHeight = static_cast<std::int32_t>(parts.skins.size.height);
    model.skins = parts.skins.names;
    std::map<std::pair<std::int16_t, std::int16_t>, std::size_t> indexOfSt;
    std::vector<GlCoordinate> corners;
    corners.reserve(3 * triangles.size());
    model.triangles.resize(triangles.size());
    for (std::size_t i = 0; i < 3 * triangles.size(); ++i) {
        const auto& [st, gl] = triangles[i / 3].onSkin[i % 3];
        const auto [entry, isNew] = indexOfSt.try_emplace({st.s, st.t}, model.st.size());
        if (isNew) {
            model.st.push_back(st);
        }
        Triangle& triangle = model.triangles[i / 3];
        triangle.vertex[i % 3] = static_cast<std::uint16_t>(builder.numberOf(i / 3, i % 3));
        triangle.st[i % 3] = static_cast<std::uint16_t>(entry->second);
        corners.push_back(gl);
    }
    constexpr std::size_t kLeastSt = 3; // Q2PRO draws nothing of a model with fewer (src/refresh/models.c)
    model.st.resize(std::max(model.st.size(), kLeastSt));
    if (auto error = checkLimits({builder.vertexCount(), model.st.size(), triangles.size(),
                                  parts.plan.frames.size(), model.skins.size(), parts.skins.size.height},
                                 limits)) {
        return tl::unexpected(std::move(*error));
    }
    if (isMerged) {
        warnings.note("vertices that differ only in their normal are merged, because the model has " +
                      std::to_string(distinct) + " vertices; " + std::to_string(builder.vertexCount()) +
                      " are left, and edges of up to " + textOf(kDegrees * std::acos(sharpest), 3) +
                      " degrees look round");
    }
    model.frames = builder.frames();
    model.glCommands = glCommandsOf(model.triangles, model.st, corners);
    return model;
}

} // namespace assimp_md2::inner
