// SPDX-License-Identifier: BSD-3-Clause
// Implements model.h.
#include "md2_export/model.h"

#include "base/bytes.h"
#include "md2/frame_encoder.h"
#include "md2/gl_commands_writer.h"
#include "md2/surface_normals.h"
#include "pose/transform.h"

#include <assimp/mesh.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>

namespace assimp_md2 {
namespace {

constexpr std::uint32_t kUnused = UINT32_MAX;

/// The byte of the normal in a packed vertex.
constexpr std::size_t kNormalAt = 3;
/// The bytes before it.
constexpr std::uint32_t kPositionBits = 0xFFFFFF;

class ModelBuilder {
public:
    ModelBuilder(PoseSource& poses, const std::vector<PlannedFrame>& frames,
                 const std::vector<SurfaceTriangle>& triangles, bool isSimplified)
        : poses_(poses), frames_(frames), triangles_(triangles), isSimplified_(isSimplified) {}

    /// The vertices that triangles use, in the order of their first use.
    void findUsedVertices() {
        std::vector<std::uint32_t> used(poses_.vertexCount(), kUnused);
        for (const SurfaceTriangle& triangle : triangles_) {
            for (const std::uint32_t vertex : triangle.vertices) {
                if (used[vertex] == kUnused) {
                    used[vertex] = static_cast<std::uint32_t>(poseVertices_.size());
                    poseVertices_.push_back(vertex);
                }
            }
        }
        usedOfPoseVertex_ = std::move(used);
        // An imported MD2 has its vertices in this order.
        allInOrder_ = poseVertices_.size() == poses_.vertexCount() &&
                      std::is_sorted(poseVertices_.begin(), poseVertices_.end());
        findSmoothGroups();
    }

    std::optional<Error> packFrames(bool oneGrid) {
        posePositions_.resize(3 * poses_.vertexCount());
        poseNormals_.resize(posePositions_.size());
        positions_.resize(3 * poseVertices_.size());
        normals_.resize(positions_.size());
        Bounds all;
        if (oneGrid) {
            for (const PlannedFrame& frame : frames_) {
                evaluatePositions(frame);
                all.add(positions_.data(), poseVertices_.size());
                if (auto error = checkPositions(frame)) {
                    return error;
                }
            }
        }
        grids_.reserve(frames_.size());
        packed_.resize(frames_.size() * frameBytes());
        numbers_.assign(poseVertices_.size(), 0);
        merged_.reserve(poseVertices_.size());
        repeated_.reserve(poseVertices_.size());
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            evaluate(frames_[i]);
            Bounds bounds = all;
            if (!oneGrid) {
                bounds.add(positions_.data(), poseVertices_.size());
            }
            grids_.push_back(gridOf(bounds));
            if (auto error = checkPositions(frames_[i])) {
                return error;
            }
            if (!isFinite(grids_.back())) {
                return Error{ErrorCode::Other,
                             "frames: the positions of the frame " + frames_[i].name + " are too far apart"};
            }
            packFrame(grids_.back(), positions_.data(), normals_.data(), poseVertices_.size(),
                      packed_.data() + i * frameBytes());
            mergeEqualVertices(i);
        }
        return std::nullopt;
    }

    /// Merges vertices that differ only in their normal, which becomes the mean of the normals at the corners
    /// of triangles. Each is weighted by the corner's angle: unlike the area, it does not depend on how a
    /// flat face is split into triangles. If normals cancel each other out, as those of a sheet with two
    /// sides, the first one is kept.
    void mergeNormals() {
        comparedBits_ = kPositionBits;
        numbers_.assign(poseVertices_.size(), 0);
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            mergeEqualVertices(i);
        }
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            evaluate(frames_[i]);
            const std::vector<DoubleVector> sums = sumsOfNormals();
            for (std::size_t k = 0; k < merged_.size(); ++k) {
                if (sums[k].SquareLength() > 1e-6) {
                    packed_[i * frameBytes() + kVertexSize * merged_[k] + kNormalAt] =
                        nearestNormal(static_cast<float>(sums[k].x), static_cast<float>(sums[k].y),
                                      static_cast<float>(sums[k].z));
                }
            }
        }
    }

    std::uint64_t vertexCount() const { return merged_.size(); }

    void putFrames(ModelToWrite& model) const {
        model.frames.reserve(frames_.size());
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            FrameToWrite frame{frames_[i].name, grids_[i],
                               std::vector<std::uint8_t>(kVertexSize * merged_.size())};
            for (std::size_t k = 0; k < merged_.size(); ++k) {
                std::memcpy(&frame.vertices[kVertexSize * k],
                            packed_.data() + i * frameBytes() + kVertexSize * merged_[k], kVertexSize);
            }
            model.frames.push_back(std::move(frame));
        }
    }

    /// The number of a vertex of the poses that a triangle uses.
    std::uint32_t numberOf(std::uint32_t poseVertex) const { return numbers_[usedOfPoseVertex_[poseVertex]]; }

private:
    std::size_t frameBytes() const { return kVertexSize * poseVertices_.size(); }

    /// Checks every position, because Bounds ignores NaN.
    std::optional<Error> checkPositions(const PlannedFrame& frame) const {
        const auto bad = std::find_if_not(positions_.begin(), positions_.end(),
                                          [](float position) { return std::isfinite(position); });
        if (bad == positions_.end()) {
            return std::nullopt;
        }
        const std::uint32_t vertex = poseVertices_[static_cast<std::size_t>(bad - positions_.begin()) / 3];
        const auto mesh =
            std::find_if(poses_.meshes().begin(), poses_.meshes().end(), [&](const PosedMesh& candidate) {
                return vertex - candidate.firstVertex < candidate.mesh->mNumVertices;
            });
        const std::string name = mesh == poses_.meshes().end() ? "" : mesh->mesh->mName.C_Str();
        return Error{ErrorCode::Other, "frames: a position of the mesh \"" + name +
                                           "\" is not finite in the frame " + frame.name};
    }

    /// Vertices with the same number were equal in all earlier frames. Vertices that differ in this frame get
    /// different numbers.
    void mergeEqualVertices(std::size_t frame) {
        if (frame > 0 && std::all_of(repeated_.begin(), repeated_.end(), [&](std::uint32_t i) {
                return packedVertex(frame, i) == packedVertex(frame, merged_[numbers_[i]]);
            })) {
            return;
        }
        std::unordered_map<std::uint64_t, std::uint32_t> newNumbers;
        newNumbers.reserve(numbers_.size());
        merged_.clear();
        repeated_.clear();
        for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
            const std::uint64_t key = std::uint64_t{numbers_[i]} << 32 | packedVertex(frame, i);
            const auto [entry, isNew] =
                newNumbers.try_emplace(key, static_cast<std::uint32_t>(merged_.size()));
            (isNew ? merged_ : repeated_).push_back(i);
            numbers_[i] = entry->second;
        }
    }

    std::uint32_t packedVertex(std::size_t frame, std::size_t vertex) const {
        return ByteSlice(packed_.data(), packed_.size()).u32(frame * frameBytes() + kVertexSize * vertex) &
               comparedBits_;
    }

    static DoubleVector vectorAt(const std::vector<float>& vectors, std::size_t index) {
        return {vectors[3 * index], vectors[3 * index + 1], vectors[3 * index + 2]};
    }

    /// For each number, the sum of the normals at corners of triangles, weighted by the angles.
    std::vector<DoubleVector> sumsOfNormals() const {
        std::vector<DoubleVector> sums(merged_.size());
        for (const SurfaceTriangle& triangle : triangles_) {
            std::array<DoubleVector, 3> corners;
            for (std::size_t k = 0; k < 3; ++k) {
                corners[k] = vectorAt(positions_, usedOfPoseVertex_[triangle.vertices[k]]);
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const DoubleVector a = corners[(k + 1) % 3] - corners[k];
                const DoubleVector b = corners[(k + 2) % 3] - corners[k];
                const DoubleVector sine = a ^ b;
                const double angle = std::atan2(sine.Length(), a * b);
                const std::uint32_t used = usedOfPoseVertex_[triangle.vertices[k]];
                DoubleVector& sum = sums[numbers_[used]];
                sum = sum + angle * unitOrZero(vectorAt(normals_, used));
            }
        }
        return sums;
    }

    /// The positions and normals of the used vertices in a frame.
    void evaluate(const PlannedFrame& frame) {
        if (allInOrder_) {
            poses_.evaluate(frame.pose, positions_.data(), normals_.data());
        } else {
            poses_.evaluate(frame.pose, posePositions_.data(), poseNormals_.data());
            gather(posePositions_, positions_);
            gather(poseNormals_, normals_);
        }
        if (isSimplified_) {
            std::fill(normals_.begin(), normals_.end(), 0.0f);
        }
        addMissingNormals();
    }

    void evaluatePositions(const PlannedFrame& frame) {
        poses_.evaluate(frame.pose, allInOrder_ ? positions_.data() : posePositions_.data(), nullptr);
        if (!allInOrder_) {
            gather(posePositions_, positions_);
        }
    }

    void gather(const std::vector<float>& vectors, std::vector<float>& used) const {
        for (std::size_t i = 0; i < poseVertices_.size(); ++i) {
            const std::size_t from = std::size_t{3} * poseVertices_[i];
            std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(from), 3,
                        used.begin() + static_cast<std::ptrdiff_t>(3 * i));
        }
    }

    /// In a mesh without normals, vertices at the same position share a normal: importers often give each
    /// triangle three vertices of its own.
    void findSmoothGroups() {
        for (std::uint32_t i = 0; i < poseVertices_.size(); ++i) {
            groups_.push_back(i);
        }
        for (const PosedMesh& source : poses_.meshes()) {
            if (source.mesh->mNormals != nullptr) {
                continue;
            }
            std::map<std::array<ai_real, 3>, std::uint32_t> firstAt;
            for (unsigned int i = 0; i < source.mesh->mNumVertices; ++i) {
                const std::uint32_t used = usedOfPoseVertex_[source.firstVertex + i];
                const aiVector3D& position = source.mesh->mVertices[i];
                // A map needs an order, and NaN has none.
                if (used != kUnused && std::isfinite(position.x + position.y + position.z)) {
                    groups_[used] =
                        firstAt.try_emplace({position.x, position.y, position.z}, used).first->second;
                }
            }
        }
        for (const SurfaceTriangle& triangle : triangles_) {
            VertexTriangle& smooth = smoothTriangles_.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                smooth[k] = groups_[usedOfPoseVertex_[triangle.vertices[k]]];
            }
        }
    }

    /// Vertices without a normal get the one that an import would compute.
    void addMissingNormals() {
        const auto isMissing = [&](std::size_t i) {
            return normals_[3 * i] == 0 && normals_[3 * i + 1] == 0 && normals_[3 * i + 2] == 0;
        };
        std::vector<float> computed; // as usual, none is missing
        for (std::size_t i = 0; i < poseVertices_.size(); ++i) {
            if (isMissing(i)) {
                if (computed.empty()) {
                    computed.resize(normals_.size());
                    computeNormals(positions_.data(), poseVertices_.size(), smoothTriangles_,
                                   computed.data());
                }
                std::copy_n(&computed[std::size_t{3} * groups_[i]], 3, &normals_[3 * i]);
            }
        }
    }

    PoseSource& poses_;
    const std::vector<PlannedFrame>& frames_;
    const std::vector<SurfaceTriangle>& triangles_;
    bool isSimplified_;
    bool allInOrder_ = false;                 ///< every vertex of the poses is used, in their order
    std::vector<std::uint32_t> poseVertices_; ///< that are used
    std::vector<std::uint32_t> usedOfPoseVertex_;
    std::vector<std::uint32_t> groups_;           ///< of the used vertices: the first one at the same place
    std::vector<VertexTriangle> smoothTriangles_; ///< of groups
    std::vector<float> posePositions_;
    std::vector<float> poseNormals_;
    std::vector<float> positions_; ///< of the used vertices in one frame
    std::vector<float> normals_;
    std::vector<Grid> grids_;
    std::uint32_t comparedBits_ = UINT32_MAX; ///< of packed vertices
    std::vector<std::uint8_t> packed_;        ///< the used vertices, frame after frame
    std::vector<std::uint32_t> merged_;       ///< the first used vertex of each number
    std::vector<std::uint32_t> repeated_;     ///< the other used vertices
    std::vector<std::uint32_t> numbers_;      ///< of the used vertices
};

/// The texture coordinates without repetitions, and the index of each corner's.
struct MergedCoordinates {
    std::vector<St> st;
    std::vector<std::uint32_t> indices;
};

MergedCoordinates merged(const std::vector<St>& coordinates) {
    MergedCoordinates result;
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    result.indices.reserve(coordinates.size());
    for (const St& st : coordinates) {
        const std::uint32_t key = std::uint32_t{static_cast<std::uint16_t>(st.s)} << 16 |
                                  std::uint32_t{static_cast<std::uint16_t>(st.t)};
        const auto [entry, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(result.st.size()));
        if (isNew) {
            result.st.push_back(st);
        }
        result.indices.push_back(entry->second);
    }
    return result;
}

} // namespace

Result<ModelToWrite> buildModel(PoseSource& poses, const FramePlan& plan,
                                const std::vector<SurfaceTriangle>& triangles,
                                const SkinCoordinates& coordinates, const ExportedSkins& skins,
                                bool isSimplified, bool oneGrid, bool mergesNormals, const Md2Limits& limits,
                                Warnings& warnings) {
    // A model with too many triangles is refused. Its vertices are counted in one frame only, which needs
    // less memory.
    const std::vector<PlannedFrame> first(plan.frames.begin(), plan.frames.begin() + 1);
    const std::vector<PlannedFrame>& frames = triangles.size() > limits.triangles ? first : plan.frames;
    ModelBuilder builder(poses, frames, triangles, isSimplified);
    builder.findUsedVertices();
    if (auto error = builder.packFrames(oneGrid)) {
        return tl::unexpected(std::move(*error));
    }
    const std::uint64_t distinct = builder.vertexCount();
    if (mergesNormals && distinct > limits.vertices) {
        builder.mergeNormals();
    }
    const MergedCoordinates st = merged(coordinates.st);
    if (auto error = checkLimits(
            {builder.vertexCount(), st.st.size(), triangles.size(), plan.count, skins.names.size(), 0},
            limits)) {
        return tl::unexpected(std::move(*error));
    }
    if (distinct > limits.vertices) {
        warnings.note("vertices that differ only in their normal are merged, because the model has " +
                      std::to_string(distinct) + " vertices; " + std::to_string(builder.vertexCount()) +
                      " are left, and sharp edges look round");
    }

    ModelToWrite model;
    model.skinWidth = skins.width;
    model.skinHeight = skins.height;
    model.skins = skins.names;
    model.st = st.st;
    model.triangles.reserve(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        Triangle triangle{};
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.vertex[k] = static_cast<std::uint16_t>(builder.numberOf(triangles[i].vertices[k]));
            triangle.st[k] = static_cast<std::uint16_t>(st.indices[3 * i + k]);
        }
        model.triangles.push_back(triangle);
    }
    builder.putFrames(model);
    model.glCommands = coordinates.gl.empty()
                           ? glCommandsOf(model.triangles, model.st, model.skinWidth, model.skinHeight)
                           : glCommandsOf(model.triangles, model.st, coordinates.gl);
    return model;
}

} // namespace assimp_md2
